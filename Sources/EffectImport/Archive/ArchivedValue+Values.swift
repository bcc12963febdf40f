internal import EffectModel
import StrictJSON

extension ArchivedValue {
    /// Two numbers of a point, size or vector, as text or within an NSValue, or the first two of a rectangle.
    var pair: SIMD2<Double>? { numbers(2).map { SIMD2($0[0], $0[1]) } }

    /// Four numbers of a rectangle: x, y, width and height.
    var rectangle: SIMD4<Double>? { numbers(4).map { SIMD4($0[0], $0[1], $0[2], $0[3]) } }

    /// Numbers in the syntax of NSStringFromPoint and similar functions: `{{0, 0}, {1, 1}}`.
    private func numbers(_ count: Int) -> [Double]? {
        let inner = ["NS.pointval", "NS.sizeval", "NS.rectval"].lazy.compactMap { self[$0]?.text }.first
        guard let text = text ?? inner, text.utf8.count <= 256, text.utf8.first == UInt8(ascii: "{") else { return nil }
        let parts = text.split { "{}, ".contains($0) }
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == parts.count && numbers.count >= count ? numbers : nil
    }

    /// Red, green, blue, alpha of an NSColor or UIColor; in sRGB if the file has that.
    ///
    /// Keys and meanings are those of files written by Xcode: components are text, separated by spaces. A color in a
    /// custom color space has `NSComponents`, and `NSRGB` for programs that don't know the space; 7 is sRGB. Device and
    /// calibrated colors are used unchanged, as in SpriteKit.
    var color: SIMD4<Double>? {
        // A color of the system's catalog includes the color it had when it was saved.
        if let saved = self["NSColor"] { return saved.plainColor }
        return plainColor
    }

    private var plainColor: SIMD4<Double>? {
        let space = self["NSCustomColorSpace"]
        let isSRGB = space?["NSID"]?.number == 7 || space?["NSSpaceID"]?.number == 7
        if isSRGB, let color = components("NSComponents") { return color }
        if let color = components("NSRGB") ?? components("NSWhite") ?? components("NSComponents") { return color }
        if let red = self["UIRed"]?.number, let green = self["UIGreen"]?.number, let blue = self["UIBlue"]?.number {
            return SIMD4(red, green, blue, self["UIAlpha"]?.number ?? 1)
        }
        return self["UIWhite"]?.number.map { SIMD4($0, $0, $0, self["UIAlpha"]?.number ?? 1) }
    }

    /// Parses "0.5 1", gray with alpha, or "1 0 0.5 1"; three numbers, or a single one, are opaque. The text may end
    /// with a zero byte.
    private func components(_ name: String) -> SIMD4<Double>? {
        guard let member = self[name] else { return nil }
        let bytes: [UInt8]
        if let data = member.data {
            bytes = data
        } else {
            // The length is checked before copying: one text of megabytes may be all colors of a sequence.
            guard let text = member.text, text.utf8.count <= 256 else { return nil }
            bytes = Array(text.utf8)
        }
        guard bytes.count <= 256 else { return nil }
        let parts = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        guard numbers.count == parts.count else { return nil }
        switch numbers.count {
        case 1, 2: return SIMD4(numbers[0], numbers[0], numbers[0], numbers.count == 2 ? numbers[1] : 1)
        case 3, 4: return SIMD4(numbers[0], numbers[1], numbers[2], numbers.count == 4 ? numbers[3] : 1)
        default: return nil
        }
    }
}

extension SIMD2<Double> {
    /// Text of the pair in the syntax of archives.
    var asPair: String { "{\(x.shortestText), \(y.shortestText)}" }
}

extension Double {
    /// The number with the fewest digits that represent it: SpriteKit's numbers are 32-bit floats, and
    /// 0.30000001192092896 means 0.3. Other results of calculations are rounded to a millionth.
    var shortestDecimal: Double {
        let float = Float(self)
        guard Double(float) != self else { return Double(float.description) ?? self }
        let rounded = (self * 1_000_000).rounded() / 1_000_000
        return rounded.isFinite ? rounded : self
    }

    /// The number as JSON; words for NaN and infinity.
    var shortestText: String {
        if isNaN { return "not a number" }
        if isInfinite { return self < 0 ? "-infinity" : "infinity" }
        return String(decoding: JSONWriter.bytes(of: .number(shortestDecimal)), as: UTF8.self)
    }
}
