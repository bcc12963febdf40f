/// Speed of the processor at this moment, relative to the one that prices are given for.
///
/// A shared machine is sometimes half as fast as a minute ago. A fixed piece of work beside each measurement tells by how much,
/// so that times of different minutes and machines can be compared.
enum MachineSpeed {
    /// Milliseconds of the fixed piece of work on the reference processor, one of two cores of a Zen 4: measured where a
    /// render takes 1.64 times the reference's time.
    private static let reference = 0.67

    /// Bytes that are mixed, read through a table, and summed: as much integer, memory and floating-point work as a render has.
    nonisolated(unsafe) private static var bytes = [UInt8](repeating: 0, count: 1 << 18)
    nonisolated(unsafe) private static var sink = 0.0

    /// Returns the speed now; 1 is the reference, 0.5 half of it.
    static func now() -> Double { reference / milliseconds() }

    /// Returns the milliseconds of processor time that `body` would take on the reference processor.
    static func scaled(_ body: () throws -> Void) rethrows -> Double {
        let before = milliseconds()
        let start = processorTime()
        try body()
        let time = processorTime() - start
        return time * reference / ((before + milliseconds()) / 2)
    }

    /// Returns the median of ``scaled(_:)`` over several runs.
    static func median(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
        try (0..<runs).map { _ in try scaled(body) }.sorted()[runs / 2]
    }

    /// Milliseconds of the fixed piece of work now.
    static func milliseconds() -> Double {
        let start = processorTime()
        work()
        return processorTime() - start
    }

    private static func work() {
        var random: UInt32 = 0x9E37_79B9
        var counts = [UInt32](repeating: 0, count: 1 << 12)
        var sum: Float = 0
        bytes.withUnsafeMutableBufferPointer { bytes in
            for index in bytes.indices {
                random ^= random << 13
                random ^= random >> 17
                random ^= random << 5
                let hash = Int(random >> 20)
                counts[hash] &+= 1
                let before = bytes[index & ~63 | hash & 63]
                // A branch that is hard to predict, like those of match finding and edges.
                if random & 3 == 0 {
                    bytes[index] = before &+ UInt8(truncatingIfNeeded: random)
                } else {
                    sum += Float(before) * 0.25
                }
            }
        }
        sink += Double(sum) + Double(counts[random >> 20 == 0 ? 0 : 1])
    }
}
