import CMalloc
import EffectModel
import Foundation
import TestSupport
import Testing

@testable import AssetFiles

/// Text as outlines. The setup installs the fonts: DejaVu, Lohit Devanagari, WenQuanYi Micro Hei, Noto Color Emoji.
@Suite("Text")
struct TextTests {
    static let assets = LocalAssets(fontDirectories: TestFonts.directories)

    static func outline(_ text: String, font: String? = nil, size: Double = 100) throws -> Outline {
        let style = TextStyle(text: text, font: font, fontSize: size)
        guard case .outline(let outline) = try assets.glyphs(of: style, maximumPixels: 0) else {
            throw Failure("\(text) has colors")
        }
        return outline
    }

    struct Failure: Error {
        init(_: String) {}
    }

    static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

    static func box(_ text: String, font: String? = nil, size: Double = 100) throws -> SIMD2<Double> {
        let box = try #require(try outline(text, font: font, size: size).bounds)
        return box.high - box.low
    }

    static func fault(_ style: TextStyle, _ assets: LocalAssets = Self.assets) -> AssetFault? {
        do throws(AssetFault) {
            _ = try assets.glyphs(of: style, maximumPixels: 1 << 24)
            return nil
        } catch {
            return error
        }
    }

    @Test("letters match the metrics of the font's tables")
    func metrics() throws {
        // DejaVu Sans: 2048 units per em, capitals 1493 high; the stems of H span 201 to 1338.
        let capital = try Self.box("H", font: "DejaVu Sans")
        #expect(abs(capital.y - 100 * 1493 / 2048) < 0.1)
        #expect(abs(capital.x - 100 * (1339 - 201) / 2048) < 0.1)
        // A round letter overshoots at both ends: its bounding box is the box of its ink, control points included.
        let round = try Self.box("O", font: "DejaVu Sans")
        #expect(abs(round.y - 100 * (1520 + 29) / 2048) < 0.1)
    }

    @Test("the center of the ink is at (0, 0)", arguments: ["H", "gy", "太棒了", "Ängström", "مرحبا", "नमस्ते"])
    func centered(text: String) throws {
        let box = try #require(try Self.outline(text).bounds)
        #expect(Self.distance(box.low, -box.high) < 1e-9)
        #expect((box.high - box.low).min() > 20)
    }

    @Test("twice the size gives the same outline, twice as large, without hinting")
    func scales() throws {
        let small = try Self.outline("Quartz & 太", size: 7)
        let large = try Self.outline("Quartz & 太", size: 448)
        #expect(small.segments.count == large.segments.count)
        for (a, b) in zip(small.segments, large.segments) {
            guard case .cubic(_, _, let end) = a, case .cubic(_, _, let largeEnd) = b else { continue }
            #expect(Self.distance(end * 64, largeEnd) < 1e-6)
        }
    }

    @Test("marks combine, ligatures form, and Arabic letters join")
    func shaping() throws {
        // Precomposed and decomposed.
        #expect(try Self.box("é") == Self.box("e\u{301}"))
        #expect(try Self.box("é").y > Self.box("e").y + 10)
        // Three joined letters are narrower than three separate ones.
        #expect(try Self.box("ببب").x < 3 * Self.box("ب").x * 0.9)
        // The virama joins two letters into one, त + ् + र, without a dotted circle.
        #expect(try Self.box("त्र").x < Self.box("तर").x * 0.8)
    }

    @Test("right-to-left text starts at the right")
    func bidirectional() throws {
        // Lamed is the taller letter, so the highest point tells its position.
        func highest(_ text: String) throws -> Double {
            let points = try Self.outline(text).segments.compactMap { segment in
                switch segment {
                case .move(let end), .line(let end), .cubic(_, _, let end), .quadratic(_, let end): end
                case .close: SIMD2<Double>?.none
                }
            }
            return try #require(points.min { $0.y < $1.y }).x
        }
        #expect(try highest("אל") < 0)
        #expect(try highest("לא") > 0)
        #expect(try highest("al") > 0)
    }

    @Test("Chinese characters take the form of their context")
    func hanForms() {
        #expect(HanForm(of: "太棒了") == .simplified)
        #expect(HanForm(of: "テスト直") == .japanese)
        #expect(HanForm(of: "한국 直") == .korean)
        #expect(HanForm(of: "ㄅ直") == .traditional)
    }

    @Test("a character missing from every font is named in the error, with a package that has it")
    func missing() throws {
        let fault = try #require(Self.fault(TextStyle(text: "ok \u{E123}", fontSize: 20)))
        guard case .unusable(let found, let allowed) = fault else { throw Failure("wrong kind") }
        #expect(found.contains("U+E123"))
        #expect(allowed.contains("private-use"))
        // Linear B is in no font of the setup.
        let linear = try #require(Self.fault(TextStyle(text: "\u{10000}", fontSize: 20)))
        guard case .unusable(let found, let allowed) = linear else { throw Failure("wrong kind") }
        #expect(found.contains("U+10000 (linear b syllable b008 a)"))
        #expect(allowed.contains("fonts-noto"))
    }

