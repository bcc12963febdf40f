import HTTPTypes
import SmallHTTP

/// Requests as they come from a socket: heads, admission, bodies, one request after the other. However the bytes are cut, the
/// same comes of them.
///
/// The first byte says where they are cut; the others are what a client sends.
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
