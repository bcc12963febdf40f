import Foundation
import TestSupport
import Testing

@testable import AVIF

/// Files of the encoder, as ffmpeg's decoder shows them.
struct EncoderTests {
    /// Red, green, blue and alpha of a lamp that moves to the right, transparent around.
    private static func lamp(_ frame: Int, width: Int, height: Int) -> [UInt32] {
        (0..<width * height).map { index in
            let (x, y) = (Double(index % width) - Double(4 + 3 * frame), Double(index / width) - Double(height) / 2)
            let light = max(0, 1 - (x * x + y * y).squareRoot() / 12)
            let alpha = UInt32((light * 255).rounded())
            return alpha == 0 ? 0 : 0x0040_A0F0 | alpha << 24
        }
    }

    private func file(
        _ frames: [[UInt32]],
        width: Int,
        height: Int,
        plays: Int = 0,
        hasAlpha: Bool = true,
        quality: Int = 90,
        effort: AVIFEncoder.Effort = .balanced
    ) throws -> [UInt8] {
        let encoder = try AVIFEncoder(
            width: width,
            height: height,
            plays: plays,
            hasAlpha: hasAlpha,
            quality: quality,
            effort: effort
        )
        for frame in frames { try encoder.append(frame, duration: AVIFEncoder.stepsPerSecond / 20) }
        return try encoder.file()
    }

    /// Frames of a track, one byte for each pixel and plane.
    private func decoded(_ file: [UInt8], track: Int, as format: String) throws -> [UInt8] {
        try ForeignDecoder.withFile(file) { path in
            try ForeignDecoder.run([
                "ffmpeg", "-v", "error", "-i", path, "-map", "0:\(track)", "-fps_mode", "passthrough", "-f", "rawvideo",
                "-pix_fmt", format, "-",
            ])
        }.output
    }

