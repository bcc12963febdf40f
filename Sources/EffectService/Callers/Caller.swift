/// Who asks, as far as turns are concerned: each caller has as much right to the threads as any other.
public enum Caller: Sendable, Hashable {
    /// One IPv4 address.
    case version4(UInt32)
    /// The upper 64 bits of IPv6 addresses: what one subscriber has, who can use all the lower ones.
    case version6(UInt64)
    /// Nobody from outside, or somebody whose address is not known.
    case other

    init(_ address: IPAddress) {
        let upper = address.bytes.prefix(8)
        switch upper.count {
        case 4: self = .version4(upper.reduce(0) { $0 << 8 | UInt32($1) })
        default: self = .version6(upper.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
