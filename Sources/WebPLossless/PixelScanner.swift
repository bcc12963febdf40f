internal import CKernels
internal import Memory

/// Turns pixels into tokens: copies from the left, from above and from wherever the same pixels were last seen, entries
/// of the color cache, and pixels.
///
/// Transparent areas are never read: their runs are known, and a copy over one takes a comparison of two positions.
struct PixelScanner {
    private let pixels: MemoryView<UInt32>
    private let width: Int
    private let count: Int
    private let runs: MemoryView<hanabi_span>
    private let runCount: Int
    private let cacheBits: UInt32
    private let cache: MutableMemoryView<UInt32>
    private let history: MutableMemoryView<Int32>?
    private var end: MutableMemoryView<TokenStore.Token>
    /// Searches and finds of the current period, and searches left to skip.
    private var (searches, finds, skips) = (0, 0, 0)

    /// Number of searches after which their success is looked at.
    private static let searchPeriod = 1024
    /// Most searches that a find may take.
    private static let searchesPerFind = 512
    /// Number of searches to skip where finds take more.
    private static let skipsPerPeriod = 4096

    /// Positions of pairs of pixels, by hash.
    static let historySize = 1 << historyBits
    private static let historyBits = 14

    /// Longest copy.
    private static let longest = 4096
    /// Pixels between two polls of the stop condition.
    private static let pollDistance = 1 << 12

    /// - Parameters:
    ///   - pixels: Pixels, A R G B from the highest byte down; four more may be read behind them.
    ///   - runs: Pixels other than 0, in order.
    ///   - cacheBits: Binary logarithm of the color cache's size; 0 for none.
    ///   - cache: Memory of the cache.
    ///   - history: ``historySize`` positions as memory to search for pixels seen anywhere before; `nil` to search
    ///     among neighbors alone.
    init(
        _ pixels: MemoryView<UInt32>,
        width: Int,
        count: Int,
        runs: MemoryView<hanabi_span>,
        runCount: Int,
        cacheBits: Int,
        cache: MutableMemoryView<UInt32>,
        history: MutableMemoryView<Int32>?,
        into tokens: TokenStore
    ) {
        (self.pixels, self.width, self.count) = (pixels, width, count)
        (self.runs, self.runCount) = (runs, runCount)
        (self.cacheBits, self.cache, self.history) = (UInt32(cacheBits), cache, history)
        end = tokens.tokens
        if cacheBits > 0 { cache.fill(0, count: 1 << cacheBits) }
        history?.fill(-1, count: Self.historySize)
    }

    /// Scans all pixels.
    ///
    /// - Parameter isStopped: Polled now and then; `true` ends the scan.
    /// - Returns: The end of the tokens; `nil` if stopped.
    mutating func scan(unless isStopped: () -> Bool) -> MutableMemoryView<TokenStore.Token>? {
        var (at, index, upper) = (0, 0, 0)
        var poll = 0
        while at < count {
            if at >= poll {
                if isStopped() { return nil }
                poll = at &+ Self.pollDistance
            }
            while index < runCount, Int(runs[index].high) <= at { index &+= 1 }
            let low = index < runCount ? Int(runs[index].low) : count
            at = low > at ? scanGap(at, gapEnd: low, upper: &upper) : scanPixel(at)
        }
        return end
    }

    // MARK: Transparent pixels

