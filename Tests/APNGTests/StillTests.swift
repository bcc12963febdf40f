import APNG
import TestSupport
import Testing

struct StillTests {
    private static func pictures(widths: [Int], height: Int) -> [[UInt32]] {
        widths.enumerated().map { EncodingTests.noise($1 * height, seed: UInt64($0) + 4, density: 40) }
    }

    private static func file(_ pictures: [[UInt32]], widths: [Int], height: Int) throws -> [UInt8] {
        try StillPNG(
            zip(pictures, widths).map { pixels, width in
                FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)
            }
        ).bytes
    }

    @Test(arguments: [([1], 1), ([61], 47), ([5, 5], 3), ([7, 1, 20], 9), ([1, 1, 1, 1], 1)])
    func `images placed side by side round-trip as a still PNG`(_ widths: [Int], _ height: Int) throws {
        let pictures = Self.pictures(widths: widths, height: height)
        let still = try StillReader(Self.file(pictures, widths: widths, height: height))
        #expect((still.width, still.height) == (widths.reduce(0, +), height))
        var rows: [UInt32] = []
        for row in 0..<height {
            for (pixels, width) in zip(pictures, widths) { rows += pixels[row * width..<(row + 1) * width] }
        }
        #expect(still.rgba == EncodingTests.straight(rows))
    }

    /// Regression: a distant match that went on to the end of the data was found again for each byte, and not taken.
    @Test func `a picture of repeated cells takes few bytes`() throws {
        let cell = EncodingTests.noise(100 * 8, seed: 9, density: 100).map { (pixel: UInt32) -> UInt32 in
            let color = (pixel % 200) &* 0x9E_3779
            return 0xFF00_0000 | color
        }
        func size(_ pixels: [UInt32], width: Int) throws -> Int {
            try StillPNG([EncodingTests.whole(pixels, width: width)], colors: .lossless).bytes.count
        }
        let pixels = (0..<480 * 500).map { (place: Int) -> UInt32 in
            let (row, column) = (place / 500 % 8, place % 100)
            return cell[100 * row + column]
        }
        let (once, repeated) = try (size(cell, width: 100), size(pixels, width: 500))
        #expect(2 * repeated < 5 * once, "\(repeated) bytes, \(once) of one cell")
    }

    @Test func `untouched blocks are skipped`() throws {
        // The second and third block of the first row are touched, of three blocks in each of two rows.
        let pixels = (0..<80).map { UInt32($0 + 1) << 24 }
        let picture = FrameEncoder.Picture(pixels: pixels, width: 40, height: 2, box: nil, blocks: [0b110, 0])
        let alphas = try StillReader(StillPNG([picture]).bytes).rgba.enumerated().filter { $0.offset % 4 == 3 }
        let expected = (0..<80).map { (index: Int) -> Int in (16..<40).contains(index) ? index + 1 : 0 }
        #expect(alphas.map { Int($0.element) } == expected)
    }

    @Test func `inconsistent images are refused before any encoding`() throws {
        #expect(throws: APNGError.size(width: 0, height: 0)) { try StillPNG([]) }
        func picture(_ width: Int, _ height: Int, pixels: Int) -> FrameEncoder.Picture {
            let pixels = [UInt32](repeating: 0, count: pixels)
            return FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: nil, blocks: nil)
        }
        #expect(throws: APNGError.wrongPixelCount(found: 3, expected: 4)) {
            try StillPNG([picture(2, 2, pixels: 3)])
        }
        #expect(throws: APNGError.wrongPixelCount(found: 6, expected: 4)) {
            try StillPNG([picture(2, 2, pixels: 4), picture(2, 3, pixels: 6)])
        }
        #expect(throws: APNGError.size(width: 1 << 31, height: 1 << 31)) {
            try StillPNG([picture(1 << 31, 1 << 31, pixels: 0)])
        }
    }

    @Test(.enabled(if: ForeignDecoder.has("pngcheck"), "pngcheck is not installed"))
    func `pngcheck reports no error`() throws {
        let (widths, height) = ([61, 20, 9], 47)
        let bytes = try Self.file(Self.pictures(widths: widths, height: height), widths: widths, height: height)
        let result = try ForeignDecoder.withFile(bytes) { try ForeignDecoder.run(["pngcheck", "-v", $0]) }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    @Test(.enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with a sound Pillow is installed"))
    func `Pillow decodes a single, equal frame`() throws {
        let (widths, height) = ([61, 20, 9], 47)
        let bytes = try Self.file(Self.pictures(widths: widths, height: height), widths: widths, height: height)
        let python = try #require(ForeignDecoder.pythonWithPillow)
        // All frames that Pillow finds: exactly one.
        let frames = try ForeignDecoder.pillowFrames(bytes, python: python, width: 90, height: height)
        #expect(try frames == [StillReader(bytes).rgba])
    }
}

/// Indexed stills given as palette entries, where only the upper rows are stored.
struct EntryTests {
    private static let palette = Palette([0xFF00_00FF, 0x8000_FF00, 0xFF12_3456])

    /// Runs of palette entries up to a row long; later rows often repeat the row above.
    private func entries(_ count: Int, _ width: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var entries: [UInt8] = []
        while entries.count < count {
            let length = 1 + random(width)
            let isAbove = entries.count >= width && random(2) == 0
            let entry = UInt8(random(4))
            for _ in 0..<min(length, count - entries.count) {
                entries.append(isAbove ? entries[entries.count - width] : entry)
            }
        }
        return entries
    }

    @Test(
        arguments: [
            (1, 1, 1), (1, 0, 1), (1, 0, 5), (3, 2, 2), (7, 5, 300), (61, 47, 47), (61, 0, 47), (320, 120, 121),
            (255, 3, 1), (1024, 20, 1024), (40_000, 2, 3), (2, 9, 100_000),
        ],
        [UInt64(0), 1, 2]
    )
    func `palette entries become their colors, and rows below them are transparent`(
        _ size: (width: Int, rows: Int, height: Int),
        _ seed: UInt64
    ) throws {
        let (width, height) = (size.width, max(size.rows, size.height))
        let entries = entries(width * size.rows, width, seed: seed)
        let bytes = try StillPNG(entries: entries, of: Self.palette, width: width, height: height).bytes
        let still = try StillReader(bytes)
        #expect((still.width, still.height) == (width, height) && still.isIndexed)
        let colors = entries.flatMap { entry in
            let color = Self.palette.colors[Int(entry)]
            return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: color >> $0) }
        }
        #expect(Array(still.rgba.prefix(colors.count)) == colors.canonical)
        #expect(still.rgba.dropFirst(colors.count).allSatisfy { $0 == 0 })
    }

    @Test func `empty rows cost almost nothing`() throws {
        let file = { try StillPNG(entries: [1, 2, 3], of: Self.palette, width: 3, height: $0).bytes.count }
        #expect(try file(250_000) - file(1) < 2000)
    }

    @Test func `invalid palette entries and sizes are refused`() {
        func file(_ entries: [UInt8], _ width: Int, _ height: Int) throws -> StillPNG {
            try StillPNG(entries: entries, of: Self.palette, width: width, height: height)
        }
        #expect(throws: APNGError.size(width: 0, height: 1)) { try file([], 0, 1) }
        #expect(throws: APNGError.size(width: 1 << 31, height: 1)) { try file([], 1 << 31, 1) }
        #expect(throws: APNGError.size(width: 1 << 20, height: 1 << 20)) { try file([], 1 << 20, 1 << 20) }
        #expect(throws: APNGError.wrongPixelCount(found: 5, expected: 4)) { try file([0, 0, 0, 0, 0], 2, 9) }
        #expect(throws: APNGError.wrongPixelCount(found: 6, expected: 6)) { try file([0, 0, 0, 0, 0, 0], 2, 2) }
        #expect(throws: APNGError.entry(4, colors: 4)) { try file([0, 4], 2, 2) }
    }
}

