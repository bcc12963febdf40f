/// All rows of a picture as PNG filters them, in one piece, and where anything is in them: what a search for the shortest
/// coding needs.
final class FilteredFrame {
    /// `low..<high` bytes of the frame, outside of which all are 0.
    struct Place {
        var low: Int
        var high: Int
    }

    private(set) var bytes: UnsafeMutableRawPointer
    private(set) var count = 0
    private(set) var places: [Place] = []
    private var capacity = 0

    /// Zeros behind the last byte, that may be read.
    static let padding = 16

    init() {
        bytes = .allocate(byteCount: Self.padding, alignment: 16)
    }

    deinit { bytes.deallocate() }

    /// Starts anew, for `count` bytes.
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

    /// Takes in `length` bytes at `low`, which lies behind all others.
    func add(_ source: UnsafeRawPointer, at low: Int, length: Int) {
        (bytes + low).copyMemory(from: source, byteCount: length)
        mark(low, length: length)
    }

    /// Says that `length` bytes from `low` on, which lies behind all others, are there now.
    func mark(_ low: Int, length: Int) {
        if let last = places.last, low - last.high < 16 {
            places[places.count - 1].high = low + length
        } else {
            places.append(Place(low: low, high: low + length))
        }
    }

    /// The checksum of all.
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
