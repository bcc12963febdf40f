@testable import APNG
import Deflate
import TestSupport
import Testing

/// Pixel rows that are hard on an encoder, decoded again by zlib and libpng.
struct TruecolorTests {
    private func check(_ pixels: [UInt32], width: Int, height: Int, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let picture = FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)
        let wanted = EncodingTests.straight(pixels)
        for effort in Effort.allCases {
            let bytes = try StillPNG([picture], effort: effort).bytes
            let decoded = try #require(LibPNG.decode(bytes), "\(effort)", sourceLocation: sourceLocation)
            // Compared as `Bool`, so that a failure does not print the pixels.
            let isSame = try decoded.rgba.canonical == wanted && StillReader(bytes).rgba == wanted
            #expect(isSame, "\(effort)", sourceLocation: sourceLocation)
        }
        let given = try StillPNG([FrameEncoder.Picture(straight: pixels, width: width, height: height)]).bytes
        let isGiven = try #require(LibPNG.decode(given)).rgba == pixels.flatMap(Self.shown)
        #expect(isGiven, "straight", sourceLocation: sourceLocation)
    }

    private static func shown(_ pixel: UInt32) -> [UInt8] {
        pixel >> 24 == 0 ? [0, 0, 0, 0] : [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }

    /// Lengths at the boundaries of length symbols, and around the longest match.
    @Test(arguments: [1, 2, 3, 10, 11, 64, 65, 85, 128, 129, 256, 257, 258, 259, 260, 516, 517, 518, 1031, 1032, 1033])
    func `gaps and runs of any length round-trip`(_ length: Int) throws {
        for gap in [0, 1, length] {
            var row = [UInt32](repeating: 0, count: gap)
            row += [UInt32](repeating: 0xFF12_3456, count: length)
            row.append(0x8012_3456)
            row += [UInt32](repeating: 0, count: length)
            row.append(0xFF00_0001)
            try check(row, width: row.count, height: 1)
            try check(row + row.reversed() + row, width: row.count, height: 3)
        }
    }

    /// A match reaches a row above within 32,768 bytes, filter byte included.
    @Test(arguments: [8190, 8191, 8192, 8193])
    func `rows at the edge of the window round-trip`(_ width: Int) throws {
        let row = (0..<width).map { (x: Int) -> UInt32 in
            let color = UInt32(x * 7919 % 5) * 0x10_2030
            return x % 97 < 50 ? 0xFF00_0000 | color : 0
        }
        let other = row.map { (pixel: UInt32) -> UInt32 in pixel > 0 ? pixel ^ 1 : 0 }
        try check(row + row + other, width: width, height: 3)
    }

    @Test(arguments: [(1, 1), (1, 65_535), (65_535, 1), (2, 2), (17, 16), (16, 17), (1023, 3), (1024, 3), (1025, 3)])
    func `blank, full and one-pixel images of any size round-trip`(_ size: (Int, Int)) throws {
        let count = size.0 * size.1
        try check([UInt32](repeating: 0, count: count), width: size.0, height: size.1)
        try check([UInt32](repeating: 0xFFFF_FFFF, count: count), width: size.0, height: size.1)
        for place in [0, count / 2, count - 1] {
            var pixels = [UInt32](repeating: 0, count: count)
            pixels[place] = 0x0100_0000
            try check(pixels, width: size.0, height: size.1)
        }
    }

    @Test(arguments: 0..<40)
    func `noise, ramps and sums of both round-trip`(_ seed: Int) throws {
        let (width, height) = (1 + seed * 37 % 211, 1 + seed * 53 % 97)
        let noise = EncodingTests.noise(width * height, seed: UInt64(seed) + 1, density: UInt64(seed * 31 % 101))
        try check(noise, width: width, height: height)
        let ramp = (0..<width * height).map { index -> UInt32 in
            let alpha = UInt32(index % width * 255 / width)
            return alpha << 24 | alpha / 2 << 16 | alpha / 3 << 8 | UInt32(index / width) * alpha / UInt32(height)
        }
        try check(ramp, width: width, height: height)
        try check(zip(ramp, noise).map { $1 == 0 ? $0 : $1 }, width: width, height: height)
    }

    /// Enough pieces for single-pass encoding with codes made from a sample of the rows.
    private static func pieces(_ width: Int, _ height: Int, seed: UInt64) -> [UInt32] {
        var state = seed
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var pixels = [UInt32](repeating: 0, count: width * height)
        for _ in 0..<width * height / 500 {
            let (left, top) = (random(width - 9), random(height - 9))
            let color = [0xFF00_00FF, 0xFFFF_8000, 0xFF20_C040, 0xFFFF_FFFF][random(4)] as UInt32
            for y in top..<top + 8 {
                let alpha = UInt32(random(256))
                pixels[y * width + left] = StraightAlpha.premultiplied(color, by: alpha)
                for x in left + 1..<left + 8 { pixels[y * width + x] = color }
            }
        }
        return pixels
    }

    @Test(arguments: [(400, 400), (900, 180), (8191, 40), (8192, 40), (64, 2500)])
    func `pieces round-trip and cost at most a thirtieth more with sampled codes`(_ size: (Int, Int)) throws {
        let pixels = Self.pieces(size.0, size.1, seed: UInt64(size.0))
        try check(pixels, width: size.0, height: size.1)
        let picture = FrameEncoder.Picture(pixels: pixels, width: size.0, height: size.1, box: nil, blocks: nil)
        picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            let deflater = TruecolorDeflater(.balanced)
            let known = deflater.size(of: source, .filterNoneLocal, singlePass: false) ?? 0
            let sampled = deflater.size(of: source, .filterNoneLocal, singlePass: true) ?? 0
            // A different size proves that the single-pass encoder ran.
            #expect(sampled > known && sampled < known + known / 30, "\(sampled) bytes, \(known)")
        }
    }

    @Test func `soft light round-trips and costs at most a thirtieth more with sampled codes`() throws {
        let (width, height) = (300, 400)
        let pixels = (0..<width * height).map { index -> UInt32 in
            // Lights whose rows differ from neighboring rows.
            let column = index % width / 30
            let (x, y) = (index % width % 30 - 15, (index / width + column * 11) % 30 - 15)
            let alpha = UInt32(max(0, 255 - (x * x + y * y)))
            return alpha << 24 | alpha * UInt32(index % 7 + 90) / 255 << 8 | alpha / 3
        }
        try check(pixels, width: width, height: height)
        let picture = FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)
        picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            let deflater = TruecolorDeflater(.balanced)
            let known = deflater.size(of: source, .filterPaeth, singlePass: false) ?? 0
            let sampled = deflater.size(of: source, .filterPaeth, singlePass: true) ?? 0
            #expect(sampled > known && sampled < known + known / 30, "\(sampled) bytes, \(known)")
        }
    }

    @Test func `a misleading sample makes the encoder fall back to exact codes`() throws {
        let (width, height) = (400, 400)
        let noise = EncodingTests.noise(width * height, seed: 5, density: 100)
        // No sampled row has a soft edge.
        let calm = noise.indices.map { index -> UInt32 in
            let (x, y) = (index % width, index / width)
            return (x + y) % 7 < 3 ? 0 : 0xFF00_2040 << UInt32(x % 2)
        }
        let sampled = Set(
            stride(from: 0, to: height, by: 32).flatMap { start in
                SampleRow.rows(from: start, height: height)
            }
        )
        #expect(sampled.count == 25)
        let pixels = noise.indices.map { sampled.contains($0 / width) ? calm[$0] : noise[$0] }
        try check(pixels, width: width, height: height)
        let picture = FrameEncoder.Picture(straight: pixels, width: width, height: height)
        picture.withSource(FrameEncoder.Part(whole: picture)) { source in
            let deflater = TruecolorDeflater(.balanced)
            let known = deflater.size(of: source, .filterNoneLocal, singlePass: false) ?? 0
            #expect(deflater.size(of: source, .filterNoneLocal, singlePass: true) == nil)
            let count = deflater.withStream(of: source, unless: { false }) { $0.count } ?? 0
            #expect(count < known + known / 50, "\(count) bytes, \(known)")
            // Neither the abandoned single pass nor a stopped encoding leaves state behind.
            #expect(deflater.withStream(of: source, unless: { true }) { $0.count } == nil)
            let other = FrameEncoder.Picture(straight: calm, width: width, height: height)
            other.withSource(FrameEncoder.Part(whole: other)) { source in
                func bytes(_ deflater: TruecolorDeflater) -> [UInt8] {
                    deflater.withStream(of: source, unless: { false }) { $0.bytes } ?? []
                }
                let isSame = bytes(deflater) == bytes(TruecolorDeflater(.balanced))
                #expect(isSame && !bytes(deflater).isEmpty)
            }
        }
    }

    /// A shared encoder must not leak state of one image into the next.
    @Test(arguments: Effort.allCases)
    func `an encoder keeps no state between images`(_ effort: Effort) throws {
        let encoder = FrameEncoder(effort: effort)
        let delay = try Delay(framesPerSecond: 30)
        func chunk(_ pixels: [UInt32], _ width: Int, _ height: Int, _ encoder: FrameEncoder) throws -> [UInt8] {
            let box = (x: 0..<width, y: 0..<height)
            let picture = FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: box, blocks: nil)
            return try encoder.encode(picture, number: 3, delay: delay)
        }
        for seed in 0..<30 {
            let (width, height) = ([40, 17, 300][seed % 3], 5 + seed)
            let pixels = EncodingTests.noise(width * height, seed: UInt64(seed), density: UInt64(seed * 29 % 100))
            #expect(
                try chunk(pixels, width, height, encoder) == chunk(pixels, width, height, FrameEncoder(effort: effort))
            )
        }
    }

    /// Soft light chooses colors by the row above, which must not belong to an earlier image.
    @Test func `a size estimate does not depend on the previous image`() throws {
        func ramp(_ factor: Int, _ width: Int) -> FrameEncoder.Picture {
            let pixels = (0..<width * 150).map { index -> UInt32 in
                let (alpha, other) = (UInt32(index * factor % 256), UInt32(index / width * 3 % 256))
                return alpha << 24 | other * alpha / 255 << 8 | alpha / 3
            }
            return FrameEncoder.Picture(pixels: pixels, width: width, height: 150, box: nil, blocks: nil)
        }
        let used = TruecolorDeflater(.balanced)
        for factor in 1..<20 {
            for coding in [TruecolorDeflater.Coding.filterNoneLocal, .filterNoneWindow, .filterPaeth, .filterPaethRuns]
            {
                let picture = ramp(factor, 100 - factor)
                let trials = picture.withSource(FrameEncoder.Part(whole: picture)) { source in
                    (used.estimate(of: source, coding), TruecolorDeflater(.balanced).estimate(of: source, coding))
                }
                #expect(trials.0 == trials.1)
            }
        }
    }
}

extension FrameEncoder.Picture {
    /// Pixels with straight colors, transparent pixels included.
    fileprivate init(straight pixels: [UInt32], width: Int, height: Int) {
        let colored = pixels.map { $0 == 0 ? 0x0012_3456 : $0 }
        self.init(pixels: colored, width: width, height: height, box: nil, blocks: nil, isStraight: true)
    }
}
