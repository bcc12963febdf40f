#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Numbers that are 0 until written, in pages for which the system allocates memory on first access.
public final class ZeroFilledPages<Number: FixedWidthInteger & BitwiseCopyable>: @unchecked Sendable {
    // @unchecked: as an array's memory, it is written by its only owner, and copied for another one.

    /// All numbers.
    public let view: MutableMemoryView<Number>
    /// Number of numbers.
    public let count: Int
    @usableFromInline let isMapped: Bool
    @usableFromInline let isInLargePages: Bool

    /// Memory of `count` zeros.
    ///
    /// - Parameter isInLargePages: Whether to ask for large pages, where available: faster, but more memory than
    ///   needed.
    @inlinable
    public init(count: Int, isInLargePages: Bool) {
        (self.count, self.isInLargePages) = (count, isInLargePages)
        let bytes = count * MemoryLayout<Number>.stride
        if let pages = MappedPages.map(bytes, isInLargePages: isInLargePages) {
            view = MutableMemoryView(at: pages.bindMemory(to: Number.self, capacity: count), count: count)
            isMapped = true
        } else {
            let start = UnsafeMutablePointer<Number>.allocate(capacity: count)
            start.initialize(repeating: 0, count: count)
            view = MutableMemoryView(at: start, count: count)
            isMapped = false
        }
    }

    @inlinable
    deinit {
        if isMapped {
            MappedPages.unmap(view.address, bytes: count * MemoryLayout<Number>.stride)
        } else {
            view.address.deallocate()
        }
    }

    /// Copy of the numbers.
    @inlinable
    public func copy() -> ZeroFilledPages {
        let copy = ZeroFilledPages(count: count, isInLargePages: isInLargePages)
        // Zeros need not be written.
        for index in 0..<count where view[index] != 0 { copy.view[index] = view[index] }
        return copy
    }
}

/// Calls of the system for pages.
@usableFromInline
enum MappedPages {
    /// Minimum bytes for mapped pages; for less, page faults take longer than writing zeros.
    private static let fewest = 1 << 20

    /// Returns pages of zeros; `nil` for too few bytes, or if the system has none.
    @usableFromInline
    static func map(_ bytes: Int, isInLargePages: Bool) -> UnsafeMutableRawPointer? {
        guard bytes >= fewest else { return nil }
        let pages = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let pages, pages != MAP_FAILED else { return nil }
        #if os(Linux)
            if isInLargePages { madvise(pages, bytes, MADV_HUGEPAGE) }
        #endif
        return pages
    }

    @usableFromInline
    static func unmap(_ pages: UnsafeMutableRawPointer, bytes: Int) { munmap(pages, bytes) }
}
