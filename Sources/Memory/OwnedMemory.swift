/// Memory of a fixed number of elements, which one value owns and frees.
///
/// Inner loops read and write it by a ``MutableMemoryView``, which must not outlive it.
public struct OwnedMemory<Element: BitwiseCopyable>: ~Copyable {
    /// All elements.
    public let view: MutableMemoryView<Element>
    /// Number of elements.
    public let count: Int

    /// Memory filled with a value.
    @inlinable
    public init(repeating value: Element, count: Int) {
        precondition(count >= 0)
        let start = UnsafeMutablePointer<Element>.allocate(capacity: count)
        start.initialize(repeating: value, count: count)
        view = MutableMemoryView(at: start, count: count)
        self.count = count
    }

    /// Memory whose elements are anything until they are written. The system may not even have allocated it.
    ///
    /// Builds with DEBUG fill it with a pattern, so that what is read too early is the same each time.
    @inlinable
    public init(unwritten count: Int) {
        precondition(count >= 0)
        let start = UnsafeMutablePointer<Element>.allocate(capacity: count)
        view = MutableMemoryView(at: start, count: count)
        self.count = count
        #if DEBUG
            let bytes = UnsafeMutableRawPointer(start)
            bytes.initializeMemory(as: UInt8.self, repeating: 0xA5, count: count * MemoryLayout<Element>.stride)
        #endif
    }

    /// Memory with the elements of a collection.
    @inlinable
    public init(_ elements: some Collection<Element>) {
        let count = elements.count
        let start = UnsafeMutablePointer<Element>.allocate(capacity: count)
        let end = UnsafeMutableBufferPointer(start: start, count: count).initialize(fromContentsOf: elements)
        precondition(end == count, "the collection has fewer elements than its count")
        view = MutableMemoryView(at: start, count: count)
        self.count = count
    }

    @inlinable
    deinit { view.address.deallocate() }

    /// Accesses an element, without a check in optimized builds.
    @inlinable @inline(__always)
    public subscript(index: Int) -> Element {
        get { view[index] }
        nonmutating _modify { yield &view[index] }
    }

    /// Copy of all elements.
    @inlinable
    public var array: [Element] {
        var elements: [Element] = []
        elements.append(view.readOnly, count: count)
        return elements
    }

    /// Sets all elements.
    @inlinable
    public func fill(_ value: Element) { view.fill(value, count: count) }

    /// Makes room for `room` elements at least, if there are fewer, and keeps the first `used` ones. Views of the memory end.
    @inlinable
    public mutating func grow(to room: Int, keeping used: Int, filling value: Element) {
        precondition(used <= count, "more elements to keep than there are")
        guard room > count else { return }
        let larger = OwnedMemory(repeating: value, count: room)
        larger.view.copy(view.readOnly, count: used)
        self = larger
    }
}
