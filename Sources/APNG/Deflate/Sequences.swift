/// What a row's bytes become: some as they are, then a repetition of what came before.
struct Sequence {
    /// Bytes said as they are, before the match.
    var literals: UInt32
    /// Bytes of the match: 0 at a block's end, otherwise at least 3, and as many as there are, more than DEFLATE says
    /// at once too.
    var length: UInt32
    var distance: Distance
}

/// How far back a match repeats, 1...32,768, as DEFLATE says it.
struct Distance {
    /// The extra bits, how many they are, the symbol, and the usual one, from the lowest bit up.
    private let packed: UInt32

    /// Distances of which a block knows the codes of all matches, as most matches have one of them.
    enum Usual: UInt32, CaseIterable {
        case none, byte, pixel, row
    }

    /// - Parameter usual: A hint: it must be the one that the ``SequenceStore`` has for it.
    @inline(__always)
    init(_ bytes: Int, usual: Usual = .none) {
        let parts = DeflateSymbols.tables.parts(ofDistance: bytes)
        packed =
            parts.extra | parts.extraBits &<< 13 | UInt32(truncatingIfNeeded: parts.symbol) &<< 17
            | usual.rawValue &<< 22
    }

    /// One byte: known without looking at tables.
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
    /// As the raw value of ``Usual``.
    @inline(__always)
    var usual: Int { Int(packed &>> 22) }
}

/// Takes what coders find, into memory that has room for it: to be counted first, or to be written at once.
protocol SymbolSink {
    mutating func literal(_ value: UInt8)

    /// The four bytes of a pixel as literals.
    mutating func pixel(_ pixel: UInt32)

    /// Says bytes: words of eight as literals, those that are 0 as ``zeros(_:)`` does; what is left behind the last word as
    /// literals. It may stop before any word that is 0.
    ///
    /// - Returns: How many bytes that were.
    mutating func words(_ bytes: UnsafeRawPointer, count: Int) -> Int

    /// - Parameter length: At least 3.
    mutating func match(_ distance: Distance, length: Int)

    /// A pixel of a colour that has been there, and an alpha of its own.
    mutating func colour(_ distance: Distance, alpha: UInt8)

    /// The first one as a literal, the rest repeat it.
    mutating func zeros(_ count: Int)
}

/// Takes what coders find, to be counted: ``SequenceStore/append(room:_:)``.
struct SequenceSink: SymbolSink {
    fileprivate var literalEnd: UnsafeMutablePointer<UInt8>
    fileprivate var sequenceEnd: UnsafeMutablePointer<Sequence>
    /// The first literal behind the last match.
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

/// The sequences of a block, and the literals in them.
final class SequenceStore {
    /// In memory of its own, as it is read and written with each row: that needs no checks of who else does.
    private let state: UnsafeMutablePointer<State>

    private struct State {
        var literals: UnsafeMutablePointer<UInt8>
        var sequences: UnsafeMutablePointer<Sequence>
        var literalRoom = 1 << 16
        var sequenceRoom = 1 << 14
        var literalCount = 0
        var sequenceCount = 0
        /// Literals behind the last match.
        var openCount = 0
        /// Bytes from row to row, if a match can look back so far; otherwise any distance.
        var stride = 1

        init() {
            literals = .allocate(capacity: literalRoom)
            sequences = .allocate(capacity: sequenceRoom)
        }

        mutating func makeRoom(_ count: Int) {
            Self.grow(&literals, literalCount, &literalRoom, by: count)
            // Each says three bytes at least.
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

    /// Bytes from row to row, for rows that are ``FlatCoder``'s.
    func begin(stride: Int) { state.pointee.stride = stride <= DeflateSymbols.longestDistance ? stride : 1 }

    /// How far back a usual match repeats.
    func distance(_ usual: Distance.Usual) -> Distance {
        switch usual {
        case .none, .byte: Distance(1, usual: usual)
        case .pixel: Distance(4, usual: usual)
        case .row: Distance(state.pointee.stride, usual: usual)
        }
    }

    /// Nothing again.
    func clear() { (state.pointee.literalCount, state.pointee.sequenceCount, state.pointee.openCount) = (0, 0, 0) }

    /// Runs `body` with a sink that has room for `count` bytes, whatever becomes of them.
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

    /// Says the literals that no match has followed.
    func close() {
        let open = state.pointee.openCount
        guard open > 0 else { return }
        state.pointee.makeRoom(1)
        sequences[sequenceCount] = Sequence(literals: UInt32(open), length: 0, distance: Distance(1))
        state.pointee.sequenceCount += 1
        state.pointee.openCount = 0
    }
}
