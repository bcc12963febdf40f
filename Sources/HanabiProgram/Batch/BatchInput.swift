import EffectCoding
import EffectModel
import EffectService

/// The lines of a batch that belong to one shard, in order.
struct BatchInput: ~Copyable {
    /// A line to render, or the problem with it.
    struct Item: Sendable {
        /// Line number from 1, empty lines included.
        let number: Int
        let bytes: Int
        let line: Result<BatchLine, BatchProblem>
    }

    private var reader: LineReader
    private let maximumBytes: Int
    private let shard: Shard
    /// Line number of each file name, by hash: about 30 bytes each for millions of names. With ten million names, the
    /// probability of a collision is 1 in 300,000; the second line is refused then, and can be renamed.
    private var firstLines: [UInt64: UInt32] = [:]
    /// Number of lines read so far for all shards, without empty ones.
    private(set) var lines = 0

    init(_ path: String, maximumLineBytes: Int, _ shard: Shard) throws(Failure) {
        reader = try LineReader(path, maximumBytes: maximumLineBytes)
        (maximumBytes, self.shard) = (maximumLineBytes, shard)
    }

    /// Number of bytes read.
    var position: Int { reader.position }
    /// Identity of the input file; `nil` unless it is a regular file.
    var identity: FileIdentity? { reader.identity }
    /// Size of the input in bytes, if known.
    var size: Int? { reader.size }

    /// The next line of the shard; `nil` at the end.
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

    /// A parsed line or its problem; `nil` for another shard's line.
    private mutating func line(_ text: LineReader.Line) -> Result<BatchLine, BatchProblem>? {
        let line: BatchLine
        do throws(BatchProblem) {
            line = try read(text)
        } catch {
            return shard.hasFault(inLine: reader.count) ? .failure(error) : nil
        }
        guard shard.has(line) else { return nil }
        if let first = firstLines[line.key] {
            let found = "\"\(line.fileName)\", which is the file of line \(first)"
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
            let (found, allowed) = ("too many bytes", "at most \(maximumBytes) (--max-line-bytes)")
            throw BatchProblem(SpecFault(.tooMuch, at: "", found: found, allowed: allowed))
        }
    }
}
