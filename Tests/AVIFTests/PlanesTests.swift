import Memory
import TestSupport
import Testing

@testable import AVIF

/// Planes that are written over those of the frame before.
struct PlanesTests {
    private func planes(_ planes: ColorPlanes, width: Int, height: Int, over before: [[UInt8]]? = nil) -> [[UInt8]] {
        (0..<4).map { plane in
            let (columns, rows) = plane == 1 || plane == 2 ? ((width + 1) / 2, (height + 1) / 2) : (width, height)
            var bytes = before?[plane] ?? [UInt8](repeating: 0x5A, count: columns * rows)
            bytes.withMutableMemory { start in
                if plane == 3 {
                    planes.writeAlpha(to: start, stride: columns)
                } else {
                    planes.write(plane, to: start, stride: columns)
                }
            }
            return bytes
        }
    }

    /// A picture in which each later frame changes a few pixels; transparent ones keep the color of the frame before.
    @Test(arguments: [[1, 1], [7, 9], [16, 8], [33, 21], [64, 3]])
    func `blocks that stay are left, and the planes are those of the whole picture`(_ sides: [Int]) {
        let (width, height) = (sides[0], sides[1])
        var dice = SplitMix64(state: UInt64(width * 1000 + height))
        var picture = (0..<width * height).map { _ in UInt32(truncatingIfNeeded: dice.next()) | 0x1000_0000 }
        var kept = ColorPlanes(width: width, height: height)
        var written: [[UInt8]]?
        for _ in 0..<6 {
            kept.load(picture.span)
            let over = planes(kept, width: width, height: height, over: written)
            var anew = ColorPlanes(width: width, height: height)
            anew.load(picture.span)
            #expect(over == planes(anew, width: width, height: height))
            written = over
            for _ in 0..<1 + dice.next() % 3 {
                let place = Int(dice.next() % UInt64(width * height))
                picture[place] = UInt32(truncatingIfNeeded: dice.next()) | 0x1000_0000
            }
        }
    }
}
