import EffectModel
import EffectService

/// The lines of a batch that are one shard's business, in their order.
struct BatchInput: ~Copyable {
    /// What is to be done for a line, or why nothing is.
    struct Item: Sendable {
        /// From 1, empty lines included.
        let number: Int
        let bytes: Int
        let line: Result<BatchLine, BatchProblem>
    }

    private var reader: LineReader
    private let maximumBytes: Int
    private let shard: Shard
    /// Where each file's name was seen first. By hash: some 30 bytes for each of millions. Of ten million names two have the same
    /// one in one batch of 300,000; the second is refused then, and can be called otherwise.
    private var firstLines: [UInt64: UInt32] = [:]
    /// Lines so far, of all shards; empty ones don't count.
    private(set) var lines = 0

    init(_ path: String, maximumLineBytes: Int, _ shard: Shard) throws(Failure) {
        reader = try LineReader(path, maximumBytes: maximumLineBytes)
        (maximumBytes, self.shard) = (maximumLineBytes, shard)
    }

    /// Bytes that were read.
    var position: Int { reader.position }
    /// Which file they are in, if it is one.
    var identity: FileIdentity? { reader.identity }
    /// Bytes that there are, where that is known.
    var size: Int? { reader.size }

    /// The next one; `nil` behind the last.
    mutating func next() throws(Failure) -> Item? {
        while let text = try reader.next() {
            var bytes = 0
            if case .text(let letters) = text {
                bytes = letters.count
                if letters.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            }
            lines += 1
            guard let line = line(text) else { continue }
            return Item(number: reader.count, bytes: bytes, line: line)
        }
        return nil
    }

    /// `nil` for another shard's.
    private mutating func line(_ text: LineReader.Line) -> Result<BatchLine, BatchProblem>? {
        let line: BatchLine
        do throws(BatchProblem) {
            line = try read(text)
        } catch {
            return shard.hasFault(inLine: reader.count) ? .failure(error) : nil
        }
        guard shard.has(line) else { return nil }
        if let first = firstLines[line.key] {
            let found = "\"\(line.fileName)\", which line \(first) has"
            return .failure(
                BatchProblem(SpecFault(.conflict, at: "/name", found: found, allowed: "once"), name: line.name)
            )
        }
        firstLines[line.key] = UInt32(clamping: reader.count)
        return .success(line)
    }

    private func read(_ text: LineReader.Line) throws(BatchProblem) -> BatchLine {
        switch text {
        case .text(let bytes): return try BatchLine(bytes)
        case .tooLong:
            let (found, allowed) = ("more bytes", "\(maximumBytes), or what --max-line-bytes says")
            throw BatchProblem(SpecFault(.tooMuch, at: "", found: found, allowed: allowed))
        }
    }
}
