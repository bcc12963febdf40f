import ArgumentParser
import EffectService
import SystemSupport

/// A part of a batch, written as `0/4`.
///
/// A line belongs to a shard by the name of its file, not by its position. Two lines for one file are in the same
/// shard, which reports the second one, and lines stay in their shard when others are inserted before them.
struct Shard: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// Index from 0, as for the pods of a Kubernetes job.
    let index: Int
    let count: Int

    static let counts = 1...100_000
    static let whole = Shard(index: 0, count: 1)

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        // Digits only: Swift's own parser accepts a sign.
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let index = Int(parts[0]), let count = Int(parts[1]), Self.counts.contains(count), index < count
        else { return nil }
        self.init(index: index, count: count)
    }

    var description: String { "\(index)/\(count)" }

    func has(_ line: BatchLine) -> Bool { line.key % UInt64(count) == index }

    /// Whether this shard reports an invalid line without a file name.
    func hasFault(inLine number: Int) -> Bool { number % count == index }
}
