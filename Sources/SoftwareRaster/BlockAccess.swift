internal import Memory

extension MemoryView where Element == UInt32 {
    /// Four of `count` elements, from `index`; elements beyond the end are 0.
    @inline(__always)
    func block(at index: Int, of count: Int) -> SIMD4<UInt32> {
        index &+ 4 <= count ? load(SIMD4<UInt32>.self, at: index) : lastBlock(at: index, of: count)
    }

    @inline(never)
    private func lastBlock(at index: Int, of count: Int) -> SIMD4<UInt32> {
        var block = SIMD4<UInt32>()
        for lane in 0..<count &- index { block[lane] = self[index &+ lane] }
        return block
    }
}

extension MutableMemoryView where Element == Int32 {
    /// Reads four elements from `index`, all of which must exist, and sets them to 0.
    @inline(__always)
    func takeBlock(at index: Int) -> SIMD4<Int32> {
        let block = load(SIMD4<Int32>.self, at: index)
        store(SIMD4<Int32>(), at: index)
        return block
    }

    /// Whether the four elements from `index`, all of which must exist, are 0.
    @inline(__always)
    func isZeroBlock(at index: Int) -> Bool {
        load(UInt64.self, at: index) | load(UInt64.self, at: index &+ 2) == 0
    }
}
