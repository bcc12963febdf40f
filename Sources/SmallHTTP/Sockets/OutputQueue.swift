/// Queue of outgoing bytes, in order, in the arrays that were appended.
struct OutputQueue {
    private var segments: [[UInt8]] = []
    private var first = 0
    private var offset = 0
    /// Number of bytes not yet accepted by the system.
    private(set) var count = 0
    /// Number of bytes ever appended; 2^63 of them take longer than the hardware lasts.
    private(set) var total = 0

    var isEmpty: Bool { count == 0 }

    /// Number of bytes ever accepted by the system.
    var sent: Int { total - count }

    mutating func append(_ segment: [UInt8]) {
        guard !segment.isEmpty else { return }
        segments.append(segment)
        count += segment.count
        total += segment.count
    }

    /// Maximum number of segments sent in one call: a head and its body, or the frames of a chunk.
    static let mostAtOnce = 16

    /// Sends as much of the first segments as the socket accepts.
    mutating func send(to descriptor: FileDescriptor) -> Socket.Transfer {
        send { Socket.send($0, to: descriptor) }
    }

    /// Sends through `transfer`, which gets the appended bytes themselves, not copies.
    mutating func send(by transfer: (Socket.Buffers) -> Socket.Transfer) -> Socket.Transfer {
        let count = min(segments.count - first, Self.mostAtOnce)
        guard count > 0 else { return .bytes(0) }
        let result = Socket.lend(segments[first..<first + count], from: offset, to: transfer)
        if case .bytes(let sent) = result { drop(sent) }
        return result
    }

    mutating func removeAll() {
        self = OutputQueue()
    }

    private mutating func drop(_ sent: Int) {
        count -= sent
        offset += sent
        while first < segments.count, offset >= segments[first].count {
            offset -= segments[first].count
            // Sent bytes are released immediately, not when the queue is empty: a body may be most of the memory in
            // use.
            segments[first] = []
            first += 1
        }
        if first == segments.count {
            // Capacity for a head and a body is kept for the next response.
            segments.removeAll(keepingCapacity: segments.count <= 4)
            first = 0
        } else if first > 64 {
            segments.removeFirst(first)
            first = 0
        }
    }
}
