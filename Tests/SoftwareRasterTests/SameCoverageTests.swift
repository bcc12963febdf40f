import CKernels
import EffectModel
import Memory
import TestSupport
import Testing

@testable import SoftwareRaster

/// Bit-exact comparison of fast paths with their general paths.
struct SameCoverageTests {
    /// Draws a contour in units of 1/256 pixel, with clipped edges or with edges known to be inside the window.
    private func drawn(
        _ corners: [SIMD2<Int>],
        width: Int,
        height: Int,
        isInside: Bool,
        ink: Ink,
        _ blend: DrawList.Blend,
        backgroundColor: UInt32
    ) -> Bitmap {
        var mask = CoverageMask()
        var canvas = Bitmap(width: width + 8, height: height + 2, backgroundColor: backgroundColor)
        let paint = Paint(ink: ink, rule: CoverageRule(isEvenOdd: false), blend: blend)
        canvas.withSurface { surface in
            mask.withWindow(left: 2, top: 1, width: width, rows: height) { window in
                let moved = corners.map { $0 &+ SIMD2(512, 256) }
                moved.withMemory { window.addContour($0, count: moved.count, isInside: isInside) }
                paint.sweep(window, onto: &surface)
                // The window is clean again, so a second sweep paints nothing.
                paint.sweep(window, onto: &surface)
            }
        }
        return canvas
    }

    @Test(arguments: UInt64(0)..<300)
    func `unclipped edges cover the same as clipped edges inside a window`(_ seed: UInt64) {
        var dice = Dice(seed)
        for _ in 0..<10 {
            let (width, height) = (dice.whole(1...dice.pick([2, 14, 60])), dice.whole(1...dice.pick([2, 14, 60])))
            // Long and short edges, horizontal, vertical and slanted, on pixel borders and between.
            let reach = SIMD2(width * 256, height * 256)
            let step = dice.pick([1, 5, 64, 256, 700, 20_000])
            var corner = SIMD2(dice.whole(0...reach.x), dice.whole(0...reach.y))
            let corners = (0..<dice.whole(1...24)).map { _ -> SIMD2<Int> in
                corner &+= SIMD2(dice.whole(-step...step), dice.whole(-step...step))
                corner = SIMD2(min(max(corner.x, 0), reach.x), min(max(corner.y, 0), reach.y))
                if dice.whole(0...5) == 0 { corner.x &= ~255 }
                if dice.whole(0...5) == 0 { corner.y &= ~255 }
                return corner
            }
            let ink = Ink(SIMD4(1, 0.5, 0.25, dice.pick([1, 0.5])))
            let blend = dice.pick(DrawList.Blend.allCases)
            let backgroundColor: UInt32 = dice.pick([0, 0xFF20_4060])
            let fast = drawn(
                corners,
                width: width,
                height: height,
                isInside: true,
                ink: ink,
                blend,
                backgroundColor: backgroundColor
            )
            let slow = drawn(
                corners,
                width: width,
                height: height,
                isInside: false,
                ink: ink,
                blend,
                backgroundColor: backgroundColor
            )
            let isSame = fast.pixels == slow.pixels
            #expect(isSame)
            // Every painted pixel was marked as touched.
            var cleared = fast
            cleared.clear()
            let isClear = cleared.pixels.allSatisfy { $0 == backgroundColor }
            #expect(isClear)
        }
    }

