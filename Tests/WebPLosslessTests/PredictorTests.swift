import CKernels
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

    @Test(arguments: Kernels.all, [0, 1, 2, 7, 11, 12, 13] as [UInt32])
    func `residuals follow the specification`(_ kernels: Kernels, _ mode: UInt32) {
        for seed in 0..<40 as Range<UInt64> {
            var dice = Dice(seed)
            let count = dice.whole(1...80)
            var rows = (0..<2).map { _ in (0..<count + 64).map { _ in UInt32(truncatingIfNeeded: dice.next()) } }
            // Equal and nearly equal neighbors are frequent.
            for at in 1..<count + 64 where dice.whole(0...2) == 0 {
                rows[0][at] = rows[0][at - 1]
                rows[1][at] = rows[0][at] ^ UInt32(dice.whole(0...1))
            }
            let (row, above) = (rows[0], rows[1])
            var out = [UInt32](repeating: 0, count: count + 64)
            let sum = row.withUnsafeBufferPointer { row in
                above.withUnsafeBufferPointer { above in
                    out.withUnsafeMutableBufferPointer { out in
                        let (row, above) = (row.baseAddress.unsafelyUnwrapped, above.baseAddress.unsafelyUnwrapped)
                        let out = out.baseAddress.unsafelyUnwrapped
                        let sum = kernels.loops.pointee.predict_pixels(out + 16, row + 16, above + 16, count, mode)
                        #expect(
                            kernels.loops.pointee.predict_pixels(nil, row + 16, above + 16, count, mode) == sum
                        )
                        return sum
                    }
                }
            }
            var total: UInt64 = 0
            for at in 16..<16 + count {
                let guess = expected(mode, row[at - 1], above[at], above[at - 1])
                for shift in [0, 8, 16, 24] as [UInt32] {
                    let rest = UInt8(truncatingIfNeeded: row[at] >> shift) &- UInt8(truncatingIfNeeded: guess >> shift)
                    #expect(UInt8(truncatingIfNeeded: out[at] >> shift) == rest, "mode \(mode), seed \(seed)")
                    total += UInt64(min(rest, 0 &- rest))
                }
            }
            #expect(sum == total)
        }
    }
}
