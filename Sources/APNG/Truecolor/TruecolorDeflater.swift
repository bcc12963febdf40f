internal import CKernels
internal import Deflate
internal import Memory

/// Compresses RGBA frames into zlib streams. The cost follows a frame's content, not its size.
///
/// Rows are coded by ``FlatRowCoder`` or ``PaethRowCoder``: whichever takes fewer bits for a few sampled rows, or is
/// usually better for such content. Gaps between drawn areas are emitted in bulk. Earlier frames never affect the output: their
/// memory is reused, but nothing in it.
///
/// - Source: RFC 1950, RFC 1951.
final class TruecolorDeflater {
    private let effort: Effort
    private let store = SequenceStore()
    private let block = DeflateBlock()
    /// Results of sampled rows with either filter, and with runs.
    private let sampled = (flat: RowSample(), paeth: RowSample(), runs: RowSample())
    private let ring = RowRing()
    private let history = PixelHistory()
    private var predicted = PaethRow(width: 0)
    private var width = 0
    /// Buffers for ``Effort/small``.
    private lazy var whole = (rows: SparseBytes(), parser: OptimalParser())
    private let output = DeflateOutput()

    enum Coding {
        /// Unfiltered rows with matches to the left and upper neighbors.
        case filterNoneLocal
        /// Unfiltered rows with matches anywhere in the window.
        case filterNoneWindow
        /// Paeth-filtered rows.
        case filterPaeth
        /// Paeth-filtered rows in which repeated color residuals become matches: for soft light of one color.
        case filterPaethRuns

        /// Whether rows are coded as differences from the row above.
        var isPredicted: Bool {
            switch self {
            case .filterNoneLocal, .filterNoneWindow: false
            case .filterPaeth, .filterPaethRuns: true
            }
        }
    }

    /// Number of rows between two polls of the stop condition.
    private static let stopHeight = 32
    /// Number of literals or sequences after which a block ends, at the end of a row.
    private static let blockSize = (literals: 1 << 18, sequences: 1 << 16)

    init(_ effort: Effort) { self.effort = effort }

    /// Compresses the rows of an image and passes the zlib stream to `body`; the stream is valid only during the call.
    ///
    /// - Parameter isStopped: Polled every few rows; `true` abandons the stream.
    /// - Returns: The result of `body`; `nil` if stopped.
    func withStream<Result>(
        of source: PixelSource,
        unless isStopped: () -> Bool,
        _ body: (DeflateOutput) -> Result
    ) -> Result? {
        guard let sum = write(source, makePlan(for: source), unless: isStopped) else { return nil }
        output.end(sum)
        return body(output)
    }

    /// Compressed size of an image in bytes for a given coding; `nil` if a single pass was begun and abandoned.
    func size(of source: PixelSource, _ coding: Coding, singlePass isSinglePass: Bool) -> Int? {
        _ = estimate(of: source, coding)
        var plan = makePlan(coding, of: source)
        plan.isSinglePass = isSinglePass
        if isSinglePass, case .unlikeSample = writeSinglePass(source, plan, unless: { false }) { return nil }
        if !isSinglePass { _ = write(source, plan, unless: { false }) }
        return output.count
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
        var estimate: RowSample.Estimate
        /// Whether a single pass writes the image, with codes built from the sample.
        var isSinglePass: Bool
    }

    /// Chooses a plan by the estimated size of sampled rows in each coding.
    private func makePlan(for source: PixelSource) -> Plan {
        var predicted: RowSample.Estimate?
        // Soft light contains no matches and is usually smaller when predicted; noise is not.
        if effort != .small, source.isSoft, effort == .fast || !source.isRepeated {
            let (estimate, plain) = estimatePredicted(source)
            if estimate.bits * 10 < plain * 9 { return makePlan(predicted: estimate, of: source) }
            predicted = estimate
        }
        var flat = effort == .fast ? Coding.filterNoneLocal : .filterNoneWindow
        let result = estimate(of: source, flat)
        if history.hasFoundLittle(of: result.bits) { flat = .filterNoneLocal }
        // In areas of one color most pixels equal a neighbor, and prediction cannot improve on that.
        if flat == .filterNoneWindow || result.literals >= result.pixels {
            let other = predicted ?? estimate(of: source, .filterPaeth)
            if other.bits * 10 < result.bits * 9 { return makePlan(predicted: other, of: source) }
        }
        return makePlan(flat, of: source)
    }