    /// Small shapes of up to three contours, anywhere on the canvas, for every instruction set.
    @Test(arguments: Kernels.all, UInt64(0)..<300)
    func `small shapes cover the same as their edges`(_ kernels: Kernels, _ seed: UInt64) {
        var dice = Dice(seed)
        // Widths of one, two and three vectors in turn.
        for widest in [16, 32, 48] {
            let (width, height) = (dice.whole(widest - 15...widest), dice.whole(1...dice.pick([2, 14, 48])))
            let (left, top) = (dice.whole(0...20), dice.whole(0...3))
            let step = dice.pick([1, 5, 64, 256, 700, 20_000])
            var corner = SIMD2(dice.whole(0...width * 256), dice.whole(0...height * 256))
            let contours = (0..<dice.whole(1...3)).map { _ in
                // Now and then the maximum number of corners.
                (0..<dice.whole(0...dice.pick([5, 24, HANABI_POLYGON_CORNERS / 3]))).map { _ -> SIMD2<Int> in
                    corner &+= SIMD2(dice.whole(-step...step), dice.whole(-step...step))
                    corner = SIMD2(min(max(corner.x, 0), width * 256), min(max(corner.y, 0), height * 256))
                    if dice.whole(0...5) == 0 { corner.x &= ~255 }
                    if dice.whole(0...5) == 0 { corner.y &= ~255 }
                    return corner &+ SIMD2(left * 256, top * 256)
                }
            }
            let ink = Ink(SIMD4(1, 0.5, 0.25, dice.pick([1, 0.5])))
            let blend = dice.pick(DrawList.Blend.allCases)
            let backgroundColor: UInt32 = dice.pick([0, 0xFF20_4060])
            // Often reaches the right side. Vectors need as many extra rows below.
            let across = left + width + dice.pick([0, 0, dice.whole(0...40)])
            let below = (48 - width) / across + 1
            let recordsStraightColors = dice.whole(0...1) == 0
            let canvas = Bitmap(
                width: across,
                height: top + height + below,
                backgroundColor: backgroundColor,
                recordsStraightColors: recordsStraightColors
            )
            var (fast, slow, covered) = (canvas, canvas, Bitmap(width: across, height: canvas.height))
            let box = PolygonFiller.PixelBox(left: left, top: top, right: left + width, bottom: top + height)
            let corners = contours.flatMap(\.self)
            let isDone = corners.withMemory { memory in
                var end = 0
                let ends = contours.map { contour in
                    end += contour.count
                    return end
                }
                return corners.isEmpty
                    || ends.withMemory {
                        SmallShape(RasterKernels(kernels.loops)).fill(
                            SmallShape.Contours(corners: memory, ends: $0, count: ends.count),
                            box: box,
                            ink: ink,
                            blend: blend,
                            on: &fast
                        )
                    }
            }
            #expect(isDone)
            func fill(_ canvas: inout Bitmap, _ ink: Ink, _ blend: DrawList.Blend) {
                var mask = CoverageMask()
                let paint = Paint(ink: ink, rule: CoverageRule(isEvenOdd: false), blend: blend)
                canvas.withSurface { surface in
                    mask.withWindow(left: left, top: top, width: width, rows: height) { window in
                        for contour in contours where !contour.isEmpty {
                            contour.withMemory { window.addContour($0, count: contour.count, isInside: false) }
                        }
                        paint.sweep(window, onto: &surface)
                    }
                }
            }
            fill(&slow, ink, blend)
            let isSame = fast.pixels == slow.pixels
            #expect(isSame, "\(width) × \(height)")
            // The color itself, not multiplied by alpha, exactly at covered pixels.
            fill(&covered, .white, .normal)
            let marks = covered.pixels.map { $0 == 0 ? 0 : 0x0140_80FF as UInt32 }
            let drawn = fast.inkMarks.map { own in (0..<own.count).map { own.colors[$0] } }
            #expect(drawn == nil ? !recordsStraightColors || corners.isEmpty : drawn == marks)
            fast.clear()
            let isClear = fast.pixels.allSatisfy { $0 == backgroundColor }
            #expect(isClear)
        }
    }

