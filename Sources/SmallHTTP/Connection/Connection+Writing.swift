/// A body being sent from its source.
struct OutgoingStream {
    let source: any BodySource
    let isChunked: Bool
    /// Whether the source owes a chunk.
    var isAwaitingChunk = false
    var hasSentChunk = false
}

extension Connection {
    /// Sends as much as the socket accepts, and asks the stream for more if there is room.
    func flush() {
        guard let descriptor else { return }
        // After the budget, the other connections have their turn: a fast reader could occupy the loop indefinitely.
        var budget = 1024 * 1024
        sending: while !output.isEmpty {
            guard budget > 0 else { break }
            switch output.send(to: descriptor) {
            case .bytes(let count):
                context.observer.sent(bytes: count)
                budget -= count
            case .wouldBlock:
                break sending
            case .failed:
                close(.broken)
                return
            }
        }
        updateUnsent()
        updateInterest()
        guard phase == .responding else { return }
        if stream != nil {
            pull()
        } else if output.isEmpty {
            finishResponse()
        }
    }

    /// Records the bytes that wait for a slow reader.
    private func updateUnsent() {
        if !output.isEmpty {
            isListedUnsent = true
            context.unsent.note(self, bytes: output.count, began: current.answered, now: loop.now)
        } else if isListedUnsent {
            isListedUnsent = false
            context.unsent.forget(self)
        }
    }

    /// Asks for the next chunk, unless one is owed or enough bytes are waiting.
    private func pull() {
        guard let stream, !stream.isAwaitingChunk, output.count < max(1, context.configuration.highWaterMark) else {
            return
        }
        self.stream?.isAwaitingChunk = true
        let number = answerNumber
        let delivery = ChunkDelivery { [self] chunk in
            loop.perform { self.receive(chunk, number: number) }
        }
        stream.source.next { delivery.deliver($0) }
    }

    private func receive(_ chunk: BodyChunk, number: UInt64) {
        guard phase == .responding, number == answerNumber, let stream else { return }
        self.stream?.isAwaitingChunk = false
        if output.isEmpty { since = loop.now }
        switch chunk {
        case .bytes(let bytes): append([bytes], to: stream)
        case .pieces(let pieces): append(pieces, to: stream)
        case .end:
            if stream.isChunked { output.append(Array("\(stream.hasSentChunk ? "\r\n" : "")0\r\n\r\n".utf8)) }
            self.stream = nil
        case .failed:
            self.stream = nil
            end = .streamFailed
            // Without chunks, an ordinary end would look like the end of the body.
            guard stream.isChunked else { return close(.streamFailed, resets: true) }
            // Pending bytes are still sent; the missing last chunk tells the client.
            closesAfterResponse = true
        }
        flush()
    }

    /// Appends a chunk, unless it is empty: an empty chunk would be the last one (RFC 9112 §7.1).
    private func append(_ pieces: [[UInt8]], to stream: OutgoingStream) {
        let count = pieces.reduce(0) { $0 + $1.count }
        guard count > 0 else { return }
        if stream.isChunked {
            let lineEnd = stream.hasSentChunk ? "\r\n" : ""
            output.append(Array("\(lineEnd)\(String(count, radix: 16))\r\n".utf8))
            self.stream?.hasSentChunk = true
        }
        for piece in pieces { output.append(piece) }
    }
}
