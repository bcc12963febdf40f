import EffectModel
import Testing

/// Emoji in place of a preset's pieces.
struct EmojiParameterTests {
    private func cells(_ name: String, _ parameters: [String: String]) throws -> [[EmitterCell]] {
        try preset(name, parameters).layers.compactMap(\.content.emitter).map(\.emitterCells)
    }

    /// Regression: the far and the near emoji of a rain stayed.
    @Test func `emoji take the place of all emoji, at each depth`() throws {
        let (own, other) = (try cells("emoji-rain", [:]), try cells("emoji-rain", ["emoji": "🍕🍔"]))
        #expect(own.count == 3 && other.count == 3)
        for (before, after) in zip(own, other) {
            #expect(Set(after.map(\.contents)) == ["emoji-1", "emoji-2"])
            let births = (before.reduce(0) { $0 + $1.birthRate }, after.reduce(0) { $0 + $1.birthRate })
            #expect(abs(births.0 - births.1) < 1e-9)
        }
        // Other parameters leave the depths alone.
        let small = try cells("emoji-rain", ["emoji": "🍕", "size": "10"])
        let scales = small.map { $0[0].scale }
        #expect(scales[0] < scales[2] && scales[1] < scales[0])
    }

    /// Regression: an emoji that tumbled was brown, blue or purple on its back.
    @Test(arguments: ["confetti-all", "cannon", "imessage"])
    func `emoji have their own colors on both sides`(_ name: String) throws {
        #expect(try cells(name, [:]).joined().contains { $0.back != nil })
        let new = try cells(name, ["emoji": "🦄"]).joined().filter { $0.contents == "emoji-1" }
        #expect(!new.isEmpty && new.allSatisfy { $0.back == nil })
    }
}
