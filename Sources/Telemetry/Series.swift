internal import CoreMetrics
import Synchronization

/// Values of a metric for one set of dimensions.
protocol Series: AnyObject, Sendable {
    /// Appends the lines of the series to `text`.
    func write(_ name: String, labels: String, to text: inout String)
}

/// An integer counter.
final class CounterSeries: Series, CounterHandler {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(_ name: String, labels: String, to text: inout String) {
        text += "\(name)\(labels.inBraces) \(value.load(ordering: .relaxed))\n"
    }
}

/// A floating-point counter or gauge.
final class NumberSeries: Series, FloatingPointCounterHandler, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func set(_ number: Int64) { value.withLock { $0 = Double(number) } }
    func set(_ number: Double) { value.withLock { $0 = number } }
    func record(_ number: Int64) { set(number) }
    func record(_ number: Double) { set(number) }
    func reset() { set(0.0) }

    func write(_ name: String, labels: String, to text: inout String) {
        text += "\(name)\(labels.inBraces) \(value.withLock { $0 }.inMetrics)\n"
    }
}

/// A histogram with fixed buckets.
final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    private struct State {
        /// Number of values in each bucket: up to its bound and above the previous one; the last bucket has no bound.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    init(_ bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: [Int](repeating: 0, count: bounds.count + 1)))
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        // For a few bounds, a linear search is as fast as a binary one.
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += 1
            state.sum += value
        }
    }

    func write(_ name: String, labels: String, to text: inout String) {
        let state = state.withLock { $0 }
        let prefix = labels.isEmpty ? "" : labels + ","
        var count = 0
        for (bound, number) in zip(bounds.map(\.inMetrics) + ["+Inf"], state.counts) {
            count += number
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(count)\n"
        }
        text += "\(name)_sum\(labels.inBraces) \(state.sum.inMetrics)\n"
        text += "\(name)_count\(labels.inBraces) \(count)\n"
    }
}

extension String {
    fileprivate var inBraces: String { isEmpty ? "" : "{\(self)}" }
}

extension Double {
    /// Number in Prometheus' format: Go's syntax, which is Swift's except for NaN and infinities.
    fileprivate var inMetrics: String {
        if isNaN { return "NaN" }
        if isInfinite { return self > 0 ? "+Inf" : "-Inf" }
        // Swift writes 0.32, not 0.32000000000000001. Integers have no ".0".
        return self == rounded() && magnitude < 1e15 ? String(Int64(self)) : String(self)
    }
}
