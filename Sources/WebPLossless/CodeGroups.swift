internal import Memory

/// Groups of codes for tiles with much in common.
///
/// - **Colors**: pixels on the rims of flat shapes have the color of their shape and any alpha. With a group for each of
///   the most frequent colors, a tile tells the color, and pixels little more than alpha.
/// - **Sizes**: residuals are small where light is even, and large on edges. With a group for each of some ranges of
///   sizes, small ones take few bits.
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

    /// Property that the tiles of a group share.
    enum Kind {
        case color, size
    }

    /// Binary logarithm of a tile's side.
    private(set) var tileBits = 3
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
    func form(
        by kind: Kind,
        _ store: TokenStore,
        width: Int,
        height: Int,
        cacheBits: Int,
        lessThan bits: Int
    ) -> Bool {
        let count: Int
        switch kind {
        case .color:
            tileBits = 3
            let pixels = vote(store, width: width, height: height)
            count = assign(most: min(Self.most, 1 + pixels / Self.pixelsPerGroup))
        case .size:
            tileBits = 4
            count = assignBySize(store, width: width, height: height)
        }
        guard count > 1 else { return false }
        self.count(store, width: width, groups: count, cacheBits: cacheBits)
        switch kind {
        case .color: mergeRare(count, cacheBits: cacheBits)
        case .size: mergeNeighbors(count, cacheBits: cacheBits)
        }
        return size < bits
    }

    /// Position in an image, followed from token to token.
    struct Cursor {
        private var x = 0
        private var y = 0
        private let width: Int
        private let columns: Int
        private let tileBits: Int

        init(_ groups: CodeGroups, width: Int) {
            (self.width, columns, tileBits) = (width, groups.columns, groups.tileBits)
        }

        /// Index of the tile.
        @inline(__always)
        var tile: Int { (y &>> tileBits) &* columns &+ x &>> tileBits }

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

    /// Computes ``columns``.
    ///
    /// - Returns: Number of tiles.
    private func layTiles(width: Int, height: Int) -> Int {
        let mask = 1 << tileBits - 1
        columns = (width + mask) >> tileBits
        return columns * ((height + mask) >> tileBits)
    }

    /// - Returns: Number of pixels that are not copied.
    private func vote(_ store: TokenStore, width: Int, height: Int) -> Int {
        let tileCount = layTiles(width: width, height: height)
        votes.removeAll(keepingCapacity: true)
        votes.append(contentsOf: repeatElement(Vote(), count: tileCount))
        var all = 0
        var cursor = Cursor(self, width: width)
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
        var cursor = Cursor(self, width: width)
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

    // MARK: Sizes of residuals

    /// Residuals of a tile.
    private struct Residuals {
        /// Estimated bits of all.
        var bits: UInt32 = 0
        var count: UInt32 = 0

        /// Average bits in quarters.
        var level: Int { Int(4 * bits / count) }
    }

    private var residuals: [Residuals] = []

    /// Levels of tiles: a residual has four channels of at most eight bits.
    private static let levels = 4 * 4 * 8 + 1
    /// Residuals, other than copies, that justify one more group.
    private static let residualsPerGroup = 512

    /// Divides the residuals by the level of their tile into groups of about as many.
    ///
    /// - Returns: Number of groups.
    private func assignBySize(_ store: TokenStore, width: Int, height: Int) -> Int {
        let tileCount = layTiles(width: width, height: height)
        residuals.removeAll(keepingCapacity: true)
        residuals.append(contentsOf: repeatElement(Residuals(), count: tileCount))
        var cursor = Cursor(self, width: width)
        let (tokens, tokenCount) = (store.tokens, store.count)
        residuals.withMutableMemory { residuals in
            for index in 0..<tokenCount {
                let token = tokens[index]
                guard !token.isCopy else {
                    cursor.advance(token.length)
                    continue
                }
                let tile = cursor.tile
                residuals[tile].bits &+= Self.bits(token.value)
                residuals[tile].count &+= 1
                cursor.advance(1)
            }
        }
        var counts = [Int](repeating: 0, count: Self.levels)
        for tile in residuals where tile.count > 0 { counts[tile.level] += Int(tile.count) }
        let all = counts.reduce(0, +)
        let most = min(Self.most, 1 + all / Self.residualsPerGroup)
        guard most > 1 else { return 1 }
        var groups = [UInt8](repeating: 0, count: Self.levels)
        var (used, before, part) = (0, 0, -1)
        for level in counts.indices where counts[level] > 0 {
            let own = before * most / all
            if own > part { (used, part) = (used + 1, own) }
            groups[level] = UInt8(used - 1)
            before += counts[level]
        }
        tiles.removeAll(keepingCapacity: true)
        var last: UInt8 = 0
        for tile in residuals {
            // Tiles without a residual of their own belong to the group before them.
            if tile.count > 0 { last = groups[tile.level] }
            tiles.append(last)
        }
        return used
    }

    /// Bits of a residual's channels, without a sign.
    @inline(__always)
    private static func bits(_ residual: UInt32) -> UInt32 {
        func bits(_ channel: UInt32) -> UInt32 {
            let value = Int32(Int8(truncatingIfNeeded: channel))
            return UInt32(truncatingIfNeeded: 32 &- abs(value).leadingZeroBitCount)
        }
        return bits(residual) &+ bits(residual &>> 8) &+ bits(residual &>> 16) &+ bits(residual &>> 24)
    }

    // MARK: Merging

    /// Estimated bits of the symbols and codes of a group.
    private func bits(_ group: SymbolCounts, cacheBits: Int) -> Int {
        let (symbols, codes) = group.estimatedBits(cacheBits: cacheBits)
        return symbols + codes
    }

    /// Merges rare groups into the first while that takes fewer bits.
    private func mergeRare(_ count: Int, cacheBits: Int) {
        var sizes = counts.prefix(count).map { bits($0, cacheBits: cacheBits) }
        while sizes.count > 1 {
            let last = sizes.count - 1
            let merged = counts[0].merged(with: counts[last], into: spare, cacheBits: cacheBits)
            let size = bits(merged, cacheBits: cacheBits)
            guard size < sizes[0] + sizes[last] else { break }
            (counts[0], spare) = (merged, counts[0])
            sizes[0] = size
            sizes.removeLast()
            for tile in tiles.indices where tiles[tile] == UInt8(last) { tiles[tile] = 0 }
        }
        finish(sizes)
    }

    /// Merges groups with the next while that takes fewer bits, first where it saves most.
    private func mergeNeighbors(_ count: Int, cacheBits: Int) {
        var sizes = counts.prefix(count).map { bits($0, cacheBits: cacheBits) }
        func merged(_ group: Int) -> Int {
            bits(counts[group].merged(with: counts[group + 1], into: spare, cacheBits: cacheBits), cacheBits: cacheBits)
        }
        var pairs = (0..<count - 1).map(merged)
        while let best = pairs.indices.max(by: {
            sizes[$0] + sizes[$0 + 1] - pairs[$0] < sizes[$1] + sizes[$1 + 1] - pairs[$1]
        }), pairs[best] < sizes[best] + sizes[best + 1] {
            let sum = counts[best].merged(with: counts[best + 1], into: spare, cacheBits: cacheBits)
            (counts[best], spare) = (sum, counts[best])
            // Its memory serves later images.
            counts.append(counts.remove(at: best + 1))
            sizes[best] = pairs[best]
            sizes.remove(at: best + 1)
            pairs.remove(at: best)
            for pair in [best - 1, best] where pairs.indices.contains(pair) { pairs[pair] = merged(pair) }
            for tile in tiles.indices where Int(tiles[tile]) > best { tiles[tile] -= 1 }
        }
        finish(sizes)
    }

    private func finish(_ sizes: [Int]) {
        groupCount = sizes.count
        let changes = zip(tiles, tiles.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
        size = sizes.reduce(0, +) + changes * Self.bitsPerChange
    }

    private var spare = SymbolCounts()
    /// Estimated bits of all groups and of the tiles.
    private var size = 0
    /// Number of groups in use.
    private(set) var groupCount = 1
}
