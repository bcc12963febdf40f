internal import Memory

/// Groups of codes for tiles of one color each.
///
/// Pixels on the rims of flat shapes have the color of their shape and any alpha. With a group for each of the most
/// frequent colors, a tile tells the color, and pixels little more than alpha.
///
/// - Source: RFC 9649 §3.7.2.2 (meta prefix codes).
final class CodeGroups {
    /// Counts of each group.
    private(set) var counts: [SymbolCounts] = []
    /// Group of each tile, rows first.
    private(set) var tiles: [UInt8] = []
    private(set) var columns = 0
    private var votes: [Vote] = []
    private var tally = [Tally](repeating: Tally(), count: 1 << tallyBits)

    /// Binary logarithm of a tile's side.
    static let tileBits = 3
    /// Most groups.
    private static let most = 8
    /// Pixels, other than copies, that justify one more group.
    private static let pixelsPerGroup = 384
    private static let tallyBits: UInt32 = 8
    /// Most colors that are tallied: where there are more, no few of them prevail.
    private static let mostColors = 128
    /// Typical bits for a tile whose group differs from that of the tile before.
    private static let bitsPerChange = 6

    /// The majority vote of a tile's pixels (Boyer and Moore, 1981).
    private struct Vote {
        var color: UInt32 = 0
        var lead: Int32 = 0
        var pixels: Int32 = 0
    }

    /// Pixels of tiles with one color.
    private struct Tally {
        var color: UInt32 = 0
        var pixels = 0
        var group: UInt8 = 0
    }

    /// Forms groups of the tokens of an image.
    ///
    /// - Parameters:
    ///   - bits: Estimated bits with one group.
    ///   - cacheBits: Binary logarithm of the color cache's size; 0 for none.
    /// - Returns: Whether several groups take fewer bits.
    func form(_ store: TokenStore, width: Int, height: Int, cacheBits: Int, lessThan bits: Int) -> Bool {
        let pixels = vote(store, width: width, height: height)
        let count = assign(most: min(Self.most, 1 + pixels / Self.pixelsPerGroup))
        guard count > 1 else { return false }
        self.count(store, width: width, groups: count, cacheBits: cacheBits)
        return merge(count, cacheBits: cacheBits) < bits
    }

    /// Position in an image, followed from token to token.
    struct Cursor {
        private var x = 0
        private var y = 0
        private let width: Int
        private let columns: Int

        init(width: Int, columns: Int) { (self.width, self.columns) = (width, columns) }

        /// Index of the tile.
        @inline(__always)
        var tile: Int { (y &>> CodeGroups.tileBits) &* columns &+ x &>> CodeGroups.tileBits }

        @inline(__always)
        mutating func advance(_ count: Int) {
            x &+= count
            guard x >= width else { return }
            if x < 2 &* width {
                (x, y) = (x &- width, y &+ 1)
            } else {
                (x, y) = (x % width, y &+ x / width)
            }
        }
    }

    /// - Returns: Number of pixels that are not copied.
    private func vote(_ store: TokenStore, width: Int, height: Int) -> Int {
        let mask = 1 << Self.tileBits - 1
        columns = (width + mask) >> Self.tileBits
        let tileCount = columns * ((height + mask) >> Self.tileBits)
        votes.removeAll(keepingCapacity: true)
        votes.append(contentsOf: repeatElement(Vote(), count: tileCount))
        var all = 0
        var cursor = Cursor(width: width, columns: columns)
        let (tokens, tokenCount) = (store.tokens, store.count)
        votes.withMutableMemory { votes in
            for index in 0..<tokenCount {
                let token = tokens[index]
                if token.isCopy {
                    cursor.advance(token.length)
                    continue
                }
                // Transparent pixels have no color.
                if token.value &>> 24 > 0 {
                    let color = token.value & 0xFF_FFFF
                    let tile = cursor.tile
                    if votes[tile].lead == 0 {
                        votes[tile].color = color
                        votes[tile].lead = 1
                    } else {
                        votes[tile].lead &+= votes[tile].color == color ? 1 : -1
                    }
                    votes[tile].pixels &+= 1
                    all &+= 1
                }
                cursor.advance(1)
            }
        }
        return all
    }