    /// - Parameters:
    ///   - gapEnd: First pixel behind `at` other than 0.
    ///   - upper: First run that may end behind the pixel above.
    /// - Returns: The next pixel.
    private mutating func scanGap(_ at: Int, gapEnd: Int, upper: inout Int) -> Int {
        var above = 0
        if at >= width {
            let top = at &- width
            while upper < runCount, Int(runs[upper].high) <= top { upper &+= 1 }
            let next = (upper < runCount ? Int(runs[upper].low) : count) &+ width
            if next > at { above = min(next, gapEnd) &- at }
            if above > 0, next == gapEnd, gapEnd < count {
                above &+= equalPixels(gapEnd, gapEnd &- width, limit: min(Self.longest, count &- gapEnd))
            }
        }
        let left = at > 0 && pixels[at &- 1] == 0 ? gapEnd &- at : 0
        if max(left, above) < 2 { return appendPixel(at) }
        if left &+ 1 >= above {
            remember(0)
            return append(left, distance: PlaneDistance.left, at: at)
        }
        remember(0)
        if at &+ above > gapEnd { rememberPixels(gapEnd, at &+ above) }
        return append(above, distance: PlaneDistance.above, at: at)
    }

    // MARK: Other pixels

    private mutating func scanPixel(_ at: Int) -> Int {
        let pixel = pixels[at]
        let limit = min(Self.longest, count &- at)
        var (best, gain, distance) = (0, 0, UInt32(0))
        if at > 0, pixel == pixels[at &- 1] {
            best = 1 &+ equalPixels(at &+ 1, at, limit: limit &- 1)
            (gain, distance) = (best &* Self.bitsPerPixel &- Self.bitsPerCopy, PlaneDistance.left)
        }
        if best < Self.plenty, at >= width, pixel == pixels[at &- width] {
            let length = 1 &+ equalPixels(at &+ 1, at &- width &+ 1, limit: limit &- 1)
            let own = length &* Self.bitsPerPixel &- Self.bitsPerCopy
            if own > gain { (best, gain, distance) = (length, own, PlaneDistance.above) }
        }
        if gain <= 0 || best < Self.enough, at > width {
            if pixel == pixels[at &- width &- 1] {
                let length = 1 &+ equalPixels(at &+ 1, at &- width, limit: limit &- 1)
                let own = length &* Self.bitsPerPixel &- Self.bitsPerNearCopy
                if own > gain { (best, gain, distance) = (length, own, PlaneDistance.aboveLeft) }
            }
            if pixel == pixels[at &- width &+ 1], width > 1 {
                let length = 1 &+ equalPixels(at &+ 1, at &- width &+ 2, limit: limit &- 1)
                let own = length &* Self.bitsPerPixel &- Self.bitsPerNearCopy
                if own > gain {
                    (best, gain, distance) = (length, own, width == 2 ? PlaneDistance.left : PlaneDistance.aboveRight)
                }
            }
        }
        if let history, limit > 1, shouldSearch() {
            let slot = Self.hash(pixel, pixels[at &+ 1])
            let other = Int(history[slot])
            history[slot] = Int32(truncatingIfNeeded: at)
            if best < Self.enough, other >= 0, at &- other <= PlaneDistance.longest, pixels[other] == pixel {
                let length = 1 &+ equalPixels(at &+ 1, other &+ 1, limit: limit &- 1)
                // Compared with the nearer copy, and whatever would follow it.
                if length > best, saves(Self.bitsPerFarCopy, low: at &+ best, high: at &+ length) {
                    (best, gain, distance) = (length, 1, PlaneDistance.code(at &- other, width: width))
                    finds &+= 1
                }
            }
        }
        guard gain > 0 else { return appendPixel(at) }
        if distance == PlaneDistance.left { remember(pixel) } else { rememberPixels(at, at &+ best) }
        return append(best, distance: distance, at: at)
    }

    /// Whether to search at the current pixel. Where searches find little, most are skipped: such images hardly ever
    /// repeat themselves.
    @inline(__always)
    private mutating func shouldSearch() -> Bool {
        if skips > 0 {
            skips &-= 1
            return false
        }
        searches &+= 1
        if searches == Self.searchPeriod {
            if finds < Self.searchPeriod / Self.searchesPerFind { skips = Self.skipsPerPeriod }
            (searches, finds) = (0, 0)
        }
        return true
    }

