@testable import APNG
import Memory
import TestSupport
import Testing

/// Images of pieces, soft edges, gradients and noise of all sizes round-trip through every encoding. Run `swift test
/// --sanitize=address --filter RandomPictureTests` to prove that no memory access is out of bounds.
struct RandomPictureTests {
    /// Deterministic pseudorandom numbers.
    private struct Dice {
        var state: UInt64

        mutating func next(below count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(max(1, count)))
        }

        mutating func one<Value>(of values: [Value]) -> Value { values[next(below: values.count)] }
    }

    private static func premultiplied(_ color: UInt32, _ alpha: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 { (((color >> shift & 255) * alpha + 127) / 255) << shift }
        return channel(0) | channel(8) | channel(16) | alpha << 24
    }

    private static func picture(
        _ dice: inout Dice,
        _ size: (width: Int, height: Int),
        isOpaque: Bool,
        over base: [UInt32]?
    ) -> [UInt32] {
        let (width, height) = size
        let ground: UInt32 = isOpaque ? 0xFF00_0000 | UInt32(dice.next(below: 1 << 24)) : 0
        var pixels = base ?? [UInt32](repeating: ground, count: width * height)
        let colors = (0..<5).map { _ in UInt32(dice.next(below: 1 << 24)) }
        for _ in 0..<dice.next(below: min(60, width * height / 8 + 4)) {
            let (kind, color) = (dice.next(below: 6), dice.one(of: colors))
            let (left, top) = (dice.next(below: width), dice.next(below: height))
            let right = min(width, left + 1 + dice.next(below: 40))
            for y in top..<min(height, top + 1 + dice.next(below: 12)) {
                for x in left..<right {
                    let isEdge = x == left || y == top
                    let alpha =
                        switch kind {
                        case 0: 255
                        case 1: dice.next(below: 256)
                        case 2: isEdge ? dice.next(below: 255) : 255
                        case 3: min(255, (x - left) * 9 + (y - top) * 3)
                        case 4: 0
                        default: (x * 7 + y * 13) & 255
                        }
                    let own: UInt32 =
                        switch kind {
                        case 3: UInt32(x * 5 & 255) | UInt32(y * 3 & 255) << 8
                        case 5: UInt32(dice.next(below: 1 << 24))
                        default: color
                        }
                    pixels[y * width + x] = isOpaque ? own | 0xFF00_0000 : premultiplied(own, UInt32(alpha))
                }
            }
        }
        return pixels
    }

    @Test(arguments: 0..<120)
    func `random images round-trip`(_ seed: Int) throws {
        var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        let isWide = seed % 30 == 0
        let size = (
            width: isWide ? 8000 + dice.next(below: 400) : 1 + dice.next(below: dice.one(of: [3, 20, 90, 200])),
            height: isWide ? 1 + dice.next(below: 4) : 1 + dice.next(below: dice.one(of: [3, 20, 90]))
        )
        let isOpaque = dice.next(below: 3) == 0
        let first = Self.picture(&dice, size, isOpaque: isOpaque, over: nil)
        let second = Self.picture(&dice, size, isOpaque: isOpaque, over: dice.next(below: 2) == 0 ? first : nil)
        for effort in Effort.allCases {
            for baseFrame in [BaseFrame.nothing, .first(EarlierFrame(pixels: first, blocks: nil))] {
                let encoder = FrameEncoder(effort: effort)
                var file = try APNGHeader(width: size.width, height: size.height, frameCount: 2, plays: 0).bytes
                for (number, pixels) in [first, second].enumerated() {
                    // Correct colors, wrong colors, and colors of another frame.
                    let colors = pixels.map { pixel in
                        let color =
                            dice.next(below: 2) == 0 ? StraightAlpha.pixel(pixel) & 0xFF_FFFF : pixel & 0xFF_FFFF
                        return color | UInt32(dice.next(below: 3)) << 24
                    }
                    let picture = FrameEncoder.Picture(
                        pixels: pixels,
                        width: size.width,
                        height: size.height,
                        box: (0..<size.width, 0..<size.height),
                        blocks: Self.blocks(of: pixels, size),
                        straightColors: seed % 2 == 0 ? nil : Self.straightColors(colors, frame: 2)
                    )
                    let delay = try Delay(framesPerSecond: 30)
                    file += try encoder.encode(picture, number: number, delay: delay, over: baseFrame)
                }
                let shown = try APNGReader(file + APNGHeader.end()).composed()
                // Compared as `Bool`, so that a failure does not print the pixels.
                let isSame = shown == [first, second].map(EncodingTests.straight)
                #expect(isSame, "\(effort)")
            }
        }
    }

    private static func straightColors(_ colors: [UInt32], frame: UInt8) -> FrameEncoder.Picture.StraightColors {
        final class Owner {
            let memory: OwnedMemory<UInt32>

            init(_ colors: [UInt32]) { memory = OwnedMemory(colors) }
        }
        let owner = Owner(colors)
        return FrameEncoder.Picture.StraightColors(
            owner.memory.view.readOnly,
            count: colors.count,
            of: owner,
            frame: frame
        )
    }

    private static func blocks(of pixels: [UInt32], _ size: (width: Int, height: Int)) -> [UInt64] {
        let words = (size.width + 1023) / 1024
        var blocks = [UInt64](repeating: 0, count: words * size.height)
        for (index, pixel) in pixels.enumerated() where pixel != 0 {
            let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
            blocks[y * words + x / 1024] |= 1 << UInt64(x / 16 % 64)
        }
        return blocks
    }
}
