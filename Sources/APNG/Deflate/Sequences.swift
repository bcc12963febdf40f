/// An LZ77 sequence: literals followed by a match.
struct Sequence {
    /// Number of literal bytes before the match.
    var literals: UInt32
    /// Length of the match in bytes: 0 at the end of a block, otherwise at least 3. May exceed DEFLATE's maximum.
    var length: UInt32
    var distance: Distance
}

/// Distance of a match in bytes, 1...32,768, in DEFLATE's encoding.
struct Distance {
    /// Extra bits, their number, the symbol and the common distance, from the lowest bit up.
    private let packed: UInt32

    /// Common distances, which most matches have: a block precomputes the codes of all their matches.
    enum Usual: UInt32, CaseIterable {
        case none, byte, pixel, row
    }

    /// - Parameter usual: Hint; must name the distance that the ``SequenceStore`` has for it.
    @inline(__always)
    init(_ bytes: Int, usual: Usual = .none) {
        let parts = DeflateSymbols.tables.parts(ofDistance: bytes)
        packed =
            parts.extra | parts.extraBits &<< 13 | UInt32(truncatingIfNeeded: parts.symbol) &<< 17
            | usual.rawValue &<< 22
    }

    /// Distance of one byte, built without table lookups.
    @inline(__always)
    static var byte: Distance { Distance(packed: Usual.byte.rawValue &<< 22) }

    @inline(__always)
    private init(packed: UInt32) { self.packed = packed }

    @inline(__always)
    var extra: UInt32 { packed & 0x1FFF }
    @inline(__always)
    var extraBits: UInt32 { packed &>> 13 & 15 }
    @inline(__always)
    var symbol: Int { Int(packed &>> 17 & 31) }
    /// Raw value of ``Usual``.
    @inline(__always)
    var usual: Int { Int(packed &>> 22) }
}

/// Receives symbols from coders, to count them first or to write them immediately. Memory must have been reserved.
protocol SymbolSink {
    mutating func literal(_ value: UInt8)

    /// Emits the four bytes of a pixel as literals.
    mutating func pixel(_ pixel: UInt32)

    /// Emits bytes: words of eight as literals, zero words like ``zeros(_:)``, and the bytes behind the last word as
    /// literals. May stop before any zero word.
    ///
    /// - Returns: The number of bytes emitted.
    mutating func words(_ bytes: UnsafeRawPointer, count: Int) -> Int

    /// - Parameter length: Length in bytes, at least 3.
    mutating func match(_ distance: Distance, length: Int)

    /// Emits a match with the color of an earlier pixel, and a literal alpha.
    mutating func colour(_ distance: Distance, alpha: UInt8)

    /// Emits `count` zeros: the first as a literal, the others as its repetition.
    mutating func zeros(_ count: Int)
}

/// Sink that stores symbols to be counted; see ``SequenceStore/append(room:_:)``.
struct SequenceSink: SymbolSink {
    fileprivate var literalEnd: UnsafeMutablePointer<UInt8>
    fileprivate var sequenceEnd: UnsafeMutablePointer<Sequence>
    /// First literal behind the last match.
    fileprivate var firstLiteral: UnsafeMutablePointer<UInt8>

    @inline(__always)
    mutating func literal(_ value: UInt8) {
        literalEnd.pointee = value
        literalEnd += 1
    }

    @inline(__always)
    mutating func pixel(_ pixel: UInt32) {
        UnsafeMutableRawPointer(literalEnd).storeBytes(of: pixel.littleEndian, as: UInt32.self)
        literalEnd += 4
    }

    @inline(__always)
    mutating func words(_ bytes: UnsafeRawPointer, count: Int) -> Int {
        var at = 0
        while at &+ 8 <= count {
            let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            if word == 0 { return at }
            UnsafeMutableRawPointer(literalEnd).storeBytes(of: word, as: UInt64.self)
            literalEnd += 8
            at &+= 8
        }
        while at < count {
            literal(bytes.load(fromByteOffset: at, as: UInt8.self))
            at &+= 1
        }
        return at
    }

