#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Words that are 0 until written, in pages for which the system allocates memory on first access.
final class ZeroFilledPages<Word: FixedWidthInteger>: @unchecked Sendable {
    let words: UnsafeMutableBufferPointer<Word>
    private let isMapped: Bool
    private let isInLargePages: Bool

    /// Minimum bytes for mapped pages; for less, page faults take longer than writing zeros.
    private static var fewestMapped: Int { 1 << 20 }

    /// - Parameter isInLargePages: Whether to ask for large pages, where available: faster, but more memory than
    ///   needed.
    init(count: Int, isInLargePages: Bool) {
        self.isInLargePages = isInLargePages
        let size = count * MemoryLayout<Word>.stride
        if size >= Self.fewestMapped {
            let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
            if let map, map != MAP_FAILED {
                #if os(Linux)
                    if isInLargePages { madvise(map, size, MADV_HUGEPAGE) }
                #endif
                words = UnsafeMutableBufferPointer(
                    start: map.bindMemory(to: Word.self, capacity: count),
                    count: count
                )
                isMapped = true
                return
            }
        }
        words = .allocate(capacity: count)
        words.initialize(repeating: 0)
        isMapped = false
    }

    deinit {
        if isMapped { munmap(words.baseAddress, words.count * MemoryLayout<Word>.stride) } else { words.deallocate() }
    }

    /// Copy of the words.
    func copy() -> ZeroFilledPages {
        let copy = ZeroFilledPages(count: words.count, isInLargePages: isInLargePages)
        // Zeros need not be written.
        for (index, word) in words.enumerated() where word != 0 { copy.words[index] = word }
        return copy
    }
}
