import Glibc

extension BatchRun.Figures {
    /// Images per second, failed lines included; `nil` before the first.
    private var rate: Double? {
        let made = rendered + failed
        return seconds > 0 && made > 0 ? Double(made) / seconds : nil
    }

    /// Estimated seconds left, if the unread lines are like those read so far and none of their files exists.
    var secondsLeft: Double? {
        guard let rate, let size, position > 0 else { return nil }
        let expected = Double(own) * Double(max(size, position)) / Double(position)
        return max(0, expected - Double(done)) / rate
    }

    private var counts: String {
        "\(rendered) rendered" + (present > 0 ? ", \(present) already present" : "")
            + (failed > 0 ? ", \(failed) failed" : "")
    }

    private var rateText: String { rate.map { "\(Self.rounded($0, to: $0 < 10 ? 1 : 0)) per second" } ?? "" }

    /// Progress text: `120 rendered, 3 failed; 24 per second, about 2 min to go`.
    var progress: String {
        let rest = secondsLeft.map { ", about \(Self.text($0)) to go" } ?? ""
        return rateText.isEmpty ? counts : "\(counts); \(rateText)\(rest)"
    }

    /// Final summary.
    func summary(_ shard: Shard) -> String {
        let all = "\(lines) \(lines == 1 ? "line" : "lines")"
        let which = shard == .whole ? all : "shard \(shard), \(own) of \(all)"
        if rendered == 0 { return "\(which): \(counts)" }
        let size = "\(Self.rounded(Double(bytes) / 1e6, to: 1)) MB"
        let time = seconds < 10 ? "\(Self.rounded(seconds, to: 1)) s" : Self.text(seconds)
        return "\(which): \(counts); \(size) in \(time), \(rateText)"
    }

    /// Formats a number with a fixed number of decimal places, as `printf` does.
    private static func rounded(_ number: Double, to digits: Int) -> String {
        var text = [CChar](repeating: 0, count: 400)
        _ = withVaList([Int32(digits), number]) { vsnprintf(&text, text.count, "%.*f", $0) }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Formats a duration: `1 h 5 min`, `2 min 10 s`, `8 s`.
    static func text(_ seconds: Double) -> String {
        // Capped at about 300 years, to avoid overflow.
        let whole = Int(min(seconds, 1e10).rounded(.up))
        if whole >= 3600 { return "\(whole / 3600) h \(whole % 3600 / 60) min" }
        return whole >= 60 ? "\(whole / 60) min \(whole % 60) s" : "\(whole) s"
    }
}