/// Cancelled encoding.
struct StoppedEncodingTests {
    private let side = 160

    private func picture(_ seed: UInt32) -> FrameEncoder.Picture {
        let pixels = (0..<UInt32(side * side)).map { ($0 &* 2_654_435_761 &+ seed) & 0x0707_0707 | 0xFF00_0000 }
        return FrameEncoder.Picture(pixels: pixels, width: side, height: side, box: nil, blocks: nil)
    }

    @Test(arguments: Effort.allCases, [nil, 32])
    func `a stopped frame leaves no state behind`(_ effort: Effort, _ colors: Int?) throws {
        let (first, second) = (picture(1), picture(77))
        let palette = colors.map { Palette(ColorHistogram(first), most: $0) }
        func encoded(_ encoder: FrameEncoder, _ isStopped: () -> Bool) throws -> [UInt8] {
            try encoder.encode(second, number: 1, delay: Delay(seconds: 1), unless: isStopped)
        }
        var asked = 0
        let expected = try encoded(FrameEncoder(effort: effort, palette: palette)) {
            asked += 1
            return false
        }
        #expect(asked > 0)
        let encoder = FrameEncoder(effort: effort, palette: palette)
        for place in 1...asked {
            var left = place
            #expect(throws: APNGError.stopped) {
                try encoder.encode(first, number: 1, delay: Delay(seconds: 1)) {
                    left -= 1
                    return left <= 0
                }
            }
            #expect(try encoded(encoder) { false } == expected)
        }
    }

    @Test(arguments: Effort.allCases)
    func `a stopped still image throws`(_ effort: Effort) {
        for colors in [StillPNG.Colors.plain, .lossless, .atMost(16)] {
            #expect(throws: APNGError.stopped) { try StillPNG([picture(3)], effort: effort, colors: colors) { true } }
        }
    }
}
