internal import Memory

/// Histogram of the colors of images.
///
/// Colors are premultiplied: two that look the same count as one. The capacity is ``room`` colors; beyond it, colors
/// that differ only in their lowest bits are merged and have the mean of all their pixels.
///
/// Histograms of separate images can be added: the same order gives the same sums.
public struct ColorHistogram: Sendable {
    /// Pixels counted as one color.
    struct Bucket: Sendable {
        /// The color without its dropped bits.
        var key: UInt32
        var count: Int
        /// Sums of R G B A over all its pixels.
        var sum: SIMD4<Int>
    }

    private(set) var buckets: [Bucket] = []
    /// Pixels of each opaque color in long runs, as a ground has them: a sky, a wall.
    private(set) var ground: [UInt32: Int] = [:]
    /// Bucket index + 1, in a hash table by key.
    private var table = [UInt16](repeating: 0, count: tableSize)
    /// Number of lowest bits of each channel that are ignored.
    private var dropped: UInt32 = 0

    /// Maximum number of colors told apart.
    static let room = 8192
    private static let tableSize = 2 * room
    /// Minimum number of equal pixels that follow each other and count as ``ground``.
    private static let run = 64

    /// An empty histogram.
    public init() {}

    /// Histogram of a part of an image, transparent pixels excluded.
    ///
    /// - Complexity: O(touched pixels).
    init(_ source: PixelSource) {
        // Most pixels equal the one before.
        var (last, count) = (UInt32(0), 0)
        for y in 0..<source.height {
            source.eachTouched(in: y) { row, touched in
                for x in touched {
                    let pixel = source.isStraight ? StraightAlpha.premultiplied(row[x]) : row[x]
                    if pixel == last {
                        count &+= 1
                    } else {
                        if last != 0 { addRun(last, count) }
                        (last, count) = (pixel, 1)
                    }
                }
            }
        }
        if last != 0 { addRun(last, count) }
    }

    private mutating func addRun(_ color: UInt32, _ count: Int) {
        add(color, count)
        if count >= Self.run, color >> 24 == 255 { addGround(color, count) }
    }

    private mutating func addGround(_ color: UInt32, _ count: Int) {
        if let known = ground[color] {
            ground[color] = known + count
        } else if ground.count < Self.room {
            ground[color] = count
        }
    }

    /// Whether ``buckets`` hold exact colors.
    var isExact: Bool { dropped == 0 }

    /// Whether there are more than `most` colors.
    public func exceeds(_ most: Int) -> Bool { !isExact || buckets.count > most }

    /// Adds the counts of another histogram.
    public mutating func add(_ other: ColorHistogram) {
        while dropped < other.dropped { drop() }
        for bucket in other.buckets { add(bucket.key, bucket.count, sum: bucket.sum) }
        for color in other.ground.keys.sorted() { addGround(color, other.ground[color] ?? 0) }
    }

    mutating func add(_ color: UInt32, _ count: Int) {
        let channels = SIMD4(
            Int(color & 0xFF),
            Int(color >> 8 & 0xFF),
            Int(color >> 16 & 0xFF),
            Int(color >> 24)
        )
        add(color, count, sum: channels &* count)
    }

    private mutating func add(_ color: UInt32, _ count: Int, sum: SIMD4<Int>) {
        var key = key(of: color)
        var place = place(of: key)
        if table[place] == 0 {
            while buckets.count == Self.room {
                drop()
                key = self.key(of: color)
                place = self.place(of: key)
            }
            if table[place] == 0 {
                buckets.append(Bucket(key: key, count: 0, sum: SIMD4()))
                table[place] = UInt16(buckets.count)
            }
        }
        let index = Int(table[place]) - 1
        buckets[index].count += count
        buckets[index].sum &+= sum
    }

    /// Opaque colors stay separate: solid areas must not become translucent because of their edges.
    private func key(of color: UInt32) -> UInt32 {
        guard dropped > 0 else { return color }
        let mask = (0xFF &<< dropped & 0xFF) * (0x0101_0101 as UInt32)
        return color & mask | (color >> 24 == 255 ? 0xFF00_0000 : 0)
    }

    /// Slot of the key in the table, or the free slot where it belongs.
    private func place(of key: UInt32) -> Int {
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 16) % Self.tableSize
        while table[place] != 0, buckets[Int(table[place]) - 1].key != key { place = (place + 1) % Self.tableSize }
        return place
    }

    /// Drops one more bit of each channel.
    private mutating func drop() {
        dropped += 1
        let old = buckets
        buckets.removeAll(keepingCapacity: true)
        for index in table.indices { table[index] = 0 }
        for bucket in old { add(bucket.key, bucket.count, sum: bucket.sum) }
    }
}
