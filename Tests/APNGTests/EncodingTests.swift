@testable import APNG
import TestSupport
import Testing

struct EncodingTests {
    /// Encodes premultiplied pixel buffers as an APNG file.
    static func file(
        _ pictures: [[UInt32]],
        width: Int,
        height: Int,
        baseFrame: BaseFrame = .nothing,
        delay: Delay? = nil,
        plays: Int = 0
    ) throws -> [UInt8] {
        let encoder = FrameEncoder()
        let delay = try delay ?? Delay(framesPerSecond: 30)
        var bytes = try APNGHeader(width: width, height: height, frameCount: pictures.count, plays: plays).bytes
        for (number, pixels) in pictures.enumerated() {
            let picture = FrameEncoder.Picture(
                pixels: pixels,
                width: width,
                height: height,
                box: box(of: pixels, width),
                blocks: nil
            )
            bytes += try encoder.encode(picture, number: number, delay: delay, over: baseFrame)
        }
        return try bytes + APNGHeader.end()
    }

    static func box(of pixels: [UInt32], _ width: Int) -> (x: Range<Int>, y: Range<Int>)? {
        let shown = pixels.indices.filter { pixels[$0] != 0 }
        guard let first = shown.first, let last = shown.last else { return nil }
        let columns = shown.map { $0 % width }
        return ((columns.min() ?? 0)..<(columns.max() ?? 0) + 1, first / width..<last / width + 1)
    }

    /// Block mask of each row: one bit for every 16 pixels that are not all transparent.
    static func blocks(of pixels: [UInt32], _ width: Int) -> [UInt64] {
        let words = (width + 1023) / 1024
        var blocks = [UInt64](repeating: 0, count: words * (pixels.count / width))
        for place in pixels.indices where pixels[place] != 0 {
            let block = place % width / 16
            blocks[place / width * words + block / 64] |= 1 << UInt64(block % 64)
        }
        return blocks
    }

