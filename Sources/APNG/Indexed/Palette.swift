/// The colours of a file that says, for each pixel, only which of them it has.
///
/// - Source: PNG Specification, Third Edition, §11.2.2 (`PLTE`), §11.3.1.1 (`tRNS`).
public struct Palette: Sendable, Equatable {
    /// At most 256 colours, R G B A from the lowest byte up, straight. The first is transparent: what is there where nothing
    /// was drawn, and what a frame that is cleared away leaves.
    public let colours: [UInt32]

    /// The most that the format has room for.
    public static let most = 256

    /// The colours that were counted, and transparency.
    ///
    /// - Returns: `nil` if these are more than `most`.
    public init?(exactly count: ColourCount, most: Int = most) {
        guard !count.exceeds(most - 1) else { return nil }
        self.init(count.buckets.map { StraightAlpha.pixel($0.key) })
    }

    /// These, and transparency.
    ///
    /// - Parameter colours: Straight, fewer than ``most``; one may be there twice. Where they stand in ``colours``, that says.
    public init(_ colours: [UInt32]) {
        // By alpha: those that are opaque need none in the file, if they come last.
        var ordered: [UInt32] = [0]
        for colour in colours.sorted() where colour >> 24 > 0 && colour != ordered.last { ordered.append(colour) }
        self.colours = ordered
    }

    /// The least bits that pixels can have: 1, 2, 4 or 8.
    var depth: Int {
        switch colours.count {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }

    /// Premultiplied, as they are seen.
    var shown: [UInt32] { colours.map(StraightAlpha.premultiplied) }

    /// `PLTE` and, unless all are opaque, `tRNS`.
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
