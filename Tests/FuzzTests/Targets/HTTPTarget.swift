import HTTPTypes
import SmallHTTP

/// Requests as received from a socket: heads, admission, bodies and pipelining. The result must not depend on how the
/// bytes are cut.
///
/// The first byte selects the cuts; the other bytes are the client's.
enum HTTPTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let first = bytes.first else { return }
        let message = bytes.dropFirst()
        let whole = try Conversation(message, cutEvery: max(1, message.count)).events
        for length in [1, 1 + Int(first)] {
            let events = try Conversation(message, cutEvery: length).events
            try promise(events == whole, "in pieces of \(length) bytes: \(events); as a whole: \(whole)")
        }
    }
}
