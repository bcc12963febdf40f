internal import CKernels
internal import Deflate
internal import Memory

/// Writes entropy-coded images: the pixels themselves, and the small images that tell predictors and palettes.
///
/// - Source: RFC 9649 §3.5 (image data), §3.8.3 (layout).
final class ImageWriter {
    let output = ImageOutput()
    private var store = TokenStore()
    /// Tokens of small images, which are written between finding and writing those of the main one.
    private var sideStore = TokenStore()
    private let counts = SymbolCounts()
    /// Counts of pixels that are in the cache, and of everything without a cache.
    private let uncached = SymbolCounts()
    private let cache = OwnedMemory<UInt32>(unwritten: 1 << SymbolCounts.mostCacheBits)
    private let history = OwnedMemory<Int32>(unwritten: PixelScanner.historySize)
    private let scratch = OwnedMemory<UInt8>(unwritten: CodeWriter.memorySize)
    private let groups = CodeGroups()
    private var codes: [CodeMemory] = []

    /// Pixels to write, rows following each other without a gap.
    struct Pixels {
        /// A R G B from the highest byte down; ``padding`` more may be read behind the last.
        var start: MemoryView<UInt32>
        var width: Int
        var height: Int
        /// Pixels other than 0, in order.
        var runs: [hanabi_span]

        static let padding = 4
    }

    /// Binary logarithm of the size of the color cache, where there is one: small images fill but a small one.
    private static func cacheBits(of pixels: Pixels, _ groups: CodeGroups.Kind) -> Int {
        groups == .size ? bitsForResiduals : pixels.runs.reduce(0) { $0 + Int($1.high - $1.low) } < manyPixels ? 9 : 10
    }

    /// Residuals that recur are few.
    private static let bitsForResiduals = 8
    /// Number of pixels other than 0 from which on a larger cache pays off.
    private static let manyPixels = 12_000

    /// Search for tokens.
    struct Search {
        /// Whether to look for the same pixels anywhere before.
        var isDistant: Bool
        /// Binary logarithm of the color cache's size, 1...11; `nil` depends on the kind and number of pixels.
        var cacheBits: Int?
        /// Property that the tiles of a group of codes share.
        var groups = CodeGroups.Kind.color
    }

    /// Memory of the five codes of a group.
    private final class CodeMemory {
        private static let greens = SymbolCounts.cacheStart + 1 << SymbolCounts.mostCacheBits
        private let memory = OwnedMemory<PackedCode>(unwritten: greens + 3 * 256 + SymbolCounts.distanceCount)

        var codes: Codes {
            let (all, greens) = (memory.view, Self.greens)
            return Codes(
                green: all,
                red: all.suffix(from: greens),
                blue: all.suffix(from: greens + 256),
                alpha: all.suffix(from: greens + 512),
                distance: all.suffix(from: greens + 768)
            )
        }
    }

    /// The five codes of a group.
    private struct Codes {
        let green: MutableMemoryView<PackedCode>
        let red: MutableMemoryView<PackedCode>
        let blue: MutableMemoryView<PackedCode>
        let alpha: MutableMemoryView<PackedCode>
        let distance: MutableMemoryView<PackedCode>

        /// Writes a token.
        ///
        /// - Parameter hashBits: Binary logarithm of the color cache's size; 0 for none.
        @inline(__always)
        func write(_ token: TokenStore.Token, _ hashBits: UInt32, to bits: inout BitWriter) {
            if token.isCopy {
                let length = PrefixValue(UInt32(truncatingIfNeeded: token.length))
                bits.put(green[SymbolCounts.lengthStart &+ length.symbol])
                bits.put(UInt64(length.extra), bits: UInt64(length.extraBits))
                let far = PrefixValue(token.value)
                bits.put(distance[far.symbol])
                bits.put(UInt64(far.extra), bits: UInt64(far.extraBits))
            } else if token.isCached, hashBits > 0 {
                bits.put(green[SymbolCounts.cacheStart &+ ColorCache.index(of: token.value, bits: hashBits)])
            } else {
                let pixel = token.value
                bits.put(green[Int(pixel &>> 8 & 0xFF)])
                bits.put(red[Int(pixel &>> 16 & 0xFF)])
                bits.put(blue[Int(pixel & 0xFF)])
                bits.put(alpha[Int(pixel &>> 24)])
            }
            bits.flush()
        }
    }

    /// Finds tokens.
    ///
    /// - Returns: Whether all were found; not if stopped.
    private func scan(_ pixels: Pixels, cacheBits: Int, isSearched: Bool, unless isStopped: () -> Bool) -> Bool {
        let count = pixels.width * pixels.height
        store.begin(pixelCount: count)
        let (start, store) = (store.tokens, store)
        return pixels.runs.withMemory { runs in
            var scanner = PixelScanner(
                pixels.start,
                width: pixels.width,
                count: count,
                runs: runs,
                runCount: pixels.runs.count,
                cacheBits: cacheBits,
                cache: cache.view,
                history: isSearched ? history.view : nil,
                into: store
            )
            guard let end = scanner.scan(unless: isStopped) else { return false }
            store.count = end.distance(from: start)
            return true
        }
    }

