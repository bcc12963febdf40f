/// A picture's file name in its parts: `spark@2x.png` is `spark`, twice as sharp, a PNG.
struct PictureName: Sendable {
    /// Without sharpness and ending.
    let stem: String
    /// Pixels for each point.
    let factor: Int
    /// With its dot; empty for names out of catalogues.
    let ending: String

    private static let endings = [".png", ".jpg", ".jpeg"]

    init(_ name: String) {
        var rest = name[...]
        ending = Self.endings.first { name.lowercased().hasSuffix($0) }.map { String(name.suffix($0.count)) } ?? ""
        rest.removeLast(ending.count)
        factor = [2, 3].first { rest.hasSuffix("@\($0)x") } ?? 1
        if factor > 1 { rest.removeLast(3) }
        stem = String(rest)
    }

    /// Files that may be meant, the likeliest first: the name itself, and what a bundle may have in its place for sharp
    /// screens only. Without an ending it may be any.
    var candidates: [String] {
        (ending.isEmpty ? Self.endings : [ending]).flatMap { ending in
            ["", "@2x", "@3x"].map { stem + $0 + ending }
        }
    }
}
