import CKernels
import Memory
import TestSupport
import Testing
import WebP

@testable import WebPLossless

/// Images encoded by us and decoded by libwebp.
struct LosslessEncoderTests {
    @Test(arguments: ImageKind.allCases, LosslessEncoder.Effort.allCases)
    func `libwebp decodes every pixel`(_ kind: ImageKind, _ effort: LosslessEncoder.Effort) throws {
        let encoder = LosslessEncoder(effort: effort)
        for seed in 0..<12 as Range<UInt64> {
            var dice = Dice(seed)
            let image = kind.image(&dice)
            let bytes = try image.encoded(by: encoder)
            let isSame = image.looks(like: StraightImage(libwebp: bytes))
            #expect(isSame, "\(image.width) × \(image.height), seed \(seed)")
            let whole = try StraightImage(libwebp: image.encoded(by: encoder, isSparse: false))
            let isSameOfWhole = image.looks(like: whole)
            #expect(isSameOfWhole, "\(image.width) × \(image.height) in one run, seed \(seed)")
        }
    }

    @Test(arguments: ImageKind.allCases, [(1, 200), (200, 1), (2, 131), (131, 2), (3, 70), (33, 65)])
    func `narrow and low images are decoded`(_ kind: ImageKind, _ size: (Int, Int)) throws {
        var dice = Dice(7)
        let image = kind.image(&dice, width: size.0, height: size.1)
        let isSame = try image.looks(like: StraightImage(libwebp: image.encoded(by: LosslessEncoder())))
        #expect(isSame)
    }

    @Test(arguments: [(16_384, 1), (1, 16_384), (16_383, 3), (16_384, 200), (5, 16_384)])
    func `the longest sides are decoded`(_ width: Int, _ height: Int) throws {
        var dice = Dice(3)
        // A few pixels far from each other.
        var image = StraightImage(width, height) { _, _ in 0 }
        for _ in 0..<50 {
            image.pixels[dice.whole(0...image.pixels.count - 1)] = UInt32(truncatingIfNeeded: dice.next())
        }
        let isSame = try image.looks(like: StraightImage(libwebp: image.encoded(by: LosslessEncoder())))
        #expect(isSame)
    }

    @Test func `sides outside 1...16,384 are refused`() {
        let encoder = LosslessEncoder()
        var memory = [UInt32](repeating: 0, count: 256)
        memory.withMutableMemory { memory in
            for (width, height) in [(0, 1), (1, 0), (16_385, 1), (1, 16_385), (-1, 4)] {
                #expect(throws: LosslessError.size(width: width, height: height)) {
                    try encoder.encode(memory.readOnly.suffix(from: 64), width: width, height: height, runs: [])
                }
            }
        }
    }

    @Test(arguments: LosslessEncoder.Effort.allCases)
    func `earlier images do not affect the bytes`(_ effort: LosslessEncoder.Effort) throws {
        let used = LosslessEncoder(effort: effort)
        for (number, kind) in (ImageKind.allCases + ImageKind.allCases.reversed()).enumerated() {
            var dice = Dice(UInt64(number))
            let image = kind.image(&dice)
            let bytes = try image.encoded(by: used)
            let fresh = try image.encoded(by: LosslessEncoder(effort: effort))
            let isSame = bytes == fresh
            #expect(isSame, "\(kind)")
        }
    }

    /// Stops `body` at its first, its middle and its last question.
    private func expectStops(_ body: (_ isStopped: () -> Bool) throws -> Void) throws {
        var asked = 0
        try body {
            asked += 1
            return false
        }
        #expect(asked > 2)
        for place in [1, asked / 2, asked] {
            var left = place
            #expect(throws: LosslessError.stopped) {
                try body {
                    left -= 1
                    return left <= 0
                }
            }
        }
    }

    @Test func `a stopped encoder stays usable`() throws {
        var dice = Dice(1)
        let image = ImageKind.noise.image(&dice, width: 200, height: 200)
        let encoder = LosslessEncoder()
        let whole = try image.encoded(by: encoder)
        try expectStops { _ = try image.encoded(by: encoder, unless: $0) }
        let isSame = try image.encoded(by: encoder) == whole
        #expect(isSame)
    }

    @Test func `images get as small as their content allows`() throws {
        var dice = Dice(2)
        let encoder = LosslessEncoder()
        func size(_ kind: ImageKind) throws -> Int {
            try kind.image(&dice, width: 256, height: 256).encoded(by: encoder).count
        }
        #expect(try size(.transparent) < 80)
        #expect(try size(.flat) < 80)
        // Not much below four bytes a pixel, and hardly more.
        let noise = try size(.noise)
        #expect((240_000...266_000).contains(noise), "\(noise) bytes")
        #expect(try size(.gradient) < 3000)
        // One bit of grain in each pixel, and the same in all channels.
        let light = try size(.light)
        #expect((8192...24_576).contains(light), "\(light) bytes")
        let tiles = try size(.tiles)
        #expect(tiles < 1300, "\(tiles) bytes")
        #expect(try size(.opaqueStripes) < 600)
        // An eighth of a byte a pixel, and half a byte.
        #expect(try size(.twoColors) < 256 * 256 / 8 + 100)
        #expect(try size(.sixteenColors) < 256 * 256 / 2)
    }

    @Test(arguments: ImageKind.allCases, LosslessEncoder.Effort.allCases)
    func `an image that was examined is hardly larger`(_ kind: ImageKind, _ effort: LosslessEncoder.Effort) throws {
        for seed in 0..<12 as Range<UInt64> {
            var dice = Dice(seed)
            let image = kind.image(&dice)
            let experience = try image.examined(by: LosslessEncoder(effort: effort))
            let bytes = try image.encoded(by: LosslessEncoder(effort: effort, experience: experience))
            let other = try image.encoded(by: LosslessEncoder(effort: effort))
            // What is learned has bounds.
            #expect(bytes.count * 20 <= other.count * 21, "seed \(seed)")
            let isSame = image.looks(like: StraightImage(libwebp: bytes))
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test func `an examination stops`() throws {
        var dice = Dice(1)
        let image = ImageKind.haze.image(&dice, width: 90, height: 90)
        let encoder = LosslessEncoder()
        try expectStops { _ = try image.examined(by: encoder, unless: $0) }
    }

    @Test func `a sample that misleads is corrected`() throws {
        // Rows repeat one far above, which strips of eight rows do not show.
        var dice = Dice(5)
        let light = ImageKind.light.image(&dice, width: 120, height: 40)
        let image = StraightImage(120, 240) { x, y in light.pixels[y % 40 * 120 + x] }
        let bytes = try image.encoded(by: LosslessEncoder())
        let experience = try image.examined(by: LosslessEncoder())
        let examined = try image.encoded(by: LosslessEncoder(experience: experience))
        #expect(examined.count * 2 < bytes.count)
        let alone = try image.encoded(by: LosslessEncoder(), isAlone: true)
        #expect(alone.count <= examined.count)
    }
}
