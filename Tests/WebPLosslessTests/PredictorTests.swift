import CKernels
import Memory
import TestSupport
import Testing

@testable import WebPLossless

/// Predictors compared with RFC 9649 §4.1, for every instruction set that this processor supports.
struct PredictorTests {
    private func expected(_ mode: UInt32, _ left: UInt32, _ up: UInt32, _ corner: UInt32) -> UInt32 {
        func channels(_ pixel: UInt32) -> [Int] { (0..<4).map { Int(pixel >> UInt32(8 * $0) & 0xFF) } }
        func pixel(_ body: (Int, Int, Int) -> Int) -> UInt32 {
            zip(zip(channels(left), channels(up)), channels(corner)).enumerated().reduce(0) { sum, item in
                let ((l, u), c) = item.element
                return sum | UInt32(max(0, min(255, body(l, u, c)))) << UInt32(8 * item.offset)
            }
        }
        switch mode {
        case 1: return left
        case 2: return up
        case 7: return pixel { l, u, _ in (l + u) / 2 }
        case 11:
            let (l, u, c) = (channels(left), channels(up), channels(corner))
            let toLeft = (0..<4).reduce(0) { $0 + abs(u[$1] - c[$1]) }
            let toUp = (0..<4).reduce(0) { $0 + abs(l[$1] - c[$1]) }
            return toLeft < toUp ? left : up
        case 12: return pixel { l, u, c in l + u - c }
        case 13: return pixel { l, u, c in (l + u) / 2 + ((l + u) / 2 - c) / 2 }
        default: return 0
        }
    }

    /// Estimated bits of a channel: none for 0, two for 1, and one more for each doubling, at most eight.
    private func bits(_ channel: UInt8) -> UInt64 {
        let size = min(channel, 0 &- channel)
        return size == 0 ? 0 : UInt64(min(8, 9 - size.leadingZeroBitCount))
    }

    /// Random rows of an image, in which equal and nearly equal neighbors are frequent.
    private func rows(_ count: Int, width: Int, _ dice: inout Dice) -> [UInt32] {
        var pixels = (0..<count * width).map { _ in UInt32(truncatingIfNeeded: dice.next()) }
        for at in width..<count * width where dice.whole(0...2) == 0 {
            pixels[at] = dice.whole(0...1) == 0 ? pixels[at - 1] : pixels[at - width] ^ UInt32(dice.whole(0...1))
        }
        return pixels
    }

    @Test(arguments: Kernels.all, [0, 1, 2, 7, 11, 12, 13] as [UInt32])
    func `residuals follow the specification`(_ kernels: Kernels, _ mode: UInt32) {
        for seed in 0..<40 as Range<UInt64> {
            var dice = Dice(seed)
            let (count, rowCount) = (dice.whole(1...80), dice.whole(1...4))
            let width = count + 64
            let pixels = rows(rowCount + 1, width: width, &dice)
            var out = [UInt32](repeating: 7, count: pixels.count)
            let kernels = PixelKernels(kernels.loops)
            let tile = PixelKernels.Tile(stride: width, width: count, height: rowCount)
            let sum = pixels.withMemory { pixels in
                out.withMutableMemory { out in
                    let (own, above) = (pixels.suffix(from: width + 16), pixels.suffix(from: 16))
                    let sum = kernels.predict(
                        tile,
                        of: own,
                        above: above,
                        mode: mode,
                        into: out.suffix(from: width + 16)
                    )
                    #expect(kernels.predict(tile, of: own, above: above, mode: mode, into: nil) == sum)
                    return sum
                }
            }
            var total: UInt64 = 0
            for (at, pixel) in pixels.enumerated() {
                let (y, x) = (at / width, at % width)
                guard y > 0, x >= 16, x < 16 + count else {
                    #expect(out[at] == 7, "written beside the tile, seed \(seed)")
                    continue
                }
                let guess = expected(mode, pixels[at - 1], pixels[at - width], pixels[at - width - 1])
                for shift in [0, 8, 16, 24] as [UInt32] {
                    let rest = UInt8(truncatingIfNeeded: pixel >> shift) &- UInt8(truncatingIfNeeded: guess >> shift)
                    #expect(UInt8(truncatingIfNeeded: out[at] >> shift) == rest, "mode \(mode), seed \(seed)")
                    total += bits(rest)
                }
            }
            #expect(sum == total)
        }
    }

