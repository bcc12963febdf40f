import EffectCatalog
import EffectModel
import EffectSimulation
@testable import EffectVectors
import Foundation
import TestSupport
import Testing

/// Terms of an SVG's style sheet, computed as a viewer does.
struct StyleTermTests {
    private static func value(of channel: Channel, at share: Double, digits: Int) -> Double {
        var writer = Formulas(window: Piece.Window(start: 0, end: 1), active: 1, seconds: 2)
        let term = writer.term(channel, digits: digits)
        #expect(writer.clocks.isEmpty)
        var variables = ["--t": "\(share)", "--s": "\(2 * share - 1)"]
        for (index, value) in writer.variables.enumerated() { variables["--" + Formulas.name(index)] = value }
        return StyleReader.value(of: term, variables)
    }

    /// Lines whose slopes have few digits.
    private static let lines: [[SIMD2<Double>]] = [
        // Slopes that fall, that rise, and that do both.
        [SIMD2(0, 0), SIMD2(0.25, 1), SIMD2(0.75, 1), SIMD2(1, 0)],
        [SIMD2(0, 1), SIMD2(0.5, 0.25), SIMD2(1, 0.25)],
        [SIMD2(0, 0), SIMD2(0.25, 0.5), SIMD2(0.5, 0.25), SIMD2(0.75, 1), SIMD2(1, 0)],
        [SIMD2(0, 0.4), SIMD2(0.5, 0.4), SIMD2(0.6, 0.9), SIMD2(0.8, 0.9), SIMD2(1, 0.1)],
    ]

    @Test(arguments: lines) func `few lines are said by the piece's own clock, exactly`(_ points: [SIMD2<Double>]) {
        for step in 0...40 {
            let share = Double(step) / 40
            let expected = Channel.lines(points).value(at: share)
            #expect(abs(Self.value(of: .lines(points), at: share, digits: 3) - expected) < 1e-9, "at \(share)")
        }
    }

    @Test func `polynomials and decays are what they say`() {
        let channels: [Channel] = [
            .polynomial([12.5, -300, 40.1]), .polynomial([1, -0.5, 0.25, 2]), .series([10.5, -4, 3.25, 0, 0.5]),
            .decay(start: 20, slope: -3.5, reach: 120.2, rate: 2.125),
        ]
        for channel in channels {
            for step in 0...20 {
                let share = Double(step) / 20
                #expect(abs(Self.value(of: channel, at: share, digits: 3) - channel.value(at: share)) < 1e-9)
            }
        }
    }

    @Test(arguments: lines) func `courses of lives are their lines, times a factor`(_ points: [SIMD2<Double>]) throws {
        let course = try #require(Piece.Life.Course(points.map { $0 * SIMD2(3, 0.8) }))
        let peak = points.map(\.y).max() ?? 1
        for step in 0...40 {
            let share = Double(step) / 40
            let expected = Channel.lines(points).value(at: share) / peak
            let term = course.term(of: "var(--t)", times: 0.5)
            let value = StyleReader.value(of: term, ["--t": "\(share)"])
            #expect(abs(value - expected / 2) < 1e-4, "at \(share)")
        }
    }

    private static func pieces(of children: [VectorNode.Child]) -> [Piece] {
        children.flatMap { child -> [Piece] in
            switch child {
            case .piece(let piece): [piece]
            case .trail: []
            case .node(let node): pieces(of: node.children)
            }
        }
    }

    private static func read(
        _ preset: String,
        _ parameters: [PresetRequest.Parameter] = []
    ) throws -> (scene: VectorScene, reader: StyleReader) {
        let simulation = try VectorSceneTests.simulation(preset, seed: 1, parameters)
        let scene = try VectorScene(simulation, maximumPieces: 100_000) { false }
        let limits = SVGDocument.Limits(elements: 100_000, bytes: 1 << 26)
        let text = try SVGDocument(scene, of: simulation.spec, sprites: simulation.sprites, limits) { _ in nil }.text
        return (scene, StyleReader(text))
    }

    // Flames with lives that the canvas and the loop cut, streaks, flakes, and dots that fade alike.
    @Test(arguments: ["fire", "waterfall", "snowfall", "sparkles", "cannon"])
    func `elements are where their pieces are, as large and as clear`(_ preset: String) throws {
        let (scene, reader) = try Self.read(preset)
        let pieces = Self.pieces(of: scene.children).filter { $0.outline == nil }
        let elements = reader.elements.filter { $0.name == "use" }
        try #require(elements.count == pieces.count)
        var compared = 0
        for (piece, element) in zip(pieces, elements) where !piece.window.isWhole || piece.window.wraps {
            for part in [0.1, 0.35, 0.62, 0.9] {
                let moment = piece.window.start + part * (piece.window.end - piece.window.start)
                guard moment < 1 || piece.window.wraps else { continue }
                let loop = moment.truncatingRemainder(dividingBy: 1)
                if let place = StyleReader.values(of: "translate", element, at: loop) {
                    // Percents have two decimals: 0.1 ms of a second.
                    let slack = 0.2 + abs(piece.x.value(at: part + 1e-3) - piece.x.value(at: part))
                    #expect(abs(place[0] - piece.x.value(at: part)) < slack, "\(preset) x")
                    let steep = 0.2 + abs(piece.y.value(at: part + 1e-3) - piece.y.value(at: part))
                    #expect(abs(place[1] - piece.y.value(at: part)) < steep, "\(preset) y")
                }
                if let alpha = StyleReader.values(of: "opacity", element, at: loop) {
                    #expect(abs(alpha[0] - piece.alpha.value(at: part)) < 0.015, "\(preset) alpha")
                    compared += 1
                }
                if case .flat(_, let scale) = piece.orientation,
                    let seen = StyleReader.values(of: "scale", element, at: loop)
                {
                    let expected = scale.x.value(at: part)
                    #expect(abs(seen[0] - expected) < 0.012 + 0.06 * expected, "\(preset) scale")
                }
            }
        }
        #expect(compared > 0 || preset == "cannon")
    }