    @inline(__always)
    mutating func match(_ distance: Distance, length: Int) {
        sequenceEnd.pointee = Sequence(
            literals: UInt32(truncatingIfNeeded: literalEnd - firstLiteral),
            length: UInt32(truncatingIfNeeded: length),
            distance: distance
        )
        sequenceEnd += 1
        firstLiteral = literalEnd
    }

    @inline(__always)
    mutating func colour(_ distance: Distance, alpha: UInt8) {
        match(distance, length: 3)
        literal(alpha)
    }

    @inline(__always)
    mutating func zeros(_ count: Int) {
        if count == 0 { return }
        literal(0)
        if count > 3 {
            match(.byte, length: count &- 1)
        } else {
            for _ in 1..<count { literal(0) }
        }
    }
}

/// The sequences of a block and their literals.
final class SequenceStore {
    /// Separate memory, without exclusivity checks on each row.
    private let state: UnsafeMutablePointer<State>

    private struct State {
        var literals: UnsafeMutablePointer<UInt8>
        var sequences: UnsafeMutablePointer<Sequence>
        var literalRoom = 1 << 16
        var sequenceRoom = 1 << 14
        var literalCount = 0
        var sequenceCount = 0
        /// Number of literals behind the last match.
        var openCount = 0
        /// Bytes from row to row if a match can reach that far, otherwise 1.
        var stride = 1

        init() {
            literals = .allocate(capacity: literalRoom)
            sequences = .allocate(capacity: sequenceRoom)
        }

        mutating func makeRoom(_ count: Int) {
            Self.grow(&literals, literalCount, &literalRoom, by: count)
            // Each sequence covers at least three bytes.
            Self.grow(&sequences, sequenceCount, &sequenceRoom, by: count / 3 + 1)
        }

        private static func grow<Element>(
            _ memory: inout UnsafeMutablePointer<Element>,
            _ used: Int,
            _ room: inout Int,
            by count: Int
        ) {
            guard used + count > room else { return }
            room = max(2 * room, used + count)
            let new = UnsafeMutablePointer<Element>.allocate(capacity: room)
            new.moveInitialize(from: memory, count: used)
            memory.deallocate()
            memory = new
        }
    }

    var literals: UnsafeMutablePointer<UInt8> { state.pointee.literals }
    var sequences: UnsafeMutablePointer<Sequence> { state.pointee.sequences }
    var literalCount: Int { state.pointee.literalCount }
    var sequenceCount: Int { state.pointee.sequenceCount }

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        literals.deallocate()
        sequences.deallocate()
        state.deallocate()
    }

    /// Sets the bytes from row to row, for rows of ``FlatCoder``.
    func begin(stride: Int) { state.pointee.stride = stride <= DeflateSymbols.longestDistance ? stride : 1 }

    /// Returns the distance that a common one stands for.
    func distance(_ usual: Distance.Usual) -> Distance {
        switch usual {
        case .none, .byte: Distance(1, usual: usual)
        case .pixel: Distance(4, usual: usual)
        case .row: Distance(state.pointee.stride, usual: usual)
        }
    }

    /// Empties the store.
    func clear() { (state.pointee.literalCount, state.pointee.sequenceCount, state.pointee.openCount) = (0, 0, 0) }

    /// Runs `body` with a sink that has room for `count` bytes, however they are coded.
    @inline(__always)
    func append(room count: Int, _ body: (inout SequenceSink) -> Void) {
        state.pointee.makeRoom(count + 32)
        let before = state.pointee
        let end = before.literals + before.literalCount
        var sink = SequenceSink(
            literalEnd: end,
            sequenceEnd: before.sequences + before.sequenceCount,
            firstLiteral: end - before.openCount
        )
        body(&sink)
        state.pointee.literalCount = sink.literalEnd - before.literals
        state.pointee.sequenceCount = sink.sequenceEnd - before.sequences
        state.pointee.openCount = sink.literalEnd - sink.firstLiteral
    }

    /// Appends a sequence for the literals that no match has followed.
    func close() {
        let open = state.pointee.openCount
        guard open > 0 else { return }
        state.pointee.makeRoom(1)
        sequences[sequenceCount] = Sequence(literals: UInt32(open), length: 0, distance: Distance(1))
        state.pointee.sequenceCount += 1
        state.pointee.openCount = 0
    }
}
