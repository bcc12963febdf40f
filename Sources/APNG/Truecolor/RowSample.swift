internal import CKernels
internal import Deflate
internal import Memory

/// Sampled rows of an image in coded form, to predict the remainder.
final class RowSample {
    let store = SequenceStore()
    let block = DeflateBlock()
    /// Number of pixels that are not transparent.
    var pixels = 0

    /// Results of a sample.
    struct Estimate: Equatable {
        /// Estimated size in bits.
        var bits = 0
        /// Number of bytes emitted as literals.
        var literals = 0
        /// Number of pixels that are not transparent.
        var pixels = 0
        /// Number of literals and lengths.
        var symbols = 0

        init(_ sample: RowSample) {
            (bits, symbols) = (sample.block.estimatedBits, sample.block.symbolTotal)
            (literals, pixels) = (sample.store.literalCount, sample.pixels)
        }
    }

    /// Empties the sample and sets the distance between rows in bytes.
    func begin(stride: Int) {
        store.begin(stride: stride)
        store.clear()
        pixels = 0
    }

    /// Counts the symbols of all sampled rows.
    func count() {
        store.close()
        block.count(store)
    }

    /// Emits every pixel of a row that is not transparent as four literals.
    func appendLiterals(_ row: StraightRow, width: Int) {
        store.append(room: width * 4) { sink in
            for index in 0..<row.spanCount {
                for x in Int(row.spans[index].low)..<Int(row.spans[index].high) { sink.pixel(row.pixels[x]) }
            }
        }
    }
}
