/// Compresses frames into zlib streams. The cost follows a frame's content, not its size.
///
/// Rows are coded by ``FlatCoder`` or ``PaethCoder``: whichever takes fewer bits for a few sampled rows, or is usually
/// better for such content. Gaps between drawn areas are emitted in bulk. Earlier frames never affect the output: their
/// memory is reused, but nothing in it.
///
/// - Source: RFC 1950, RFC 1951.
final class FrameDeflater {
    private let effort: Effort
    /// Compressor of indexed frames; `nil` for RGBA.
    private let indexed: IndexedDeflater?
    private let store = SequenceStore()
    private let block = DeflateBlock()
    /// Results of sampled rows with either filter, and with runs.
    private let sampled = (flat: RowSample(), paeth: RowSample(), runs: RowSample())
    private let ring = RowRing()
    private let history = PixelHistory()
    private var predicted = PaethRow(width: 0)
    private var width = 0
    /// Buffers for ``Effort/small``.
    private lazy var whole = (frame: FilteredFrame(), coder: ShortestCoder())
    private let output = DeflateOutput()

    enum Coding {
        /// Unfiltered rows with matches to the left and upper neighbors.
        case near
        /// Unfiltered rows with matches anywhere in the window.
        case far
        case paeth
        /// Paeth-filtered rows in which repeated color residuals become matches: for soft light of one color.
        case paethRuns

        /// Whether rows are coded as differences from the row above.
        var isPredicted: Bool {
            switch self {
            case .near, .far: false
            case .paeth, .paethRuns: true
            }
        }
    }

    /// Number of rows between two polls of the stop condition.
    private static let stopHeight = 32
    /// Number of literals or sequences after which a block ends, at the end of a row.
    private static let blockSize = (literals: 1 << 18, sequences: 1 << 16)

    /// - Parameter depth: Bits per palette index.
    init(_ effort: Effort, _ palette: Palette? = nil, depth: Int = 8) {
        self.effort = effort
        indexed = palette.map { IndexedDeflater($0, depth: depth, effort) }
    }

    /// Compresses the rows of an image and passes the zlib stream to `body`; the stream is valid only during the call.
    ///
    /// - Parameter isStopped: Polled every few rows; `true` abandons the stream.
    /// - Returns: The result of `body`; `nil` if stopped.
    func withStream<Result>(
        of source: PixelSource,
        unless isStopped: () -> Bool,
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        if let indexed { return indexed.withStream(of: source, unless: isStopped, body) }
        guard let sum = write(source, plan(for: source), isStopped) else { return nil }
        output.end(sum)
        return body(output.written)
    }

    /// Returns the stream of a fully transparent RGBA image.
    static func stream(ofTransparent width: Int, _ height: Int) -> [UInt8] {
        let (store, output) = (SequenceStore(), DeflateOutput())
        let count = (width * 4 + 1) * height
        var sum = Adler32()
        sum.addZeros(count)
        store.append(room: 4) { $0.zeros(count) }
        output.begin()
        output.write(store, DeflateBlock(), isLast: true)
        output.end(sum)
        return Array(output.written)
    }

    /// Compressed size of an image in bytes for a given coding; `nil` if a single pass was begun and abandoned.
    func size(of source: PixelSource, _ coding: Coding, atOnce isAtOnce: Bool) -> Int? {
        _ = trial(of: source, coding)
        var plan = plan(coding, of: source)
        plan.isAtOnce = isAtOnce
        if isAtOnce, case .unlikeSample = writeAtOnce(source, plan, { false }) { return nil }
        if !isAtOnce { _ = write(source, plan) { false } }
        return output.written.count
    }

    private func begin(width: Int) {
        if width > predicted.width { predicted = PaethRow(width: width) }
        ring.begin(width: width)
        store.begin(stride: ring.stride)
        self.width = width
    }

    // MARK: Choosing

    /// The way an image is written.
    private struct Plan {
        var coding: Coding
        var trial: RowSample.Trial
        /// Whether a single pass writes the image, with codes built from the sample.
        var isAtOnce: Bool
    }

