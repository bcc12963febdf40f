import Glibc

/// An IPv4 or IPv6 address with its port.
struct SocketAddress: Sendable {
    private(set) var storage = sockaddr_storage()
    private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// An address that a system call fills in.
    init<Failure: Error>(
        filledBy fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) throws(Failure) -> Void
    ) throws(Failure) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                Result { () throws(Failure) in try fill(address, &length) }
            }
        }
        try result.get()
        self.storage = storage
        self.length = length
    }

    /// The first stream address of `host`.
    init(resolving host: String, port: UInt16) throws(SocketError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0, let first = list?.pointee, let address = first.ai_addr,
            first.ai_addrlen <= length
        else { throw .unknownHost(host, reason: String(cString: gai_strerror(code))) }
        withUnsafeMutableBytes(of: &storage) {
            $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
        }
        length = first.ai_addrlen
    }

    var family: Int32 { Int32(storage.ss_family) }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    var port: UInt16 {
        withUnsafeBytes(of: storage) { bytes in
            // sin_port and sin6_port have the same offset, behind the family.
            UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }

    /// Numeric address without port. An IPv4 client of a dual-stack socket is written as IPv4.
    var host: String {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = withPointer { address, length in
            getnameinfo(address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
        }
        guard code == 0 else { return "unknown" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
    }

    /// Unit of the limit per address.
    enum Client: Hashable, Sendable {
        case version4(UInt32)
        /// Upper 64 bits of an IPv6 address: one subscriber can use all the lower ones.
        case version6(UInt64)
    }

    var client: Client {
        withUnsafeBytes(of: storage) { bytes in
            guard family == AF_INET6 else { return .version4(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)) }
            let upper = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            let lower = bytes[16..<20]
            // ::ffff:a.b.c.d is an IPv4 client of a dual-stack socket (RFC 4291 §2.5.5.2).
            guard upper == 0, lower.elementsEqual([0, 0, 0xFF, 0xFF]) else { return .version6(upper) }
            return .version4(bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
        }
    }

    /// Address with port: `127.0.0.1:80`, `[::1]:80`.
    var description: String {
        let host = host
        return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
