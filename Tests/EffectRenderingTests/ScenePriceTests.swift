import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import Foundation
import StrictJSON
import TestSupport
import Testing
@testable import EffectRendering

/// Predicted times of the scenes in `Benchmarks/Scenes`, which have every name of the schema, against measured ones.
///
/// `Benchmarks/scenes.json` has the milliseconds of each, in the output that it asks for and as frame data. How they are
/// measured is in `Benchmarks/README.md`.
struct ScenePriceTests {
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        /// Measured milliseconds by form.
        let measured: [String: Double]

        var testDescription: String { name }

        func document() throws -> JSONValue {
            let file = ScenePriceTests.folder.appendingPathComponent("Scenes/\(name).json")
            return try JSONParser.parse([UInt8](Data(contentsOf: file)))
        }
    }

    private static let folder = SchemaWords.top.appendingPathComponent("Benchmarks")
    private static let library = LocalAssets(fontDirectories: TestFonts.directories)

    static let scenes: [Scene] = {
        let data = (try? Data(contentsOf: folder.appendingPathComponent("scenes.json"))) ?? Data()
        let measured = (try? JSONDecoder().decode([String: [String: Double]].self, from: data)) ?? [:]
        return measured.map { Scene(name: $0.key, measured: $0.value) }.sorted { $0.name < $1.name }
    }()

    /// Fixed parts of small renders, in milliseconds: they matter to no queue.
    private static let slack = 8.0

    @Test(arguments: scenes)
    func `the price of every feature is close to its measured time`(_ scene: Scene) throws {
        let spec = try EffectSpec(json: scene.document(), library: Self.library)
        let own = RenderPlan(frames: spec, as: spec.output.format.map { OutputFormat($0) } ?? .png)
        for (form, plan) in [("own", own), ("dump", RenderPlan(frames: spec, as: .json))] {
            let time = try #require(scene.measured[form])
            let price = RenderPrice(of: plan.spec, plan.job)
            // Some times are those of whole requests.
            let (predicted, render) = (price.work / 1e6, price.workOfRender / 1e6)
            #expect(predicted > 0.7 * time && render < 4 * time + Self.slack, "\(form): \(render) for \(time)")
            // Files for a byte budget are made several times, samples of a vector may be more than its frames, and images in a document
            // are in no bound.
            let isBounded = plan.spec.output.maxBytes == nil && plan.job.hasPixels
            #expect(price.cost.work >= price.workOfRender || !isBounded, "\(form)")
        }
    }

    @Test func `every scene was measured`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: Self.folder.appendingPathComponent("Scenes").path
        )
        #expect(Set(files) == Set(Self.scenes.map { $0.name + ".json" }))
    }

    /// Regression: half of the schema's names were in no test of a price. Names of colors cost what colors cost.
    @Test func `every name of the schema is in a scene`() throws {
        var (members, values): (Set<String>, Set<String>) = ([], [])
        func note(_ json: JSONValue) {
            switch json {
            case .object(let own):
                for member in own {
                    members.insert(member.name)
                    note(member.value)
                }
            case .array(let elements): elements.forEach(note)
            case .string(let word): values.insert(word)
            default: break
            }
        }
        for scene in Self.scenes { note(try scene.document()) }
        let words = try SchemaWords(without: ["Color"])
        #expect(words.members.count > 300 && words.values.count > 200)
        // Videos take a program's time, too: `Benchmarks/videos.py` holds their prices against it.
        let ofVideos: Set = ["codec", "h264", "av1", "mp4", "webm", "mov", "hevc.mov"]
        let missing = words.members.subtracting(members).union(words.values.subtracting(values)).subtracting(ofVideos)
            .sorted()
        #expect(missing.isEmpty, "Benchmarks/Scenes lacks \(missing)")
    }
}