    /// Chooses a plan by the estimated size of sampled rows in each coding.
    private func plan(for source: PixelSource) -> Plan {
        var predicted: RowSample.Trial?
        // Soft light contains no matches and is usually smaller when predicted; noise is not.
        if effort != .small, source.isSoft, effort == .fast || !source.isRepeated {
            let (trial, plain) = self.predicted(source)
            if trial.bits * 10 < plain * 9 { return plan(predicted: trial, of: source) }
            predicted = trial
        }
        var flat = effort == .fast ? Coding.near : .far
        let result = trial(of: source, flat)
        if history.hasFoundLittle(of: result.bits) { flat = .near }
        // In areas of one color most pixels equal a neighbor, and prediction cannot improve on that.
        if flat == .far || result.literals >= result.pixels {
            let other = predicted ?? trial(of: source, .paeth)
            if other.bits * 10 < result.bits * 9 { return plan(predicted: other, of: source) }
        }
        return plan(flat, of: source)
    }

    /// Plans a predicted coding, with runs where they make the sampled rows smaller.
    private func plan(predicted trial: RowSample.Trial, of source: PixelSource) -> Plan {
        // Where three of four residual bytes are 0, colors are predicted exactly. A gain below 5 % does not justify the
        // cost of runs.
        guard effort != .small, sampled.paeth.block.count(ofLiteral: 0) * 2 > trial.symbols,
            self.trial(of: source, .paethRuns).bits * 20 < trial.bits * 19
        else { return plan(.paeth, of: source) }
        return plan(.paethRuns, of: source)
    }

    /// Returns the result of a few predicted rows, gaps included, and the estimated bits of their pixels as plain
    /// literals.
    private func predicted(_ source: PixelSource) -> (trial: RowSample.Trial, plain: Int) {
        begin(width: source.width)
        sampled.flat.begin(stride: ring.stride)
        let trial = trial(of: source, .paeth, plain: sampled.flat)
        return (trial, sampled.flat.block.estimatedBits)
    }

    private func plan(_ coding: Coding, of source: PixelSource) -> Plan {
        // Flat areas yield few symbols per row, so choosing codes takes a second row of each band.
        if coding == .near, effort != .small { take(.near, of: source, .upper) }
        let trial = RowSample.Trial(sample(of: coding))
        // Distant matches are more frequent in the whole image than in the sample.
        let isAtOnce = effort != .small && coding != .far && trial.symbols >= Self.fewestSymbols
        return Plan(coding: coding, trial: trial, isAtOnce: isAtOnce)
    }

    /// Codes one row of each band as a sample.
    ///
    /// - Parameter plain: Receives the same pixels as plain literals.
    func trial(of source: PixelSource, _ coding: Coding, plain: RowSample? = nil) -> RowSample.Trial {
        let sample = self.sample(of: coding)
        begin(width: source.width)
        sample.begin(stride: ring.stride)
        history.clear()
        take(coding, of: source, .lower, plain: plain)
        return RowSample.Trial(sample)
    }

    /// Adds one row of each band to the sample.
    private func take(_ coding: Coding, of source: PixelSource, _ half: RowSample.Half, plain: RowSample? = nil) {
        let sample = self.sample(of: coding)
        // Sampled rows are coded as if they were adjacent: gaps continue from row to row.
        var pending = 0
        for start in stride(from: 0, to: source.height, by: RowSample.bandHeight(of: source.height)) {
            let y = RowSample.row(half, from: start, height: source.height)
            guard y < source.height else { continue }
            // Row y - 2 has not been loaded, and its ring slot may hold another row, so an empty row is above row y -
            // 1.
            if y > 0 { source.load(y - 1, into: ring[y - 1], above: coding.isPredicted ? ring.empty : nil) }
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
            if coding == .far, y > 0 { history.note(y - 1, of: ring) }
            sample.pixels += ring[y].pixelCount
            sample.store.append(room: source.width * 4 + 1) { code(y, coding, pending: &pending, to: &$0) }
            plain?.store.append(room: source.width * 4) { ring[y].say(to: &$0) }
        }
        sample.store.append(room: 4) { $0.zeros(pending) }
        sample.count()
        plain?.count()
    }

