import HTTPTypes

extension Connection {
    /// Receives bytes, or the client's end of stream.
    func readable() {
        // A few reads, then the other connections: the poller reports the remainder again.
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
                // Usually nothing more is available; otherwise the poller reports it.
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

    /// Processes bytes received into the loop's buffer.
    private func take(_ count: Int) {
        if phase == .lingering {
            lingerBytes += count
            if lingerBytes > context.configuration.maximumLingerBytes { close(.failure) }
        } else if input.isEmpty {
            // Parsed in place. The remainder must leave the buffer, which other connections need.
            input = loop.scratch[..<count]
            advance()
            input = input.isEmpty ? [] : Array(input)[...]
        } else {
            input.append(contentsOf: loop.scratch[..<count])
            advance()
        }
    }

    /// Processes ``input`` until it is exhausted or a request is complete.
    ///
    /// A loop guarded against reentry, not a recursion: requests refused by their heads are answered at once, and a
    /// client may send thousands of them in a row.
    func advance() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        // A limited number of pipelined requests, then the other connections.
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

    /// Advances the head. Returns whether there may be more to do.
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

    /// Records consumed bytes of a head; empty lines before the head do not count.
    private func noteHead(_ count: Int, isFaulty: Bool = false) {
        guard headParser.hasBegun || isFaulty else { return }
        current.bytes += count
        guard phase == .idle else { return }
        phase = .head
        since = loop.now
        current.began = since
    }

    /// Advances the body. Returns whether there may be more to do.
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
