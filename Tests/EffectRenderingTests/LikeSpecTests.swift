import AssetFiles
import EffectCoding
import EffectModel
import StrictJSON
import TestSupport
import Testing

/// Error reports for layers whose parts are generated rather than written in the document.
struct LikeSpecTests {
    private static let library = LocalAssets(fontDirectories: TestFonts.directories)

    private func faults(_ layers: String, more: String = "") throws -> [SpecFault] {
        let json = try JSONParser.parse(Array("{\"layers\": [\(layers)]\(more)}".utf8))
        do throws(SpecError) {
            _ = try EffectSpec(json: json, library: Self.library)
            return []
        } catch {
            return error.faults
        }
    }

    @Test(
        arguments: [
            (#"{"type": "firework", "contents": "duk"}"#, "/layers/0/contents"),
            (#"{"type": "firework", "contents": ["circle", "duk"]}"#, "/layers/0/contents/1"),
            (
                #"{"type": "like", "cell": {"emitterCells": [{"contents": "duk", "birthRate": 1, "lifetime": 1}]}}"#,
                "/layers/0/cell/emitterCells/0/contents"
            ),
            (##"{"type": "like", "emoji": ["🎉", "\u0007"]}"##, "/layers/0/emoji/1"),
            (##"{"type": "like", "counter": {"words": ["one", "\u0007"]}}"##, "/layers/0/counter/words/1"),
            (#"{"type": "like", "cell": {"on": "death"}}"#, "/layers/0/cell/on"),
            (#"{"type": "like", "cell": {"duration": 1}}"#, "/layers/0/cell/duration"),
            (#"{"type": "like", "cell": {"idleDuration": 1}}"#, "/layers/0/cell/idleDuration"),
            (#"{"type": "like", "cell": {"contents": "circle"}, "emoji": ["🎉"]}"#, "/layers/0/cell/contents"),
            (#"{"type": "reveal", "from": "red", "to": "carbon"}"#, "/layers/0/to"),
            (#"{"type": "sprite", "contents": "red", "mask": {"contents": "rong"}}"#, "/layers/0/mask/contents"),
        ]
    )
    func `an error is reported once, at its place in the document`(_ layer: String, _ pointer: String) throws {
        let faults = try faults(layer)
        #expect(faults.map(\.pointer) == [pointer], "\(faults)")
    }

    /// Nine of thirteen emoji are drawn, chosen by the seed.
    @Test(arguments: 0..<20)
    func `an invalid emoji is refused whatever the seed`(_ seed: Int) throws {
        let emoji = (["\\u0007"] + (0..<12).map { _ in "🎉" }).map { "\"\($0)\"" }.joined(separator: ", ")
        let faults = try faults(#"{"type": "like", "emoji": [\#(emoji)]}"#, more: ", \"seed\": \(seed)")
        #expect(faults.map(\.pointer) == ["/layers/0/emoji/0"])
    }

    @Test func `an unreadable asset is not also reported as unknown`() throws {
        let faults = try faults(
            #"{"type": "sprite", "contents": "mine"}"#,
            more: #", "assets": {"mine": {"shape": "cube"}}"#
        )
        #expect(faults.map(\.pointer) == ["/assets/mine/shape"])
    }

    @Test func `an idle time requires a duration and a finite repeat count`() throws {
        func cell(_ more: String) -> String {
            #"{"emitterCells": [{"contents": "circle", "birthRate": 1, "lifetime": 1, "idleDuration": 1\#(more)}]}"#
        }
        for more in ["", #", "duration": 1"#, #", "repeatCount": "infinite""#] {
            #expect(try faults(cell(more)).map(\.pointer) == ["/layers/0/emitterCells/0/idleDuration"])
        }
        #expect(try faults(cell(#", "duration": 1, "repeatCount": 2"#)).isEmpty)
    }
}
