/// Shapes that many layers repeat, as compositions that the layers refer to.
///
/// A layer has marks in place of the shapes and of its anchor until all layers are written, and the number of uses is
/// known: control characters, which no text of a Lottie contains, around the number of the shapes.
struct LottieSharing {
    private struct Shapes {
        /// `ty` of the layer and what belongs to it.
        let kind: String
        /// Half of the composition's side.
        let half: Int
        var uses = 0
    }

    private var shapes: [Shapes] = []
    /// Places in ``shapes`` by kind.
    private var places: [String: Int] = [:]
    /// Places in ``shapes`` by what they show.
    private var known: [Contents: Int] = [:]
    /// Number of bytes that are missing where marks stand, at least.
    private(set) var bytes = 0

    /// Least number of bytes of shapes that are shared, least number of their uses, and least number of bytes saved: a
    /// reference takes a hundred bytes, and compression makes short repetitions cheaper still.
    private static let leastBytes = 200
    private static let leastUses = 4
    private static let leastSaving = 3000
    private static let bytesOfReference = 100

    private static let kindMark: UInt8 = 1
    private static let anchorMark: UInt8 = 2
    private static let end: UInt8 = 3

    /// A sprite in a color, whose shapes are the same in all layers that have no inner transform.
    struct Contents: Hashable {
        let sprite: Int
        let color: [Double]
    }

    /// The look of long shapes that another layer has had, which are not written again; `nil` for others.
    mutating func marked(_ contents: Contents) -> LottieAssets.Look? { known[contents].map { used($0) } }

    /// The look with marks in place of long shapes; a short one as it is.
    ///
    /// - Parameters:
    ///   - contents: What the look shows; `nil` for an outline of a piece's own.
    ///   - extent: Largest coordinate of the shapes, whatever its sign.
    mutating func marked(_ look: LottieAssets.Look, _ contents: Contents?, extent: Double) -> LottieAssets.Look {
        guard look.kind.utf8.count >= Self.leastBytes, extent < 1e5 else { return look }
        let place = places[look.kind] ?? shapes.count
        if place == shapes.count {
            places[look.kind] = place
            shapes.append(Shapes(kind: look.kind, half: Int(extent.rounded(.up)) + 1))
        }
        if let contents { known[contents] = place }
        return used(place)
    }

    /// Counts a use of shapes. The look of a layer with marks in their place.
    private mutating func used(_ place: Int) -> LottieAssets.Look {
        bytes += shapes[place].uses < Self.leastUses - 1 ? shapes[place].kind.utf8.count : Self.bytesOfReference
        shapes[place].uses += 1
        func mark(_ start: UInt8) -> String {
            String(decoding: [start] + Array("\(place)".utf8) + [Self.end], as: UTF8.self)
        }
        return LottieAssets.Look(kind: mark(Self.kindMark), transform: [mark(Self.anchorMark)])
    }

    /// Makes the compositions worth their bytes. Ids by the number of their shapes; `nil` for those that stay in layers.
    func compositions(in assets: inout LottieAssets) -> [String?] {
        shapes.map { shapes in
            let saving = (shapes.uses - 1) * (shapes.kind.utf8.count - Self.bytesOfReference)
            guard shapes.uses >= Self.leastUses, saving >= Self.leastSaving else { return nil }
            return assets.composition(of: shapes.kind, half: shapes.half)
        }
    }

    /// The text with shapes or references in place of marks.
    func resolved(_ text: String, _ ids: [String?]) -> String {
        guard !shapes.isEmpty else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + self.bytes)
        var rest = text.utf8[...]
        while let start = rest.firstIndex(where: { $0 == Self.kindMark || $0 == Self.anchorMark }),
            let end = rest[start...].firstIndex(of: Self.end)
        {
            bytes += rest[..<start]
            let digits = rest[rest.index(after: start)..<end]
            let place = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            let half = shapes[place].half
            switch (rest[start], ids[place]) {
            case (Self.kindMark, let id?):
                bytes += "\"ty\":0,\"refId\":\"\(id)\",\"w\":\(2 * half),\"h\":\(2 * half)".utf8
            case (Self.kindMark, nil): bytes += shapes[place].kind.utf8
            case (_, _?): bytes += "\"a\":\(LottieProperty.still("[\(half),\(half)]"))".utf8
            // An anchor is the last member of its transform.
            case (_, nil): if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
            }
            rest = rest[rest.index(after: end)...]
        }
        bytes += rest
        return String(decoding: bytes, as: UTF8.self)
    }
}