    /// Whether pixels take more than `least` bits if they are not copied from far away. Pixels like their neighbors
    /// hardly do.
    @inline(__always)
    private func saves(_ least: Int, low: Int, high: Int) -> Bool {
        var (bits, isAlike) = (0, false)
        var at = low
        while at < high {
            let pixel = pixels[at]
            let distance = pixel == pixels[at &- 1] ? 1 : at >= width && pixel == pixels[at &- width] ? width : 0
            at &+= 1
            if distance > 0 {
                if !isAlike { bits &+= Self.bitsPerCopy }
                isAlike = true
                at &+= equalPixels(at, at &- distance, limit: high &- at)
            } else {
                isAlike = false
                bits &+= isRemembered(pixel) ? Self.bitsPerPixel : Self.bitsPerNewPixel
            }
            if bits > least { return true }
        }
        return false
    }

    // Typical sizes in bits.
    private static let bitsPerPixel = 7
    private static let bitsPerNewPixel = 14
    private static let bitsPerCopy = 9
    private static let bitsPerNearCopy = 11
    private static let bitsPerFarCopy = 24
    /// Length of a copy from the left in pixels that ends all search.
    private static let plenty = 128
    /// Length of a copy in pixels that ends the search for a longer one elsewhere.
    private static let enough = 8

    @inline(__always)
    private static func hash(_ one: UInt32, _ two: UInt32) -> Int {
        Int(((one &* 0x9E37_79B1 ^ two &* 0x85EB_CA77) &* 0x9E37_79B1) &>> UInt32(32 - historyBits))
    }

    // MARK: Tokens

    @inline(__always)
    private mutating func append(_ token: TokenStore.Token) {
        end[0] = token
        end.advance(by: 1)
    }

    @inline(__always)
    private mutating func appendPixel(_ at: Int) -> Int {
        let pixel = pixels[at]
        if cacheBits > 0 {
            let key = ColorCache.index(of: pixel, bits: cacheBits)
            if cache[key] == pixel {
                append(TokenStore.Token(cachedPixel: pixel))
                return at &+ 1
            }
            cache[key] = pixel
        }
        append(TokenStore.Token(pixel: pixel))
        return at &+ 1
    }

    private mutating func append(_ length: Int, distance: UInt32, at: Int) -> Int {
        var rest = length
        while rest > 0 {
            let part = min(rest, Self.longest)
            append(TokenStore.Token(length: part, distance: distance))
            rest &-= part
        }
        return at &+ length
    }

    @inline(__always)
    private func isRemembered(_ pixel: UInt32) -> Bool {
        cacheBits > 0 && cache[ColorCache.index(of: pixel, bits: cacheBits)] == pixel
    }

    @inline(__always)
    private func remember(_ pixel: UInt32) {
        guard cacheBits > 0 else { return }
        cache[ColorCache.index(of: pixel, bits: cacheBits)] = pixel
    }

    @inline(__always)
    private func rememberPixels(_ low: Int, _ high: Int) {
        guard cacheBits > 0 else { return }
        var at = low
        while at < high {
            let pixel = pixels[at]
            cache[ColorCache.index(of: pixel, bits: cacheBits)] = pixel
            at &+= 1
            let pair = UInt64(pixel) &<< 32 | UInt64(pixel)
            while at &+ 2 <= high, pixels.load(UInt64.self, at: at) == pair { at &+= 2 }
            while at < high, pixels[at] == pixel { at &+= 1 }
        }
    }

    /// Number of equal pixels from two positions on, at most `limit`.
    @inline(__always)
    private func equalPixels(_ one: Int, _ two: Int, limit: Int) -> Int {
        let (one, two) = (pixels.suffix(from: one), pixels.suffix(from: two))
        var length = 0
        while length < limit {
            let first = one.load(UInt64.self, at: length)
            let second = two.load(UInt64.self, at: length)
            if first != second {
                return min(limit, length &+ (UInt32(truncatingIfNeeded: first ^ second) == 0 ? 1 : 0))
            }
            length &+= 2
        }
        return min(length, limit)
    }
}