    @Test(
        "control characters, blanks and empty text are refused",
        arguments: ["a\nb", "\t", "a\u{0}b", "\u{2028}", "\u{7F}", " ", "\u{3000}\u{A0}", "\u{200D}", "\u{FE0F}", ""]
    )
    func refused(text: String) throws {
        for isEmoji in [false, true] {
            let fault = try #require(Self.fault(TextStyle(text: text, fontSize: 20, isEmoji: isEmoji)))
            guard case .unusable(_, let allowed) = fault else { throw Failure("wrong kind") }
            #expect(allowed.contains(isEmoji ? "emoji" : "text"))
        }
    }

    @Test("an unknown font is refused with the nearest name; font names ignore case")
    func fonts() throws {
        let fault = try #require(Self.fault(TextStyle(text: "a", font: "DejaVu Sanz", fontSize: 20)))
        #expect(fault == .unknownFont(found: "unknown font \"DejaVu Sanz\"", allowed: "did you mean DejaVu Sans?"))
        let strange = try #require(Self.fault(TextStyle(text: "a", font: "Comic Papyrus", fontSize: 20)))
        guard case .unknownFont(_, let allowed) = strange else { throw Failure("wrong kind") }
        #expect(allowed.contains("DejaVu Sans"))
        #expect(try Self.outline("agR", font: "dejavu serif") == Self.outline("agR", font: "DejaVu Serif"))
        #expect(try Self.outline("agR", font: "DejaVu Serif") != Self.outline("agR"))
        // Generic names and styles depend on the machine's settings and are refused.
        for font in ["sans-serif", "", ",", "DejaVu Sans:bold", "*"] {
            #expect(Self.fault(TextStyle(text: "a", font: font, fontSize: 20)) != nil)
        }
    }

    @Test("fonts outside the given directory are ignored")
    func oneDirectory() throws {
        let folder = NSTemporaryDirectory() + "hanabi-one-font-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/below", withIntermediateDirectories: true)
        let serif = try #require(TestFonts.directories.first) + "/DejaVuSerif.ttf"
        try FileManager.default.copyItem(
            atPath: URL(fileURLWithPath: serif).resolvingSymlinksInPath().path,
            toPath: folder + "/below/DejaVuSerif.ttf"
        )
        let assets = LocalAssets(fontDirectories: [folder])
        #expect(assets.fontFamilies == ["DejaVu Serif"])
        guard case .outline(let found) = try assets.glyphs(of: TextStyle(text: "agR", fontSize: 100), maximumPixels: 0)
        else { throw Failure("agR has colors") }
        #expect(try found == Self.outline("agR", font: "DejaVu Serif"))
        #expect(try found != Self.outline("agR"))
        for style in [
            TextStyle(text: "太", fontSize: 20), TextStyle(text: "🎉", fontSize: 20, isEmoji: true),
            TextStyle(text: "a", font: "DejaVu Sans", fontSize: 20),
        ] { #expect(Self.fault(style, assets) != nil) }
        #expect(assets.fontFamilies == ["DejaVu Serif"])
    }

