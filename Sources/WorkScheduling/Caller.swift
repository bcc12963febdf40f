/// The client that work is charged to. Every caller has an equal right to the threads.
public enum Caller: Sendable, Hashable {
    /// An IPv4 address.
    case version4(UInt32)
    /// The upper 64 bits of an IPv6 address: a subscriber usually controls all of the lower bits.
    case version6(UInt64)
    /// The process itself, or a client whose address is unknown.
    case other
}