    private func sample(of coding: Coding) -> RowSample {
        switch coding {
        case .near, .far: sampled.flat
        case .paeth: sampled.paeth
        case .paethRuns: sampled.runs
        }
    }

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
        case .paethRuns:
            predicted.predict(ring[y], above: ring[y - 1], width: width)
            PaethCoder.code(predicted, width: width, asRuns: true, pending: &pending, to: &sink)
        }
    }

    /// - Returns: The checksum; `nil` if stopped.
    private func write(_ source: PixelSource, _ plan: Plan, _ isStopped: () -> Bool) -> Adler32? {
        if plan.isAtOnce {
            switch writeAtOnce(source, plan, isStopped) {
            case .done(let sum): return sum
            case .stopped: return nil
            case .unlikeSample: break
            }
        }
        output.begin()
        store.clear()
        let coding = plan.coding
        return effort == .small ? writeShortest(source, coding, isStopped) : writeCounted(source, coding, isStopped)
    }

    private enum AtOnce {
        case done(Adler32)
        case stopped
        /// Output larger than the sample predicted by so much that other codes are likely to be better.
        case unlikeSample
    }

    /// Writes the image in a single pass, with codes built from the sample: usually at most 1 % larger.
    private func writeAtOnce(_ source: PixelSource, _ plan: Plan, _ isStopped: () -> Bool) -> AtOnce {
        let (coding, trial) = (plan.coding, plan.trial)
        let sample = self.sample(of: coding)
        let block = sample.block
        block.makeCodes(forAllLike: sample.store)
        output.begin()
        output.begin(block)
        history.clear()
        var (sum, pending, pixels) = (Adler32(), 0, 0)
        for y in 0..<source.height {
            if y % Self.stopHeight == 0, isStopped() { return .stopped }
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
            pixels += ring[y].pixelCount
            output.append(room: source.width * 4 + 1, gap: pending, block) { sink in
                if coding == .near {
                    FlatCoder.write(y, of: ring, pending: &pending, to: &sink)
                } else {
                    code(y, coding, pending: &pending, to: &sink)
                }
            }
            check(ring[y], coding, &sum)
        }
        output.append(room: 4, gap: pending, block) { $0.zeros(pending) }
        output.end(block)
        let isMore = output.written.count * 8 * trial.pixels > (trial.bits + trial.bits / 8) * pixels
        return isMore ? .unlikeSample : .done(sum)
    }

    /// Minimum number of literals and lengths in a sample to build codes from.
    private static let fewestSymbols = 1536

    /// Writes the image row by row, counted before it is written, in blocks with their own codes.
    private func writeCounted(_ source: PixelSource, _ coding: Coding, _ isStopped: () -> Bool) -> Adler32? {
        var sum = Adler32()
        var pending = 0
        history.clear()
        for y in 0..<source.height {
            if y % Self.stopHeight == 0, isStopped() { return nil }
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
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

    /// Writes the image with optimal parsing, for ``Effort/small``.
    private func writeShortest(_ source: PixelSource, _ coding: Coding, _ isStopped: () -> Bool) -> Adler32? {
        let (frame, stride) = (whole.frame, ring.stride)
        frame.begin(count: stride * source.height)
        for y in 0..<source.height {
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
            let start = y * stride + 1
            if coding.isPredicted {
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
        let sample = self.sample(of: coding).block
        let isDone = whole.coder.code(
            frame,
            stride: stride,
            pixelSize: 4,
            to: store,
            block,
            like: sample,
            unless: isStopped
        ) {
            output.write(store, block, isLast: $0)
        }
        return isDone ? frame.sum : nil
    }

    private func check(_ row: StraightRow, _ coding: Coding, _ sum: inout Adler32) {
        if coding.isPredicted { return PaethCoder.check(predicted, width: width, &sum) }
        sum.add(row, length: width &* 4)
    }
}
