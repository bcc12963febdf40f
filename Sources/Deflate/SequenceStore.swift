public import Memory

/// The sequences of a block and their literals.
public final class SequenceStore {
    /// Separate memory, without exclusivity checks on each row.
    @usableFromInline let state: OwnedMemory<State>
    private var literalMemory: OwnedMemory<UInt8>
    private var sequenceMemory: OwnedMemory<LZSequence>

    @usableFromInline struct State: BitwiseCopyable {
        @usableFromInline var literals: MutableMemoryView<UInt8>
        @usableFromInline var sequences: MutableMemoryView<LZSequence>
        @usableFromInline var literalRoom: Int
        @usableFromInline var sequenceRoom: Int
        @usableFromInline var literalCount = 0
        @usableFromInline var sequenceCount = 0
        /// Number of literals behind the last match.
        @usableFromInline var openCount = 0
        /// Bytes from row to row if a match can reach that far, otherwise 1.
        @usableFromInline var stride = 1

        init(_ literals: borrowing OwnedMemory<UInt8>, _ sequences: borrowing OwnedMemory<LZSequence>) {
            (self.literals, literalRoom) = (literals.view, literals.count)
            (self.sequences, sequenceRoom) = (sequences.view, sequences.count)
        }
    }

    /// Literals of all sequences, in order.
    public var literals: MutableMemoryView<UInt8> { state[0].literals }
    /// The sequences, in order.
    public var sequences: MutableMemoryView<LZSequence> { state[0].sequences }
    /// Number of literals.
    public var literalCount: Int { state[0].literalCount }
    /// Number of sequences.
    public var sequenceCount: Int { state[0].sequenceCount }

    /// An empty store.
    public init() {
        literalMemory = OwnedMemory(repeating: 0, count: 1 << 16)
        sequenceMemory = OwnedMemory(repeating: .none, count: 1 << 14)
        state = OwnedMemory(repeating: State(literalMemory, sequenceMemory), count: 1)
    }

    /// Makes room for `count` bytes, however they are coded.
    @inlinable @inline(__always)
    func makeRoom(_ count: Int) {
        // Each sequence covers at least three bytes.
        let now = state[0]
        if now.literalCount &+ count > now.literalRoom || now.sequenceCount &+ count / 3 &+ 1 > now.sequenceRoom {
            grow(count)
        }
    }

    @usableFromInline @inline(never)
    func grow(_ count: Int) {
        let (literals, sequences) = (literalCount + count, sequenceCount + count / 3 + 1)
        if literals > literalMemory.count {
            literalMemory.grow(to: max(2 * literalMemory.count, literals), keeping: literalCount, filling: 0)
        }
        if sequences > sequenceMemory.count {
            sequenceMemory.grow(to: max(2 * sequenceMemory.count, sequences), keeping: sequenceCount, filling: .none)
        }
        (state[0].literals, state[0].literalRoom) = (literalMemory.view, literalMemory.count)
        (state[0].sequences, state[0].sequenceRoom) = (sequenceMemory.view, sequenceMemory.count)
    }

    /// Sets the bytes from row to row, for ``CommonOffset/row``.
    public func begin(stride: Int) { state[0].stride = stride <= DeflateSymbols.longestDistance ? stride : 1 }

    /// Returns the offset that a common one stands for.
    public func offset(_ common: CommonOffset) -> MatchOffset {
        switch common {
        case .none, .byte: MatchOffset(1, common: common)
        case .pixel: MatchOffset(4, common: common)
        case .row: MatchOffset(state[0].stride, common: common)
        }
    }

    /// Empties the store.
    public func clear() {
        (state[0].literalCount, state[0].sequenceCount, state[0].openCount) = (0, 0, 0)
    }

    /// Runs `body` with a sink that has room for `count` bytes, however they are coded.
    @inlinable @inline(__always)
    public func append(room count: Int, _ body: (inout SequenceSink) -> Void) {
        makeRoom(count + 32)
        let before = state[0]
        let end = before.literals.suffix(from: before.literalCount)
        var sink = SequenceSink(
            literalEnd: end,
            sequenceEnd: before.sequences.suffix(from: before.sequenceCount),
            firstLiteral: end.suffix(from: 0 &- before.openCount)
        )
        body(&sink)
        state[0].literalCount = sink.literalEnd.distance(from: before.literals)
        state[0].sequenceCount = sink.sequenceEnd.distance(from: before.sequences)
        state[0].openCount = sink.literalEnd.distance(from: sink.firstLiteral)
    }

    /// Appends a sequence for the literals that no match has followed.
    public func close() {
        let open = state[0].openCount
        guard open > 0 else { return }
        makeRoom(1)
        sequences[sequenceCount] = LZSequence(literals: UInt32(open), length: 0, offset: MatchOffset(1))
        state[0].sequenceCount += 1
        state[0].openCount = 0
    }
}
