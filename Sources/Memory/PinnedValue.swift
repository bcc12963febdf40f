/// A value that stays at one address, which functions of C keep.
public struct PinnedValue<Value>: ~Copyable {
    /// Address of the value.
    public let address: UnsafeMutablePointer<Value>

    /// A value at an address of its own.
    @inlinable
    public init(_ value: Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    @inlinable
    deinit {
        address.deinitialize(count: 1)
        address.deallocate()
    }
}