    /// The maximum number of edges crosses every row, half of them downward on the left and half upward on the right;
    /// or every edge crosses the others.
    @Test(arguments: Kernels.all, [false, true])
    func `sums of small shapes do not overflow with the most corners`(_ kernels: Kernels, isTangled: Bool) {
        func corners(_ count: Int) -> [SIMD2<Int>] {
            (0..<count).map { number in
                if isTangled { return SIMD2(number * 1511 % (48 * 256), number % 2 * 16 * 256 - number % 2 * 3) }
                let inset = number * 7 % 300
                return SIMD2(number % 4 < 2 ? inset : 48 * 256 - inset, number % 4 % 3 == 0 ? 0 : 16 * 256)
            }
        }
        let box = PolygonFiller.PixelBox(left: 0, top: 0, right: 48, bottom: 16)
        func fill(_ corners: [SIMD2<Int>], on canvas: inout Bitmap) -> Bool {
            corners.withMemory { memory in
                [corners.count].withMemory {
                    SmallShape(RasterKernels(kernels.loops)).fill(
                        SmallShape.Contours(corners: memory, ends: $0, count: 1),
                        box: box,
                        ink: .white,
                        blend: .normal,
                        on: &canvas
                    )
                }
            }
        }
        let blank = Bitmap(width: 64, height: 20)
        var (fast, slow) = (blank, blank)
        #expect(!fill(corners(HANABI_POLYGON_CORNERS + 1), on: &fast))
        #expect(fast.pixels == blank.pixels)
        #expect(fill(corners(HANABI_POLYGON_CORNERS), on: &fast))
        var mask = CoverageMask()
        slow.withSurface { surface in
            mask.withWindow(left: 0, top: 0, width: 48, rows: 16) { window in
                corners(HANABI_POLYGON_CORNERS).withMemory {
                    window.addContour($0, count: HANABI_POLYGON_CORNERS, isInside: false)
                }
                Paint(ink: .white, rule: CoverageRule(isEvenOdd: false), blend: .normal).sweep(window, onto: &surface)
            }
        }
        #expect(fast.pixels == slow.pixels && fast.pixels != blank.pixels)
    }

    /// Reference: the mean of the four pixels around a position, or the pixel that contains it.
    private func pixel(_ lattice: PictureLattice, _ size: PictureSize, _ x: Int, _ y: Int, isNearest: Bool) -> UInt32? {
        func place(_ axis: Int) -> (Int, Int, Int)? {
            let start = lattice.origin[axis] &- (isNearest ? 0 : 1 << 31)
            let exact = start &+ lattice.across[axis] &* x &+ lattice.down[axis] &* y
            // Positions may wrap around this far away.
            guard exact >> 32 > -4_000_000, exact >> 32 < 4_000_000 else { return nil }
            let (first, last) = (size.range.first[axis], size.range.last[axis])
            let place = min(max(exact >> 24, first << 8), last << 8)
            if isNearest { return (min(max(exact >> 32, first), last), 0, 0) }
            return (place >> 8, min(place >> 8 + 1, last), place & 255)
        }
        guard let (left, right, across) = place(0), let (top, bottom, down) = place(1) else { return nil }
        func texel(_ x: Int, _ y: Int) -> UInt32 { size.pixels[y * size.stride + x] }
        if isNearest { return texel(left, top) }
        let both = (across * down + 128) / 256
        return (0..<4).reduce(0) { pixel, channel in
            func value(_ x: Int, _ y: Int) -> Int { Int(texel(x, y) >> (8 * UInt32(channel)) & 0xFF) }
            let sum =
                value(left, top) * (256 - across - down + both) + value(right, top) * (across - both)
                + value(left, bottom) * (down - both) + value(right, bottom) * both
            return pixel | UInt32((sum + 128) / 256) << (8 * UInt32(channel))
        }
    }

