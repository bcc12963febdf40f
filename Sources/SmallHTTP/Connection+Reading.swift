import HTTPTypes

extension Connection {
    /// The socket has bytes, or the client's end.
    func readable() {
        // A few turns, then the other connections: what is left is reported again.
        for _ in 0..<4 {
            guard let descriptor, !inputEnded else { break }
            let room = phase == .lingering ? loop.scratch.count : roomForInput
            guard room > 0 else { break }
            switch Socket.receive(descriptor, into: &loop.scratch, atMost: room) {
            case .bytes(0):
                inputEnded = true
                if phase == .lingering { close(.client) } else { advance() }
                probe()
            case .bytes(let count):
                context.observer.received(bytes: count)
                take(count)
                // Most often there is no more; if there is, the poller reports it.
                if count < room {
                    updateInterest()
                    return
                }
            case .wouldBlock:
                updateInterest()
                return
            case .failed:
                close(.broken)
            }
        }
        updateInterest()
    }

    var wantsInput: Bool {
        !inputEnded && (phase == .lingering || roomForInput > 0)
    }

    private var roomForInput: Int {
        min(loop.scratch.count, max(1, context.configuration.maximumUnreadBytes) - input.count)
    }

    /// Works on what was received into the loop's buffer.
    private func take(_ count: Int) {
        if phase == .lingering {
            lingerBytes += count
            if lingerBytes > context.configuration.maximumLingerBytes { close(.failure) }
        } else if input.isEmpty {
            // Parsed where it is. What is left must not stay in the buffer, which others need.
            input = loop.scratch[..<count]
            advance()
            input = input.isEmpty ? [] : Array(input)[...]
        } else {
            input.append(contentsOf: loop.scratch[..<count])
            advance()
        }
    }

    /// Works on ``input`` until it is used up or a request is complete.
    ///
    /// A loop with a guard against itself, not a recursion: requests refused by their heads are answered at once, and
    /// a client may send thousands of them in a row.
    func advance() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        // Some requests that came in one piece, then the other connections.
        let last = answerNumber &+ 64
        while true {
            if answerNumber > last {
                loop.perform { [self] in
                    advance()
                    updateInterest()
                }
                return
            }
            switch phase {
            case .idle, .head: guard advanceHead() else { return }
            case .body: guard advanceBody() else { return }
            case .handling, .responding, .lingering, .closed: return
            }
        }
    }

    /// Whether there may be more to do.
    private func advanceHead() -> Bool {
        if bytesToDiscard > 0 {
            let count = min(bytesToDiscard, input.count)
            input = input.dropFirst(count)
            bytesToDiscard -= count
        }
        let before = input.count
        do {
            let head = try headParser.consume(&input)
            noteHead(before - input.count)
            if let head {
                begin(head)
                return true
            }
        } catch {
            noteHead(before - input.count, isFaulty: true)
            current.isHead = headParser.method == .head
            fail(error)
            return true
        }
        input = []
        guard inputEnded else { return false }
        current.isHead = headParser.method == .head
        if phase == .head { fail(.incompleteRequest) } else { close(.client) }
        return false
    }

    /// Bytes of a head were consumed; empty lines before it are none of it.
    private func noteHead(_ count: Int, isFaulty: Bool = false) {
        guard headParser.hasBegun || isFaulty else { return }
        current.bytes += count
        guard phase == .idle else { return }
        phase = .head
        since = loop.now
        current.began = since
    }

    /// Whether there may be more to do.
    private func advanceBody() -> Bool {
        let before = input.count
        do {
            let isComplete = try bodyDecoder.decode(&input, into: &body)
            noteBody(before - input.count)
            if isComplete {
                dispatch()
                return true
            }
        } catch {
            noteBody(before - input.count)
            fail(error)
            return true
        }
        input = []
        if inputEnded { fail(.incompleteRequest) }
        return false
    }

    private func noteBody(_ count: Int) {
        current.bytes += count
        bodyBytesReceived += UInt64(count)
    }
}
