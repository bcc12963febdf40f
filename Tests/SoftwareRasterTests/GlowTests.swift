import EffectModel
import Foundation
import Memory
import TestSupport
import Testing

@testable import SoftwareRaster

/// Blurred light, compared with a Gaussian of Doubles.
struct GlowTests {
    /// A canvas with spots of light and a bar.
    private func canvas<Target: DrawingTarget>(_ type: Target.Type, _ size: SIMD2<Int>, seed: UInt64) -> Target {
        var dice = Dice(seed)
        var target = Target(width: size.x, height: size.y)
        let width = target.width
        for _ in 0..<6 {
            let side = SIMD2(dice.whole(1...size.x / 3), dice.whole(1...size.y / 3))
            let corner = SIMD2(dice.whole(0...size.x - side.x), dice.whole(0...size.y - side.y))
            let alpha = UInt32(dice.whole(1...255))
            let pixel = (0..<3).reduce(alpha << 24) { $0 | UInt32(dice.whole(0...Int(alpha))) << (8 * $1) }
            target.withSurface { surface in
                for y in corner.y..<corner.y + side.y {
                    for x in corner.x..<corner.x + side.x { surface.pixels[y * width + x] = Target.Format.pixel(pixel) }
                    surface.touch(y, low: corner.x, high: corner.x + side.x)
                }
            }
        }
        return target
    }

    /// Channels of a canvas, 0...1.
    private func planes<Target: DrawingTarget>(_ target: Target) -> [[Double]] {
        let pixels = target.pixels.map { Target.Format.wide($0) }
        return (0..<4).map { channel in pixels.map { Double($0 >> (16 * UInt64(channel)) & 0xFFFF) / 65_535 } }
    }

    /// A Gaussian blur in the plane, dark beyond the canvas.
    private func blurred(_ plane: [Double], _ size: SIMD2<Int>, deviation: Double) -> [Double] {
        let reach = Int((4 * deviation).rounded(.up))
        let raw = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let weights = raw.map { $0 / raw.reduce(0, +) }
        func along(_ plane: [Double], _ step: Int, _ count: Int, _ place: (Int) -> Int) -> [Double] {
            (0..<plane.count).map { index in
                let own = place(index)
                return (-reach...reach).reduce(0) { sum, shift in
                    (0..<count).contains(own + shift) ? sum + plane[index + shift * step] * weights[shift + reach] : sum
                }
            }
        }
        let across = along(plane, 1, size.x) { $0 % size.x }
        return along(across, size.x, size.y) { $0 / size.x }
    }

    @Test(arguments: [1.0, 1.7, 2, 3.3, 5, 8, 12, 20], UInt64(0)..<3)
    func `a blur is near a Gaussian`(_ deviation: Double, _ seed: UInt64) {
        let size = SIMD2(97, 61)
        let source = canvas(WideBitmap.self, size, seed: seed)
        var result = WideBitmap(width: size.x, height: size.y)
        Glow(.all, of: source, deviation: deviation).add(to: &result)
        for (own, plane) in zip(planes(result), planes(source)) {
            let exact = blurred(plane, size, deviation: deviation)
            let errors = zip(own, exact).map { abs($0 - $1) }
            #expect((errors.max() ?? 1) < 0.05, "\(errors.max() ?? 1)")
            let mean = errors.reduce(0, +) / Double(errors.count)
            #expect(mean < 0.012)
            // No light is lost or gained, but at the edges.
            let (sum, wanted) = (own.reduce(0, +), exact.reduce(0, +))
            #expect(abs(sum - wanted) < 0.05 * wanted + 2)
        }
    }

    @Test(arguments: Kernels.all, [0.7, 3, 6, 24])
    func `all processors give the same light`(_ kernels: Kernels, _ deviation: Double) {
        for seed in UInt64(0)..<4 {
            let size = SIMD2(131, 45)
            let source = canvas(WideBitmap.self, size, seed: seed)
            let bloom = DrawList.Bloom(threshold: [0, 0.3, 0.5, 0.9][Int(seed)], deviation: deviation, strength: 1.5)
            var (own, plain) = (source, source)
            Glow(.bright(bloom), of: source, deviation: deviation, RasterKernels(kernels.loops)).add(to: &own)
            Glow(.bright(bloom), of: source, deviation: deviation, RasterKernels(Kernels.all[0].loops)).add(to: &plain)
            #expect(own.pixels.elementsEqual(plain.pixels))
            #expect(own.touchedRows == plain.touchedRows)
        }
    }

