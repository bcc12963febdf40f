import Glibc

/// System calls on sockets, each with a single outcome type. All sockets here are non-blocking.
enum Socket {
    enum Transfer {
        /// Number of bytes transferred; 0 when receiving is the peer's end.
        case bytes(Int)
        case wouldBlock
        /// The connection is broken.
        case failed(errno: Int32)
    }

    /// Returns a bound, listening socket.
    @Sendable static func listening(at address: SocketAddress, backlog: Int) throws(SocketError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let number = socket(address.family, type, 0)
        guard number >= 0 else { throw .systemCall("socket", errno: errno) }
        let descriptor = FileDescriptor(number)
        setOption(SO_REUSEADDR, level: SOL_SOCKET, to: 1, of: number)
        // The system chooses the default; "::" must accept IPv4 everywhere.
        if address.family == AF_INET6 { setOption(IPV6_V6ONLY, level: Int32(IPPROTO_IPV6), to: 0, of: number) }
        guard address.withPointer({ bind(number, $0, $1) }) == 0 else { throw .systemCall("bind", errno: errno) }
        guard listen(number, Int32(clamping: backlog)) == 0 else { throw .systemCall("listen", errno: errno) }
        return descriptor
    }

    static func localAddress(of descriptor: FileDescriptor) throws(SocketError) -> SocketAddress {
        try SocketAddress { address, length throws(SocketError) in
            guard getsockname(descriptor.number, address, length) == 0 else {
                throw .systemCall("getsockname", errno: errno)
            }
        }
    }

    /// Returns the next waiting connection.
    @Sendable static func accepted(from listener: FileDescriptor) throws(SocketError) -> (FileDescriptor, SocketAddress)
    {
        // `accept4` would set both flags at once, but Glibc's module hides it as a GNU extension. Nothing here forks,
        // so no child can inherit the descriptor in between.
        var number: Int32 = -1
        let address = try SocketAddress { address, length throws(SocketError) in
            number = accept(listener.number, address, length)
            guard number >= 0 else { throw .systemCall("accept", errno: errno) }
        }
        let descriptor = FileDescriptor(number)
        guard fcntl(number, F_SETFL, O_NONBLOCK) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
            throw .systemCall("fcntl", errno: errno)
        }
        // Head and body are sent together, so Nagle's algorithm has nothing to merge and would only wait for
        // acknowledgements.
        setOption(TCP_NODELAY, level: Int32(IPPROTO_TCP), to: 1, of: number)
        return (descriptor, address)
    }

    static func receive(_ descriptor: FileDescriptor, into buffer: inout [UInt8], atMost count: Int) -> Transfer {
        buffer.withUnsafeMutableBytes { bytes in
            transfer { recv(descriptor.number, bytes.baseAddress, min(count, bytes.count), 0) }
        }
    }

    /// Bytes of several segments, lent for the length of a call.
    typealias Buffers = UnsafeBufferPointer<UnsafeRawBufferPointer>

    /// Runs `transfer` with the bytes of the segments themselves, not copies, from `offset` of the first on.
    static func lend(
        _ segments: ArraySlice<[UInt8]>,
        from offset: Int,
        to transfer: (Buffers) -> Transfer
    ) -> Transfer {
        withUnsafeTemporaryAllocation(of: UnsafeRawBufferPointer.self, capacity: segments.count) { buffers in
            /// Arrays lend their bytes for the length of a call, so the calls are nested.
            func fill(from index: Int) -> Transfer {
                guard index < segments.count else { return transfer(Buffers(buffers)) }
                return segments[segments.startIndex + index].withUnsafeBytes { bytes in
                    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(index == 0 ? offset : 0))
                    buffers.initializeElement(at: index, to: rest)
                    return fill(from: index + 1)
                }
            }
            return fill(from: 0)
        }
    }

    /// Sends `buffers` in order, with one call.
    static func send(_ buffers: Buffers, to descriptor: FileDescriptor) -> Transfer {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: buffers.count) { vectors in
            for (index, bytes) in buffers.enumerated() {
                // `sendmsg` only reads the memory of an iovec; C cannot express that.
                let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                vectors.initializeElement(at: index, to: iovec(iov_base: start, iov_len: bytes.count))
            }
            var message = msghdr()
            message.msg_iov = vectors.baseAddress
            message.msg_iovlen = vectors.count
            // Without MSG_NOSIGNAL, a client that left would end the process with SIGPIPE.
            return transfer { sendmsg(descriptor.number, &message, Int32(MSG_NOSIGNAL)) }
        }
    }

    /// Ends the sending side; the peer reads to the end and can still send.
    static func endWriting(_ descriptor: FileDescriptor) {
        shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Makes closing send a reset, which no client takes for a proper end.
    static func resetOnClose(_ descriptor: FileDescriptor) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Number of bytes accepted by the system and not yet acknowledged by the peer.
    static func unacknowledgedBytes(_ descriptor: FileDescriptor) -> Int {
        var count: Int32 = 0
        guard ioctl(descriptor.number, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        return Int(count)
    }

    private static func setOption(_ name: Int32, level: Int32, to value: Int32, of number: Int32) {
        var value = value
        setsockopt(number, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func transfer(_ call: () -> Int) -> Transfer {
        while true {
            let count = call()
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            case let code: return .failed(errno: code)
            }
        }
    }
}
