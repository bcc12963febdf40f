internal import EffectModel

extension ArchivedValue {
    /// Two numbers: of a point, size or vector, as text or within an NSValue; of a rectangle the first two.
    var pair: SIMD2<Double>? { numbers(2).map { SIMD2($0[0], $0[1]) } }

    /// Four numbers: x, y, width and height.
    var rectangle: SIMD4<Double>? { numbers(4).map { SIMD4($0[0], $0[1], $0[2], $0[3]) } }

    /// `{{0, 0}, {1, 1}}`: what NSStringFromPoint and its kin write.
    private func numbers(_ count: Int) -> [Double]? {
        let inner = ["NS.pointval", "NS.sizeval", "NS.rectval"].lazy.compactMap { self[$0]?.text }.first
        guard let text = text ?? inner, text.utf8.count <= 256, text.utf8.first == UInt8(ascii: "{") else { return nil }
        let parts = text.split { "{}, ".contains($0) }
        let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == parts.count && numbers.count >= count ? numbers : nil
    }

    /// Red, green, blue, alpha of an NSColor or UIColor, in sRGB as far as the file has it so.
    ///
    /// Keys and meanings as in files that Xcode wrote: components are text, separated by spaces; a colour space of its own
    /// comes with `NSComponents`, and with `NSRGB` for programs that don't know it; 7 is sRGB. Device and calibrated
    /// colours are taken as they are, as SpriteKit does.
    package var color: SIMD4<Double>? {
        // A colour from the system's catalogue has the colour that it was when it was saved.
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

    /// "0.5 1": grey with alpha, or "1 0 0.5 1"; three numbers, or one, are opaque. It may end with a zero byte.
    private func components(_ name: String) -> SIMD4<Double>? {
        guard let member = self[name] else { return nil }
        let bytes: [UInt8]
        if let data = member.data {
            bytes = data
        } else {
            // Counted before it is copied: one text of megabytes may be all colours of a sequence.
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
    /// As archives have points and sizes.
    var asPair: String { "{\(x.asWritten), \(y.asWritten)}" }
}

extension Double {
    /// The number in as few digits as say it: SpriteKit's are 32-bit floats, and 0.30000001192092896 was meant as 0.3. What
    /// came of calculations is rounded to a millionth.
    var tidy: Double {
        let float = Float(self)
        guard Double(float) != self else { return Double(float.description) ?? self }
        let rounded = (self * 1_000_000).rounded() / 1_000_000
        return rounded.isFinite ? rounded : self
    }

    /// As a document has it; what no document has, in words.
    var asWritten: String {
        if isNaN { return "not a number" }
        if isInfinite { return self < 0 ? "-infinity" : "infinity" }
        return String(decoding: JSONWriter.bytes(of: .number(tidy)), as: UTF8.self)
    }
}
