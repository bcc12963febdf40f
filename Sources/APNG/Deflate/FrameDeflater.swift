/// Packs frames into zlib streams, at a cost that follows what is in them, not their size.
///
/// Rows are coded in one of two ways, whichever takes less for a few of them: ``FlatCoder`` or ``PaethCoder``. All that lies
/// between pieces is said in bulk. What was packed before never shows: the memory is used again, and nothing in it.
///
/// - Source: RFC 1950, RFC 1951.
final class FrameDeflater {
    private let effort: Effort
    /// Does it all where there is a palette.
    private let indexed: IndexedDeflater?
    private let store = SequenceStore()
    /// Of what has been counted; and of what was sampled, for each coding.
    private let block = DeflateBlock()
    private let sampled = (flat: DeflateBlock(), paeth: DeflateBlock())
    private let ring = RowRing()
    private let history = PixelHistory()
    private var predicted = PaethRow(width: 0)
    private var width = 0
    /// For ``Effort/small``.
    private lazy var whole = (frame: FilteredFrame(), coder: ShortestCoder())
    private let output = DeflateOutput()

    enum Coding {
        /// As they are, with what is on the left and above.
        case near
        /// And with all that was before.
        case far
        case paeth
    }

    /// Of so many rows, some in the middle are tried with each coding.
    private static let bandHeight = 16
    private static let sampleHeight = 1
    /// A block ends behind the row with which it has so many literals or sequences.
    private static let blockSize = (literals: 1 << 18, sequences: 1 << 16)

    /// - Parameter depth: Bits of a palette's entry.
    init(_ effort: Effort, _ palette: Palette? = nil, depth: Int = 8) {
        self.effort = effort
        indexed = palette.map { IndexedDeflater($0, depth: depth, effort) }
    }

    /// A zlib stream of the picture's rows, for as long as `body` runs.
    ///
    /// - Parameter isStopped: Asked every few rows; when it says yes, there is no stream.
    func withStream<Result>(
        of source: PixelSource,
        unless isStopped: () -> Bool,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        if let indexed { return indexed.withStream(of: source, unless: isStopped, body) }
        let (coding, sample) = chooseCoding(for: source)
        let sum = write(source, coding, sample, isStopped)
        guard let sum else { return nil }
        output.end(sum)
        return body(output.written)
    }

    private func begin(width: Int) {
        if width > predicted.width { predicted = PaethRow(width: width) }
        ring.begin(width: width)
        store.begin(stride: ring.stride)
        self.width = width
    }

    // MARK: Choosing

    /// By what each would take for a few rows.
    private func chooseCoding(for source: PixelSource) -> (Coding, Trial) {
        var flat = effort == .fast ? Coding.near : .far
        let result = trial(of: source, flat)
        if history.hasFoundLittle(of: result.bits) {
            flat = .near
            // Pieces of one colour: most pixels are like a neighbour, which no prediction betters.
            if result.literals < result.pixels { return (flat, result) }
        }
        let other = trial(of: source, .paeth)
        return other.bits * 10 < result.bits * 9 ? (.paeth, other) : (flat, result)
    }

    /// What some rows of each band take.
    struct Trial: Equatable {
        /// About so many.
        var bits = 0
        /// Bytes said as they are.
        var literals = 0
        /// Those that are not transparent.
        var pixels = 0
        /// Literals and lengths.
        var symbols = 0
    }

    /// Codes some rows of each band.
    func trial(of source: PixelSource, _ coding: Coding) -> Trial {
        begin(width: source.width)
        store.clear()
        history.clear()
        let block = self.block(for: coding)
        var trial = Trial()
        for start in stride(from: min(Self.bandHeight, source.height) / 2, to: source.height, by: Self.bandHeight) {
            var pending = 0
            for y in max(0, start - 1)..<min(source.height, start + Self.sampleHeight) {
                // Above the first of them nothing has been read, but some other row may be in its place.
                let above = y >= start ? ring[y - 1] : ring.empty
                source.load(y, into: ring[y], above: coding == .paeth ? above : nil)
                guard y >= start else { continue }
                trial.pixels += ring[y].pixelCount
                store.append(room: source.width * 4 + 1) { code(y, coding, pending: &pending, to: &$0) }
            }
            store.append(room: 4) { $0.zeros(pending) }
        }
        store.close()
        block.count(store)
        (trial.bits, trial.literals, trial.symbols) = (block.estimatedBits, store.literalCount, block.symbolTotal)
        return trial
    }

    private func block(for coding: Coding) -> DeflateBlock { coding == .paeth ? sampled.paeth : sampled.flat }

    // MARK: Writing

