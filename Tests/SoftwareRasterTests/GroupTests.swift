import EffectModel
import Testing

@testable import SoftwareRaster

/// Pixels of nested groups and their shadows.
@Suite struct `Groups and shadows on the canvas` {
    private static let size = 60

    private func draw(_ groups: [DrawList.Group], sumsLight: Bool = false) throws -> Bitmap {
        let sprites = [
            try Canvases.sprite(shape: "square", size: [20, 20]), try Canvases.sprite(shape: "circle", size: [30, 30]),
        ]
        var rasterizer = Rasterizer(
            width: Self.size,
            height: Self.size,
            background: .transparent,
            sprites: sprites,
            sumsLight: sumsLight
        )
        rasterizer.draw(DrawList(time: 0, groups: groups))
        return rasterizer.bitmap
    }

    private func square(_ place: SIMD2<Double>, _ color: SIMD4<Double>) -> DrawList.Group {
        let item = Canvases.item(0, at: place, scale: SIMD2(1, 1), rotation: 0, color: color)
        return DrawList.Group(layer: 0, opacity: 1, blend: .normal, items: [item])
    }

    private func whole(
        _ groups: [DrawList.Group],
        opacity: Double = 1,
        mask: DrawList.Mask? = nil,
        shadow: DrawList.Shadow? = nil
    )
        -> DrawList.Group
    {
        DrawList.Group(
            layer: 0,
            opacity: opacity,
            blend: .normal,
            items: [],
            mask: mask,
            groups: groups,
            shadow: shadow
        )
    }

    private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap.pixels[y * Self.size + x] >> 24) }
    private func red(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap.pixels[y * Self.size + x] & 0xFF) }

    @Test(arguments: [false, true])
    func `covered content does not show through translucent groups`(_ sumsLight: Bool) throws {
        let red = square(SIMD2(20, 30), SIMD4(1, 0, 0, 1)), blue = square(SIMD2(30, 30), SIMD4(0, 0, 1, 1))
        let bitmap = try draw([whole([whole([red, blue], opacity: 0.5)], opacity: 0.5)], sumsLight: sumsLight)
        // Both squares cover (25, 30); red alone covers (15, 30).
        #expect(abs(alpha(bitmap, 15, 30) - 64) <= 1 && abs(self.red(bitmap, 15, 30) - 64) <= 1)
        #expect(abs(alpha(bitmap, 25, 30) - 64) <= 1 && self.red(bitmap, 25, 30) == 0)
    }

    @Test func `masks of nested groups both clip`() throws {
        func mask(_ x: Double) -> DrawList.Mask {
            DrawList.Mask(sprite: 0, position: SIMD2(x, 30), scale: SIMD2(1, 1), rotation: 0)
        }
        let square = square(SIMD2(30, 30), SIMD4(1, 1, 1, 1))
        let bitmap = try draw([whole([whole([square], mask: mask(25))], mask: mask(35))])
        for x in 0..<Self.size {
            // Both masks leave 25..<35 of the square's 20..<40.
            #expect(alpha(bitmap, x, 30) == (x >= 25 && x < 35 ? 255 : 0))
        }
        // Scratch bitmaps are as clean in a second frame as in the first.
        #expect(try draw([whole([whole([square], mask: mask(25))], mask: mask(35))]).pixels == bitmap.pixels)
    }

    @Test func `a sheared mask clips along its sides`() throws {
        let mask = DrawList.Mask(sprite: 0, position: SIMD2(30, 30), scale: SIMD2(1, 1), skew: 1, rotation: 0)
        let bitmap = try draw([whole([square(SIMD2(30, 30), SIMD4(1, 1, 1, 1))], mask: mask)])
        for y in 21..<39 {
            let shift = Double(y) + 0.5 - 30
            for x in 0..<Self.size where abs(abs(Double(x) + 0.5 - 30 - shift) - 10) > 1 {
                let isInside = abs(Double(x) + 0.5 - 30 - shift) < 10 && x >= 20 && x < 40
                #expect(alpha(bitmap, x, y) == (isInside ? 255 : 0), "\(x) \(y)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `a hard shadow is the offset alpha in one color below the group`(_ sumsLight: Bool) throws {
        let shadow = DrawList.Shadow(color: SIMD4(1, 0, 0, 0.5), offset: SIMD2(7, -3), feather: 0)
        let bitmap = try draw([whole([square(SIMD2(30, 30), SIMD4(0, 0, 1, 1))], shadow: shadow)], sumsLight: sumsLight)
        for y in 0..<Self.size {
            for x in 0..<Self.size {
                let isIn = (20..<40).contains(x) && (20..<40).contains(y)
                let isShadow = (27..<47).contains(x) && (17..<37).contains(y)
                #expect(abs(alpha(bitmap, x, y) - (isIn ? 255 : isShadow ? 128 : 0)) <= 1)
                #expect(abs(red(bitmap, x, y) - (!isIn && isShadow ? 128 : 0)) <= 1)
            }
        }
    }

    @Test func `a soft shadow keeps its total, is symmetric, and fades with its group`() throws {
        let shadow = DrawList.Shadow(color: SIMD4(0, 0, 0, 1), offset: SIMD2(100, 0), feather: 18)
        // The shadow is under its square, so only pixels left of the square are read.
        let square = square(SIMD2(30, 30), SIMD4(1, 1, 1, 1))
        let under = DrawList.Shadow(color: shadow.color, offset: SIMD2(0, 0), feather: 18)
        let bitmap = try draw([whole([square], shadow: under)])
        let row = (0..<20).map { alpha(bitmap, $0, 30) }
        #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 } && row[0] == 0 && row[19] > 100 && row[19] < 140)
        // A Gaussian with a standard deviation of three pixels: a sixth of the feather.
        for x in 8..<20 {
            let way = (20 - (Double(x) + 0.5)) / 3
            let expected = 255 * 0.5 * erfc(way)
            #expect(abs(Double(row[x]) - expected) < 8, "\(x): \(row[x]) for \(expected)")
        }
        let faint = try draw([whole([square], opacity: 0.5, shadow: under)])
        #expect(abs(alpha(faint, 18, 30) - alpha(bitmap, 18, 30) / 2) <= 1)
    }

    /// Complementary error function of x/√2.
    private func erfc(_ x: Double) -> Double {
        var sum = 0.0
        for step in 0..<4000 {
            let t = x + (Double(step) + 0.5) * 0.002
            sum += 2 / (2 * Double.pi).squareRoot() * exp(-t * t / 2) * 0.002
        }
        return sum
    }

    private func exp(_ x: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        let small = x / 64
        for index in 1..<20 {
            term *= small / Double(index)
            sum += term
        }
        var power = sum
        for _ in 0..<6 { power *= power }
        return power
    }

    @Test func `content cut by the canvas edge casts its shadow as if it continued`() throws {
        let under = DrawList.Shadow(color: SIMD4(0, 0, 0, 1), offset: SIMD2(0, 0), feather: 18)
        // A square half beyond the left edge, whose shadow alone is tested above it.
        let half = whole([square(SIMD2(0, 30), SIMD4(1, 1, 1, 1))], shadow: under)
        let bitmap = try draw([half])
        // Above the square, the shadow at the edge is as dark as further inside.
        #expect(abs(alpha(bitmap, 0, 17) - alpha(bitmap, 2, 17)) <= 6 && alpha(bitmap, 0, 17) > 20)
    }
}