    @Test(arguments: UInt64(0)..<300)
    func `four pixels of a picture at once equal four single pixels`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let picture = dice.picture(dice.pick([1, 2, dice.whole(1...40)]), dice.pick([1, 2, dice.whole(1...40)]))
        let part = dice.pick([
            UnitRectangle.whole, UnitRectangle(origin: SIMD2(0.25, 0.5), size: SIMD2(0.5, 0.25)),
        ])
        let sprite = try Canvases.sprite(picture, part: part)
        let unit = dice.pick([1, 1, 1, 1e-9, 1e9])
        let placement = Placement(
            Canvases.item(
                at: SIMD2(dice.number(-10...50), dice.number(-10...50)) * dice.pick([1, 1, 1, 1e12]),
                scale: dice.pick([SIMD2(1, 1), SIMD2(dice.number(0.1...4), dice.number(-4...4)) * unit]),
                skew: dice.pick([0, dice.number(-1...1)]),
                rotation: dice.pick([0, 0.7, 1.5707963267948966, dice.number(-4...4)])
            )
        )
        guard placement.area != 0 else { return }
        for size in PictureSize.all(picture, sprite) {
            let lattice = PictureLattice(size.count, part: part, size: sprite.asset.size, placement)
            for y in stride(from: -5, to: 45, by: 3) {
                let x = dice.whole(-9...9)
                var (rows, nearest): ([UInt32], [UInt32]) = ([], [])
                size.withReadable { readable in
                    func read(_ reader: some PictureReader) -> [UInt32] {
                        var walk = reader.walk(x, y)
                        return (0..<12).flatMap { _ -> [UInt32] in
                            let four = reader.next(&walk)
                            return [four.x, four.y, four.z, four.w]
                        }
                    }
                    rows = read(LinearReader(lattice, readable))
                    nearest = read(NearestReader(lattice, readable))
                }
                for index in rows.indices {
                    if let alone = pixel(lattice, size, x + index, y, isNearest: false) {
                        #expect(rows[index] == alone)
                    }
                    if let alone = pixel(lattice, size, x + index, y, isNearest: true) {
                        #expect(nearest[index] == alone)
                    }
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `dot pixels have the alpha at their centers, and small dots the mean of sixteen samples`(_ seed: UInt64) throws
    {
        var dice = Dice(seed)
        let sprite = try Canvases.sprite(shape: "dot", size: [10, 10])
        let isSmall = dice.whole(0...1) == 0
        let radius = isSmall ? dice.number(0.5...1.9) : dice.number(2.1...30)
        let place = SIMD2(dice.number(-20...60), dice.number(-20...60))
        let item = Canvases.item(at: place, scale: SIMD2(radius / 5, radius / 5), rotation: dice.number(0...6))
        let bitmap = Canvases.drawn([Canvases.group([item])], [sprite])
        let offsets = isSmall ? [-0.375, -0.125, 0.125, 0.375] : [0]
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                var sum = 0.0
                for down in offsets {
                    for across in offsets {
                        let way = SIMD2(Double(x) + 0.5 + across, Double(y) + 0.5 + down) - place
                        sum += Sprite.dotAlpha(at: (way * way).sum().squareRoot() / radius)
                    }
                }
                let alpha = Double(bitmap.pixels[y * bitmap.width + x] >> 24)
                #expect(abs(alpha - 255 * sum / Double(offsets.count * offsets.count)) < 0.75)
            }
        }
    }

    /// Compared with pixel-by-pixel drawing for every instruction set, across all sides of canvases of many sizes.
    @Test(arguments: Kernels.all, UInt64(0)..<100)
    func `large dots equal pixel-by-pixel drawing`(_ kernels: Kernels, _ seed: UInt64) throws {
        var dice = Dice(seed)
        let sprite = try Canvases.sprite(shape: "dot", size: [10, 10])
        let (width, height) = (dice.pick([1, dice.whole(1...70)]), dice.pick([1, dice.whole(1...40)]))
        let item = Canvases.item(
            at: SIMD2(dice.number(-20...Double(width) + 20), dice.number(-20...Double(height) + 20)),
            scale: SIMD2(dice.number(0.45...6), dice.number(0.45...6)) * dice.pick([1, 1, 1, 1e6]),
            rotation: dice.number(0...6),
            color: SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.number(0.1...1))
        )
        let blend = dice.pick(DrawList.Blend.allCases)
        let canvas = Bitmap(width: width, height: height, backgroundColor: dice.pick([0, 0x8040_2010, 0xFF20_4060]))
        var fast = canvas
        var filler = DotFiller(RasterKernels(kernels.loops))
        let shape = DotShape(sprite)
        filler.draw(shape, item: item, blend: blend, on: &fast)

        var plain = canvas.pixels
        var spot = try #require(Ellipse(shape.whole, Placement(item), thinnest: 0.5))
        spot.position -= 0.5
        let ink = DotInk(item.color)
        try #require(spot.thickness >= DotFiller.small)
        for y in 0..<height {
            let line = spot.line(Double(y))
            guard let chord = line.chord else { continue }
            let reading = DotReading(line)
            for x in DotFiller.indices(chord.low, chord.high, within: width) {
                let source = ink.pixels(reading.alphas(SIMD4(repeating: reading.place(x))))[0]
                plain[y * width + x] = Pixel.blended(source, destination: plain[y * width + x], blend: blend)
            }
        }
        let isSame = fast.pixels == plain
        #expect(isSame)
        fast.clear()
        let isClear = fast.pixels == canvas.pixels
        #expect(isClear)
    }

