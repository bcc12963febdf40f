@testable import EffectRendering
import Foundation
import Testing

/// The search for a sticker that is small enough, over files whose sizes are made up.
struct StickerSearchTests {
    private struct Found {
        var sizes: [Int?] = []
        var attempt = StickerSearch.Attempt()
        var fits = false
    }

    /// - Parameter size: Bytes of a file; `nil` for one that is given up.
    private func search(most: Int, size: (StickerSearch.Attempt) -> Int?) -> Found {
        var search = StickerSearch(most: most)
        var found = Found()
        repeat {
            found.attempt = search.attempt
            found.sizes.append(size(search.attempt))
            if let size = found.sizes.last ?? nil, size <= most {
                found.fits = true
                break
            }
        } while search.reduce(after: found.sizes.last ?? nil)
        return found
    }

    @Test func `a file that fits is the only one, without a loss`() {
        let found = search(most: 1000) { _ in 1000 }
        #expect(found.sizes.count == 1 && found.fits && found.attempt == StickerSearch.Attempt())
    }

    @Test func `a file that is a little too large loses exactness alone`() {
        let found = search(most: 1000) { Int(1060 - 400 * ($0.tolerance - 0.2)) }
        #expect(found.fits && found.attempt.share == 1 && found.attempt.tolerance == 0.4)
    }

    /// Sizes from just too large to ten times too large, with constant parts and different gains by tolerance.
    @Test(arguments: [1.05, 1.2, 1.3, 1.7, 2.5, 5, 10], [0.0, 0.2, 0.4])
    func `few files are made, and the last one uses most of the bytes`(_ excess: Double, _ constant: Double) {
        for gain in [0.6, 0.8, 0.95] {
            let found = search(most: 65_536) { attempt in
                // Of many pieces each has fewer bytes.
                let pieces = constant / excess + (1 - constant / excess) * pow(attempt.share, 0.9)
                return Int(65_536 * excess * pieces * (attempt.tolerance > 0.3 ? gain : 1))
            }
            #expect(found.fits && found.sizes.count <= 5, "\(found)")
            let size = (found.sizes.last ?? nil) ?? 0
            #expect(found.attempt.share == 1 || size > 43_000, "\(found)")
        }
    }

    @Test func `what is given up loses half its pieces, and what never fits ends with the largest loss`() {
        let large = search(most: 1000) { $0.share > 0.4 ? nil : Int(2000 * $0.share) }
        #expect(large.fits && large.attempt.share == 0.25 && large.sizes.count == 3)
        let never = search(most: 1000) { _ in 5000 }
        #expect(!never.fits && never.attempt.share == 0.05 && never.attempt.tolerance == 0.8 && never.sizes.count <= 6)
    }

    /// Regression: a step that left out light pieces alone made the next one far too large.
    @Test func `pieces of very different sizes are not left out at once`() {
        // One heavy piece goes at a half, another at a quarter; all others are light.
        let found = search(most: 1000) { attempt in
            Int(40 * attempt.share) + (attempt.share > 0.5 ? 700 : 0) + (attempt.share > 0.25 ? 900 : 0)
        }
        #expect(found.fits && found.attempt.share > 0.25 && found.sizes.count <= 5, "\(found)")
    }
}
