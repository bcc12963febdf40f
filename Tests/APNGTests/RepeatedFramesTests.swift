@testable import APNG
import TestSupport
import Testing

struct RepeatedFramesTests {
    private static let (width, height) = (61, 47)

    /// Noise within a box.
    private static func picture(_ x: Range<Int>, _ y: Range<Int>, seed: UInt64) -> [UInt32] {
        let noise = EncodingTests.noise(width * height, seed: seed, density: 60)
        return noise.indices.map { x.contains($0 % width) && y.contains($0 / width) ? noise[$0] : 0 }
    }

    /// Images by letter: `a` and `b` side by side, `c` larger than both, `d` as large as the canvas, `e` empty, `f` one
    /// pixel.
    private static let pictures: [Character: [UInt32]] = [
        "a": picture(10..<30, 5..<40, seed: 1), "b": picture(25..<50, 10..<30, seed: 2),
        "c": picture(3..<58, 2..<45, seed: 3), "d": picture(0..<61, 0..<47, seed: 4),
        "e": [UInt32](repeating: 0, count: width * height),
        "f": picture(10..<11, 5..<6, seed: 5).map { $0 & 0xFF_FFFF | 0xFF00_0000 },
    ]

    /// The variant of the file.
    enum Kind: CaseIterable {
        case plain
        /// A poster image precedes the frames.
        case poster
        case indexed
    }

    /// Returns a file of the given images, where frame n is shown for n + 1 hundredths of a second, the file without
    /// repeat elimination, and the composed frames.
    private static func file(_ letters: String, _ kind: Kind = .plain) throws -> (
        file: [UInt8], plain: [UInt8], frames: [[UInt8]]
    ) {
        let pictures = letters.compactMap { Self.pictures[$0] }
        func picture(_ pixels: [UInt32]) -> FrameEncoder.Picture {
            let box = EncodingTests.box(of: pixels, width)
            return FrameEncoder.Picture(pixels: pixels, width: width, height: height, box: box, blocks: nil)
        }
        let colors = Self.pictures.values.reduce(into: ColorHistogram()) { $0.add(ColorHistogram(picture($1))) }
        let palette = kind == .indexed ? Palette(colors, most: 64) : nil
        let encoder = FrameEncoder(palette: palette, hasPoster: kind == .poster)
        let frames = RepeatedFrames(isIndexed: kind == .indexed)
        var file = try APNGHeader(
            width: width,
            height: height,
            frameCount: pictures.count,
            plays: 0,
            palette: palette
        ).bytes
        if kind == .poster { file += try encoder.poster(picture(Self.pictures["c"] ?? [])) }
        var plain = file
        for (number, pixels) in pictures.enumerated() {
            let delay = try Delay(seconds: Double(number + 1) / 100)
            let frame = try encoder.encode(picture(pixels), number: number, delay: delay)
            file += try frames.take(frame)
            plain += frame
        }
        file += try frames.end() + APNGHeader.end()
        plain += try APNGHeader.end()
        let shown = try reader(plain, kind).composed()
        if kind != .indexed { #expect(shown == pictures.map(EncodingTests.straight)) }
        return (file, plain, shown)
    }

    private static func reader(_ file: [UInt8], _ kind: Kind) throws -> APNGReader {
        try APNGReader(file, hasPoster: kind == .poster)
    }

    @Test(arguments: [
        "a", "aa", "aaa", "aab", "aaab", "aaac", "aaad", "add", "ddda", "dddb", "dddd", "dddc", "eee", "eeea",
        "aaaeee", "abab", "aabbaa", "ccccb", "fff", "fffe", "affff", "abcdef",
    ])
    func `repeat elimination changes neither the composed frames nor their delays`(_ letters: String) throws {
        for kind in Kind.allCases {
            let (file, plain, frames) = try Self.file(letters, kind)
            let (reader, other) = (try Self.reader(file, kind), try Self.reader(plain, kind))
            #expect(reader.composed() == frames, "\(kind)")
            #expect(reader.frames.map(\.delayNumerator) == other.frames.map(\.delayNumerator))
            #expect(reader.frames.map(\.delayDenominator) == other.frames.map(\.delayDenominator))
            #expect(file.count <= plain.count)
        }
    }

    @Test(arguments: UInt64(0)..<100, Kind.allCases)
    func `repeat elimination preserves random sequences`(_ seed: UInt64, _ kind: Kind) throws {
        var state = seed &+ 1
        func next(_ bound: UInt64) -> Int {
            state = state &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F
            return Int((state >> 33) % bound)
        }
        var letters = ""
        while letters.count < 24 {
            letters += String(repeating: ["a", "b", "c", "d", "e", "f"][next(6)], count: 1 + next(4))
        }
        let (file, _, frames) = try Self.file(letters, kind)
        #expect(try Self.reader(file, kind).composed() == frames, "\(letters)")
    }

    @Test(arguments: Kind.allCases)
    func `an unchanged frame is encoded once`(_ kind: Kind) throws {
        let once = try Self.file("d", kind).file.count
        let often = try Self.file(String(repeating: "d", count: 41), kind).file.count
        #expect(often == once + 40 * (RepeatedFrames.repeatedSize - (kind == .indexed ? 3 : 0)))
        // Differing frames are never merged.
        let (file, plain, _) = try Self.file("abcabc", kind)
        #expect(file == plain)
    }

    private static let all = "aaabbbcccdddaaabbcdddddbbbeeeffffaaddd"

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"), arguments: [Kind.plain, .indexed])
    func `ffmpeg decodes every frame to the same pixels`(_ kind: Kind) throws {
        let (file, _, frames) = try Self.file(Self.all, kind)
        #expect(try ForeignDecoder.ffmpegFrames(file, width: Self.width, height: Self.height) == frames)
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with a sound Pillow is installed"),
        arguments: [Kind.plain, .indexed]
    )
    func `Pillow decodes every frame to the same pixels`(_ kind: Kind) throws {
        let (file, _, frames) = try Self.file(Self.all, kind)
        let python = try #require(ForeignDecoder.pythonWithPillow)
        #expect(
            try ForeignDecoder.pillowFrames(file, python: python, width: Self.width, height: Self.height) == frames
        )
    }
}