    @Test(.enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"), arguments: AVIFEncoder.Effort.allCases)
    func `ffmpeg decodes every frame close to what went in`(_ effort: AVIFEncoder.Effort) throws {
        let (width, height, count) = (61, 47, 12)
        let frames = (0..<count).map { Self.lamp($0, width: width, height: height) }
        let file = try file(frames, width: width, height: height, effort: effort)
        let color = try decoded(file, track: 0, as: "rgb24")
        let alpha = try decoded(file, track: 1, as: "gray")
        #expect(color.count == 3 * count * width * height && alpha.count == count * width * height)
        guard color.count == 3 * alpha.count else { return }
        var (colorError, alphaError, seen) = (0.0, 0.0, 0)
        for (frame, pixels) in frames.enumerated() {
            for (place, pixel) in pixels.enumerated() {
                let index = frame * width * height + place
                alphaError += abs(Double(pixel >> 24) - Double(alpha[index]))
                guard pixel >> 24 >= 128 else { continue }
                seen += 1
                for (channel, shift) in [UInt32(0), 8, 16].enumerated() {
                    colorError += abs(Double(pixel >> shift & 0xFF) - Double(color[3 * index + channel]))
                }
            }
        }
        #expect(seen > 1000)
        // Mean levels of 255.
        #expect(alphaError / Double(alpha.count) < 1.5)
        #expect(colorError / Double(3 * seen) < 4)
    }

    @Test(
        .enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"),
        arguments: [[1, 1], [2, 3], [9, 17], [65, 64], [129, 3], [300, 1]]
    )
    func `sides of any length are kept`(_ sides: [Int]) throws {
        let (width, height) = (sides[0], sides[1])
        let frames = (0..<3).map { Self.lamp($0, width: width, height: height) }
        let file = try file(frames, width: width, height: height)
        #expect(try decoded(file, track: 0, as: "rgb24").count == 3 * 3 * width * height)
        #expect(try decoded(file, track: 1, as: "gray").count == 3 * width * height)
    }

    @Test func `one frame is a still image without a movie, and none is an error`() throws {
        let frame = Self.lamp(0, width: 20, height: 20)
        let still = try file([frame], width: 20, height: 20)
        #expect(Array(still[4..<12]) == Array("ftypavif".utf8))
        #expect(still.firstRange(of: Array("moov".utf8)) == nil)
        let moving = try file([frame, frame], width: 20, height: 20)
        #expect(Array(moving[4..<12]) == Array("ftypavis".utf8))
        #expect(moving.firstRange(of: Array("moov".utf8)) != nil)
        #expect(throws: AVIFError.length) { try file([], width: 20, height: 20) }
    }

    @Test func `an opaque picture has no alpha`() throws {
        let frames = (0..<2).map { frame in [UInt32](repeating: 0xFF20_4060 + UInt32(frame), count: 400) }
        let opaque = try file(frames, width: 20, height: 20, hasAlpha: false)
        #expect(opaque.firstRange(of: Array("auxv".utf8)) == nil && opaque.firstRange(of: Array("auxC".utf8)) == nil)
        let translucent = try file(frames, width: 20, height: 20)
        #expect(translucent.firstRange(of: Array("auxv".utf8)) != nil)
    }

    /// - Source: ISO/IEC 14496-12 §8.6.6: flag 1 of an edit list repeats it for the track's duration.
    @Test(arguments: [0, 1, 3])
    func `the number of plays is the track's duration`(_ plays: Int) throws {
        let frames = (0..<4).map { Self.lamp($0, width: 20, height: 20) }
        let file = try file(frames, width: 20, height: 20, plays: plays)
        let header = try #require(file.firstRange(of: Array("tkhd".utf8))).upperBound
        // Version, flags, two times of eight bytes, number, reserved.
        let place = header + 4 + 16 + 8
        let duration = file[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let once = UInt64(4 * AVIFEncoder.stepsPerSecond / 20)
        #expect(duration == (plays == 0 ? .max : once * UInt64(plays)))
        let edits = try #require(file.firstRange(of: Array("elst".utf8))).upperBound
        #expect(file[edits + 3] == (plays == 1 ? 0 : 1))
    }

    @Test func `the same frames give the same bytes`() throws {
        let frames = (0..<6).map { Self.lamp($0, width: 40, height: 30) }
        #expect(try file(frames, width: 40, height: 30) == file(frames, width: 40, height: 30))
    }

    @Test func `higher quality has more bytes`() throws {
        let frames = (0..<6).map { frame in
            (0..<160 * 120).map { place in
                let (x, y) = (UInt32(place % 160), UInt32(place / 160))
                return 0xFF00_0000 | (x / 5 ^ y / 3) &* 0x1F_3B57 & 0xFF_FFFF &+ UInt32(frame)
            }
        }
        let sizes = try [20, 50, 75, 95].map { try file(frames, width: 160, height: 120, quality: $0).count }
        #expect(sizes == sizes.sorted() && sizes[0] * 3 < sizes[3] * 2, "\(sizes)")
    }

    @Test func `wrong sizes are refused`() throws {
        #expect(throws: AVIFError.size(width: 0, height: 4)) { try file([], width: 0, height: 4) }
        #expect(throws: AVIFError.wrongPixelCount(found: 3, expected: 4)) {
            try file([[1, 2, 3]], width: 2, height: 2)
        }
    }

    /// Random pictures of any size never end the process, whatever libaom makes of them.
    @Test(
        .enabled(if: ForeignDecoder.has("ffmpeg"), "ffmpeg is not installed"),
        arguments: 1...12 as ClosedRange<UInt64>
    )
    func `noise is encoded and decoded`(_ seed: UInt64) throws {
        var dice = SplitMix64(state: seed)
        let (width, height) = (1 + Int(dice.next() % 90), 1 + Int(dice.next() % 90))
        let frames = (0..<3).map { _ in (0..<width * height).map { _ in UInt32(truncatingIfNeeded: dice.next()) } }
        let effort = AVIFEncoder.Effort.allCases[Int(seed % 3)]
        let file = try file(frames, width: width, height: height, quality: 1 + Int(dice.next() % 100), effort: effort)
        #expect(try decoded(file, track: 1, as: "gray").count == 3 * width * height)
    }
}
