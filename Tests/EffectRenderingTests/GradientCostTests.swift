import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import Synchronization
import Testing

@testable import EffectRendering
@testable import WorkScheduling

/// Work and time of gradients in contents: they are drawn by the render, and paid for by it.
struct GradientCostTests {
    private static func document(_ kind: String, side: Int, count: Int = 8, output: String = "apng") -> String {
        // Equal ones would be one image.
        let layers = (0..<count).map {
            let gradient = #"{"gradient": {"type": "\#(kind)", "colors": ["red", "blue", "00ff00\#($0 + 50)"]}}"#
            return #"{"type": "sprite", "contents": \#(gradient)}"#
        }.joined(separator: ", ")
        return #"""
            {"canvas": {"width": \#(side), "height": \#(side)}, "timing": {"duration": 0.1, "fps": 10},
             "output": {"format": "\#(output)"}, "layers": [\#(layers)]}
            """#
    }

    private static func spec(_ text: String) throws -> EffectSpec {
        try EffectSpec(json: JSONParser.parse(Array(text.utf8)), limits: RenderLimits(), library: NoAssets())
    }

    private static func pictures(_ spec: EffectSpec) -> [Picture] {
        spec.layers.compactMap { layer in
            guard case .sprite(let sprite) = layer.content, case .own(let asset) = sprite.contents,
                case .picture(let picture, .gradient) = asset.content
            else { return nil }
            return picture
        }
    }

    @Test(arguments: ["axial", "radial", "conic"])
    func `reading and pricing a spec draw no gradient, and a render does`(_ kind: String) throws {
        let spec = try Self.spec(Self.document(kind, side: 300))
        let pictures = Self.pictures(spec)
        #expect(pictures.count == 8)
        for job in [RenderPrice.Job.animation, .best, .times([0]), .sheet, .dump, .vector] {
            #expect(RenderPrice(of: spec, job).work > 0)
        }
        let isReadDrawn = pictures.contains { $0.isDrawn }
        #expect(!isReadDrawn)
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        try renderer.renderAnimation(spec) { _ in }
        let isDrawn = pictures.allSatisfy { $0.isDrawn }
        #expect(isDrawn)
    }

    @Test func `a reveal and a firework at a gradient draw none while they are read`() throws {
        let gradient = #"{"gradient": {"type": "radial", "colors": ["ff000080", "blue"]}, "size": [200, 200]}"#
        let text = #"""
            {"canvas": {"width": 300, "height": 300}, "assets": {"a": \#(gradient)},
             "layers": [{"type": "reveal", "from": "white", "to": "red", "shape": "a", "endRadius": 100},
                        {"type": "sprite", "name": "b", "contents": "a"},
                        {"type": "firework", "around": "b", "contents": "a"}]}
            """#
        let spec = try Self.spec(text)
        guard case .picture(let picture, _)? = spec.assets["a"]?.content else {
            Issue.record("no image of a gradient")
            return
        }
        _ = RenderPrice(of: spec)
        #expect(!picture.isDrawn)
    }

    @Test(arguments: [RenderPrice.Job.animation, .times([0]), .dump, .vector])
    func `the price of a render has that of its gradients`(_ job: RenderPrice.Job) throws {
        let output = job == .dump ? "json" : job == .vector ? "svg" : "apng"
        let slow = try Self.spec(Self.document("conic", side: 1000, output: output))
        let quick = try Self.spec(Self.document("conic", side: 1000, count: 1, output: output))
        let difference = RenderPrice(of: slow, job).work - RenderPrice(of: quick, job).work
        // Seven million pixels of tens of nanoseconds each.
        #expect(difference > 7e6 * 60)
        #expect(RenderCost(of: slow).work > RenderCost(of: quick).work + 7e6 * 60)
    }

    /// Regression: `hanabi` at 800 × 800 had twelve equal gradients of the whole canvas, more than a spec may have.
    @Test func `equal gradients are one image, and different ones have a limit`() throws {
        let same = (0..<30).map { _ in #"{"type": "sprite", "contents": {"gradient": {"colors": ["red", "blue"]}}}"# }
        let sheet = #"{"canvas": {"width": 1000, "height": 1000}, "layers": [\#(same.joined(separator: ", "))]}"#
        let pictures = Self.pictures(try Self.spec(sheet))
        #expect(pictures.count == 30 && pictures.allSatisfy { $0 === pictures[0] })
        let layers = (0..<9).map {
            #"{"type": "sprite", "contents": {"gradient": {"colors": ["red", "blue"], "startPoint": [0, 0.\#($0)]}}}"#
        }
        let text = #"{"canvas": {"width": 1000, "height": 1000}, "layers": [\#(layers.joined(separator: ", "))]}"#
        let error = #expect(throws: SpecError.self) { try Self.spec(text) }
        #expect(error?.faults.map(\.pointer) == ["/layers/8/contents/gradient"])
        #expect(error?.faults.first?.allowed.contains("a smaller canvas") == true)
    }

    @Test func `a document that is read twice has equal costs`() throws {
        let text = Self.document("conic", side: 300)
        let other = Self.document("conic", side: 300, count: 7)
        #expect(try RenderCost(of: Self.spec(text)) == RenderCost(of: Self.spec(text)))
        #expect(try RenderCost(of: Self.spec(text)) != RenderCost(of: Self.spec(other)))
    }

    @Test func `a render that is over draws no gradient to its end`() throws {
        let spec = try Self.spec(Self.document("conic", side: 600, count: 1))
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let checks = Mutex(0)
        let watch = RenderContext {
            checks.withLock { count in
                count += 1
                return count > 50
            }
        }
        #expect(throws: RenderError.cancelled) { try renderer.renderAnimation(spec, watch: watch) { _ in } }
        // An image of 600 rows.
        let count = checks.withLock { $0 }
        #expect(count < 300)
        let isDrawn = Self.pictures(spec).contains { $0.isDrawn }
        #expect(!isDrawn)
    }
}
