/// The filtered rows of an image as one contiguous buffer, with the byte ranges that are not zero: input of
/// ``ShortestCoder`` and ``IndexCoder``.
final class FilteredFrame {
    /// A byte range `low..<high`; bytes outside of all ranges are 0.
    struct Place {
        var low: Int
        var high: Int
    }

    private(set) var bytes: UnsafeMutableRawPointer
    private(set) var count = 0
    private(set) var places: [Place] = []
    private var capacity = 0

    /// Number of readable zero bytes behind the last byte.
    static let padding = 16

    init() {
        bytes = .allocate(byteCount: Self.padding, alignment: 16)
    }

    deinit { bytes.deallocate() }

    /// Starts a new frame of `count` zero bytes.
    func begin(count: Int) {
        if count > capacity {
            bytes.deallocate()
            capacity = count
            bytes = .allocate(byteCount: count + Self.padding, alignment: 16)
            bytes.initializeMemory(as: UInt8.self, repeating: 0, count: count + Self.padding)
        } else {
            for place in places {
                (bytes + place.low).initializeMemory(as: UInt8.self, repeating: 0, count: place.high - place.low)
            }
        }
        self.count = count
        places.removeAll(keepingCapacity: true)
    }

    /// Copies `length` bytes to offset `low`, which must be behind all earlier ranges.
    func add(_ source: UnsafeRawPointer, at low: Int, length: Int) {
        (bytes + low).copyMemory(from: source, byteCount: length)
        mark(low, length: length)
    }

    /// Records `length` bytes from offset `low` on as written. `low` must be behind all earlier ranges.
    func mark(_ low: Int, length: Int) {
        if let last = places.last, low - last.high < 16 {
            places[places.count - 1].high = low + length
        } else {
            places.append(Place(low: low, high: low + length))
        }
    }

    /// The Adler-32 checksum of the whole frame.
    var sum: Adler32 {
        var (sum, at) = (Adler32(), 0)
        for place in places {
            sum.addZeros(place.low - at)
            sum.add(bytes + place.low, count: place.high - place.low)
            at = place.high
        }
        sum.addZeros(count - at)
        return sum
    }
}
