extension UnsafeMutableBufferPointer where Element == UInt32 {
    /// Four elements from `index`; elements beyond the end are 0.
    @inline(__always)
    func block(at index: Int) -> SIMD4<UInt32> {
        if index &+ 4 <= count {
            return UnsafeRawPointer(baseAddress.unsafelyUnwrapped + index).loadUnaligned(as: SIMD4<UInt32>.self)
        }
        return lastBlock(at: index)
    }

    @inline(never)
    private func lastBlock(at index: Int) -> SIMD4<UInt32> {
        var block = SIMD4<UInt32>()
        for lane in 0..<count &- index { block[lane] = self[index &+ lane] }
        return block
    }

    /// Writes four elements from `index`, or as many as there are.
    @inline(__always)
    func setBlock(at index: Int, _ block: SIMD4<UInt32>) {
        if index &+ 4 <= count {
            UnsafeMutableRawPointer(baseAddress.unsafelyUnwrapped + index).storeBytes(of: block, as: SIMD4<UInt32>.self)
            return
        }
        setLastBlock(at: index, block)
    }

    @inline(never)
    private func setLastBlock(at index: Int, _ block: SIMD4<UInt32>) {
        for lane in 0..<count &- index { self[index &+ lane] = block[lane] }
    }

    /// Maps the elements in `range`, four at a time.
    @inline(__always)
    func mapBlocks(_ range: Range<Int>, _ body: (SIMD4<UInt32>) -> SIMD4<UInt32>) {
        var index = range.lowerBound
        while index &+ 4 <= range.upperBound {
            setBlock(at: index, body(block(at: index)))
            index &+= 4
        }
        while index < range.upperBound {
            self[index] = body(SIMD4(repeating: self[index]))[0]
            index &+= 1
        }
    }
}

extension UnsafeMutableBufferPointer where Element == Int32 {
    /// Reads four elements from `index`, all of which must exist, and sets them to 0.
    @inline(__always)
    func takeBlock(at index: Int) -> SIMD4<Int32> {
        assert(index >= 0 && index + 4 <= count)
        let place = UnsafeMutableRawPointer(baseAddress.unsafelyUnwrapped + index)
        let block = place.loadUnaligned(as: SIMD4<Int32>.self)
        place.storeBytes(of: SIMD4<Int32>(), as: SIMD4<Int32>.self)
        return block
    }

    /// Whether the four elements from `index`, all of which must exist, are 0.
    @inline(__always)
    func isZeroBlock(at index: Int) -> Bool {
        assert(index >= 0 && index + 4 <= count)
        let place = UnsafeRawPointer(baseAddress.unsafelyUnwrapped + index)
        return place.loadUnaligned(as: UInt64.self) | place.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == 0
    }
}
