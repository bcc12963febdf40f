/// What takes the parts of a stream: to count them, or to write them.
///
/// Distances are ranks among those of the ``DeflateBlock``.
protocol DeflateSink {
    mutating func literal(_ value: UInt8)
    /// The four bytes of a pixel as literals.
    mutating func pixel(_ pixel: UInt32)
    /// Eight bytes as literals, the lowest one first.
    mutating func word(_ bytes: UInt64)
    /// - Parameter length: 3...258.
    mutating func match(_ rank: Int, length: Int)
    /// Three bytes as before, and one more.
    mutating func colour(_ rank: Int, alpha: UInt32)
    /// So many matches of 258 bytes at the distance 1.
    mutating func longMatches(_ count: Int)
}

extension DeflateSink {
    /// `count` zeros, where the distance of rank 0 is 1: the first one as a literal, the rest repeat it.
    @inline(__always)
    mutating func zeros(_ count: Int) {
        if count == 0 { return }
        literal(0)
        var rest = count &- 1
        if rest >= DeflateSymbols.longestMatch {
            let full = rest / DeflateSymbols.longestMatch
            longMatches(full)
            rest &-= full &* DeflateSymbols.longestMatch
        }
        if rest >= 3 {
            match(0, length: rest)
        } else {
            for _ in 0..<rest { literal(0) }
        }
    }
}

/// Counts how often each symbol comes.
struct CountingSink: DeflateSink {
    private let frequencies: UnsafeMutablePointer<UInt32>
    private let ofLength: UnsafePointer<UInt16>
    /// By rank.
    private let ofDistance: (Int, Int, Int)

    /// - Parameter ofLength: ``DeflateSymbols/ofLength``.
    init(_ block: DeflateBlock, ofLength: UnsafePointer<UInt16>) {
        frequencies = block.frequencies
        self.ofLength = ofLength
        func symbol(_ rank: Int) -> Int {
            DeflateSymbols.literalCount + (rank < block.distances.count ? block.distances[rank].symbol : 0)
        }
        ofDistance = (symbol(0), symbol(1), symbol(2))
    }

    @inline(__always)
    private func count(_ symbol: Int, _ times: UInt32 = 1) { frequencies[symbol] &+= times }

    @inline(__always)
    mutating func literal(_ value: UInt8) { count(Int(value)) }

    @inline(__always)
    mutating func pixel(_ pixel: UInt32) {
        count(Int(pixel & 0xFF))
        count(Int(pixel &>> 8 & 0xFF))
        count(Int(pixel &>> 16 & 0xFF))
        count(Int(pixel &>> 24))
    }

    @inline(__always)
    mutating func word(_ bytes: UInt64) {
        pixel(UInt32(truncatingIfNeeded: bytes))
        pixel(UInt32(truncatingIfNeeded: bytes &>> 32))
    }

    @inline(__always)
    mutating func match(_ rank: Int, length: Int) {
        count(Int(ofLength[length]))
        count(rank == 0 ? ofDistance.0 : rank == 1 ? ofDistance.1 : ofDistance.2)
    }

    @inline(__always)
    mutating func colour(_ rank: Int, alpha: UInt32) {
        match(rank, length: 3)
        count(Int(alpha))
    }

    mutating func longMatches(_ times: Int) {
        count(Int(ofLength[DeflateSymbols.longestMatch]), UInt32(truncatingIfNeeded: times))
        count(ofDistance.0, UInt32(truncatingIfNeeded: times))
    }
}

/// Writes symbols with the codes of a block that are at most ``longestCode`` bits long, into memory that is there.
struct WritingSink: DeflateSink {
    var writer: BitWriter
    private let codes: UnsafePointer<PackedCode>
    private let matches: UnsafePointer<FusedCode>

    /// So that four literals fit between two flushes.
    static let longestCode = 12

    init(_ block: DeflateBlock, _ writer: BitWriter) {
        self.writer = writer
        codes = UnsafePointer(block.codes)
        matches = UnsafePointer(block.matches)
    }

    @inline(__always)
    mutating func literal(_ value: UInt8) {
        writer.put(codes[Int(value)])
        writer.flush()
    }

    @inline(__always)
    mutating func pixel(_ pixel: UInt32) {
        writer.put(codes[Int(pixel & 0xFF)])
        writer.put(codes[Int(pixel &>> 8 & 0xFF)])
        writer.put(codes[Int(pixel &>> 16 & 0xFF)])
        writer.put(codes[Int(pixel &>> 24)])
        writer.flush()
    }

    @inline(__always)
    mutating func word(_ bytes: UInt64) {
        pixel(UInt32(truncatingIfNeeded: bytes))
        pixel(UInt32(truncatingIfNeeded: bytes &>> 32))
    }

    @inline(__always)
    mutating func match(_ rank: Int, length: Int) {
        writer.put(matches[rank &* DeflateBlock.matchStride &+ length])
        writer.flush()
    }

    @inline(__always)
    mutating func colour(_ rank: Int, alpha: UInt32) {
        writer.put(matches[rank &* DeflateBlock.matchStride &+ 3])
        writer.put(codes[Int(alpha)])
        writer.flush()
    }

    /// As many at once as there is room for between two flushes: a gap of a thousand pixels is a few stores.
    mutating func longMatches(_ count: Int) {
        writer.flush()
        let one = matches[DeflateSymbols.longestMatch]
        let group = Int(48 / one.length)
        var pattern: UInt64 = 0
        for index in 0..<UInt64(group) { pattern |= one.bits << (index * one.length) }
        var rest = count
        while rest >= group {
            writer.put(pattern, bits: UInt64(group) * one.length)
            writer.flush()
            rest -= group
        }
        for _ in 0..<rest {
            writer.put(one)
            writer.flush()
        }
    }

    mutating func finishBlock() {
        writer.put(codes[DeflateSymbols.endOfBlock])
        writer.flush()
    }
}