    @inline(__always)
    private func code<Sink: SymbolSink>(
        _ y: Int,
        _ coding: Coding,
        pending: inout Int,
        to sink: inout Sink
    ) {
        switch coding {
        case .near:
            FlatCoder.code(y, of: ring, lookup: nil, pending: &pending, to: &sink)
        case .far:
            let lookup = history.lookup(for: y, of: ring)
            FlatCoder.code(y, of: ring, lookup: lookup, pending: &pending, to: &sink)
        case .paeth:
            predicted.predict(ring[y], above: ring[y - 1], width: width)
            PaethCoder.code(predicted, width: width, pending: &pending, to: &sink)
        }
    }

    /// - Returns: The checksum; `nil` when it was stopped.
    private func write(
        _ source: PixelSource,
        _ coding: Coding,
        _ sample: Trial,
        _ isStopped: () -> Bool
    ) -> Adler32? {
        if effort != .small, coding != .far, sample.symbols >= Self.fewestSymbols {
            switch writeAtOnce(source, coding, sample, isStopped) {
            case .done(let sum): return sum
            case .stopped: return nil
            case .unlikeSample: break
            }
        }
        output.begin()
        store.clear()
        return effort == .small ? writeShortest(source, coding, isStopped) : writeCounted(source, coding, isStopped)
    }

    private enum AtOnce {
        case done(Adler32)
        case stopped
        /// It takes so much more than the sample did that other codes are likely to be better.
        case unlikeSample
    }

    /// In one go, with codes made for the sample: what it costs in bytes is less than a hundredth, mostly.
    private func writeAtOnce(
        _ source: PixelSource,
        _ coding: Coding,
        _ sample: Trial,
        _ isStopped: () -> Bool
    ) -> AtOnce {
        let block = self.block(for: coding)
        block.makeCodes(forAllLike: store, anyDistance: coding == .far)
        output.begin()
        output.begin(block, isLast: true)
        history.clear()
        var (sum, pending, pixels) = (Adler32(), 0, 0)
        for y in 0..<source.height {
            if y % Self.bandHeight == 0, isStopped() { return .stopped }
            source.load(y, into: ring[y], above: coding == .paeth ? ring[y - 1] : nil)
            pixels += ring[y].pixelCount
            output.append(room: source.width * 4 + 1, gap: pending, block) { sink in
                code(y, coding, pending: &pending, to: &sink)
            }
            check(ring[y], coding, &sum)
        }
        output.append(room: 4, gap: pending, block) { $0.zeros(pending) }
        output.end(block)
        let isMore = output.written.count * 8 * sample.pixels > (sample.bits + sample.bits / 8) * pixels
        return isMore ? .unlikeSample : .done(sum)
    }

    /// What is sampled must have so many literals and lengths to tell what codes the rest should have.
    private static let fewestSymbols = 1500

    /// Row by row, counted before it is written, in blocks that have codes of their own.
    private func writeCounted(_ source: PixelSource, _ coding: Coding, _ isStopped: () -> Bool) -> Adler32? {
        var sum = Adler32()
        var pending = 0
        history.clear()
        for y in 0..<source.height {
            if y % Self.bandHeight == 0, isStopped() { return nil }
            source.load(y, into: ring[y], above: coding == .paeth ? ring[y - 1] : nil)
            store.append(room: source.width * 4 + 1) { sink in
                code(y, coding, pending: &pending, to: &sink)
            }
            check(ring[y], coding, &sum)
            if store.literalCount > Self.blockSize.literals || store.sequenceCount > Self.blockSize.sequences {
                if y < source.height - 1 { output.write(store, block, isLast: false) }
            }
        }
        store.append(room: 4) { $0.zeros(pending) }
        output.write(store, block, isLast: true)
        return sum
    }

    /// The same for ``Effort/small``.
    private func writeShortest(_ source: PixelSource, _ coding: Coding, _ isStopped: () -> Bool) -> Adler32? {
        let (frame, stride) = (whole.frame, ring.stride)
        frame.begin(count: stride * source.height)
        for y in 0..<source.height {
            source.load(y, into: ring[y], above: coding == .paeth ? ring[y - 1] : nil)
            let start = y * stride + 1
            if coding == .paeth {
                predicted.predict(ring[y], above: ring[y - 1], width: width)
                PaethCoder.add(predicted, at: start, to: frame)
            } else {
                for index in 0..<ring[y].spanCount {
                    let span = ring[y].spans[index]
                    let (low, high) = (Int(span.low), Int(span.high))
                    frame.add(ring[y].pixels + low, at: start + low * 4, length: (high - low) * 4)
                }
            }
        }
        let isDone = whole.coder.code(frame, stride: stride, to: store, block, unless: isStopped) {
            output.write(store, block, isLast: $0)
        }
        return isDone ? frame.sum : nil
    }

    private func check(_ row: StraightRow, _ coding: Coding, _ sum: inout Adler32) {
        if coding == .paeth { return PaethCoder.check(predicted, width: width, &sum) }
        sum.add(row, length: width &* 4)
    }
}
