internal import CKernels
internal import Memory

/// The colors of an image with at most 256 of them, and the image as indices of these colors, up to eight in one pixel.
///
/// - Source: RFC 9649 §4.4 (color indexing transform).
final class ColorTable {
    /// Colors in ascending order.
    private(set) var colors: [UInt32] = []
    /// Packed pixels: indices in the green channel, all others 0; ``ImageWriter/Pixels/padding`` more behind the last.
    var packed: MutableMemoryView<UInt32> { memory.view }
    private var memory = OwnedMemory<UInt32>(repeating: 0, count: 64 + ImageWriter.Pixels.padding)
    /// Runs of ``packed`` outside of which all is 0.
    private(set) var runs: [hanabi_span] = []
    /// Hash table with linear probing: a color, and above it its index + 1; 0 where there is none.
    private let slots = OwnedMemory<UInt64>(unwritten: 1 << hashBits)

    static let most = 256
    private static let hashBits: UInt32 = 11

    /// Binary logarithm of the number of indices in a pixel.
    var bundleBits: Int {
        switch colors.count {
        case ...2: 3
        case ...4: 2
        case ...16: 1
        default: 0
        }
    }

    /// Differences between the colors, as the table is stored.
    var differences: [UInt32] {
        var last: UInt32 = 0
        return colors.map { color in
            defer { last = color }
            return PixelPredictor.difference(color, last)
        }
    }

    /// Finds all colors.
    ///
    /// - Returns: Whether these are few enough.
    func count(_ image: ImageWriter.Pixels) -> Bool {
        slots.fill(0)
        colors.removeAll(keepingCapacity: true)
        var last: UInt32 = 0
        _ = add(last)
        let (pixels, table) = (image.start, slots.view)
        for run in image.runs {
            for at in Int(run.low)..<Int(run.high) where pixels[at] != last {
                last = pixels[at]
                guard add(last) else { return false }
            }
        }
        colors.sort()
        slots.fill(0)
        for (index, color) in colors.enumerated() { table[Self.slot(of: color, in: table)] = Self.entry(color, index) }
        return true
    }

    /// Adds a color, unless it is there.
    ///
    /// - Returns: Whether there was room.
    private func add(_ color: UInt32) -> Bool {
        let slot = Self.slot(of: color, in: slots.view)
        guard slots[slot] == 0 else { return true }
        guard colors.count < Self.most else { return false }
        slots[slot] = Self.entry(color, 0)
        colors.append(color)
        return true
    }

    private static func entry(_ color: UInt32, _ index: Int) -> UInt64 { UInt64(index + 1) << 32 | UInt64(color) }

    /// The slot of a color, or the empty one where it belongs.
    @inline(__always)
    private static func slot(of color: UInt32, in slots: MutableMemoryView<UInt64>) -> Int {
        var slot = Int((color &* 0x9E37_79B1) &>> (32 &- hashBits))
        while slots[slot] != 0, UInt32(truncatingIfNeeded: slots[slot]) != color {
            slot = (slot &+ 1) & (1 << Int(hashBits) &- 1)
        }
        return slot
    }

    /// Makes ``packed`` and ``runs`` of an image whose colors are all known.
    ///
    /// - Returns: Width of the packed image.
    func pack(_ image: ImageWriter.Pixels) -> Int {
        let bits = bundleBits
        let (width, mask) = (image.width, 1 << bits - 1)
        let packedWidth = (width + mask) >> bits
        begin(packedWidth * image.height)
        if bits == 0 {
            index(image)
            return width
        }
        let (indexBits, packed, slots) = (8 >> bits, packed, slots.view)
        var (last, index) = (UInt32(0), UInt32(0))
        for run in image.runs {
            var at = Int(run.low)
            while at < Int(run.high) {
                let y = at / width
                let (start, target) = (y * width, packed.suffix(from: y * packedWidth))
                let end = min(Int(run.high), start + width)
                append(y * packedWidth + (at - start) >> bits, y * packedWidth + (end - 1 - start) >> bits + 1)
                for place in at..<end {
                    if image.start[place] != last {
                        last = image.start[place]
                        index = UInt32(truncatingIfNeeded: slots[Self.slot(of: last, in: slots)] &>> 32 &- 1)
                    }
                    let x = place &- start
                    target[x &>> bits] |= index &<< UInt32(truncatingIfNeeded: 8 &+ (x & mask) &* indexBits)
                }
                at = end
            }
        }
        return packedWidth
    }

    /// Makes ``packed`` and ``runs`` of an image with one index in each pixel.
    private func index(_ image: ImageWriter.Pixels) {
        let (pixels, packed, slots) = (image.start, packed, slots.view)
        var (last, index) = (UInt32(0), UInt32(0))
        for run in image.runs {
            let (low, high) = (Int(run.low), Int(run.high))
            append(low, high)
            for place in low..<high {
                if pixels[place] != last {
                    last = pixels[place]
                    index = UInt32(truncatingIfNeeded: slots[Self.slot(of: last, in: slots)] &>> 32 &- 1) &<< 8
                }
                packed[place] = index
            }
        }
    }

    private func begin(_ count: Int) {
        let room = count + ImageWriter.Pixels.padding
        if room > memory.count {
            memory = OwnedMemory(repeating: 0, count: room)
        } else {
            for run in runs { packed.suffix(from: Int(run.low)).fill(0, count: Int(run.high - run.low)) }
        }
        runs.removeAll(keepingCapacity: true)
    }

    private func append(_ low: Int, _ high: Int) {
        if let last = runs.last, Int(last.high) >= low {
            runs[runs.count - 1].high = Int32(truncatingIfNeeded: high)
        } else {
            runs.append(hanabi_span(low: Int32(truncatingIfNeeded: low), high: Int32(truncatingIfNeeded: high)))
        }
    }
}
