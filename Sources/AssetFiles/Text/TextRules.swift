internal import EffectModel
import StrictJSON

/// Rules about the characters that text may contain.
enum TextRules {
    /// Maximum number of emoji in an asset.
    static let maximumEmoji = 16

    static func check(_ style: TextStyle) throws(AssetFault) {
        let noun = style.isEmoji ? "emoji" : "text"
        for scalar in style.text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                throw .unusable(
                    found: "the control character \(scalar.codePoint)",
                    allowed: "\(noun) of one line, without control characters"
                )
            default: continue
            }
        }
        if style.text.unicodeScalars.allSatisfy({
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }) {
            throw blank(style)
        }
        if style.isEmoji, style.text.count > maximumEmoji {
            throw .tooLarge(found: "\(style.text.count) emoji", allowed: "at most \(maximumEmoji) in one asset")
        }
    }

    /// Error of text without visible characters.
    static func blank(_ style: TextStyle) -> AssetFault {
        .unusable(
            found: "\(JSONValue.string(style.text).excerpt), which has no visible character",
            allowed: "visible \(style.isEmoji ? "emoji" : "text")"
        )
    }
}

/// Error of a character that no installed font has, with a Debian package that may provide it.
enum MissingGlyph {
    static func fault(_ scalar: Unicode.Scalar) -> AssetFault {
        let properties = scalar.properties
        var found = "the character \(scalar.codePoint)"
        if let name = properties.name { found += " (\(name.lowercased()))" }
        found += ", which no installed font has"
        return .unusable(found: found, allowed: advice(properties, scalar.value))
    }

    private static func advice(_ properties: Unicode.Scalar.Properties, _ value: UInt32) -> String {
        if properties.generalCategory == .privateUse { return "characters outside the private-use areas" }
        if properties.generalCategory == .unassigned { return "characters that Unicode has assigned" }
        let package =
            switch value {
            case _ where properties.isEmojiPresentation: "fonts-noto-color-emoji"
            case 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
                "fonts-noto-cjk"
            case 0x10000...0x1FFFF: "fonts-noto-core, fonts-noto-extra or fonts-symbola"
            default: "fonts-noto-core"
            }
        return "characters of the installed fonts (on Debian, \(package) may provide a font with this character)"
    }
}

extension Unicode.Scalar {
    /// Code point in the form "U+00E9".
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
