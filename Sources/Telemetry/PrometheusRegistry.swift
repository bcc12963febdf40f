public import CoreMetrics
import Synchronization

/// Metrics in memory, for `swift-metrics`, which are read as a page of Prometheus' text format.
///
/// Counters are counters, meters are gauges, and timers are histograms of seconds; recorders are histograms where they aggregate
/// and gauges where they don't. The same label and dimensions lead to the same numbers, whoever asks for them.
///
/// Metrics with more sets of dimensions than ``maximumSeries`` are not shown beyond those: a label whose values come from outside
/// would fill the memory otherwise.
///
/// - Source: Prometheus, exposition formats, text format 0.0.4.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// What is said about a metric.
    public struct Description: Sendable {
        /// What it counts, in a sentence.
        public var help: String
        /// Upper bounds of a histogram's buckets, increasing, without the infinite one.
        public var buckets: [Double]

        /// - Parameter buckets: 5 ms to 10.24 s, doubling, where none are given.
        public init(_ help: String, buckets: [Double] = Description.seconds) {
            (self.help, self.buckets) = (help, buckets)
        }

        /// 5 ms to 10.24 s, doubling.
        public static let seconds = (0..<12).map { 0.005 * Double(1 << $0) }
    }

    /// The media type of ``page()``.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Sets of dimensions that one metric may have.
    public let maximumSeries: Int
    private let descriptions: [String: Description]
    private let families = Mutex<[String: Family]>([:])

    private struct Family {
        let kind: Kind
        var series: [String: any Series] = [:]
    }

    private enum Kind: String { case counter, gauge, histogram }

    /// - Parameter descriptions: By label. Metrics without one have no help, and the buckets of the default.
    public init(_ descriptions: [String: Description] = [:], maximumSeries: Int = 4096) {
        (self.descriptions, self.maximumSeries) = (descriptions, maximumSeries)
    }

    /// All metrics as they are now, by name.
    public func page() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = descriptions[name]?.help { text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n" }
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) { series.write(name, labels, &text) }
        }
        return text
    }

    private func series<Made: Series>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ kind: Kind,
        _ make: () -> Made
    ) -> Made {
        let name = Self.name(label)
        let labels = dimensions.map { "\(Self.name($0.0, isLabel: true))=\"\(Self.escaped($0.1, quotes: true))\"" }
        let key = labels.joined(separator: ",")
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            if let known = family.series[key] as? Made { return known }
            let made = make()
            // Of another kind, or one too many: it works, and is not shown.
            guard family.kind == kind, family.series[key] == nil, family.series.count < maximumSeries else {
                return made
            }
            family.series[key] = made
            families[name] = family
            return made
        }
    }

    // MARK: MetricsFactory

    /// A counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter) { CounterSeries() }
    }

    /// A counter of numbers that are not whole.
    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter) { NumberSeries() }
    }

    /// A gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge) { NumberSeries() }
    }

    /// A histogram, or a gauge.
    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, .gauge) { NumberSeries() } }
        return series(label, dimensions, .histogram) { HistogramSeries(buckets(label)) }
    }

    /// A histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, .histogram) { HistogramSeries(buckets(label)) }
    }

    // What was counted stays: a counter that begins again says that the process has.
    /// Does nothing.
    public func destroyCounter(_: any CounterHandler) {}
    /// Does nothing.
    public func destroyFloatingPointCounter(_: any FloatingPointCounterHandler) {}
    /// Does nothing.
    public func destroyMeter(_: any MeterHandler) {}
    /// Does nothing.
    public func destroyRecorder(_: any RecorderHandler) {}
    /// Does nothing.
    public func destroyTimer(_: any TimerHandler) {}

    // MARK: Text

    private func buckets(_ label: String) -> [Double] {
        descriptions[Self.name(label)]?.buckets ?? Description.seconds
    }

    /// With what no name may have replaced by `_`.
    private static func name(_ label: String, isLabel: Bool = false) -> String {
        var name = String(
            label.unicodeScalars.map { scalar in
                let isFine = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isFine || (scalar == ":" && !isLabel) ? Character(scalar) : "_"
            }
        )
        if name.first.map({ ("0"..."9").contains($0) }) ?? true { name = "_" + name }
        return name
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
