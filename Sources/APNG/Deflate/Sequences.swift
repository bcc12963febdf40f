/// What a row's bytes become: some as they are, then a repetition of what came before.
struct Sequence {
    /// Bytes said as they are, before the match.
    var literals: UInt32
    /// Bytes of the match: 0 at a block's end, otherwise at least 3, and as many as there are, more than DEFLATE says
    /// at once too.
    var length: UInt32
    /// How far back they repeat; 1...32,768.
    var distance: UInt32
}

/// Takes what coders find, into memory that has room for it: ``SequenceStore/append(room:_:)``.
struct SequenceSink {
    fileprivate var literalEnd: UnsafeMutablePointer<UInt8>
    fileprivate var sequenceEnd: UnsafeMutablePointer<Sequence>
    /// The first literal behind the last match.
    fileprivate var firstLiteral: UnsafeMutablePointer<UInt8>

    @inline(__always)
    mutating func literal(_ value: UInt8) {
        literalEnd.pointee = value
        literalEnd += 1
    }

    /// The four bytes of a pixel as literals.
    @inline(__always)
    mutating func pixel(_ pixel: UInt32) {
        UnsafeMutableRawPointer(literalEnd).storeBytes(of: pixel.littleEndian, as: UInt32.self)
        literalEnd += 4
    }

    /// Eight bytes as literals, the lowest one first.
    @inline(__always)
    mutating func word(_ bytes: UInt64) {
        UnsafeMutableRawPointer(literalEnd).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        literalEnd += 8
    }

    /// - Parameter length: At least 3.
    @inline(__always)
    mutating func match(distance: Int, length: Int) {
        sequenceEnd.pointee = Sequence(
            literals: UInt32(truncatingIfNeeded: literalEnd - firstLiteral),
            length: UInt32(truncatingIfNeeded: length),
            distance: UInt32(truncatingIfNeeded: distance)
        )
        sequenceEnd += 1
        firstLiteral = literalEnd
    }

    /// The first one as a literal, the rest repeat it.
    @inline(__always)
    mutating func zeros(_ count: Int) {
        if count == 0 { return }
        literal(0)
        if count > 3 {
            match(distance: 1, length: count &- 1)
        } else {
            for _ in 1..<count { literal(0) }
        }
    }
}

/// The sequences of a block, and the literals in them.
final class SequenceStore {
    private(set) var literals: UnsafeMutablePointer<UInt8>
    private(set) var sequences: UnsafeMutablePointer<Sequence>
    private(set) var literalCount = 0
    private(set) var sequenceCount = 0
    /// Literals behind the last match.
    private var openCount = 0
    private var literalRoom = 1 << 16
    private var sequenceRoom = 1 << 14

    init() {
        literals = .allocate(capacity: literalRoom)
        sequences = .allocate(capacity: sequenceRoom)
    }

    deinit {
        literals.deallocate()
        sequences.deallocate()
    }

    /// Nothing again.
    func clear() { (literalCount, sequenceCount, openCount) = (0, 0, 0) }

    /// Runs `body` with a sink that has room for `count` bytes, whatever becomes of them.
    @inline(__always)
    func append(room count: Int, _ body: (inout SequenceSink) -> Void) {
        makeRoom(count + 32)
        let end = literals + literalCount
        var sink = SequenceSink(literalEnd: end, sequenceEnd: sequences + sequenceCount, firstLiteral: end - openCount)
        body(&sink)
        literalCount = sink.literalEnd - literals
        sequenceCount = sink.sequenceEnd - sequences
        openCount = sink.literalEnd - sink.firstLiteral
    }

    /// Says the literals that no match has followed.
    func close() {
        guard openCount > 0 else { return }
        makeRoom(1)
        sequences[sequenceCount] = Sequence(literals: UInt32(openCount), length: 0, distance: 1)
        sequenceCount += 1
        openCount = 0
    }

    private func makeRoom(_ count: Int) {
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
