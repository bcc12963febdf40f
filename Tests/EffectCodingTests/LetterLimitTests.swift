import EffectCost
import EffectModel
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import EffectCoding

/// The bound of the letters that a spec has laid out before it has a price.
struct LetterLimitTests {
    /// Lays out nothing, and counts the letters that it should.
    private final class Counting: AssetLibrary {
        let letters = Atomic(0)

        func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
            throw .unusable(found: "an image", allowed: "no images")
        }

        func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
            letters.wrappingAdd(text.text.unicodeScalars.count, ordering: .relaxed)
            return .outline(Outline([.move([0, 0]), .line([1, 0]), .line([0, 1]), .close]))
        }

        func check(_ text: TextStyle) throws(AssetFault) {}
    }

    private static func layers(_ count: Int) -> String {
        let text = String(repeating: "abcde", count: 40)
        return (0..<count).map { #"{"type": "text", "name": "t\#($0)", "text": "\#(text)"}"# }.joined(separator: ",")
    }

    /// Regression: 120 texts of 85 letters took more than a second before their spec had a price.
    @Test func `texts beyond the letters of a spec are not laid out`() throws {
        let library = Counting()
        let json = try JSONParser.parse(Array(#"{"layers": [\#(Self.layers(30))]}"#.utf8))
        let error = #expect(throws: SpecError.self) {
            try EffectSpec(json: json, limits: RenderLimits(), library: library)
        }
        let fault = try #require(error?.faults.first)
        #expect(fault.kind == .tooMuch && fault.pointer == "/layers/20/text", "\(fault)")
        #expect(fault.found == "a text of 200 letters, with 96 left" && fault.allowed.hasPrefix("at most 4096 letters"))
        #expect(library.letters.load(ordering: .relaxed) <= 4096)
    }

    @Test func `an operator sets the letters of a spec`() throws {
        let json = try JSONParser.parse(Array(#"{"layers": [\#(Self.layers(30))]}"#.utf8))
        var limits = RenderLimits()
        limits.maximumLetters = 6000
        _ = try EffectSpec(json: json, limits: limits, library: Counting())
    }
}
