/// The sequences of a block and their literals.
public final class SequenceStore {
    /// Separate memory, without exclusivity checks on each row.
    @usableFromInline let state: UnsafeMutablePointer<State>

    @usableFromInline struct State {
        @usableFromInline var literals: UnsafeMutablePointer<UInt8>
        @usableFromInline var sequences: UnsafeMutablePointer<LZSequence>
        @usableFromInline var literalRoom = 1 << 16
        @usableFromInline var sequenceRoom = 1 << 14
        @usableFromInline var literalCount = 0
        @usableFromInline var sequenceCount = 0
        /// Number of literals behind the last match.
        @usableFromInline var openCount = 0
        /// Bytes from row to row if a match can reach that far, otherwise 1.
        @usableFromInline var stride = 1

        init() {
            literals = .allocate(capacity: literalRoom)
            sequences = .allocate(capacity: sequenceRoom)
        }

        @usableFromInline mutating func makeRoom(_ count: Int) {
            Self.grow(&literals, used: literalCount, room: &literalRoom, by: count)
            // Each sequence covers at least three bytes.
            Self.grow(&sequences, used: sequenceCount, room: &sequenceRoom, by: count / 3 + 1)
        }

        private static func grow<Element>(
            _ memory: inout UnsafeMutablePointer<Element>,
            used: Int,
            room: inout Int,
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

    /// Literals of all sequences, in order.
    public var literals: UnsafeMutablePointer<UInt8> { state.pointee.literals }
    /// The sequences, in order.
    public var sequences: UnsafeMutablePointer<LZSequence> { state.pointee.sequences }
    /// Number of literals.
    public var literalCount: Int { state.pointee.literalCount }
    /// Number of sequences.
    public var sequenceCount: Int { state.pointee.sequenceCount }

    /// An empty store.
    public init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        literals.deallocate()
        sequences.deallocate()
        state.deallocate()
    }

    /// Sets the bytes from row to row, for ``CommonOffset/row``.
    public func begin(stride: Int) { state.pointee.stride = stride <= DeflateSymbols.longestDistance ? stride : 1 }

    /// Returns the offset that a common one stands for.
    public func offset(_ common: CommonOffset) -> MatchOffset {
        switch common {
        case .none, .byte: MatchOffset(1, common: common)
        case .pixel: MatchOffset(4, common: common)
        case .row: MatchOffset(state.pointee.stride, common: common)
        }
    }

    /// Empties the store.
    public func clear() {
        (state.pointee.literalCount, state.pointee.sequenceCount, state.pointee.openCount) = (0, 0, 0)
    }

    /// Runs `body` with a sink that has room for `count` bytes, however they are coded.
    @inlinable @inline(__always)
    public func append(room count: Int, _ body: (inout SequenceSink) -> Void) {
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
    public func close() {
        let open = state.pointee.openCount
        guard open > 0 else { return }
        state.pointee.makeRoom(1)
        sequences[sequenceCount] = LZSequence(literals: UInt32(open), length: 0, offset: MatchOffset(1))
        state.pointee.sequenceCount += 1
        state.pointee.openCount = 0
    }
}