    /// Returns an image that knows its box and its blocks.
    static func touched(_ pixels: [UInt32], width: Int) -> FrameEncoder.Picture {
        FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: pixels.count / width,
            box: box(of: pixels, width),
            blocks: blocks(of: pixels, width)
        )
    }

    /// Returns an image of all `pixels`, in rows of `width`.
    static func whole(_ pixels: [UInt32], width: Int) -> FrameEncoder.Picture {
        FrameEncoder.Picture(pixels: pixels, width: width, height: pixels.count / width, box: nil, blocks: nil)
    }

    /// Deterministic premultiplied noise.
    static func noise(_ count: Int, seed: UInt64, density: UInt64) -> [UInt32] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        return (0..<count).map { _ in
            guard next() % 100 < density else { return 0 }
            let alpha = UInt32(next() % 256)
            let channels = (0..<3).map { _ in UInt32(next() % UInt64(alpha + 1)) }
            return channels[0] | channels[1] << 8 | channels[2] << 16 | alpha << 24
        }
    }

    /// Reference conversion from premultiplied to straight alpha in floating point.
    static func straight(_ pixels: [UInt32]) -> [UInt8] {
        pixels.flatMap { pixel -> [UInt8] in
            let alpha = pixel >> 24
            if alpha == 0 { return [0, 0, 0, 0] }
            return [0, 8, 16].map { shift in
                UInt8((Double(pixel >> shift & 0xFF) * 255 / Double(alpha)).rounded())
            } + [UInt8(alpha)]
        }
    }

    @Test func `every premultiplied pair becomes straight alpha, rounded to nearest`() {
        for alpha in UInt32(0)...255 {
            for channel in 0...alpha {
                let result = StraightAlpha.pixel(channel | channel << 8 | channel << 16 | alpha << 24)
                let expected = alpha == 0 ? 0 : (2 * 255 * channel + alpha) / (2 * alpha)
                #expect(result & 0xFF == expected && result >> 16 & 0xFF == expected && result >> 24 == alpha)
            }
        }
    }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (7, 5), (65, 33)], [0, 3, 50, 100] as [UInt64])
    func `images round-trip, cropped or not`(_ size: (Int, Int), _ density: UInt64) throws {
        let (width, height) = size
        let pictures = (0..<4).map { Self.noise(width * height, seed: $0 + 9, density: density) }
        let first = BaseFrame.first(EarlierFrame(pixels: pictures[0], blocks: nil))
        for (baseFrame, dispose) in [(BaseFrame.nothing, 1), (first, 2)] {
            let reader = try APNGReader(Self.file(pictures, width: width, height: height, baseFrame: baseFrame))
            #expect(reader.composed() == pictures.map(Self.straight))
            #expect(reader.frames.dropFirst().allSatisfy { $0.dispose == dispose })
        }
    }

    /// Over an opaque background only differences from the first frame are encoded, and gaps cost nothing.
    @Test(arguments: [(1, 1), (1, 300), (300, 1), (7, 5), (65, 33)], [0, 3, 20] as [UInt64])
    func `pixels equal to the first frame are not encoded again`(_ size: (Int, Int), _ density: UInt64) throws {
        let (width, height) = size
        let pictures = Self.opaque(width * height, density: density)
        let first = BaseFrame.first(EarlierFrame(pixels: pictures[0], blocks: nil))
        let reader = try APNGReader(Self.file(pictures, width: width, height: height, baseFrame: first))
        #expect(reader.composed() == pictures.map(Self.straight))
        #expect(reader.frames.map(\.dispose) == [0, 2, 2, 2])
        #expect(reader.frames[0].blend == 0)
        for (frame, picture) in zip(reader.frames, pictures).dropFirst() where frame.blend == 1 {
            let differing = zip(picture, pictures[0]).count { $0 != $1 }
            let said = stride(from: 3, to: frame.rgba.count, by: 4).count { frame.rgba[$0] != 0 }
            #expect(said == differing)
        }
    }

    /// Images of opaque noise; `density` percent of their pixels differ from the first image.
    static func opaque(_ count: Int, density: UInt64) -> [[UInt32]] {
        let ground = noise(count, seed: 5, density: 100).map { $0 | 0xFF00_0000 }
        return [ground]
            + (0..<3).map { seed in
                zip(ground, noise(count, seed: seed + 70, density: density)).map { $1 == 0 ? $0 : $1 | 0xFF00_0000 }
            }
    }

    @Test func `a frame is cropped to its visible pixels, and an empty frame to one pixel`() throws {
        var dot = [UInt32](repeating: 0, count: 100 * 50)
        dot[20 * 100 + 30] = 0xFF00_00FF
        dot[24 * 100 + 41] = 0xFF00_00FF
        let reader = try APNGReader(
            Self.file([dot, dot, [UInt32](repeating: 0, count: 5000)], width: 100, height: 50)
        )
        #expect(
            reader.frames.map { [$0.x, $0.y, $0.width, $0.height] } == [
                [0, 0, 100, 50], [30, 20, 12, 5], [0, 0, 1, 1],
            ]
        )
    }

    @Test(arguments: [
        (30.0, 1, 30), (60, 1, 60), (25, 1, 25), (24, 1, 24), (29.97, 100, 2997), (59.94, 50, 2997), (12.5, 2, 25),
        (0.1, 10, 1), (0.5, 2, 1), (59.999, 1000, 59999),
    ])
    func `a frame rate becomes its exact delay`(_ rate: Double, _ numerator: UInt16, _ denominator: UInt16) throws {
        let delay = try Delay(framesPerSecond: rate)
        #expect((delay.numerator, delay.denominator) == (numerator, denominator))
    }

    @Test(arguments: [0.0, -1, 100, 1e-9, .nan, .infinity, 59.99999])
    func `a rate without an exact delay is refused`(_ rate: Double) throws {
        if rate == 100 {
            #expect(try Delay(framesPerSecond: rate).denominator == 100)
        } else {
            #expect(throws: APNGError.self) { try Delay(framesPerSecond: rate) }
        }
    }

    @Test(arguments: [0, 0.5, 1.0 / 3, 1.0 / 30 + 2, 0.1 + 60, 60, 65535, 0.000_02, 7.123_456] as [Double])
    func `seconds become a near ratio, or the exact ratio if the format has one`(_ seconds: Double) throws {
        #expect(abs(try Delay(seconds: seconds).seconds - seconds) <= 1e-4 * max(1, seconds / 60))
        #expect(try Delay(seconds: 2.5) == Delay(seconds: 5.0 / 2))
        #expect(try Delay(seconds: 61.0 / 30).denominator == 30)
    }

    @Test(arguments: [-1, .nan, .infinity, 65536, 1e308])
    func `seconds beyond the format are refused`(_ seconds: Double) {
        #expect(throws: APNGError.self) { try Delay(seconds: seconds) }
    }

    @Test func `numbers outside the format's range are refused before any encoding`() throws {
        for (width, height, frames, plays) in [
            (0, 1, 1, 0), (1, 0, 1, 0), (1 << 31, 1, 1, 0), (1, 1, 0, 0), (1, 1, (1 << 30) + 1, 0), (1, 1, 1, -1),
            (1, 1, 1, 65536),
        ] {
            #expect(throws: APNGError.self) {
                try APNGHeader(width: width, height: height, frameCount: frames, plays: plays)
            }
        }
        let encoder = FrameEncoder()
        let picture = FrameEncoder.Picture(pixels: [0], width: 2, height: 2, box: nil, blocks: nil)
        #expect(throws: APNGError.wrongPixelCount(found: 1, expected: 4)) {
            try encoder.encode(picture, number: 0, delay: Delay(seconds: 1))
        }
        let outside = FrameEncoder.Picture(
            pixels: [0, 0, 0, 0],
            width: 2,
            height: 2,
            box: (1..<3, 0..<1),
            blocks: nil
        )
        #expect(throws: APNGError.box(frame: 3)) {
            try encoder.encode(outside, number: 3, delay: Delay(seconds: 1))
        }
    }

    @Test func `the file declares its play count and each frame's delay`() throws {
        let pixels = [UInt32](repeating: 0xFFFF_FFFF, count: 4)
        let reader = try APNGReader(
            Self.file([pixels, pixels, pixels], width: 2, height: 2, delay: Delay(framesPerSecond: 29.97), plays: 3)
        )
        #expect(reader.plays == 3 && reader.frames.count == 3)
        #expect(reader.frames.allSatisfy { ($0.delayNumerator, $0.delayDenominator) == (100, 2997) })
    }
}