    @Test(arguments: [0.0, 0.2, 0.5, 0.8])
    func `bright pixels spread as much light as they are above the threshold`(_ threshold: Double) {
        let size = SIMD2(64, 64)
        // A single bright channel, with the same of a darker one.
        for level in stride(from: UInt32(5), through: 255, by: 25) {
            var source = WideBitmap(width: size.x, height: size.y)
            source.withSurface { surface in
                for y in 28..<36 {
                    for x in 28..<36 { surface.pixels[y * 64 + x] = Wide.pixel(0xFF00_0000 | level | (level / 2) << 8) }
                    surface.touch(y, low: 28, high: 36)
                }
            }
            var result = WideBitmap(width: size.x, height: size.y)
            let bloom = DrawList.Bloom(threshold: threshold, deviation: 4, strength: 1)
            Glow(.bright(bloom), of: source, deviation: 4).add(to: &result)
            let sums = planes(result).map { $0.reduce(0, +) }
            let brightness = Double(level) / 255
            let knee = min(threshold, 1 - threshold)
            let slope = knee >= 0.36 ? 2.0 : knee >= 0.18 ? 4 : knee >= 0.09 ? 8 : 16
            let share = threshold == 0 ? 1 : min(1, max(0, brightness - threshold) * slope)
            let light = 64 * brightness * share
            #expect(abs(sums[0] - light) < 0.03 * light + 0.5, "\(sums[0]) for \(light)")
            #expect(abs(sums[1] - light / 2) < 0.03 * light + 0.5)
            #expect(abs(sums[3] - light) < 0.03 * light + 0.5)
        }
    }

    @Test func `light touches what it reaches, and nothing else`() {
        var canvas = WideBitmap(width: 400, height: 300)
        canvas.withSurface { surface in
            surface.pixels[150 * 400 + 200] = .max
            surface.touch(150, low: 200, high: 201)
        }
        let bloom = DrawList.Bloom(threshold: 0.5, deviation: 3, strength: 4)
        Glow(.bright(bloom), of: canvas, deviation: 3).add(to: &canvas)
        #expect(canvas.touchedRows.lowerBound >= 130 && canvas.touchedRows.upperBound <= 171)
        for y in canvas.touchedRows where !canvas.columns(ofRow: y).isEmpty {
            #expect(canvas.columns(ofRow: y).lowerBound >= 180 && canvas.columns(ofRow: y).upperBound <= 221)
        }
        var empty = WideBitmap(width: 40, height: 30)
        Glow(.bright(bloom), of: empty, deviation: 3).add(to: &empty)
        #expect(empty.touchedRows.isEmpty)
    }

