@testable import APNG
import TestSupport
import Testing

/// Files whose frames are differences from the one before.
struct IncrementalTests {
    private static let (width, height) = (61, 47)

    /// Images of the frames, and the palette of the file.
    enum Kind: CaseIterable { case opaque, translucent, opaqueIndexed, translucentIndexed }

    private static func pictures(_ kind: Kind, width: Int = width, height: Int = height) -> [[UInt32]] {
        let count = width * height
        if kind == .opaque || kind == .opaqueIndexed {
            let all = EncodingTests.opaque(count, density: 9)
            // Three frames that differ, one that repeats the one before, and the first one again.
            return all + [all[all.count - 1], all[0]]
        }
        return [0, 2, 30, 100, 100, 0, 5].enumerated().map { number, density in
            EncodingTests.noise(count, seed: UInt64(number == 4 ? 3 : number) + 1, density: density)
        }
    }

    private static func palette(_ kind: Kind, of pictures: [[UInt32]], most: Int = 200) -> Palette? {
        guard kind == .opaqueIndexed || kind == .translucentIndexed else { return nil }
        let count = pictures.reduce(into: ColorHistogram()) { count, pixels in
            count.add(ColorHistogram(EncodingTests.whole(pixels, width: pixels.count)))
        }
        return Palette(count, most: most)
    }

    private static func file(
        _ pictures: [[UInt32]],
        width: Int = width,
        height: Int = height,
        effort: Effort = .balanced,
        _ palette: Palette?
    ) throws -> [UInt8] {
        let encoder = FrameEncoder(effort: effort, palette: palette)
        let count = pictures.count
        var bytes = try APNGHeader(width: width, height: height, frameCount: count, plays: 0, palette: palette).bytes
        for (number, pixels) in pictures.enumerated() {
            let picture = EncodingTests.touched(pixels, width: width)
            let before =
                number > 0
                ? EarlierFrame(
                    pixels: pictures[number - 1],
                    blocks: EncodingTests.blocks(of: pictures[number - 1], width)
                ) : nil
            bytes += try encoder.encode(
                picture,
                number: number,
                delay: Delay(framesPerSecond: 30),
                over: .previous(before)
            )
        }
        return try bytes + APNGHeader.end()
    }

    /// Straight pixels that the frames show: with a palette, those of the entries.
    private static func shown(_ pictures: [[UInt32]], width: Int = width, _ palette: Palette?) -> [[UInt8]] {
        guard let palette else { return pictures.map(EncodingTests.straight) }
        let lookup = PaletteLookup(palette)
        return pictures.map { pixels in
            pixels.indices.flatMap { place -> [UInt8] in
                let row = lookup.mix(of: pixels[place]).row(place / width)
                let color = palette.colors[Int(row.entry(at: place % width))]
                return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: color >> $0) }
            }
        }
    }

    @Test(arguments: Kind.allCases, [(1, 1), (1, 300), (300, 1), (7, 5), (65, 33), (1030, 3)])
    func `frames over the one before show their images`(_ kind: Kind, _ size: (Int, Int)) throws {
        let (width, height) = size
        let pictures = Self.pictures(kind, width: width, height: height)
        for effort in Effort.allCases {
            for most in [256, 64, 12, 2] {
                let palette = Self.palette(kind, of: pictures, most: most)
                let file = try Self.file(pictures, width: width, height: height, effort: effort, palette)
                let reader = try APNGReader(file)
                let shown = Self.shown(pictures, width: width, palette).map(\.canonical)
                let isSame = reader.composed() == shown
                #expect(isSame, "\(effort), \(most) colors")
                #expect(reader.frames.allSatisfy { $0.dispose == 0 })
            }
        }
    }

    @Test(arguments: Kind.allCases) func `a frame that repeats the one before has one pixel`(_ kind: Kind) throws {
        let pictures = Self.pictures(kind)
        let reader = try APNGReader(Self.file(pictures, Self.palette(kind, of: pictures)))
        let repeated = zip(pictures, pictures.dropFirst()).map(==)
        #expect(repeated.contains(true))
        for (frame, isRepeated) in zip(reader.frames.dropFirst(), repeated) {
            #expect((frame.width * frame.height == 1) == isRepeated)
        }
    }

    /// Colors that a palette does not tell apart cost nothing.
    @Test func `pixels whose entries are equal are not encoded again`() throws {
        let count = Self.width * Self.height
        let palette = Palette([0xFF00_00FF, 0xFF00_FF00])
        let first = [UInt32](repeating: 0xFF00_00FF, count: count)
        var second = [UInt32](repeating: 0xFF04_00FA, count: count)
        second[3 * Self.width + 20] = 0xFF00_FF00
        second[5 * Self.width + 24] = 0xFF00_FF00
        let frame = try APNGReader(Self.file([first, second], palette)).frames[1]
        #expect([frame.x, frame.y, frame.width, frame.height, frame.blend] == [20, 3, 5, 3, 1])
        #expect(stride(from: 3, to: frame.rgba.count, by: 4).count { frame.rgba[$0] != 0 } == 2)
    }

    @Test func `short gaps between differing pixels are filled, but not with translucent ones`() throws {
        let width = 40
        let palette = Palette([0xFF00_00FF, 0xFF00_FF00, 0x8000_FF00])
        var first = [UInt32](repeating: 0xFF00_00FF, count: width)
        first[12] = 0x8000_8000
        var second = first
        // Gaps of three, of four, and one with a translucent pixel across a border of blocks.
        for place in [0, 4, 9, 11, 13, 15, 17] { second[place] = 0xFF00_FF00 }
        let reader = try APNGReader(Self.file([first, second], width: width, height: 1, palette))
        let frame = reader.frames[1]
        let said = (0..<frame.width).filter { frame.rgba[4 * $0 + 3] != 0 }
        #expect(said == [0, 1, 2, 3, 4, 9, 10, 11, 13, 14, 15, 16, 17])
        #expect(reader.composed() == Self.shown([first, second], width: width, palette).map(\.canonical))
    }

    @Test(.enabled(if: ForeignDecoder.has("pngcheck"), "pngcheck is not installed"), arguments: Kind.allCases)
    func `pngcheck reports no error`(_ kind: Kind) throws {
        let pictures = Self.pictures(kind)
        let result = try ForeignDecoder.withFile(Self.file(pictures, Self.palette(kind, of: pictures))) {
            try ForeignDecoder.run(["pngcheck", "-v", $0])
        }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"), arguments: Kind.allCases)
    func `ffmpeg decodes every frame to the same pixels`(_ kind: Kind) throws {
        let pictures = Self.pictures(kind)
        let palette = Self.palette(kind, of: pictures)
        let file = try Self.file(pictures, palette)
        let frames = try ForeignDecoder.ffmpegFrames(file, width: Self.width, height: Self.height)
        let isSame = frames.map(\.canonical) == Self.shown(pictures, palette).map(\.canonical)
        #expect(isSame)
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with a sound Pillow is installed"),
        arguments: Kind.allCases
    )
    func `Pillow decodes every frame to the same pixels`(_ kind: Kind) throws {
        let pictures = Self.pictures(kind)
        let palette = Self.palette(kind, of: pictures)
        let python = try #require(ForeignDecoder.pythonWithPillow)
        let file = try Self.file(pictures, palette)
        let frames = try ForeignDecoder.pillowFrames(file, python: python, width: Self.width, height: Self.height)
        let isSame = frames.map(\.canonical) == Self.shown(pictures, palette).map(\.canonical)
        #expect(isSame)
    }
}
