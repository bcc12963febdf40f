import Foundation

/// Words that are 0 until they are written: as long as none in its page is, the system is not asked for memory.
final class LazyZeros: @unchecked Sendable {
    let words: UnsafeMutableBufferPointer<UInt32>
    private let isMapped: Bool

    /// For less, the system's own pages take longer than to write zeros.
    private static let fewestMapped = 1 << 18

    init(count: Int) {
        let size = count * MemoryLayout<UInt32>.stride
        if count >= Self.fewestMapped {
            let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            if let map, map != MAP_FAILED {
                // In large pages, where there are any: of small ones that are read before they are written, each has to be told to
                // every processor that this process runs on.
                madvise(map, size, MADV_HUGEPAGE)
                words = UnsafeMutableBufferPointer(
                    start: map.bindMemory(to: UInt32.self, capacity: count),
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
        if isMapped { munmap(words.baseAddress, words.count * MemoryLayout<UInt32>.stride) } else { words.deallocate() }
    }

    /// As many, with the same in them.
    func copy() -> LazyZeros {
        let copy = LazyZeros(count: words.count)
        // What is 0 need not be written.
        for (index, word) in words.enumerated() where word != 0 { copy.words[index] = word }
        return copy
    }
}
