import AssetFiles
import EffectModel
import TestSupport
import Testing

/// What is said of layers whose parts are made of other things than the document shows.
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
    func `what is wrong is said once, where the document says it`(_ layer: String, _ pointer: String) throws {
        let faults = try faults(layer)
        #expect(faults.map(\.pointer) == [pointer], "\(faults)")
    }

    /// Of seven, nine are drawn: which, the seed says.
    @Test(arguments: 0..<20)
    func `a list of emoji is right or wrong whatever the seed`(_ seed: Int) throws {
        let emoji = (["\\u0007"] + (0..<12).map { _ in "🎉" }).map { "\"\($0)\"" }.joined(separator: ", ")
        let faults = try faults(#"{"type": "like", "emoji": [\#(emoji)]}"#, more: ", \"seed\": \(seed)")
        #expect(faults.map(\.pointer) == ["/layers/0/emoji/0"])
    }

    @Test func `an asset that can't be read is not also unknown`() throws {
        let faults = try faults(
            #"{"type": "sprite", "contents": "mine"}"#,
            more: #", "assets": {"mine": {"shape": "cube"}}"#
        )
        #expect(faults.map(\.pointer) == ["/assets/mine/shape"])
    }

    @Test func `idle times ask for runs to lie between`() throws {
        func cell(_ more: String) -> String {
            #"{"emitterCells": [{"contents": "circle", "birthRate": 1, "lifetime": 1, "idleDuration": 1\#(more)}]}"#
        }
        for more in ["", #", "duration": 1"#, #", "repeatCount": "infinite""#] {
            #expect(try faults(cell(more)).map(\.pointer) == ["/layers/0/emitterCells/0/idleDuration"])
        }
        #expect(try faults(cell(#", "duration": 1, "repeatCount": 2"#)).isEmpty)
    }
}
