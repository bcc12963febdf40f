/// The colors of an indexed file.
///
/// - Source: PNG Specification, Third Edition, §11.2.2 (`PLTE`), §11.3.1.1 (`tRNS`).
public struct Palette: Sendable, Equatable {
    /// Straight colors, at most 256, R G B A from the lowest byte up. The first is transparent: the value of an empty
    /// canvas and of a cleared frame.
    public let colours: [UInt32]

    /// Maximum number of colors in the format.
    public static let most = 256

    /// A palette of the counted colors and transparency.
    ///
    /// - Returns: `nil` if these are more than `most`.
    public init?(exactly count: ColourCount, most: Int = most) {
        guard !count.exceeds(most - 1) else { return nil }
        self.init(count.buckets.map { StraightAlpha.pixel($0.key) })
    }

    /// A palette of the given colors and transparency.
    ///
    /// - Parameter colours: Straight colors, fewer than ``most``; duplicates are allowed. Their order may change: see
    ///   ``colours``.
    public init(_ colours: [UInt32]) {
        // Sorted by alpha: opaque colors at the end need no entries in `tRNS`.
        var ordered: [UInt32] = [0]
        for colour in colours.sorted() where colour >> 24 > 0 && colour != ordered.last { ordered.append(colour) }
        self.colours = ordered
    }

    /// Minimum number of bits per pixel: 1, 2, 4 or 8.
    var depth: Int {
        switch colours.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    /// Premultiplied colors, as displayed.
    var shown: [UInt32] { colours.map(StraightAlpha.premultiplied) }

    /// Returns `PLTE` and, unless all colors are opaque, `tRNS`.
    func chunks() throws(APNGError) -> [UInt8] {
        let palette = try Chunk("PLTE", reserving: colours.count * 3) { data in
            for colour in colours {
                for shift: UInt32 in [0, 8, 16] { data.append(UInt8(truncatingIfNeeded: colour >> shift)) }
            }
        }
        let translucent = colours.lastIndex { $0 >> 24 < 255 }.map { colours[...$0] } ?? []
        guard !translucent.isEmpty else { return palette.bytes }
        let alphas = try Chunk("tRNS") { data in data += translucent.map { UInt8($0 >> 24) } }
        return palette.bytes + alphas.bytes
    }
}
