@testable import APNG
import TestSupport
import Testing

/// Programs that share nothing with us decode the same files to the same pixels.
struct ForeignDecoderTests {
    private static let (width, height) = (61, 47)
    private static let pictures: [[UInt32]] =
        [0, 2, 30, 100, 0, 5].enumerated().map { EncodingTests.noise(61 * 47, seed: UInt64($0) + 1, density: $1) }

    private func file(keepsGround: Bool) throws -> [UInt8] {
        try EncodingTests.file(Self.pictures, width: Self.width, height: Self.height, keepsGround: keepsGround)
    }

    @Test func `libpng reads the first frame`() throws {
        let decoded = try #require(LibPNG.decode(file(keepsGround: false)))
        #expect((decoded.width, decoded.height) == (Self.width, Self.height))
        #expect(decoded.rgba.canonical == EncodingTests.straight(Self.pictures[0]))
    }

    @Test(.enabled(if: ForeignDecoder.has("pngcheck"), "pngcheck is not installed"), arguments: [false, true])
    func `pngcheck finds nothing wrong`(_ keepsGround: Bool) throws {
        let result = try ForeignDecoder.withFile(file(keepsGround: keepsGround)) {
            try ForeignDecoder.run(["pngcheck", "-v", $0])
        }
        #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
    }

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"), arguments: [false, true])
    func `ffmpeg decodes every frame to the same pixels`(_ keepsGround: Bool) throws {
        let frames = try ForeignDecoder.ffmpegFrames(
            file(keepsGround: keepsGround),
            width: Self.width,
            height: Self.height
        )
        #expect(frames == Self.pictures.map(EncodingTests.straight))
    }

    @Test(
        .enabled(if: ForeignDecoder.pythonWithPillow != nil, "no Python with Pillow is installed"),
        arguments: [false, true]
    )
    func `Pillow decodes every frame to the same pixels`(_ keepsGround: Bool) throws {
        let frames = try ForeignDecoder.pillowFrames(
            file(keepsGround: keepsGround),
            python: try #require(ForeignDecoder.pythonWithPillow),
            width: Self.width,
            height: Self.height
        )
        #expect(frames == Self.pictures.map(EncodingTests.straight))
    }
}