    /// Plans a predicted coding, with runs where they make the sampled rows smaller.
    private func makePlan(predicted estimate: RowSample.Estimate, of source: PixelSource) -> Plan {
        // Where three of four residual bytes are 0, colors are predicted exactly. A gain below 5 % does not justify the
        // cost of runs.
        guard effort != .small, sampled.paeth.block.count(ofLiteral: 0) * 2 > estimate.symbols,
            self.estimate(of: source, .filterPaethRuns).bits * 20 < estimate.bits * 19
        else { return makePlan(.filterPaeth, of: source) }
        return makePlan(.filterPaethRuns, of: source)
    }

    /// Returns the result of a few predicted rows, gaps included, and the estimated bits of their pixels as plain
    /// literals.
    private func estimatePredicted(_ source: PixelSource) -> (estimate: RowSample.Estimate, plain: Int) {
        begin(width: source.width)
        sampled.flat.begin(stride: ring.stride)
        let estimate = self.estimate(of: source, .filterPaeth, plain: sampled.flat)
        return (estimate, sampled.flat.block.estimatedBits)
    }

    private func makePlan(_ coding: Coding, of source: PixelSource) -> Plan {
        // Flat areas yield few symbols per row, so choosing codes takes a second row of each band.
        if coding == .filterNoneLocal, effort != .small { addSamples(.filterNoneLocal, of: source, .upper) }
        let estimate = RowSample.Estimate(sample(of: coding))
        // Distant matches are more frequent in the whole image than in the sample.
        let isSinglePass = effort != .small && coding != .filterNoneWindow && estimate.symbols >= Self.fewestSymbols
        return Plan(coding: coding, estimate: estimate, isSinglePass: isSinglePass)
    }

    /// Codes one row of each band as a sample.
    ///
    /// - Parameter plain: Receives the same pixels as plain literals.
    func estimate(of source: PixelSource, _ coding: Coding, plain: RowSample? = nil) -> RowSample.Estimate {
        let sample = self.sample(of: coding)
        begin(width: source.width)
        sample.begin(stride: ring.stride)
        history.clear()
        addSamples(coding, of: source, .lower, plain: plain)
        return RowSample.Estimate(sample)
    }

    /// Adds one row of each band to the sample.
    private func addSamples(_ coding: Coding, of source: PixelSource, _ row: SampleRow, plain: RowSample? = nil) {
        let sample = self.sample(of: coding)
        // Sampled rows are coded as if they were adjacent: gaps continue from row to row.
        var pending = 0
        for start in stride(from: 0, to: source.height, by: SampleRow.bandHeight(of: source.height)) {
            let y = SampleRow.number(row, from: start, height: source.height)
            guard y < source.height else { continue }
            // Row y - 2 has not been loaded, and its ring slot may hold another row, so an empty row is above row y -
            // 1.
            if y > 0 { source.load(y - 1, into: ring[y - 1], above: coding.isPredicted ? ring.empty : nil) }
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
            if coding == .filterNoneWindow, y > 0 { history.record(y - 1, of: ring) }
            sample.pixels += ring[y].pixelCount
            sample.store.append(room: source.width * 4 + 1) { encode(y, coding, pending: &pending, to: &$0) }
            plain?.appendLiterals(ring[y], width: source.width)
        }
        sample.store.append(room: 4) { $0.zeros(pending) }
        sample.count()
        plain?.count()
    }

    private func sample(of coding: Coding) -> RowSample {
        switch coding {
        case .filterNoneLocal, .filterNoneWindow: sampled.flat
        case .filterPaeth: sampled.paeth
        case .filterPaethRuns: sampled.runs
        }
    }

    // MARK: Writing

    @inline(__always)
    private func encode<Sink: SymbolSink>(
        _ y: Int,
        _ coding: Coding,
        pending: inout Int,
        to sink: inout Sink
    ) {
        switch coding {
        case .filterNoneLocal:
            FlatRowCoder.encode(y, of: ring, lookup: nil, pending: &pending, to: &sink)
        case .filterNoneWindow:
            let lookup = history.lookup(for: y, of: ring)
            FlatRowCoder.encode(y, of: ring, lookup: lookup, pending: &pending, to: &sink)
        case .filterPaeth:
            predicted.predict(ring[y], above: ring[y - 1], width: width)
            PaethRowCoder.encode(predicted, width: width, pending: &pending, to: &sink)
        case .filterPaethRuns:
            predicted.predict(ring[y], above: ring[y - 1], width: width)
            PaethRowCoder.encode(predicted, width: width, withRuns: true, pending: &pending, to: &sink)
        }
    }

