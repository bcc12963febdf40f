/// The bytes of a picture that says entries of a palette: rows as PNG has them, unfiltered, and where anything but the
/// ground is in them.
final class IndexedFrame {
    let frame = FilteredFrame()
    private(set) var stride = 0
    private let lookup: PaletteLookup
    private let depth: Int
    /// Entries of one row, and their bytes where several share one.
    private var entries = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    private var packed = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    private var capacity = 0

    init(_ palette: Palette) {
        lookup = PaletteLookup(palette)
        depth = palette.depth
    }

    deinit {
        entries.deallocate()
        packed.deallocate()
    }

    /// What every pixel is where nothing is known to be drawn, premultiplied.
    var ground: UInt32 { lookup.ground }

    /// Takes in all of a picture.
    ///
    /// - Complexity: O(touched pixels), if the one before was as large.
    func load(_ source: PixelSource) {
        reserve(source.width)
        let perByte = 8 / depth
        let rowBytes = (source.width + perByte - 1) / perByte
        stride = rowBytes + 1
        frame.begin(count: stride * source.height)
        for y in 0..<source.height {
            let start = y &* stride &+ 1
            // The first byte that has not been said yet: touched pixels that are apart may share one.
            var said = 0
            source.eachTouched(in: y) { row, touched in
                if perByte == 1 {
                    fill(row, touched, source.isStraight)
                    add(entries, touched, at: start)
                    return
                }
                // Whole bytes. What is added to the range at its ends is ground, or known to be from before.
                let low = max(said, touched.lowerBound / perByte)
                let high = min(rowBytes, (touched.upperBound + perByte - 1) / perByte)
                guard low < high else { return }
                fill(row, low * perByte..<min(source.width, high * perByte), source.isStraight)
                if high * perByte > source.width { (entries + source.width).update(repeating: 0, count: perByte) }
                pack(low..<high)
                add(packed, low..<high, at: start)
                said = high
            }
        }
    }

    /// The entries of pixels.
    private func fill(_ row: UnsafePointer<UInt32>, _ range: Range<Int>, _ isStraight: Bool) {
        let (lookup, entries, ground) = (lookup, entries, lookup.ground)
        var (last, entry) = (ground, UInt8(0))
        for x in range {
            let pixel = isStraight ? StraightAlpha.premultiplied(row[x]) : row[x]
            if pixel != last {
                (last, entry) = (pixel, pixel == ground ? 0 : lookup.entry(of: pixel))
            }
            entries[x] = entry
        }
    }

    /// Several entries into each byte, the first one highest.
    private func pack(_ range: Range<Int>) {
        let (depth, perByte) = (depth, 8 / depth)
        for at in range {
            var byte = 0
            for index in at * perByte..<(at + 1) * perByte { byte = byte << depth | Int(entries[index]) }
            packed[at] = UInt8(truncatingIfNeeded: byte)
        }
    }

    /// Adds what is not ground, long gaps left out.
    private func add(_ bytes: UnsafeMutablePointer<UInt8>, _ range: Range<Int>, at start: Int) {
        var (low, last) = (-1, 0)
        for at in range where bytes[at] != 0 {
            if low >= 0, at &- last > Self.gap {
                frame.add(bytes + low, at: start &+ low, length: last &+ 1 &- low)
                low = at
            } else if low < 0 {
                low = at
            }
            last = at
        }
        if low >= 0 { frame.add(bytes + low, at: start &+ low, length: last &+ 1 &- low) }
    }

    /// So many bytes of ground are coded with what is around them.
    private static let gap = 16

    private func reserve(_ width: Int) {
        guard width > capacity else { return }
        capacity = width
        entries.deallocate()
        packed.deallocate()
        // The last byte may be shared with pixels that aren't there.
        entries = .allocate(capacity: width + 8)
        packed = .allocate(capacity: width + 8)
    }
}
