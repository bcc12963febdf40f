import Dispatch
import HTTPTypes

extension Connection {
    /// The socket has bytes, or the client's end.
    func readable() {
        // A few turns, then the other connections: the source fires again while there is more.
        for _ in 0..<4 {
            guard let descriptor, !inputEnded else { break }
            let room = phase == .lingering ? loop.scratch.count : roomForInput
            guard room > 0 else { break }
            switch Socket.receive(descriptor, into: &loop.scratch, atMost: room) {
            case .bytes(0):
                inputEnded = true
                if phase == .lingering { close() } else { advance() }
            case .bytes(let count):
                take(loop.scratch[..<count])
                // Most often there is no more; if there is, the source fires again.
                if count < room {
                    updateReading()
                    return
                }
            case .wouldBlock:
                updateReading()
                return
            case .failed:
                close()
            }
        }
        updateReading()
    }

    private var roomForInput: Int {
        min(loop.scratch.count, max(1, context.configuration.maximumUnreadBytes) - input.count)
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        if phase == .lingering {
            lingerBytes += bytes.count
            if lingerBytes > context.configuration.maximumLingerBytes { close() }
        } else {
            input.append(contentsOf: bytes)
            advance()
        }
    }

    /// Reads while there is room for what comes: the source is level-triggered, and would spin otherwise.
    func updateReading() {
        guard let readSource else { return }
        let wantsInput = !inputEnded && (phase == .lingering || roomForInput > 0)
        if wantsInput, isReadSuspended {
            isReadSuspended = false
            readSource.resume()
        } else if !wantsInput, !isReadSuspended {
            isReadSuspended = true
            readSource.suspend()
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
        while true {
            switch phase {
            case .head: guard advanceHead() else { return }
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
        let hadBegun = headParser.hasBegun
        do {
            if let head = try headParser.consume(&input) {
                begin(head)
                return true
            }
        } catch {
            current.isHead = headParser.method == .head
            fail(error)
            return true
        }
        input = []
        if !hadBegun, headParser.hasBegun { since = loop.now }
        guard inputEnded else { return false }
        if headParser.hasBegun { fail(.incompleteRequest) } else { close() }
        return false
    }

    /// Whether there may be more to do.
    private func advanceBody() -> Bool {
        let before = input.count
        do {
            let isComplete = try bodyDecoder.decode(&input, into: &body)
            bodyBytesReceived += UInt64(before - input.count)
            if isComplete {
                dispatch()
                return true
            }
        } catch {
            fail(error)
            return true
        }
        input = []
        if inputEnded { fail(.incompleteRequest) }
        return false
    }
}