    @Test func `pixels do not depend on the size of the canvas`() throws {
        var sprites = try ["square", "circle", "dot"].map { try Canvases.sprite(shape: $0, size: [12, 12]) }
        var dice = Dice(5)
        for filter in Sprite.Sampling.Filter.allCases {
            sprites.append(try Canvases.sprite(dice.picture(24, 20), size: [12, 12], Canvases.sampling(filter)))
        }
        for seed in UInt64(0)..<100 {
            var dice = Dice(seed)
            let items = (0..<20).map { _ in
                Canvases.item(
                    dice.whole(0...5),
                    at: SIMD2((dice.number(0...60) * 256).rounded() / 256, (dice.number(0...60) * 256).rounded() / 256),
                    scale: SIMD2(dice.number(0.01...2), dice.number(0.01...2)),
                    rotation: dice.number(0...6),
                    color: SIMD4(1, dice.number(0...1), 0.5, dice.number(0.2...1))
                )
            }
            let group = Canvases.group(items, dice.pick(DrawList.Blend.allCases))
            let small = Canvases.drawn([group], sprites, width: 60, height: 60)
            let large = Canvases.drawn([group], sprites, width: 200, height: 90)
            for y in 0..<60 {
                let (left, right) = (small.pixels[y * 60..<y * 60 + 60], large.pixels[y * 200..<y * 200 + 60])
                #expect(zip(left, right).allSatisfy { (Canvases.channels($0) - Canvases.channels($1)).max() <= 1 })
            }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `pictures across any side of the canvas match a larger canvas and are recorded`(_ seed: UInt64) throws {
        var dice = Dice(seed)
        let picture = dice.picture(dice.whole(1...30), dice.whole(1...30), opaque: dice.whole(0...1) == 0)
        let filter = dice.pick(Sprite.Sampling.Filter.allCases)
        let sprite = try Canvases.sprite(picture, size: [20, 14], Canvases.sampling(filter))
        let (width, height) = (dice.whole(1...40), dice.whole(1...40))
        let place = SIMD2(dice.number(-12...Double(width) + 12), dice.number(-12...Double(height) + 12))
        func item(at place: SIMD2<Double>) -> DrawList.Item {
            Canvases.item(
                at: (place * 256).rounded(.toNearestOrEven) / 256,
                scale: SIMD2(scale.x, scale.y),
                skew: skew,
                rotation: angle,
                color: color
            )
        }
        let scale = dice.pick([SIMD2(1, 1), SIMD2(dice.number(0.05...4), dice.number(-4...4))])
        let (skew, angle) = (dice.pick([0, dice.number(-1...1)]), dice.pick([0, dice.number(-7...7)]))
        let color = dice.pick([SIMD4(1, 1, 1, 1), SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())])
        let blend = dice.pick(DrawList.Blend.allCases)
        var small = Canvases.drawn([Canvases.group([item(at: place)], blend)], [sprite], width: width, height: height)
        // Enough room on every side.
        let far = 128
        let moved = item(at: place + Double(far))
        let large = Canvases.drawn(
            [Canvases.group([moved], blend)],
            [sprite],
            width: width + 2 * far,
            height: height + 2 * far
        )
        var worst = 0.0
        for y in 0..<height {
            for x in 0..<width {
                let one = Canvases.channels(small.pixels[y * width + x])
                let other = Canvases.channels(large.pixels[(y + far) * large.width + x + far])
                worst = max(worst, (one - other).max(), (other - one).max())
            }
        }
        #expect(worst <= 2)
        small.clear()
        let isClear = small.pixels.allSatisfy { $0 == 0 }
        #expect(isClear)
    }
}