    @Test("tests see only the fonts of the setup")
    func ofTests() {
        let families = Set(Self.assets.fontFamilies)
        #expect(families.isSuperset(of: ["DejaVu Sans", "DejaVu Serif", "Lohit Devanagari", "Noto Color Emoji"]))
        #expect(
            families.allSatisfy {
                [
                    "DejaVu", "Dosis", "Lobster", "Lohit", "Noto Color", "WenQuanYi", "文泉",
                ].contains(where: $0.hasPrefix)
            }
        )
    }

    @Test("a machine without fonts gets an error, not a crash")
    func noFonts() throws {
        let assets = LocalAssets(fontDirectories: ["/nowhere/<&>"])
        let fault = try #require(Self.fault(TextStyle(text: "a", fontSize: 20), assets))
        guard case .unusable(let found, let allowed) = fault else { throw Failure("wrong kind") }
        #expect(found == "text")
        #expect(allowed.contains("no fonts are installed"))
        #expect(Self.fault(TextStyle(text: "a", font: "DejaVu Sans", fontSize: 20), assets) != nil)
    }

    @Test("every library and thread yields the same letters")
    func repeatable() async throws {
        let texts = ["太棒了", "Hello", "مرحبا", "नमस्ते", "👨‍👩‍👧‍👦", "a👍🏽b"]
        let expected = try texts.map {
            try Self.assets.glyphs(of: TextStyle(text: $0, fontSize: 33), maximumPixels: 1 << 24)
        }
        let fresh = LocalAssets(fontDirectories: TestFonts.directories)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<12 {
                        let index = (task + round) % texts.count
                        // Sizes differ, so that caches miss.
                        let size = Double(20 + round)
                        _ = try fresh.glyphs(of: TextStyle(text: texts[index], fontSize: size), maximumPixels: 1 << 24)
                        let style = TextStyle(text: texts[index], fontSize: 33)
                        #expect(try fresh.glyphs(of: style, maximumPixels: 1 << 24) == expected[index])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Bypasses the cache and runs in a process of its own, where no other test allocates memory. A leak of 100 bytes
    /// per line would add 250 kB.
    @Test("text lines leak no memory")
    func memory() async {
        await #expect(processExitsWith: .success) {
            let setter = try #require(TextSetter(fontDirectories: TestFonts.directories))
            func set(_ range: Range<Int>) throws {
                for number in range {
                    let text = number.isMultiple(of: 100) ? "\(number % 7)👍🏽" : "\(number) 太"
                    let font = number.isMultiple(of: 3) ? "DejaVu Serif" : nil
                    _ = try setter.glyphs(of: TextStyle(text: text, font: font, fontSize: Double(8 + number % 300)))
                }
                setter.letGo()
            }
            try set(0..<1500)
            settle()
            let before = allocatedKilobytes()
            try set(1500..<4000)
            let grown = least {
                allocatedKilobytes() - before
            } until: {
                $0 < 250
            }
            #expect(grown < 250, "grown by \(grown) kB")
        }
    }

    /// A cache of drawn glyphs, as graphics libraries have it, would take 55 MB for 576 emoji.
    @Test("emoji leave only a few megabytes allocated, whatever their number")
    func memoryOfEmoji() async {
        await #expect(processExitsWith: .success) {
            let setter = try #require(TextSetter(fontDirectories: TestFonts.directories))
            // Animals and objects, and people in five skin tones.
            let things = (0x1F400...0x1F5FF).compactMap(Unicode.Scalar.init).filter(\.properties.isEmojiPresentation)
            let people = things.filter(\.properties.isEmojiModifierBase)
            let tones = (0x1F3FB...0x1F3FF).compactMap(Unicode.Scalar.init)
            let texts = things.map { String($0) } + people.flatMap { one in tones.map { "\(one)\($0)" } }
            #expect(texts.count >= 500)
            _ = try setter.glyphs(of: TextStyle(text: texts[0], font: nil, fontSize: 20))
            let before = allocatedKilobytes()
            for text in texts { _ = try setter.glyphs(of: TextStyle(text: text, font: nil, fontSize: 20)) }
            let grown = allocatedKilobytes() - before
            #expect(grown < 6000, "grown by \(grown) kB")
            for text in texts[..<40] { _ = try setter.glyphs(of: TextStyle(text: text, font: nil, fontSize: 20)) }
            let kept = least {
                setter.rest()
                return allocatedKilobytes() - before
            } until: {
                $0 < 1000
            }
            #expect(kept < 1000, "kept \(kept) kB at rest")
        }
    }

    @Test("the machine's own font settings change no letters")
    func foreignSettings() async {
        await #expect(processExitsWith: .success) {
            let file = FileManager.default.temporaryDirectory.appending(path: "hanabi-\(UUID().uuidString).conf")
            defer { try? FileManager.default.removeItem(at: file) }
            let settings = """
                <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
                <match target="pattern"><edit name="family" mode="prepend_first" binding="strong">
                <string>DejaVu Serif</string></edit></match></fontconfig>
                """
            try Data(settings.utf8).write(to: file)
            setenv("FONTCONFIG_FILE", file.path, 1)
            let setter = try #require(TextSetter(fontDirectories: TestFonts.directories))
            let own = try setter.glyphs(of: TextStyle(text: "Hamburg", fontSize: 20))
            let serif = try setter.glyphs(of: TextStyle(text: "Hamburg", font: "DejaVu Serif", fontSize: 20))
            guard case .outline(let sans) = own, case .outline(let other) = serif else {
                Issue.record("letters have colors")
                return
            }
            #expect(sans != other)
        }
    }
}

/// Allocated kilobytes by the allocator's own count; resident memory varies by megabytes for the same lines.
private func allocatedKilobytes() -> Int {
    let counts = mallinfo2()
    return Int(counts.uordblks + counts.hblkhd) / 1000
}

/// Returns the first figure that is good enough, or the smallest of many. Pango sorts fonts on threads of its own,
/// which hold memory until done.
private func least(_ figure: () -> Int, until isEnough: (Int) -> Bool) -> Int {
    var least = Int.max
    for _ in 0..<600 {
        least = min(least, figure())
        if isEnough(least) { break }
        usleep(100_000)
    }
    return least
}

/// Returns once the allocated size has settled. An early return raises the baseline and lowers the growth.
private func settle() {
    var (last, times) = (0, 0)
    while times < 5 {
        usleep(100_000)
        let now = allocatedKilobytes()
        times = now == last ? times + 1 : 0
        last = now
    }
}
