/// The colors of an indexed file.
///
/// - Source: PNG Specification, Third Edition, §11.2.2 (`PLTE`), §11.3.1.1 (`tRNS`).
public struct Palette: Sendable, Equatable {
    /// Straight colors, at most 256, R G B A from the lowest byte up. The first is transparent: the value of an empty
    /// canvas and of a cleared frame.
    public let colors: [UInt32]
    /// A ground with more colors than entries, whose colors are dithered.
    let ground: Ground

    /// Opaque colors in long rows, such as a sky's: see ``ColorHistogram/ground``.
    struct Ground: Sendable, Equatable {
        /// Entries of the palette, in ascending order.
        var entries: [UInt8] = []
        /// Premultiplied colors, with and without an entry.
        var colors: Set<UInt32> = []
    }

    /// Maximum number of colors in the format.
    public static let most = 256

    /// A palette of the counted colors and transparency.
    ///
    /// - Returns: `nil` if these are more than `most`.
    public init?(exactly count: ColorHistogram, most: Int = most) {
        guard !count.exceeds(most - 1) else { return nil }
        self.init(count.buckets.map { StraightAlpha.pixel($0.key) })
    }

    /// A palette of the given colors and transparency.
    ///
    /// - Parameter colors: Straight colors, fewer than ``most``; duplicates are allowed. Their order may change: see
    ///   ``colors``.
    public init(_ colors: [UInt32]) { self.init(colors, kept: [], of: []) }

    /// A palette with a ground.
    ///
    /// - Parameters:
    ///   - kept: Members of `colors` for the ground.
    ///   - ground: Colors of the ground; no more than `kept` if none of them is dithered.
    init(_ colors: [UInt32], kept: [UInt32], of ground: [UInt32]) {
        // Sorted by alpha: opaque colors at the end need no entries in `tRNS`.
        var ordered: [UInt32] = [0]
        for color in colors.sorted() where color >> 24 > 0 && color != ordered.last { ordered.append(color) }
        self.colors = ordered
        let entries = ordered.indices.filter { kept.contains(ordered[$0]) }.map { UInt8($0) }
        // It takes two to mix.
        let isMixed = entries.count > 1 && ground.count > kept.count
        self.ground = isMixed ? Ground(entries: entries, colors: Set(ground)) : Ground()
    }

    /// Minimum number of bits per pixel: 1, 2, 4 or 8.
    var depth: Int {
        switch colors.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    /// Premultiplied colors, as displayed.
    var shown: [UInt32] { colors.map(StraightAlpha.premultiplied) }

    /// Returns `PLTE` and, unless all colors are opaque, `tRNS`.
    func chunks() throws(APNGError) -> [UInt8] {
        let palette = try Chunk("PLTE", reserving: colors.count * 3) { data in
            for color in colors {
                for shift: UInt32 in [0, 8, 16] { data.append(UInt8(truncatingIfNeeded: color >> shift)) }
            }
        }
        let translucent = colors.lastIndex { $0 >> 24 < 255 }.map { colors[...$0] } ?? []
        guard !translucent.isEmpty else { return palette.bytes }
        let alphas = try Chunk("tRNS") { data in data += translucent.map { UInt8($0 >> 24) } }
        return palette.bytes + alphas.bytes
    }
}
