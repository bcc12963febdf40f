import Memory
import Testing

@testable import SoftwareRaster

/// Soft edges of masks.
struct SoftAlphaTests {
    /// Reference: three box blurs of every pixel in every row, then in every column, in 16 bits.
    private func blurred(_ plane: [[UInt16]], feather: Double) -> [[UInt16]] {
        let side = max(0, (feather / 3 - 1) / 2)
        let whole = Int(side)
        let part = UInt64(((side - Double(whole)) * 256).rounded())
        let weight = UInt64(2 * whole + 1) * 256 + 2 * part
        let reciprocal = ((1 << 40) + weight / 2) / weight
        func mean(_ line: [UInt16]) -> [UInt16] {
            func value(_ index: Int) -> UInt64 { line.indices.contains(index) ? UInt64(line[index]) : 0 }
            return line.indices.map { index in
                let sum = (index - whole...index + whole).reduce(0) { $0 + value($1) }
                let ends = value(index - whole - 1) + value(index + whole + 1)
                return UInt16(min(65_535, ((sum * 256 + ends * part) * reciprocal + (1 << 39)) >> 40))
            }
        }
        func transposed(_ plane: [[UInt16]]) -> [[UInt16]] {
            plane[0].indices.map { x in plane.map { $0[x] } }
        }
        let across = plane.map { mean(mean(mean($0))) }
        return transposed(transposed(across).map { mean(mean(mean($0))) })
    }

    /// Alpha of boxes at random places, some of them at the edges, many of them translucent.
    private func boxes(_ dice: inout Dice, _ width: Int, _ height: Int) -> [[UInt8]] {
        var alphas = [[UInt8]](repeating: [UInt8](repeating: 0, count: width), count: height)
        for _ in 0..<dice.whole(0...6) {
            let (left, top) = (dice.whole(0...width - 1), dice.whole(0...height - 1))
            let alpha = UInt8(dice.pick([0, 255, 255, dice.whole(1...254)]))
            for y in top...min(height - 1, top + dice.whole(0...height)) {
                for x in left...min(width - 1, left + dice.whole(0...width)) { alphas[y][x] = alpha }
            }
        }
        return alphas
    }

    @Test(arguments: [0.3, 1, 3, 4.5, 8, 17.25, 60])
    func `a blur only near edges gives the pixels of a blur everywhere`(_ feather: Double) {
        var dice = Dice(UInt64(feather * 100))
        let soft = SoftAlpha(feather: feather)
        for _ in 0..<40 {
            let (width, height) = (dice.whole(1...90), dice.whole(1...70))
            let margin = soft.margin
            let alphas = boxes(&dice, width + 2 * margin, height + 2 * margin)
            var wide = Bitmap(width: width + 2 * margin, height: height + 2 * margin)
            wide.withSurface { surface in
                for (y, row) in alphas.enumerated() {
                    for (x, alpha) in row.enumerated() where alpha > 0 {
                        surface.pixels[y * row.count + x] = UInt32(alpha) << 24
                        surface.touch(y, low: x, high: x + 1)
                    }
                }
            }
            var bitmap = Bitmap(width: width, height: height)
            soft.spread(wide, onto: &bitmap)
            let expected = blurred(alphas.map { $0.map { UInt16($0) * 257 } }, feather: feather)
            let pixels = (0..<height).flatMap { y in
                (0..<width).map { x in
                    let value = expected[y + margin][x + margin]
                    return value < 129 ? 0 : ((UInt32(value) + 128) / 257) << 24
                }
            }
            // Compared first: a mismatch of long arrays takes minutes to describe.
            let isEqual = bitmap.pixels == pixels
            #expect(isEqual, "\(width) × \(height)")
        }
    }
}
