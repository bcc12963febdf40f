public import CoreMetrics
import Synchronization

/// Metrics backend for `swift-metrics`, kept in memory and exported in Prometheus' text format.
///
/// Counters are counters, meters are gauges, and timers are histograms of seconds; recorders are histograms if they
/// aggregate, otherwise gauges. The same label and dimensions share one series.
///
/// Series of a metric beyond ``maximumSeries`` are not exported: a label with values from outside would otherwise
/// exhaust memory.
///
/// - Source: Prometheus, exposition formats, text format 0.0.4.
public final class PrometheusRegistry: MetricsFactory, Sendable {
    /// Help text and buckets of a metric.
    public struct Description: Sendable {
        /// Help text, one sentence.
        public var help: String
        /// Upper bounds of a histogram's buckets, increasing, without the infinite one.
        public var buckets: [Double]

        /// - Parameter buckets: Upper bounds; by default 5 ms to 10.24 s, doubling.
        public init(_ help: String, buckets: [Double] = Description.seconds) {
            (self.help, self.buckets) = (help, buckets)
        }

        /// Upper bounds in seconds: 5 ms to 10.24 s, doubling.
        public static let seconds = (0..<12).map { 0.005 * Double(1 << $0) }
    }

    /// Media type of ``page()``.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    /// Maximum number of sets of dimensions per metric.
    public let maximumSeries: Int
    private let descriptions: [String: Description]
    private let families = Mutex<[String: Family]>([:])

    private struct Family {
        let kind: Kind
        var series: [String: any Series] = [:]
    }

    private enum Kind: String { case counter, gauge, histogram }

    /// - Parameter descriptions: Descriptions by label. A metric without one has no help and the default buckets.
    public init(_ descriptions: [String: Description] = [:], maximumSeries: Int = 4096) {
        (self.descriptions, self.maximumSeries) = (descriptions, maximumSeries)
    }

    /// Returns the current values of all metrics, sorted by name.
    public func page() -> String {
        let families = families.withLock { $0 }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = descriptions[name]?.help { text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n" }
            text += "# TYPE \(name) \(family.kind.rawValue)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(name, labels: labels, to: &text)
            }
        }
        return text
    }

    private func series<Made: Series>(
        _ label: String,
        _ dimensions: [(String, String)],
        kind: Kind,
        make: () -> Made
    ) -> Made {
        let name = Self.name(label)
        let labels = dimensions.map { "\(Self.name($0.0, isLabel: true))=\"\(Self.escaped($0.1, quotes: true))\"" }
        let key = labels.joined(separator: ",")
        return families.withLock { families in
            var family = families[name] ?? Family(kind: kind)
            if let known = family.series[key] as? Made { return known }
            let made = make()
            // A series of another kind, or beyond the limit, works but is not exported.
            guard family.kind == kind, family.series[key] == nil, family.series.count < maximumSeries else {
                return made
            }
            family.series[key] = made
            families[name] = family
            return made
        }
    }

    // MARK: MetricsFactory

    /// Returns a counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, kind: .counter) { CounterSeries() }
    }

    /// Returns a counter of fractional numbers.
    public func makeFloatingPointCounter(
        label: String,
        dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(label, dimensions, kind: .counter) { NumberSeries() }
    }

    /// Returns a gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, kind: .gauge) { NumberSeries() }
    }

    /// Returns a histogram, or a gauge if the recorder does not aggregate.
    public func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        guard aggregate else { return series(label, dimensions, kind: .gauge) { NumberSeries() } }
        return series(label, dimensions, kind: .histogram) { HistogramSeries(buckets(label)) }
    }

    /// Returns a histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, kind: .histogram) { HistogramSeries(buckets(label)) }
    }

    // Series outlive their handlers: a counter that restarts signals a restart of the process.
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

    /// Returns a label with invalid characters replaced by `_`.
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
