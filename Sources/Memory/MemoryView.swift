// Views of memory that another value owns, for inner loops: as small and as fast as pointers. Builds with DEBUG, as the
// fuzzers and `make test-debug` have it, stop at an access outside of the elements that the view was made for. Other builds
// trust the callers, as they would a pointer.

/// Elements in memory that another value owns, to be read.
@frozen
public struct MemoryView<Element: BitwiseCopyable>: BitwiseCopyable {
    /// Address of element 0, for functions of C.
    public let address: UnsafePointer<Element>
    #if DEBUG
        @usableFromInline let first: Int
        @usableFromInline let end: Int
    #endif

    /// A view of `count` elements at an address, and of others `before` it.
    @inlinable @inline(__always)
    public init(at address: UnsafePointer<Element>, count: Int, before: Int = 0) {
        self.address = address
        #if DEBUG
            (first, end) = (-before, count)
        #endif
    }

    /// A lookup table that is never freed.
    public static func leaked(_ values: [Element]) -> MemoryView {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return MemoryView(at: UnsafePointer(memory), count: values.count)
    }

    /// Address of element 0, for functions of C that take a mutable pointer but do not write.
    @inlinable @inline(__always)
    public var addressForReaders: UnsafeMutablePointer<Element> { UnsafeMutablePointer(mutating: address) }

    /// Returns the address of element 0, for functions of C that read the first `count` elements.
    @inlinable @inline(__always)
    public func address(for count: Int) -> UnsafePointer<Element> {
        if count > 0 { check(count - 1) }
        return address
    }

    @inlinable @inline(__always)
    func check(_ index: Int, bytes: Int = MemoryLayout<Element>.size) {
        #if DEBUG
            let stride = MemoryLayout<Element>.stride
            precondition(index >= first && index * stride + bytes <= end * stride, "outside of the memory")
        #endif
    }

    /// An element, without a check in optimized builds.
    @inlinable @inline(__always)
    public subscript(index: Int) -> Element {
        check(index)
        return address[index]
    }

    /// Returns the view whose element 0 is element `index` of this one.
    @inlinable @inline(__always)
    public func suffix(from index: Int) -> MemoryView {
        #if DEBUG
            precondition(index >= first && index <= end, "outside of the memory")
            return MemoryView(at: address + index, count: end - index, before: index - first)
        #else
            return MemoryView(at: address + index, count: 0)
        #endif
    }

    /// Returns the bytes from element `index` on as a value.
    @inlinable @inline(__always)
    public func load<Value: BitwiseCopyable>(_ type: Value.Type, at index: Int) -> Value {
        check(index, bytes: MemoryLayout<Value>.size)
        return UnsafeRawPointer(address + index).loadUnaligned(as: Value.self)
    }

    /// Returns the same memory as elements of another type, whose alignment it must have.
    @inlinable @inline(__always)
    public func cast<Other: BitwiseCopyable>(to type: Other.Type) -> MemoryView<Other> {
        let start = UnsafeRawPointer(address).assumingMemoryBound(to: Other.self)
        #if DEBUG
            let (stride, other) = (MemoryLayout<Element>.stride, MemoryLayout<Other>.stride)
            return MemoryView<Other>(at: start, count: end * stride / other, before: -first * stride / other)
        #else
            return MemoryView<Other>(at: start, count: 0)
        #endif
    }

    /// Returns the view's bytes.
    @inlinable @inline(__always)
    public var bytes: MemoryView<UInt8> { cast(to: UInt8.self) }

    /// Returns the first `count` elements as a span.
    @inlinable @inline(__always)
    @_lifetime(borrow self)
    public func span(_ count: Int) -> Span<Element> {
        if count > 0 { check(count - 1) }
        return _overrideLifetime(UnsafeBufferPointer(start: address, count: count).span, borrowing: self)
    }
}

/// Elements in memory that another value owns, to be read and written.
@frozen
public struct MutableMemoryView<Element: BitwiseCopyable>: BitwiseCopyable {
    /// Address of element 0, for functions of C.
    public let address: UnsafeMutablePointer<Element>
    #if DEBUG
        @usableFromInline let first: Int
        @usableFromInline let end: Int
    #endif

    /// A view of `count` elements at an address, and of others `before` it.
    @inlinable @inline(__always)
    public init(at address: UnsafeMutablePointer<Element>, count: Int, before: Int = 0) {
        self.address = address
        #if DEBUG
            (first, end) = (-before, count)
        #endif
    }

    /// Returns the address of element 0, for functions of C that access the first `count` elements.
    @inlinable @inline(__always)
    public func address(for count: Int) -> UnsafeMutablePointer<Element> {
        if count > 0 { readOnly.check(count - 1) }
        return address
    }

    /// A view of the elements that only reads.
    @inlinable @inline(__always)
    public var readOnly: MemoryView<Element> {
        #if DEBUG
            return MemoryView(at: address, count: end, before: -first)
        #else
            return MemoryView(at: address, count: 0)
        #endif
    }

