import ArgumentParser
import EffectService

/// `0/4`: one of so many parts of a batch.
///
/// A line belongs to a part by the name of its file, not by where it stands: two lines for one file meet in the same part, which
/// reports the second one, and a line stays in its part whatever is added before it.
struct Shard: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// From 0, as Kubernetes counts the pods of a job.
    let index: Int
    let count: Int

    static let counts = 1...100_000
    static let whole = Shard(index: 0, count: 1)

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        // Digits only: Swift's own parser takes a sign.
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let index = Int(parts[0]), let count = Int(parts[1]), Self.counts.contains(count), index < count
        else { return nil }
        self.init(index: index, count: count)
    }

    var description: String { "\(index)/\(count)" }

    func has(_ line: BatchLine) -> Bool { line.key % UInt64(count) == index }

    /// Whose business a line is that names no file.
    func hasFault(inLine number: Int) -> Bool { number % count == index }
}