    /// Counts the tokens, and decides whether a color cache pays off.
    ///
    /// - Parameter share: Size of the whole image in images of these tokens.
    /// - Returns: Binary logarithm of the cache's size, 0 for none, and estimated bits of the whole image.
    private func count(cacheBits: Int, share: Int = 1) -> (cacheBits: Int, bits: Int) {
        counts.clear()
        let tokens = store.tokens
        func bits(of counts: SymbolCounts, cacheBits: Int) -> Int {
            let (symbols, codes) = counts.estimatedBits(cacheBits: cacheBits)
            return symbols * share + codes
        }
        guard cacheBits > 0 else {
            for index in 0..<store.count {
                let token = tokens[index]
                if token.isPixel {
                    counts.add(pixel: token.value)
                } else {
                    counts.add(length: token.length, distance: token.value)
                }
            }
            return (0, bits(of: counts, cacheBits: 0))
        }
        uncached.clear()
        let hashBits = UInt32(cacheBits)
        var cachedCount = 0
        for index in 0..<store.count {
            let token = tokens[index]
            if token.isPixel {
                counts.add(pixel: token.value)
            } else if token.isCached {
                counts.add(cacheIndex: ColorCache.index(of: token.value, bits: hashBits))
                uncached.add(pixel: token.value)
                cachedCount &+= 1
            } else {
                counts.add(length: token.length, distance: token.value)
            }
        }
        let with = bits(of: counts, cacheBits: cacheBits)
        uncached.addAllButCached(counts)
        let without = bits(of: uncached, cacheBits: 0)
        return cachedCount > 0 && with < without ? (cacheBits, with) : (0, without)
    }

    /// Estimated bits of an image, of which a sample is given.
    ///
    /// - Parameter share: Size of the image in samples.
    func estimatedBits(of sample: Pixels, groups: CodeGroups.Kind = .color, share: Int) -> Int {
        let cacheBits = Self.cacheBits(of: sample, groups)
        _ = scan(sample, cacheBits: cacheBits, isSearched: true, unless: { false })
        return count(cacheBits: cacheBits, share: share).bits
    }

    /// Writes the pixels of an image, behind its transforms.
    ///
    /// - Returns: Whether they were written; not if stopped.
    func write(_ pixels: Pixels, _ search: Search, unless isStopped: () -> Bool) -> Bool {
        let most = search.cacheBits ?? Self.cacheBits(of: pixels, search.groups)
        guard scan(pixels, cacheBits: most, isSearched: search.isDistant, unless: isStopped) else { return false }
        let (cacheBits, bits) = count(cacheBits: most)
        output.put(cacheBits > 0 ? 1 : 0, bits: 1)
        if cacheBits > 0 { output.put(cacheBits, bits: 4) }
        let isGrouped = groups.form(
            by: search.groups,
            store,
            width: pixels.width,
            height: pixels.height,
            cacheBits: cacheBits,
            lessThan: bits
        )
        output.put(isGrouped ? 1 : 0, bits: 1)
        guard isGrouped else {
            writeCodes(of: cacheBits > 0 ? counts : uncached, group: 0, cacheBits: cacheBits)
            writeTokens(cacheBits: cacheBits)
            return true
        }
        output.put(groups.tileBits - 2, bits: 3)
        writeSideImage(groups.tiles.map { 0xFF00_0000 | UInt32($0) << 8 }, width: groups.columns)
        for group in 0..<groups.groupCount { writeCodes(of: groups.counts[group], group: group, cacheBits: cacheBits) }
        writeGroupedTokens(width: pixels.width, cacheBits: cacheBits)
        return true
    }

    /// Writes a small image that belongs to a transform.
    func writeSideImage(_ pixels: [UInt32], width: Int) {
        let padded = pixels + [UInt32](repeating: 0, count: Pixels.padding)
        let whole = [hanabi_span(low: 0, high: Int32(pixels.count))]
        padded.withMemory { start in
            let image = Pixels(start: start, width: width, height: pixels.count / width, runs: whole)
            withSideStore {
                _ = scan(image, cacheBits: 0, isSearched: false, unless: { false })
                _ = count(cacheBits: 0)
                output.put(0, bits: 1)
                writeCodes(of: counts, group: 0, cacheBits: 0)
                writeTokens(cacheBits: 0)
            }
        }
    }

    private func withSideStore(_ body: () -> Void) {
        (store, sideStore) = (sideStore, store)
        body()
        (store, sideStore) = (sideStore, store)
    }

    /// Writes the five codes of a group.
    private func writeCodes(of counts: SymbolCounts, group: Int, cacheBits: Int) {
        while codes.count <= group { codes.append(CodeMemory()) }
        let own = codes[group].codes
        let greens = SymbolCounts.cacheStart + (cacheBits > 0 ? 1 << cacheBits : 0)
        let writer = CodeWriter(output, memory: scratch.view)
        writer.write(counts.green.readOnly, count: greens, into: own.green)
        writer.write(counts.red.readOnly, count: 256, into: own.red)
        writer.write(counts.blue.readOnly, count: 256, into: own.blue)
        writer.write(counts.alpha.readOnly, count: 256, into: own.alpha)
        writer.write(counts.distance.readOnly, count: SymbolCounts.distanceCount, into: own.distance)
    }

    private func writeTokens(cacheBits: Int) {
        output.reserve(store.count * 8 + 16)
        var bits = output.writer
        let (tokens, codes, hashBits) = (store.tokens, codes[0].codes, UInt32(cacheBits))
        for index in 0..<store.count { codes.write(tokens[index], hashBits, to: &bits) }
        output.writer = bits
    }

    private func writeGroupedTokens(width: Int, cacheBits: Int) {
        output.reserve(store.count * 8 + 16)
        var bits = output.writer
        let (tokens, hashBits) = (store.tokens, UInt32(cacheBits))
        var cursor = CodeGroups.Cursor(groups, width: width)
        groups.tiles.withMemory { tiles in
            codes.map(\.codes).withMemory { codes in
                for index in 0..<store.count {
                    let token = tokens[index]
                    codes[Int(tiles[cursor.tile])].write(token, hashBits, to: &bits)
                    cursor.advance(token.isCopy ? token.length : 1)
                }
            }
        }
        output.writer = bits
    }
}