    /// Accesses an element, without a check in optimized builds.
    @inlinable @inline(__always)
    public subscript(index: Int) -> Element {
        get {
            readOnly.check(index)
            return address[index]
        }
        nonmutating _modify {
            readOnly.check(index)
            yield &address[index]
        }
    }

    /// Returns the view whose element 0 is element `index` of this one.
    @inlinable @inline(__always)
    public func suffix(from index: Int) -> MutableMemoryView {
        #if DEBUG
            precondition(index >= first && index <= end, "outside of the memory")
            return MutableMemoryView(at: address + index, count: end - index, before: index - first)
        #else
            return MutableMemoryView(at: address + index, count: 0)
        #endif
    }

    /// Moves element 0 by `count` elements.
    @inlinable @inline(__always)
    public mutating func advance(by count: Int) { self = suffix(from: count) }

    /// Number of elements from element 0 of an earlier view of the same memory to this one's.
    @inlinable @inline(__always)
    public func distance(from other: MutableMemoryView) -> Int { address - other.address }

    /// Returns the bytes from element `index` on as a value.
    @inlinable @inline(__always)
    public func load<Value: BitwiseCopyable>(_ type: Value.Type, at index: Int) -> Value {
        readOnly.load(type, at: index)
    }

    /// Writes a value's bytes from element `index` on.
    @inlinable @inline(__always)
    public func store<Value: BitwiseCopyable>(_ value: Value, at index: Int) {
        readOnly.check(index, bytes: MemoryLayout<Value>.size)
        UnsafeMutableRawPointer(address + index).storeBytes(of: value, as: Value.self)
    }

    /// Returns the same memory as elements of another type, whose alignment it must have.
    @inlinable @inline(__always)
    public func cast<Other: BitwiseCopyable>(to type: Other.Type) -> MutableMemoryView<Other> {
        let start = UnsafeMutableRawPointer(address).assumingMemoryBound(to: Other.self)
        #if DEBUG
            let (stride, other) = (MemoryLayout<Element>.stride, MemoryLayout<Other>.stride)
            return MutableMemoryView<Other>(at: start, count: end * stride / other, before: -first * stride / other)
        #else
            return MutableMemoryView<Other>(at: start, count: 0)
        #endif
    }

    /// Returns the view's bytes.
    @inlinable @inline(__always)
    public var bytes: MutableMemoryView<UInt8> { cast(to: UInt8.self) }

    /// Sets the first `count` elements.
    @inlinable @inline(__always)
    public func fill(_ value: Element, count: Int) {
        guard count > 0 else { return }
        readOnly.check(count - 1)
        address.update(repeating: value, count: count)
    }

    /// Copies the first `count` elements of other memory to the first ones.
    @inlinable @inline(__always)
    public func copy(_ source: MemoryView<Element>, count: Int) {
        guard count > 0 else { return }
        readOnly.check(count - 1)
        source.check(count - 1)
        address.update(from: source.address, count: count)
    }

    /// Returns the first `count` elements as a span.
    @inlinable @inline(__always)
    @_lifetime(borrow self)
    public func mutableSpan(_ count: Int) -> MutableSpan<Element> {
        if count > 0 { readOnly.check(count - 1) }
        return _overrideLifetime(UnsafeMutableBufferPointer(start: address, count: count).mutableSpan, borrowing: self)
    }
}

extension Span where Element: BitwiseCopyable {
    /// Runs `body` with a view of the elements, which ends with it.
    @inlinable @inline(__always)
    public func withMemory<Result>(_ body: (MemoryView<Element>) -> Result) -> Result {
        withUnsafeBufferPointer { body(MemoryView($0)) }
    }
}

extension MemoryView {
    /// A view of a buffer; of one without memory, if it has no elements.
    @inlinable @inline(__always)
    public init(_ buffer: UnsafeBufferPointer<Element>) {
        // A view needs an address; nothing is read at it.
        let address = buffer.baseAddress ?? UnsafePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
        self.init(at: address, count: buffer.count)
    }
}

extension Array where Element: BitwiseCopyable {
    /// Runs `body` with a view of the elements, which ends with it.
    @inlinable @inline(__always)
    public func withMemory<Result>(_ body: (MemoryView<Element>) -> Result) -> Result {
        withUnsafeBufferPointer { body(MemoryView($0)) }
    }

    /// Runs `body` with a view of the elements, which ends with it.
    @inlinable @inline(__always)
    public mutating func withMutableMemory<Result>(_ body: (MutableMemoryView<Element>) -> Result) -> Result {
        withUnsafeMutableBufferPointer { buffer in
            let view = MemoryView(UnsafeBufferPointer(buffer))
            return body(MutableMemoryView(at: view.addressForReaders, count: buffer.count))
        }
    }

    /// Appends the first `count` elements of memory.
    @inlinable
    public mutating func append(_ source: MemoryView<Element>, count: Int) {
        if count > 0 { source.check(count - 1) }
        append(contentsOf: UnsafeBufferPointer(start: source.address, count: count))
    }
}
