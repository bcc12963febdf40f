@testable import APNG
import TestSupport
import Testing

/// Independent decoders decode the same files to the same pixels.
struct ForeignDecoderTests {
    private static let (width, height) = (61, 47)
    private static let pictures: [[UInt32]] =
        [0, 2, 30, 100, 0, 5].enumerated().map { EncodingTests.noise(61 * 47, seed: UInt64($0) + 1, density: $1) }

    /// The base under the frames, and whether the frames are opaque.
    enum Kind: CaseIterable { case nothing, translucent, opaque }

    private func pictures(_ kind: Kind) -> [[UInt32]] {
        kind == .opaque ? EncodingTests.opaque(Self.width * Self.height, density: 9) : Self.pictures
    }

    private func file(_ kind: Kind) throws -> [UInt8] {
        let pictures = pictures(kind)
        let first = BaseFrame.first(EarlierFrame(pixels: pictures[0], blocks: nil))
        return try EncodingTests.file(
            pictures,
            width: Self.width,
            height: Self.height,
            baseFrame: kind == .nothing ? .nothing : first
        )
    }

    @Test func `libpng reads the first frame`() throws {
        let decoded = try #require(LibPNG.decode(file(.nothing)))
        #expect((decoded.width, decoded.height) == (Self.width, Self.height))
        #expect(decoded.rgba.canonical == EncodingTests.straight(Self.pictures[0]))
    }

    @Test(.enabled(if: ForeignDecoder.has("pngcheck"), "pngcheck is not installed"), arguments: Kind.allCases)
    func `pngcheck reports no error`(_ kind: Kind) throws {
        let result = try ForeignDecoder.withFile(file(kind)) {
            try ForeignDecoder.run(["pngcheck", "-v", $0])
        }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"), arguments: Kind.allCases)
    func `ffmpeg decodes every frame to the same pixels`(_ kind: Kind) throws {
        let frames = try ForeignDecoder.ffmpegFrames(
            file(kind),
            width: Self.width,
            height: Self.height
        )
        #expect(frames == pictures(kind).map(EncodingTests.straight))
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with a sound Pillow is installed"),
        arguments: Kind.allCases
    )
    func `Pillow decodes every frame to the same pixels`(_ kind: Kind) throws {
        let frames = try ForeignDecoder.pillowFrames(
            file(kind),
            python: try #require(ForeignDecoder.pythonWithPillow),
            width: Self.width,
            height: Self.height
        )
        #expect(frames == pictures(kind).map(EncodingTests.straight))
    }
}