    // Flames and bursts that the end of the loop cuts, and a word that is always there.
    @Test(
        arguments: ["fire", "random-direction", "sparkle-word", "comet"],
        [("forever", 2.0), ("once", 0), ("once", 1)]
    )
    func `the last moment is held`(_ preset: String, _ end: (loop: String, hold: Double)) throws {
        let held = [PresetRequest.Parameter("loop", end.loop), PresetRequest.Parameter("hold", "\(end.hold)")]
        let (_, reader) = try Self.read(preset, held)
        let timing = try VectorSceneTests.simulation(preset, seed: 1, held).spec.timing
        let playback = Double(timing.frameCount) / timing.fps
        let active = playback / (playback + end.hold)
        var seen = 0
        for element in reader.elements {
            // Pieces that are not there may be anywhere.
            guard let size = StyleReader.values(of: "scale", element, at: active - 1e-6), size[0] > 2e-3 else {
                continue
            }
            for property in ["scale", "translate", "opacity"] {
                guard let before = StyleReader.values(of: property, element, at: active - 1e-6) else { continue }
                for share in [active, (1 + active) / 2, 1] {
                    let after = try #require(StyleReader.values(of: property, element, at: share))
                    seen += 1
                    for (a, b) in zip(before, after) {
                        #expect(abs(a - b) < 0.3 + 0.02 * abs(a), "\(preset) \(property)")
                    }
                }
            }
        }
        #expect(seen > 10)
    }

    @Test(arguments: ["sparkle-word", "fire"]) func `what is there at the end is not hidden by it`(_ preset: String)
        throws
    {
        let (_, reader) = try Self.read(preset, [PresetRequest.Parameter("loop", "once")])
        var seen = 0
        for element in reader.elements {
            guard let before = StyleReader.values(of: "scale", element, at: 1 - 1e-6), before[0] > 0.02 else {
                continue
            }
            let after = try #require(StyleReader.values(of: "scale", element, at: 1))
            #expect(after[0] > 0.01, "\(element.declarations)")
            seen += 1
        }
        #expect(seen > 3)
    }

    @Test(arguments: ["peony", "spark", "comet"])
    func `bands that follow a flight are those of the still`(_ preset: String) throws {
        let (scene, reader) = try Self.read(preset)
        let flights = FlightTests.trails(of: scene.children).filter { $0.flight != nil }
        try #require(!flights.isEmpty)
        var compared = 0
        var elements = reader.elements.filter { $0.declarations["--y"]?.hasPrefix("(") == true }[...]
        for trail in flights {
            let flight = try #require(trail.flight)
            let bands = Array(elements.prefix(flight.bands))
            elements = elements.dropFirst(flight.bands)
            try #require(bands.count == flight.bands)
            for part in [0.15, 0.4, 0.7, 0.92] {
                let moment = trail.window.start + part * (trail.window.end - trail.window.start)
                guard moment < 0.999, let still = Self.still(trail, at: moment) else { continue }
                for (number, element) in bands.reversed().enumerated() {
                    let expected = still.bands[number]
                    let ends = ["--y", "--z"].map { StyleReader.values(of: $0, element, at: moment)?[0] ?? .nan }
                    let start = expected.start.value(at: 0)
                    compared += 1
                    let slack = 0.6 + 0.01 * (start + expected.length.value(at: 0))
                    #expect(abs(ends[1] - start) < slack, "\(preset) tail")
                    #expect(abs(ends[0] - start - expected.length.value(at: 0)) < slack, "\(preset) head")
                    let width = StyleReader.values(of: "stroke-width", element, at: moment)?[0] ?? .nan
                    #expect(abs(width - expected.width.value(at: 0)) < 0.05, "\(preset) width")
                    let alpha = StyleReader.values(of: "opacity", element, at: moment)?[0] ?? .nan
                    #expect(abs(max(0, min(1, alpha)) - expected.alpha.value(at: 0)) < 0.02, "\(preset) alpha")
                }
            }
        }
        #expect(compared > 0)
    }

    private static func still(_ trail: EffectVectors.Trail, at moment: Double) -> EffectVectors.Trail? {
        var scene = VectorScene(children: [.trail(trail)], best: 0)
        scene = scene.frozen(at: moment)
        return FlightTests.trails(of: scene.children).first
    }
}
