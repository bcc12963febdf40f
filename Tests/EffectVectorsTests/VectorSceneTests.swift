import AssetFiles
import EffectCatalog
import EffectCost
import EffectCoding
import EffectModel
import EffectSimulation
@testable import EffectVectors
import FoundationXML
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Pieces against the draw lists that they stand for.
struct VectorSceneTests {
    /// A preset of each kind of layer and motion.
    static let presets = [
        "confetti", "cannon", "snowfall", "fireflies", "hearts", "firework", "vortex-fireworks", "realistic", "galaxy",
        "like", "rain", "stars", "meteors", "reveal", "shatter", "push", "coins", "checkmark", "whirlpool",
    ]

    private static let limits = SVGDocument.Limits(elements: 100_000, bytes: 1 << 26)

    static func simulation(
        _ preset: String,
        seed: Int,
        _ others: [PresetRequest.Parameter] = []
    ) throws -> Simulation {
        let parameters = [PresetRequest.Parameter("seed", "\(seed)")] + others
        let spec = try PresetRequest.spec(
            preset: preset,
            parameters,
            limits: RenderLimits().ofData,
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        return Simulation(spec)
    }

    /// Position of a piece at a share of the loop; `nil` if the piece is not there.
    ///
    /// - Parameter slack: Share of the loop between two samples: things that are no particles begin and end at one.
    private func place(of piece: Piece, at share: Double, slack: Double) -> SIMD2<Double>? {
        var share = share
        if piece.window.wraps, share < piece.window.start - slack { share += 1 }
        guard share >= piece.window.start - slack, share < piece.window.end + slack else { return nil }
        let part = (share - piece.window.start) / (piece.window.end - piece.window.start)
        return SIMD2(piece.x.value(at: part), piece.y.value(at: part))
    }

    private func pieces(of children: [VectorNode.Child]) -> [Piece] {
        children.flatMap { child -> [Piece] in
            switch child {
            case .piece(let piece): [piece]
            case .trail: []
            case .node(let node): pieces(of: node.children)
            }
        }
    }

    @Test(arguments: presets, 1...2)
    func `everything drawn at any time has a piece there`(_ preset: String, _ seed: Int) throws {
        let simulation = try Self.simulation(preset, seed: seed)
        let scene = try VectorScene(simulation, maximumPieces: 100_000) { false }
        let pieces = pieces(of: scene.children)
        var random = SplitMix64(state: UInt64(seed))
        let period = simulation.spec.timing.period
        for _ in 0..<12 {
            let time = Double.random(in: 0..<period, using: &random)
            let slack = 1 / (VectorScene.samplesPerSecond * period)
            // What crosses a corner of the canvas within two samples has no piece, or one that stands still.
            let step = slack * period
            let before = ((time / step - 0.5).rounded(.down) + 0.5) * step
            let sampled = [before, before + step].map { moment in
                Set(simulation.drawList(at: moment).leaves.flatMap { $0.items.map(\.id) })
            }
            let places = pieces.map { ($0, place(of: $0, at: time / period, slack: slack)) }
            for group in simulation.drawList(at: time).leaves {
                for item in group.items where item.sprite >= 0 && sampled.allSatisfy({ $0.contains(item.id) }) {
                    let distance = places.reduce(Double.infinity) { nearest, candidate in
                        guard let place = candidate.1, candidate.0.sprite == item.sprite else { return nearest }
                        let step = place - item.position
                        return min(nearest, (step * step).sum().squareRoot())
                    }
                    // Between two samples, a fit may miss by a little more than at them.
                    #expect(distance < 2, "item \(item.id) of layer \(group.layer) at \(time) s: \(distance) px")
                }
            }
        }
    }

    @Test func `straight flights are straight lines, exactly`() throws {
        let simulation = try Self.simulation("confetti", seed: 3)
        let scene = try VectorScene(simulation, maximumPieces: 10_000) { false }
        let pieces = pieces(of: scene.children)
        #expect(pieces.count > 200)
        for piece in pieces {
            for channel in [piece.x, piece.y] {
                switch channel {
                case .constant: break
                case .polynomial(let coefficients): #expect(coefficients.count == 2)
                default: Issue.record("\(channel)")
                }
            }
        }
    }

    @Test func `planes that turn freely are turned in space by formula`() throws {
        let simulation = try Self.simulation("cannon", seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 10_000) { false }
        let turned = pieces(of: scene.children).filter { if case .space = $0.orientation { true } else { false } }
        #expect(turned.count >= 75)
    }

    @Test func `a thinned scene keeps a share of its crowds, and all else`() throws {
        let scene = try VectorScene(try Self.simulation("confetti", seed: 3), maximumPieces: 10_000) { false }
        let whole = pieces(of: scene.children).count
        for share in [0.75, 0.5, 0.1] {
            let count = pieces(of: scene.thinned(to: share).children).count
            #expect(abs(Double(count) - Double(whole) * share) <= 1)
        }
        let reveal = try VectorScene(try Self.simulation("checkmark", seed: 1), maximumPieces: 10_000) { false }
        #expect(pieces(of: reveal.thinned(to: 0.1, sparing: .max).children) == pieces(of: reveal.children))
    }

    @Test func `more pieces than allowed are refused`() throws {
        let simulation = try Self.simulation("confetti", seed: 1)
        #expect(throws: VectorError.self) { try VectorScene(simulation, maximumPieces: 10) { false } }
    }

    /// Bands of trails are elements as well.
    @Test func `documents keep their limits of elements and bytes`() throws {
        let simulation = try Self.simulation("meteors", seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 1000) { false }
        func write(elements: Int, bytes: Int) throws -> Int {
            let limits = SVGDocument.Limits(elements: elements, bytes: bytes)
            return try SVGDocument(scene, of: simulation.spec, sprites: simulation.sprites, limits) { _ in nil }.text
                .utf8.count
        }
        let size = try write(elements: 1000, bytes: 1 << 20)
        #expect(throws: VectorError.tooLarge(limit: 5000)) { try write(elements: 1000, bytes: 5000) }
        #expect(throws: VectorError.tooManyPieces(found: 21, limit: 20)) { try write(elements: 20, bytes: 1 << 20) }
        #expect(size > 10_000)
    }

    /// Regression: samples took 600 MB where many pieces lived long.
    @Test func `where memory is short, fewer samples are taken`() throws {
        let simulation = try Self.simulation("confetti", seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 1000, maximumSamples: 8000) { false }
        let coarse = pieces(of: scene.children)
        let fine = pieces(of: try VectorScene(simulation, maximumPieces: 1000) { false }.children)
        // Straight flights need two samples, whatever their distance.
        let ends = coarse.filter { $0.window.end - $0.window.start > 0.1 }.map {
            place(of: $0, at: $0.window.start, slack: 0)
        }
        #expect(coarse.count > fine.count * 9 / 10 && coarse.count <= fine.count && !ends.isEmpty)
        for end in ends {
            let end = try #require(end)
            #expect(
                fine.contains { piece in
                    let step = SIMD2(piece.x.value(at: 0), piece.y.value(at: 0)) - end
                    return (step * step).sum() < 4
                }
            )
        }
    }

