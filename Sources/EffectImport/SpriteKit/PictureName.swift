/// File name of an image in its parts: `spark@2x.png` is `spark`, with twice the resolution, a PNG.
struct PictureName: Sendable {
    /// Name without resolution and extension.
    let stem: String
    /// Pixels per point.
    let factor: Int
    /// Extension with its dot; empty for names from catalogs.
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

    /// Possible file names, the most likely first: the name itself, and the high-resolution variants that a bundle may
    /// have instead. Without an extension, all extensions are tried.
    var candidates: [String] {
        (ending.isEmpty ? Self.endings : [ending]).flatMap { ending in
            ["", "@2x", "@3x"].map { stem + $0 + ending }
        }
    }
}
