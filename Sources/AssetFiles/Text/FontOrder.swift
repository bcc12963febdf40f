internal import CGLib

/// Order of fonts and their languages, decided here so that the machine's locale has no influence.
enum FontOrder {
    /// Fonts with color glyphs.
    static let emoji = ["Noto Color Emoji", "Twemoji", "EmojiOne Color"]

    /// Fonts for letters.
    private static let letters = ["DejaVu Sans", "Noto Sans"]

    /// Font families for a text: those of `first`, then ours. Pango tries all other fonts for characters that none of these has.
    static func families(for text: String, first: [String], isEmoji: Bool) -> [String] {
        let han = ["Noto Sans CJK \(HanForm(of: text).region)", "WenQuanYi Micro Hei", "Droid Sans Fallback"]
        let own = isEmoji ? emoji + letters : letters
        return first + own + han
    }

    /// Language of a script, if the text alone does not determine it; Pango would otherwise read the environment.
    ///
    /// - Source: the sample languages of Pango 1.50, `pango/pango-language-sample-table.h`; English for Latin.
    static func language(of script: GUnicodeScript, in text: HanForm) -> String? {
        switch script {
        case G_UNICODE_SCRIPT_HAN: text.language
        case G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA: "ja"
        case G_UNICODE_SCRIPT_HANGUL: "ko"
        case G_UNICODE_SCRIPT_BOPOMOFO: "zh-tw"
        default: languages[script.rawValue]
        }
    }

    private static let languages: [Int32: String] = Dictionary(
        uniqueKeysWithValues: [
            (G_UNICODE_SCRIPT_LATIN, "en"), (G_UNICODE_SCRIPT_ARABIC, "ar"), (G_UNICODE_SCRIPT_ARMENIAN, "hy"),
            (G_UNICODE_SCRIPT_BENGALI, "bn"), (G_UNICODE_SCRIPT_CHEROKEE, "chr"), (G_UNICODE_SCRIPT_COPTIC, "cop"),
            (G_UNICODE_SCRIPT_CYRILLIC, "ru"), (G_UNICODE_SCRIPT_DEVANAGARI, "hi"), (G_UNICODE_SCRIPT_ETHIOPIC, "am"),
            (G_UNICODE_SCRIPT_GEORGIAN, "ka"), (G_UNICODE_SCRIPT_GREEK, "el"), (G_UNICODE_SCRIPT_GUJARATI, "gu"),
            (G_UNICODE_SCRIPT_GURMUKHI, "pa"), (G_UNICODE_SCRIPT_HEBREW, "he"), (G_UNICODE_SCRIPT_KANNADA, "kn"),
            (G_UNICODE_SCRIPT_KHMER, "km"), (G_UNICODE_SCRIPT_LAO, "lo"), (G_UNICODE_SCRIPT_MALAYALAM, "ml"),
            (G_UNICODE_SCRIPT_MONGOLIAN, "mn"), (G_UNICODE_SCRIPT_MYANMAR, "my"), (G_UNICODE_SCRIPT_ORIYA, "or"),
            (G_UNICODE_SCRIPT_SINHALA, "si"), (G_UNICODE_SCRIPT_SYRIAC, "syr"), (G_UNICODE_SCRIPT_TAMIL, "ta"),
            (G_UNICODE_SCRIPT_TELUGU, "te"), (G_UNICODE_SCRIPT_THAANA, "dv"), (G_UNICODE_SCRIPT_THAI, "th"),
            (G_UNICODE_SCRIPT_CANADIAN_ABORIGINAL, "iu"), (G_UNICODE_SCRIPT_TIBETAN, "bo"),
            (G_UNICODE_SCRIPT_TIFINAGH, "ber"), (G_UNICODE_SCRIPT_NKO, "nqo"), (G_UNICODE_SCRIPT_VAI, "vai"),
            (G_UNICODE_SCRIPT_OL_CHIKI, "sat"),
        ].map { ($0.0.rawValue, $0.1) }
    )
}

/// Regional form of Chinese characters, derived from other scripts in the text; simplified Chinese in doubt.
enum HanForm {
    case japanese, korean, traditional, simplified

    /// Determines the form: Kana make it Japanese, else Hangul Korean, else Bopomofo traditional Chinese.
    init(of text: String) {
        let scripts = Set(text.unicodeScalars.map { g_unichar_get_script($0.value).rawValue })
        func has(_ script: GUnicodeScript) -> Bool { scripts.contains(script.rawValue) }
        if has(G_UNICODE_SCRIPT_HIRAGANA) || has(G_UNICODE_SCRIPT_KATAKANA) {
            self = .japanese
        } else if has(G_UNICODE_SCRIPT_HANGUL) {
            self = .korean
        } else {
            self = has(G_UNICODE_SCRIPT_BOPOMOFO) ? .traditional : .simplified
        }
    }

    var language: String {
        switch self {
        case .japanese: "ja"
        case .korean: "ko"
        case .traditional: "zh-tw"
        case .simplified: "zh-cn"
        }
    }

    /// Region suffix in the names of Noto's families.
    var region: String {
        switch self {
        case .japanese: "JP"
        case .korean: "KR"
        case .traditional: "TC"
        case .simplified: "SC"
        }
    }
}
