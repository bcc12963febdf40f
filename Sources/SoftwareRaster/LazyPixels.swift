internal import Memory

/// Wide pixels in memory that is allocated where they are written: a large canvas with little content takes little.
struct LazyPixels: RandomAccessCollection, MutableCollection, Sendable {
    private var memory: ZeroFilledPages<UInt64>

    init(repeating pixel: UInt64, count: Int) {
        // Small pages, since large ones would soon cover the whole canvas.
        memory = ZeroFilledPages(count: count, isInLargePages: false)
        if pixel != 0 { memory.view.fill(pixel, count: count) }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { memory.count }

    subscript(index: Int) -> UInt64 {
        @inline(__always) get { memory.view[index] }
        @inline(__always)
        set {
            makeUnique()
            memory.view[index] = newValue
        }
    }

    /// Calls `body` with access to the memory.
    @inline(__always)
    mutating func withPixels<Result>(_ body: (MutableMemoryView<UInt64>) -> Result) -> Result {
        makeUnique()
        return body(memory.view)
    }

    /// Calls `body` with read access to the memory.
    @inline(__always)
    func withReadPixels<Result>(_ body: (MemoryView<UInt64>) -> Result) -> Result { body(memory.view.readOnly) }

    @inline(__always)
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&memory) { memory = memory.copy() }
    }
}