    /// - Returns: The checksum; `nil` if stopped.
    private func write(_ source: PixelSource, _ plan: Plan, unless isStopped: () -> Bool) -> Adler32? {
        if plan.isSinglePass {
            switch writeSinglePass(source, plan, unless: isStopped) {
            case .done(let sum): return sum
            case .stopped: return nil
            case .unlikeSample: break
            }
        }
        output.begin()
        store.clear()
        let coding = plan.coding
        return effort == .small
            ? writeOptimal(source, coding, unless: isStopped) : writeCounted(source, coding, unless: isStopped)
    }

    private enum SinglePass {
        case done(Adler32)
        case stopped
        /// Output larger than the sample predicted by so much that other codes are likely to be better.
        case unlikeSample
    }

    /// Writes the image in a single pass, with codes built from the sample: usually at most 1 % larger.
    private func writeSinglePass(_ source: PixelSource, _ plan: Plan, unless isStopped: () -> Bool) -> SinglePass {
        let (coding, estimate) = (plan.coding, plan.estimate)
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
            output.append(room: source.width * 4 + 1, gap: pending, with: block) { sink in
                if coding == .filterNoneLocal {
                    FlatRowCoder.write(y, of: ring, pending: &pending, to: &sink)
                } else {
                    encode(y, coding, pending: &pending, to: &sink)
                }
            }
            addChecksum(of: ring[y], coding, to: &sum)
        }
        output.append(room: 4, gap: pending, with: block) { $0.zeros(pending) }
        output.end(block)
        let isMore = output.count * 8 * estimate.pixels > (estimate.bits + estimate.bits / 8) * pixels
        return isMore ? .unlikeSample : .done(sum)
    }

    /// Minimum number of literals and lengths in a sample to build codes from.
    private static let fewestSymbols = 1536

    /// Writes the image row by row, counted before it is written, in blocks with their own codes.
    private func writeCounted(_ source: PixelSource, _ coding: Coding, unless isStopped: () -> Bool) -> Adler32? {
        var sum = Adler32()
        var pending = 0
        history.clear()
        for y in 0..<source.height {
            if y % Self.stopHeight == 0, isStopped() { return nil }
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
            store.append(room: source.width * 4 + 1) { sink in
                encode(y, coding, pending: &pending, to: &sink)
            }
            addChecksum(of: ring[y], coding, to: &sum)
            if store.literalCount > Self.blockSize.literals || store.sequenceCount > Self.blockSize.sequences {
                if y < source.height - 1 { output.write(store, with: block, isLast: false) }
            }
        }
        store.append(room: 4) { $0.zeros(pending) }
        output.write(store, with: block, isLast: true)
        return sum
    }

    /// Writes the image with optimal parsing, for ``Effort/small``.
    private func writeOptimal(_ source: PixelSource, _ coding: Coding, unless isStopped: () -> Bool) -> Adler32? {
        let (rows, stride) = (whole.rows, ring.stride)
        rows.begin(count: stride * source.height)
        for y in 0..<source.height {
            source.load(y, into: ring[y], above: coding.isPredicted ? ring[y - 1] : nil)
            let start = y * stride + 1
            if coding.isPredicted {
                predicted.predict(ring[y], above: ring[y - 1], width: width)
                PaethRowCoder.append(predicted, at: start, to: rows)
            } else {
                for index in 0..<ring[y].spanCount {
                    let span = ring[y].spans[index]
                    let (low, high) = (Int(span.low), Int(span.high))
                    let pixels = ring[y].pixels.readOnly.suffix(from: low).bytes
                    rows.append(pixels, at: start + low * 4, length: (high - low) * 4)
                }
            }
        }
        let sample = self.sample(of: coding).block
        let isDone = whole.parser.parse(
            rows,
            stride: stride,
            pixelSize: 4,
            to: store,
            block: block,
            like: sample,
            unless: isStopped
        ) {
            output.write(store, with: block, isLast: $0)
        }
        return isDone ? rows.checksum : nil
    }

    private func addChecksum(of row: StraightRow, _ coding: Coding, to sum: inout Adler32) {
        if coding.isPredicted { return PaethRowCoder.addChecksum(of: predicted, width: width, to: &sum) }
        sum.addRow(row.pixels.readOnly, spans: row.spans, spanCount: row.spanCount, length: width &* 4)
    }
}
