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
    func `pictures come back as they were, side by side, and nothing moves`(_ widths: [Int], _ height: Int) throws {
        let pictures = Self.pictures(widths: widths, height: height)
        let still = try StillReader(Self.file(pictures, widths: widths, height: height))
        #expect((still.width, still.height) == (widths.reduce(0, +), height))
        let rows = (0..<height).flatMap { row in
            zip(pictures, widths).flatMap { pixels, width in pixels[row * width..<(row + 1) * width] }
        }
        #expect(still.rgba == EncodingTests.straight(rows))
    }

    @Test func `what was not touched is not looked at`() throws {
        // Of three blocks in each of two rows, the second and the third of the first row.
        let pixels = (0..<80).map { UInt32($0 + 1) << 24 }
        let picture = FrameEncoder.Picture(pixels: pixels, width: 40, height: 2, box: nil, blocks: [0b110, 0])
        let alphas = try StillReader(StillPNG([picture]).bytes).rgba.enumerated().filter { $0.offset % 4 == 3 }
        #expect(alphas.map { Int($0.element) } == (0..<80).map { (16..<40).contains($0) ? $0 + 1 : 0 })
    }

    @Test func `pictures that don't make one are refused before anything is encoded`() throws {
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
    func `pngcheck finds nothing wrong`() throws {
        let (widths, height) = ([61, 20, 9], 47)
        let bytes = try Self.file(Self.pictures(widths: widths, height: height), widths: widths, height: height)
        let result = try ForeignDecoder.withFile(bytes) { try ForeignDecoder.run(["pngcheck", "-v", $0]) }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    @Test(.enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with Pillow is installed"))
    func `Pillow sees one picture, the same`() throws {
        let (widths, height) = ([61, 20, 9], 47)
        let bytes = try Self.file(Self.pictures(widths: widths, height: height), widths: widths, height: height)
        let python = try #require(ForeignDecoder.pythonWithPillow)
        // Every frame that Pillow finds, and it finds one.
        let frames = try ForeignDecoder.pillowFrames(bytes, python: python, width: 90, height: height)
        #expect(try frames == [StillReader(bytes).rgba])
    }
}

/// Encoding that is told to stop.
struct StoppedEncodingTests {
    private let side = 160

    private func picture(_ seed: UInt32) -> FrameEncoder.Picture {
        let pixels = (0..<UInt32(side * side)).map { ($0 &* 2_654_435_761 &+ seed) & 0x0707_0707 | 0xFF00_0000 }
        return FrameEncoder.Picture(pixels: pixels, width: side, height: side, box: nil, blocks: nil)
    }

    @Test(arguments: Effort.allCases, [nil, 32])
    func `a stopped frame leaves nothing behind in those after it`(_ effort: Effort, _ colours: Int?) throws {
        let (first, second) = (picture(1), picture(77))
        let palette = colours.map { Palette(ColourCount(first), most: $0) }
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
    func `a stopped picture is none`(_ effort: Effort) {
        for colours in [StillPNG.Colours.plain, .lossless, .atMost(16)] {
            #expect(throws: APNGError.stopped) { try StillPNG([picture(3)], effort: effort, colours: colours) { true } }
        }
    }
}