    @Test(arguments: Kernels.all)
    func `colors follow the specification`(_ kernels: Kernels) {
        for seed in 0..<60 as Range<UInt64> {
            var dice = Dice(seed)
            let (count, rowCount) = (dice.whole(1...40), dice.whole(1...4))
            let width = count + 32
            let before = rows(rowCount, width: width, &dice)
            var pixels = before
            func byte() -> Int8 { Int8(truncatingIfNeeded: dice.next()) }
            let factors = hanabi_color_factors(green_to_red: byte(), green_to_blue: byte(), red_to_blue: byte())
            let kernels = PixelKernels(kernels.loops)
            let tile = PixelKernels.Tile(stride: width, width: count, height: rowCount)
            let (sums, bits) = pixels.withMutableMemory { pixels in
                let own = pixels.suffix(from: 16)
                let dry = kernels.subtractColors(tile, of: own, factors: factors, writes: false)
                let sums = kernels.sumColors(tile, of: own)
                let bits = kernels.subtractColors(tile, of: own, factors: factors, writes: true)
                #expect(dry == bits)
                return (sums, bits)
            }
            var (total, expected) = (UInt64(0), hanabi_color_sums())
            for (at, pixel) in before.enumerated() {
                guard at % width >= 16, at % width < 16 + count else {
                    #expect(pixels[at] == pixel, "written beside the tile, seed \(seed)")
                    continue
                }
                func channel(_ shift: UInt32) -> Int { Int(Int8(truncatingIfNeeded: pixel >> shift)) }
                let (red, green, blue) = (channel(16), channel(8), channel(0))
                func delta(_ factor: Int8, _ channel: Int) -> Int { (Int(factor) * channel) >> 5 }
                let newRed = UInt8(truncatingIfNeeded: red - delta(factors.green_to_red, green))
                let newBlue = UInt8(
                    truncatingIfNeeded: blue - delta(factors.green_to_blue, green) - delta(factors.red_to_blue, red)
                )
                let transformed: UInt32 = pixel & 0xFF00_FF00 | UInt32(newRed) << 16 | UInt32(newBlue)
                #expect(pixels[at] == transformed, "seed \(seed)")
                total += self.bits(newRed) + self.bits(newBlue)
                guard [red, green, blue].allSatisfy({ abs($0) < 48 }) else { continue }
                expected.green_green += Int64(green * green)
                expected.green_red += Int64(green * red)
                expected.green_blue += Int64(green * blue)
                expected.red_red += Int64(red * red)
                expected.red_blue += Int64(red * blue)
            }
            #expect(bits == total)
            #expect(sums.green_green == expected.green_green)
            #expect(sums.green_red == expected.green_red)
            #expect(sums.green_blue == expected.green_blue)
            #expect(sums.red_red == expected.red_red)
            #expect(sums.red_blue == expected.red_blue)
        }
    }

    @Test func `factors fit what was mixed`() {
        // Blue is green and half of red, red three quarters of green and something of its own.
        var sums = hanabi_color_sums()
        for green in -20...20 as ClosedRange<Int64> {
            for own in -20...20 as ClosedRange<Int64> {
                let red = green * 3 / 4 + own
                let blue = green + red / 2
                sums.green_green += green * green
                sums.green_red += green * red
                sums.green_blue += green * blue
                sums.red_red += red * red
                sums.red_blue += red * blue
            }
        }
        let factors = hanabi_color_factors(sums)
        #expect((23...25).contains(factors.green_to_red), "\(factors)")
        #expect((31...33).contains(factors.green_to_blue), "\(factors)")
        #expect((15...17).contains(factors.red_to_blue), "\(factors)")
        #expect(hanabi_color_factors(hanabi_color_sums()).key == 0)
        // Where red is green, green alone decides.
        let same = hanabi_color_sums(green_green: 900, green_red: 900, green_blue: -450, red_red: 900, red_blue: -450)
        let ofGreen = hanabi_color_factors(same)
        #expect(ofGreen.green_to_red == 32)
        #expect(ofGreen.green_to_blue == -16)
        #expect(ofGreen.red_to_blue == 0)
    }
}
