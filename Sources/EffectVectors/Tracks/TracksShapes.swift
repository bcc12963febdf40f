internal import EffectModel

/// Shapes and images that pieces refer to by their numbers.
struct TracksShapes {
    /// Texts of all shapes.
    private(set) var texts: [String] = []
    /// URLs of images, in quotes.
    private(set) var images: [String] = []
    /// Number of bytes of ``texts`` and ``images``.
    private(set) var bytes = 0
    private let sprites: [Sprite]
    /// Whether pieces are counted, and no outlines written.
    private let isCounted: Bool
    /// URL of an image by index of its sprite, a `data:` URI of our own making.
    private let image: (Int) -> String?
    /// Numbers of shapes by their text, and by the index of their sprite.
    private var numbers: [String: Int] = [:]
    private var known: [Int: Int] = [:]
    /// Numbers of images by the names of their assets.
    private var pictures: [String: [(asset: Asset, number: Int)]] = [:]

    init(_ sprites: [Sprite], isCounted: Bool = false, image: @escaping (Int) -> String?) {
        (self.sprites, self.isCounted, self.image) = (sprites, isCounted, image)
    }

    /// Largest distance of a piece's points from its center, in sprite units.
    func reach(of piece: Piece) -> Double {
        if let box = piece.outline?.bounds { return max(box.low.length, box.high.length) }
        return piece.sprite >= 0 ? sprites[piece.sprite].size.length / 2 : 1
    }

    /// Number of a piece's shape, which is made on first use.
    mutating func index(of piece: Piece) -> Int {
        if let outline = piece.outline { return add("{\(path(outline, digits: 2))}") }
        if let known = known[piece.sprite] { return known }
        let number = add(text(of: piece.sprite))
        known[piece.sprite] = number
        return number
    }

    private mutating func add(_ text: String) -> Int {
        if let known = numbers[text] { return known }
        let number = texts.count
        numbers[text] = number
        texts.append(text)
        bytes += text.utf8.count
        return number
    }

    private func path(_ outline: Outline, digits: Int) -> String {
        let rule = outline.fillRule == .evenodd ? ",\"fillRule\":\"evenodd\"" : ""
        return "\"path\":\"\(isCounted ? "" : outline.shortPath(digits: digits))\"\(rule)"
    }

    private mutating func text(of index: Int) -> String {
        let sprite = sprites[index]
        let whole = sprite.asset.size
        let box = [whole.x, whole.y].map { TracksNumber.text($0, digits: 3) }
        let size = "\"width\":\(box[0]),\"height\":\(box[1])"
        var text: String
        switch sprite.contents {
        case .outline(let outline):
            text = "{" + path(outline, digits: SVGNumber.digits(for: max(whole.x, whole.y) / 2000)) + ",\(size)"
            if let gradient = sprite.asset.fill { text += ",\"fill\":\(gradient.tracksText)" }
        case .dot: text = "{\"dot\":true,\(size)"
        case .picture:
            text = "{\"image\":\(picture(index, sprite)),\(size)"
            if sprite.sampling.magnification == .nearest { text += ",\"pixelated\":true" }
        }
        if sprite.part != .whole {
            let part = sprite.part
            let numbers = [part.origin.x, part.origin.y, part.size.x, part.size.y]
            text += ",\"part\":" + TracksNumber.list(numbers, digits: 5)
        }
        return text + "}"
    }

    private mutating func picture(_ index: Int, _ sprite: Sprite) -> Int {
        if let known = pictures[sprite.name]?.first(where: { $0.asset == sprite.asset }) { return known.number }
        let number = images.count
        let text = "\"\(image(index) ?? "")\""
        images.append(text)
        bytes += text.utf8.count
        pictures[sprite.name, default: []].append((sprite.asset, number))
        return number
    }
}