    /// Gives each of the most frequent colors a group, and all others the first.
    ///
    /// - Returns: Number of groups.
    private func assign(most: Int) -> Int {
        guard most > 1 else { return 1 }
        for slot in tally.indices { tally[slot] = Tally() }
        var colors = 0
        for vote in votes where vote.pixels > 0 {
            let slot = slot(of: vote.color)
            if tally[slot].pixels == 0 {
                guard colors < Self.mostColors else { continue }
                colors += 1
                tally[slot].color = vote.color
            }
            tally[slot].pixels += Int(vote.pixels)
        }
        let order = tally.indices.filter { tally[$0].pixels > 0 }
            .sorted { (tally[$0].pixels, tally[$0].color) > (tally[$1].pixels, tally[$1].color) }
        for (index, slot) in order.prefix(most - 1).enumerated() { tally[slot].group = UInt8(index + 1) }
        tiles.removeAll(keepingCapacity: true)
        var last: UInt8 = 0
        for vote in votes {
            // Tiles without a pixel of their own belong to the group before them.
            if vote.pixels > 0 { last = tally[slot(of: vote.color)].group }
            tiles.append(last)
        }
        return min(order.count, most - 1) + 1
    }

    /// Slot of a color, or the empty one where it belongs.
    private func slot(of color: UInt32) -> Int {
        var slot = Int((color &* 0x9E37_79B1) &>> (32 - Self.tallyBits))
        while tally[slot].pixels > 0, tally[slot].color != color { slot = (slot + 1) & (1 << Int(Self.tallyBits) - 1) }
        return slot
    }

    private func count(_ store: TokenStore, width: Int, groups: Int, cacheBits: Int) {
        while counts.count < groups { counts.append(SymbolCounts()) }
        for group in counts.prefix(groups) { group.clear() }
        var cursor = Cursor(width: width, columns: columns)
        let (hashBits, tokens, counts) = (UInt32(cacheBits), store.tokens, counts)
        tiles.withMemory { tiles in
            for index in 0..<store.count {
                let token = tokens[index]
                let group = counts[Int(tiles[cursor.tile])]
                if token.isCopy {
                    group.add(length: token.length, distance: token.value)
                    cursor.advance(token.length)
                    continue
                }
                if token.isCached, cacheBits > 0 {
                    group.add(cacheIndex: ColorCache.index(of: token.value, bits: hashBits))
                } else {
                    group.add(pixel: token.value)
                }
                cursor.advance(1)
            }
        }
    }

    /// Merges rare groups into the first while that takes fewer bits.
    ///
    /// - Returns: Estimated bits of all groups and of the tiles.
    private func merge(_ count: Int, cacheBits: Int) -> Int {
        func bits(_ group: SymbolCounts) -> Int {
            let (symbols, codes) = group.estimatedBits(cacheBits: cacheBits)
            return symbols + codes
        }
        var sizes = counts.prefix(count).map(bits)
        var last = count
        while last > 1 {
            let merged = counts[0].merged(with: counts[last - 1], into: spare, cacheBits: cacheBits)
            let size = bits(merged)
            guard size < sizes[0] + sizes[last - 1] else { break }
            (counts[0], spare) = (merged, counts[0])
            sizes[0] = size
            sizes.removeLast()
            last -= 1
            for tile in tiles.indices where tiles[tile] == UInt8(last) { tiles[tile] = 0 }
        }
        groupCount = last
        let changes = zip(tiles, tiles.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        return sizes.reduce(0, +) + changes * Self.bitsPerChange
    }

    private var spare = SymbolCounts()
    /// Number of groups in use.
    private(set) var groupCount = 1
}
