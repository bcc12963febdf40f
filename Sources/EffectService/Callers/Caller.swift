/// The client that work is charged to. Every caller has an equal right to the threads.
public enum Caller: Sendable, Hashable {
    /// An IPv4 address.
    case version4(UInt32)
    /// The upper 64 bits of an IPv6 address: a subscriber usually controls all of the lower bits.
    case version6(UInt64)
    /// The process itself, or a client whose address is unknown.
    case other

    init(_ address: IPAddress) {
        let upper = address.bytes.prefix(8)
        switch upper.count {
        case 4: self = .version4(upper.reduce(0) { $0 << 8 | UInt32($1) })
        default: self = .version6(upper.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