    @Test func `a cancelled scene ends`() throws {
        let simulation = try Self.simulation("confetti", seed: 1)
        #expect(throws: VectorError.stopped) { try VectorScene(simulation, maximumPieces: 10_000) { true } }
    }

    @Test(arguments: presets)
    func `documents are well-formed, refer to what they define, and run nothing`(_ preset: String) throws {
        let simulation = try Self.simulation(preset, seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 100_000) { false }
        let document = try SVGDocument(scene, of: simulation.spec, sprites: simulation.sprites, Self.limits) { _ in
            "data:image/png;base64,AAAA"
        }
        let reader = DocumentReader()
        let parser = XMLParser(data: Data(document.text.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.references.subtracting(reader.ids).isEmpty)
        #expect(reader.elements.isSubset(of: DocumentReader.known), "\(reader.elements)")
        #expect(!document.text.contains("NaN"))
    }

    @Test func `names of a hostile spec stay out of the document`() throws {
        let name = "</style><script>alert(1)</script>"
        let spec = try EffectSpec(
            json: Specs.one(emitter: [.init("name", .string(name))], cell: [.init("name", .string("\"><b>"))])
        )
        let simulation = Simulation(spec)
        let scene = try VectorScene(simulation, maximumPieces: 1000) { false }
        let text = try SVGDocument(scene, of: spec, sprites: simulation.sprites, Self.limits) { _ in nil }.text
        #expect(!text.contains("script") && !text.contains("alert") && !text.contains("<b>"))
        #expect(text.contains("<use"))
    }
}

/// Names and references of a document.
private final class DocumentReader: NSObject, XMLParserDelegate {
    static let known: Set<String> = [
        "svg", "title", "style", "defs", "g", "use", "path", "circle", "ellipse", "image", "symbol", "mask", "filter",
        "feColorMatrix", "linearGradient", "radialGradient", "stop",
    ]
    var ids: Set<String> = []
    var references: Set<String> = []
    var elements: Set<String> = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.insert(name)
        if let id = attributes["id"] { ids.insert(id) }
        for (_, value) in attributes {
            if value.hasPrefix("#"), attributes["href"] == value { references.insert(String(value.dropFirst())) }
            if value.hasPrefix("url(#") { references.insert(String(value.dropFirst(5).dropLast())) }
        }
    }
}
