import EffectModel
import TestSupport
import Testing

@testable import AssetFiles

/// Emoji as pictures, from Noto Color Emoji.
@Suite("Emoji")
struct EmojiTests {
    static func picture(_ text: String, size: Double = 16, isEmoji: Bool = true) throws -> (Picture, SIMD2<Double>) {
        let style = TextStyle(text: text, fontSize: size, isEmoji: isEmoji)
        guard case .picture(let picture, let size) = try TextTests.assets.glyphs(of: style, maximumPixels: 1 << 24)
        else {
            throw TextTests.Failure("no colors")
        }
        return (picture, size)
    }

    /// Red, green, blue and alpha, premultiplied.
    static func channels(_ pixel: UInt32) -> SIMD4<Int> {
        SIMD4(Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF), Int(pixel >> 24))
    }

    static func mean(_ picture: Picture) -> SIMD4<Double> {
        let sum = picture.levels[0].pixels.reduce(SIMD4<Int>(repeating: 0)) { $0 &+ channels($1) }
        return SIMD4<Double>(sum) / Double(picture.width * picture.height)
    }

    @Test("an emoji has its colors, is upright and keeps the font's resolution")
    func colors() throws {
        let (heart, size) = try Self.picture("❤️")
        let mean = Self.mean(heart)
        #expect(mean.x > 3 * mean.y && mean.x > 3 * mean.z, "a red heart is red")
        // Noto's glyphs are about 1.2 em wide.
        #expect(0.9 * 16 < size.x && size.x < 1.4 * 16)
        #expect(abs(size.x / size.y - Double(heart.width) / Double(heart.height)) < 1e-9)
        #expect(heart.width > 100, "the font's own resolution")
        for pixel in heart.levels[0].pixels {
            let channels = Self.channels(pixel)
            #expect(max(channels.x, channels.y, channels.z) <= channels.w, "premultiplied")
        }
    }

    @Test("an emoji's picture is cropped to its ink")
    func cropped() throws {
        let (picture, _) = try Self.picture("🎈")
        let pixels = picture.levels[0].pixels
        let (width, height) = (picture.width, picture.height)
        let edges = [
            (0..<width).map { $0 }, (0..<width).map { (height - 1) * width + $0 }, (0..<height).map { $0 * width },
            (0..<height).map { $0 * width + width - 1 },
        ]
        for edge in edges { #expect(edge.contains { pixels[$0] >> 24 != 0 }) }
        #expect(height > width, "a balloon is higher than wide")
    }

    @Test("the size in points follows the font size; the pixels do not")
    func sizes() throws {
        let (small, smallSize) = try Self.picture("😀", size: 8)
        let (large, largeSize) = try Self.picture("😀", size: 400)
        #expect(small == large)
        #expect(TextTests.distance(smallSize * 50, largeSize) < 1e-9)
    }

    @Test("skin tones differ", arguments: ["👨🏻", "👨🏿"])
    func skinTones(text: String) throws {
        #expect(try Self.picture(text).0 != Self.picture("👨").0)
        #expect(try Self.picture(text).1.x < 16 * 1.4, "one glyph, not a man and a swatch")
    }

    @Test(
        "sequences are one glyph wide",
        arguments: ["👩‍👩‍👧‍👦", "🇫🇷", "1️⃣", "#️⃣", "🏳️‍🌈", "👩🏽‍🚀", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👨🏻", "☺️"]
    )
    func sequences(text: String) throws {
        #expect(try Self.picture(text).1.x < 16 * 1.4)
        // Sequences in text are one glyph wide, too.
        #expect(try Self.picture(text, isEmoji: false).1.x < 16 * 1.4)
    }

    @Test("two emoji are set side by side")
    func row() throws {
        let one = try Self.picture("🍎").1
        let two = try Self.picture("🍎🍎").1
        #expect(two.x > 1.9 * one.x && abs(two.y - one.y) < 1)
    }

    @Test("a character with text and emoji forms takes the requested form")
    func presentation() throws {
        // U+2764 is text by default, and emoji if requested or followed by VS16.
        #expect(throws: Never.self) { try TextTests.outline("❤") }
        #expect(throws: Never.self) { try Self.picture("❤", isEmoji: true) }
        #expect(throws: Never.self) { try Self.picture("❤️", isEmoji: false) }
        #expect(throws: Never.self) { try TextTests.outline("☺\u{FE0E}") }
    }

    @Test("letters next to emoji are white and have at least four pixels per point")
    func mixed() throws {
        let (picture, size) = try Self.picture("WWWW👍", size: 40, isEmoji: false)
        #expect(Double(picture.width) / size.x >= 4)
        let left = (0..<picture.height).map { picture.levels[0].pixels[$0 * picture.width + picture.width / 8] }
        #expect(left.contains(0xFFFF_FFFF))
        for pixel in left {
            let channels = Self.channels(pixel)
            #expect(channels.x == channels.w && channels.y == channels.w && channels.z == channels.w)
        }
    }

    @Test("an asset holds at most 16 emoji, and their pixels count against the limit")
    func limits() throws {
        let sixteen = String(repeating: "👨‍👩‍👧", count: 14)
        #expect(throws: Never.self) { try Self.picture(sixteen) }
        let style = TextStyle(text: String(repeating: "😀", count: 17), fontSize: 16, isEmoji: true)
        #expect(TextTests.fault(style) == .tooLarge(found: "17 emoji", allowed: "at most 16 in one asset"))
        let smiley = TextStyle(text: "😀", fontSize: 16, isEmoji: true)
        let (picture, _) = try Self.picture("😀")
        let pixels = picture.width * picture.height
        for assets in [TextTests.assets, LocalAssets(fontDirectories: TestFonts.directories)] {
            #expect(throws: AssetFault.self) { try assets.glyphs(of: smiley, maximumPixels: pixels - 1) }
            #expect(throws: Never.self) { try assets.glyphs(of: smiley, maximumPixels: pixels) }
        }
    }

    @Test("a long line of letters and emoji becomes a picture of bounded size")
    func longLine() throws {
        let (picture, size) = try Self.picture(String(repeating: "W", count: 252) + "😀", size: 512, isEmoji: false)
        #expect(picture.width <= 4096 && picture.width * picture.height <= 4_194_304)
        #expect(size.x > 512 * 0.9 * 252)
    }
}
