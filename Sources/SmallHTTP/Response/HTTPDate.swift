import Glibc

/// The `Date` field (RFC 9110 §6.6.1), formatted once a second.
struct HTTPDate {
    private var second: time_t = -1
    private var text: [UInt8] = []

    /// Returns the current time as IMF-fixdate, RFC 9110 §5.6.7.
    mutating func now() -> [UInt8] {
        let now = time(nil)
        if now != second {
            second = now
            text = Self.format(now)
        }
        return text
    }

    /// Formats a time. `strftime` would use the process's language for the day's name.
    static func format(_ time: time_t) -> [UInt8] {
        var time = time
        var parts = tm()
        gmtime_r(&time, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: Int32, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = "\(padded(parts.tm_mday, 2)) \(months[Int(parts.tm_mon)]) \(padded(parts.tm_year + 1900, 4))"
        let clock = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return Array("\(days[Int(parts.tm_wday)]), \(date) \(clock) GMT".utf8)
    }
}