    @Test(arguments: [1.0, 3, 9])
    func `a canvas of 8 bits gets the same light, rounded`(_ deviation: Double) {
        let size = SIMD2(70, 50)
        let wide = canvas(WideBitmap.self, size, seed: 5), narrow = canvas(Bitmap.self, size, seed: 5)
        var (own, other) = (WideBitmap(width: size.x, height: size.y), Bitmap(width: size.x, height: size.y))
        Glow(.all, of: wide, deviation: deviation).add(to: &own)
        Glow(.all, of: narrow, deviation: deviation).add(to: &other)
        #expect(
            zip(planes(own), planes(other)).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) <= 0.51 / 255 } }
        )
    }

    @Test(arguments: [false, true])
    func `the background spreads no light, whatever is in front of it`(_ hasGround: Bool) throws {
        let (sky, white) = (Color(SIMD4(0.4, 0.6, 1, 1)), Color(SIMD4(0.9, 0.9, 1, 1)))
        let ground: Canvas.Background =
            hasGround ? .gradient(Gradient.axial([sky, white], angle: 2, over: SIMD2(80, 60))) : .color(sky)
        let sprites = [try Canvases.sprite(shape: "square", size: [4, 4])]
        let items = [12.0, 68].map { x in
            Canvases.item(0, at: SIMD2(x, 30), scale: SIMD2(1, 1), rotation: 0, color: SIMD4(0.1, 0.1, 0.1, 1))
        }
        var list = DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: items)])
        var rasterizer = Rasterizer(width: 80, height: 60, background: ground, sprites: sprites, sumsLight: true)
        rasterizer.draw(list)
        let dark = rasterizer.bitmap.pixels
        list.bloom = DrawList.Bloom(threshold: 0.5, deviation: 4, strength: 1)
        rasterizer.draw(list)
        #expect(rasterizer.bitmap.pixels == dark)
    }

    /// A pixel that is a step from a light background has next to no light of its own.
    @Test(arguments: [false, true], [SIMD4(0.1, 0.1, 0.1, 0.02), SIMD4(1, 1, 1, 0.02)])
    func `faint things in front of a light background do not flash`(_ hasGround: Bool, _ color: SIMD4<Double>) throws {
        let (light, lighter) = (Color(SIMD4(0.8, 0.85, 0.9, 1)), Color(SIMD4(0.9, 0.95, 0.95, 1)))
        let ground: Canvas.Background =
            hasGround ? .gradient(Gradient.axial([light, lighter], angle: 2, over: SIMD2(80, 60))) : .color(light)
        let sprites = [try Canvases.sprite(shape: "square", size: [30, 30])]
        let item = Canvases.item(0, at: SIMD2(40, 30), scale: SIMD2(1, 1), rotation: 0, color: color)
        var list = DrawList(time: 0, groups: [DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])])
        var rasterizer = Rasterizer(width: 80, height: 60, background: ground, sprites: sprites, sumsLight: true)
        rasterizer.draw(list)
        let plain = rasterizer.bitmap.pixels
        for threshold in [0, 0.5] {
            list.bloom = DrawList.Bloom(threshold: threshold, deviation: 4, strength: 1)
            rasterizer.draw(list)
            var most = 0
            for (before, after) in zip(plain, rasterizer.bitmap.pixels) {
                for shift in [UInt32(0), 8, 16, 24] {
                    let (old, new) = (Int(before >> shift & 0xFF), Int(after >> shift & 0xFF))
                    most = max(most, abs(new - old))
                }
            }
            // White at 2 % is a step brighter than that, and its light as much again.
            #expect(most <= (threshold == 0 && color.x == 1 ? 3 : 0), "\(threshold): \(most)")
        }
    }

    @Test func `a layer is blurred as a whole, and its light added`() throws {
        let sprites = [try Canvases.sprite(shape: "square", size: [20, 20])]
        func draw(blur: Double, bloom: DrawList.Bloom?, whole: DrawList.Bloom? = nil) -> Bitmap {
            let item = Canvases.item(0, at: SIMD2(40, 30), scale: SIMD2(1, 1), rotation: 0, color: SIMD4(1, 0.5, 0, 1))
            var group = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])
            (group.blur, group.bloom) = (blur, bloom)
            var list = DrawList(time: 0, groups: [group])
            list.bloom = whole
            var rasterizer = Rasterizer(
                width: 80,
                height: 60,
                background: .transparent,
                sprites: sprites,
                sumsLight: true
            )
            rasterizer.draw(list)
            // Scratch canvases are clean again.
            rasterizer.draw(list)
            return rasterizer.bitmap
        }
        func alpha(_ bitmap: Bitmap, _ x: Int) -> Int { Int(bitmap.pixels[30 * 80 + x] >> 24) }
        let blurred = draw(blur: 4, bloom: nil)
        #expect(abs(alpha(blurred, 30) - 127) < 12 && alpha(blurred, 26) > 10 && alpha(blurred, 34) < 240)
        let bloom = DrawList.Bloom(threshold: 0.5, deviation: 4, strength: 1)
        let lit = draw(blur: 0, bloom: bloom), all = draw(blur: 0, bloom: nil, whole: bloom)
        #expect(alpha(lit, 34) == 255 && alpha(lit, 27) > 30 && alpha(lit, 27) < 128)
        #expect(lit.pixels == all.pixels)
        // The hue of the light is that of what shines.
        let pixel = lit.pixels[30 * 80 + 27]
        #expect(abs(Int(pixel & 0xFF) - 2 * Int(pixel >> 8 & 0xFF)) <= 2)
    }

    /// Two circles of one color, blurred and cut at a threshold.
    private func drops(gap: Double, threshold: Double?, sumsLight: Bool) throws -> Bitmap {
        let sprites = [try Canvases.sprite(shape: "circle", size: [40, 40])]
        let items = [-1.0, 1].map { side in
            Canvases.item(
                0,
                at: SIMD2(80 + side * (20 + gap / 2), 40),
                scale: SIMD2(1, 1),
                rotation: 0,
                color: SIMD4(1, 0.5, 0, 1)
            )
        }
        var group = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: items)
        (group.blur, group.alphaThreshold) = (6, threshold)
        var rasterizer = Rasterizer(
            width: 160,
            height: 80,
            background: .transparent,
            sprites: sprites,
            sumsLight: sumsLight
        )
        rasterizer.draw(DrawList(time: 0, groups: [group]))
        return rasterizer.bitmap
    }

    @Test(arguments: [false, true])
    func `shapes near each other flow together above a threshold`(_ sumsLight: Bool) throws {
        func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap.pixels[y * 160 + x] >> 24) }
        let near = try drops(gap: 6, threshold: 0.4, sumsLight: sumsLight)
        let far = try drops(gap: 24, threshold: 0.4, sumsLight: sumsLight)
        #expect(alpha(near, 80, 40) == 255 && alpha(far, 80, 40) == 0)
        #expect(alpha(near, 57, 40) == 255 && alpha(near, 80, 10) == 0)
        // Edges are about a pixel wide: a few pixels of a row are neither empty nor opaque. Blurred alone, most are.
        func soft(_ bitmap: Bitmap) -> Int { bitmap.pixels.count { $0 >> 24 > 4 && $0 >> 24 < 251 } }
        #expect(soft(far) < 600, "\(soft(far))")
        #expect(try soft(drops(gap: 24, threshold: nil, sumsLight: sumsLight)) > 3000)
        // The color stays, at the edge, too.
        for pixel in near.pixels where pixel >> 24 > 8 {
            let (red, green, alpha) = (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 24))
            #expect(abs(red - alpha) <= 2 && abs(2 * green - alpha) <= 4)
        }
    }

    /// Cells of eight pixels made circles into polygons.
    @Test(arguments: [4.0, 9, 15])
    func `an edge at a threshold is round`(_ deviation: Double) throws {
        let sprites = [try Canvases.sprite(shape: "circle", size: [100, 100])]
        let item = Canvases.item(0, at: SIMD2(80, 80), scale: SIMD2(1, 1), rotation: 0, color: SIMD4(1, 1, 1, 1))
        var group = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])
        (group.blur, group.alphaThreshold) = (deviation, 0.5)
        var rasterizer = Rasterizer(
            width: 160,
            height: 160,
            background: .transparent,
            sprites: sprites,
            sumsLight: false
        )
        rasterizer.draw(DrawList(time: 0, groups: [group]))
        let bitmap = rasterizer.bitmap
        // Distances from the middle at which rays leave the shape.
        let radii = (0..<72).map { step in
            let angle = Double(step) * 5 * .pi / 180
            return stride(from: 20.0, to: 78, by: 0.25).first { radius in
                let (x, y) = (Int(80 + radius * cos(angle)), Int(80 + radius * sin(angle)))
                return bitmap.pixels[y * 160 + x] >> 24 < 128
            } ?? 78
        }
        let (low, high) = (radii.min() ?? 0, radii.max() ?? 0)
        #expect(high - low < 2 && low > 40, "\(low)...\(high)")
    }

    /// Regression: what lay outside of the canvas was dark, so that shapes were eaten at its sides.
    @Test(arguments: [0.3, 0.6, 0.9], [3.0, 8, 17])
    func `a shape reaches the sides of the canvas`(_ threshold: Double, _ deviation: Double) throws {
        let sprites = [try Canvases.sprite(shape: "square", size: [300, 300])]
        // 75 columns are no whole number of cells.
        let item = Canvases.item(0, at: SIMD2(-110, 30), scale: SIMD2(1, 1), rotation: 0, color: SIMD4(1, 1, 1, 1))
        var group = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])
        (group.blur, group.alphaThreshold) = (deviation, threshold)
        var rasterizer = Rasterizer(width: 75, height: 61, background: .transparent, sprites: sprites, sumsLight: false)
        rasterizer.draw(DrawList(time: 0, groups: [group]))
        let bitmap = rasterizer.bitmap
        // The right side of the square, moved by the threshold, is straight from the top to the bottom.
        var ends: [Int] = []
        for y in 0..<61 { ends.append((0..<75).first { bitmap.pixels[y * 75 + $0] >> 24 < 128 } ?? 75) }
        #expect((ends.max() ?? 0) - (ends.min() ?? 0) <= 1 && abs((ends.first ?? 0) - 40) < 30, "\(ends)")
        #expect((0..<61).allSatisfy { bitmap.pixels[$0 * 75] >> 24 == 255 })
    }

    /// Regression: where only cells beyond the canvas had light, the range of columns was turned round, which is a trap.
    @Test(arguments: [(16, 12), (200, 200), (61, 7)], [1.0, 3, 8, 50])
    func `content at the rim of the canvas is cut without a fault`(_ size: (Int, Int), _ deviation: Double) throws {
        let sprites = [try Canvases.sprite(shape: "circle", size: [12, 12])]
        let (width, height) = (Double(size.0), Double(size.1))
        for x in [-9.0, -3, 0, width / 2, width, width + 9] {
            for y in [-9.0, -3, 0, height / 2, height, height + 9] {
                for threshold in [0.05, 0.5, 0.95] {
                    let color = SIMD4(1, 1, 1, threshold)
                    let item = Canvases.item(0, at: SIMD2(x, y), scale: SIMD2(1, 1), rotation: 0, color: color)
                    var group = DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])
                    (group.blur, group.alphaThreshold) = (deviation, threshold)
                    for sumsLight in [false, true] {
                        var rasterizer = Rasterizer(
                            width: size.0,
                            height: size.1,
                            background: .transparent,
                            sprites: sprites,
                            sumsLight: sumsLight
                        )
                        rasterizer.draw(DrawList(time: 0, groups: [group]))
                        #expect(rasterizer.bitmap.pixels.count == size.0 * size.1)
                    }
                }
            }
        }
    }
}
