import EffectModel
import EffectSimulation
@testable import EffectVectors
import TestSupport
import Testing

/// Pieces that are made of an emitter's coefficients, without samples.
struct FormulaPieceTests {
    private static func lives(_ preset: String, _ seed: Int) throws -> (Simulation, [FormulaLife]) {
        let simulation = try VectorSceneTests.simulation(preset, seed: seed)
        return (simulation, simulation.formulaLives.sorted { $0.key < $1.key }.flatMap(\.value))
    }

    private static func lives(of layer: String, loop: String = "once") throws -> [FormulaLife] {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 200, "height": 200}, "timing": {"duration": 2, "fps": 20, "loop": "\(loop)"},
                 "assets": {"round": {"shape": "circle", "size": 8, "fill": "linear:red,blue"},
                            "plain": {"shape": "circle", "size": 8}}, "layers": [\(layer)]}
                """
        )
        return try #require(Simulation(spec).formulaLives[0])
    }

    /// Regression: fills that have one tint were taken for one color, and an old one lay above younger ones from the loop's start on.
    @Test(arguments: [("plain", true), ("round", false)])
    func `only what is of one color may go on across the seam`(_ contents: String, _ mayWrap: Bool) throws {
        let lives = try Self.lives(
            of: """
                {"emitterPosition": [100, 100], "renderMode": "oldestFirst", "emitterCells": [
                  {"contents": "\(contents)", "birthRate": 10, "lifetime": 1, "velocity": 30, "emissionRange": "1turn"}]}
                """,
            loop: "seamless"
        )
        #expect(lives.contains(where: \.wraps) == mayWrap)
    }

    /// Regression: a drag of next to nothing took away gravity.
    @Test(arguments: [0, 1e-17, 1e-14, 1e-9, 1e-5]) func `little drag changes little`(_ drag: Double) throws {
        let lives = try Self.lives(
            of: """
                {"emitterPosition": [100, 0], "emitterBehaviors": [{"type": "drag", "drag": \(drag)}], "emitterCells": [
                  {"contents": "plain", "birthRate": 0, "burst": {"count": 1}, "lifetime": 2, "yAcceleration": 300}]}
                """
        )
        let life = try #require(lives.first)
        #expect(abs(life.position(atAge: 1).y - 150) < 0.01)
    }

    /// Draw lists round positions to 1/256 of a pixel.
    @Test(
        arguments: [
            "confetti", "coins", "cannon", "realistic", "side-cannons", "konfetti-rain", "school-pride", "sparkles",
            "drizzle",
        ],
        1...3
    )
    func `pieces are where the draw lists have them at any time`(_ preset: String, _ seed: Int) throws {
        let (simulation, lives) = try Self.lives(preset, seed)
        try #require(lives.count > 5, "no formulas")
        let layers = Set(simulation.formulaLives.keys)
        let (canvas, period) = (simulation.spec.canvas, simulation.spec.timing.period)
        let size = SIMD2(Double(canvas.pixelWidth), Double(canvas.pixelHeight))
        let pieces = lives.compactMap { life -> (FormulaLife, Piece)? in
            let sprite = simulation.sprites[life.sprite]
            guard let strand = FormulaStrand(life, sprite, on: size, period: period, rest: 0) else { return nil }
            var formula = FormulaPiece(strand, curves: .formulas, tolerance: 0.2, levels: SIMD2(0.004, 0.006))
            let piece = formula.piece(period: period)
            #expect(formula.error <= VectorScene.exactness)
            return (life, piece)
        }
        var random = SplitMix64(state: UInt64(seed))
        for _ in 0..<25 {
            let time = Double.random(in: 0..<period, using: &random)
            let items = simulation.drawList(at: time).groups.filter { layers.contains($0.layer) }.flatMap(\.items)
            let places = pieces.compactMap { _, piece -> (Piece, SIMD2<Double>, Double)? in
                let rounds = piece.window.wraps ? [0.0, 1] : [0]
                let shares = rounds.map {
                    (time / period + $0 - piece.window.start) / (piece.window.end - piece.window.start)
                }
                guard let share = shares.first(where: { (0...1).contains($0) }) else { return nil }
                return (piece, SIMD2(piece.x.value(at: share), piece.y.value(at: share)), piece.alpha.value(at: share))
            }
            // Planes are listed somewhat beyond the edges, too.
            for item in items where all(item.position .>= 0) && all(item.position .<= size) {
                // Several may be at one place, so the alpha is that of any of them.
                let near = places.filter {
                    $0.0.sprite == item.sprite
                        && ($0.1 - item.position).length <= VectorScene.exactness + 1.5 / 256
                }
                try #require(!near.isEmpty, "nothing for an item at \(item.position), \(time) s")
                #expect(near.contains { abs(max(0, min(1, $0.2)) - item.color.w) <= 0.0042 }, "alpha of \(item)")
            }
        }
    }

    private static func simulation(canvas: String = "", layer: String = "") throws -> Simulation {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 120, "height": 120 \(canvas)}, "timing": {"duration": 4, "fps": 30}, "layers": [
                {"emitterPosition": [60, 60] \(layer), "emitterCells": [{"contents": {"shape": "square", "size": 6},
                 "burst": {"count": 5}, "lifetime": 4, "velocity": 8, "emissionRange": "1turn"}]}]}
                """
        )
        return Simulation(spec)
    }

    /// Regression: perspective was ignored, and an animation of the layer between the moments that were looked at.
    @Test(arguments: [
        (#", "perspective": 200"#, #", "preservesDepth": true"#),
        (
            "",
            #", "animations": [{"type": "basic", "keyPath": "position.x", "from": 0, "to": 60, "beginTime": 1.44672, "duration": 0.12976}]"#
        ),
        ("", #", "duration": 3.99"#),
    ])
    func `particles in perspective, and of layers that move or end, have no formulas`(_ canvas: String, _ layer: String)
        throws
    {
        #expect(try Self.simulation().formulaLives.count == 1)
        #expect(try Self.simulation(canvas: canvas, layer: layer).formulaLives.isEmpty)
    }

    /// Regression: pieces went on while their layer was not there.
    @Test func `pieces are cut where their layer is hidden`() throws {
        let layer =
            #", "animations": [{"type": "keyframe", "keyPath": "opacity", "values": [1, 1, 0, 0, 1, 1], "keyTimes": [0, 0.3, 0.301, 0.69, 0.7, 1], "duration": 4}]"#
        let simulation = try Self.simulation(layer: layer)
        #expect(simulation.formulaLives.count == 1)
        let scene = try VectorScene(simulation, maximumPieces: 100) { false }
        func windows(_ children: [VectorNode.Child]) -> [Piece.Window] {
            children.flatMap { child -> [Piece.Window] in
                switch child {
                case .piece(let piece): return [piece.window]
                case .node(let node): return windows(node.children)
                case .trail: return []
                }
            }
        }
        let all = windows(scene.children)
        #expect(all.count == 10, "five before and five after")
        #expect(all.allSatisfy { $0.end < 0.33 || $0.start > 0.66 })
    }

    @Test(arguments: ["confetti", "coins", "cannon", "realistic", "side-cannons", "konfetti-rain"], 4...5)
    func `coefficients are the particle's own`(_ preset: String, _ seed: Int) throws {
        let (simulation, lives) = try Self.lives(preset, seed)
        let canvas = SIMD2(Double(simulation.spec.canvas.pixelWidth), Double(simulation.spec.canvas.pixelHeight))
        let period = simulation.spec.timing.period
        var random = SplitMix64(state: UInt64(seed))
        for life in lives {
            let sprite = simulation.sprites[life.sprite]
            guard let strand = FormulaStrand(life, sprite, on: canvas, period: period, rest: 0) else { continue }
            var formula = FormulaPiece(strand, curves: .formulas, tolerance: 0.2, levels: SIMD2(0.004, 0.006))
            let piece = formula.piece(period: period)
            for _ in 0..<4 {
                let share = Double.random(in: 0...1, using: &random)
                let expected = life.position(atAge: strand.start + (strand.end - strand.start) * share)
                let found = SIMD2(piece.x.value(at: share), piece.y.value(at: share))
                // What is too little to be seen is left out, and the error says so.
                #expect((found - expected).length <= formula.error * 1.5 + 1e-9)
            }
        }
    }

    @Test func `layers that move or take steps have no formulas`() throws {
        for preset in ["snowfall", "whirlpool", "firework"] {
            #expect(try VectorSceneTests.simulation(preset, seed: 1).formulaLives.isEmpty, "\(preset)")
        }
    }

    /// Scale and color as the draw lists have them, of particles whose numbers change over their lives.
    @Test(arguments: [
        (
            #"{"type": "valueOverLife", "keyPath": "scale", "values": [0, 2, 1], "locations": [0.1, 0.4, 0.9], "operation": "multiply"}"#,
            true
        ),
        (#"{"type": "valueOverLife", "keyPath": "scale", "values": [1, 2, 1], "operation": "add"}"#, true),
        (#"{"type": "valueOverLife", "keyPath": "color.alpha", "values": [0, 1, 0], "locations": [0, 0.3, 1]}"#, true),
        (
            #"{"type": "valueOverLife", "keyPath": "color.alpha", "values": [1, 1, 0], "locations": [0, 0.5, 0.5]}"#,
            false
        ),
        (
            ##"{"type": "colorOverLife", "colors": ["#ff0000", "#00ff0080", "#0000ff00"], "locations": [0, 0.6, 1]}"##,
            true
        ),
        (#"{"type": "flicker", "amount": 0.5}"#, false),
        (#"{"type": "valueOverLife", "keyPath": "rotation", "values": [0, 6]}"#, false),
    ])
    func `numbers over life are straight lines, where they are`(_ behavior: String, _ isFormula: Bool) throws {
        let simulation = try Self.simulation(layer: #", "emitterBehaviors": [\#(behavior)]"#)
        let lives = simulation.formulaLives.values.flatMap { $0 }
        try #require(lives.isEmpty != isFormula)
        guard isFormula else { return }
        for part in [0.05, 0.2, 0.41, 0.77, 0.95] {
            let time = 4 * part
            let items = simulation.drawList(at: time).groups.flatMap(\.items)
            for life in lives {
                let age = time - life.birth
                let scale = FormulaLife.value(of: life.scales, atAge: age)
                let color = (0..<4).map { index in
                    life.tint[index] * max(0, min(1, FormulaLife.value(of: life.colors(index), atAge: age)))
                }
                let isSeen = scale > 0 && color[3] > 1e-4
                #expect(isSeen == !items.isEmpty)
                for item in items {
                    #expect(abs(item.scale.x - scale) < 1e-5)
                    for index in 0..<4 { #expect(abs(item.color[index] - color[index]) < 1e-4) }
                }
            }
        }
    }

    @Test func `a number that reaches its bound has a corner there`() throws {
        let (simulation, lives) = try Self.lives("confetti", 1)
        var life = try #require(lives.first)
        (life.birth, life.span, life.color.w, life.colorSpeed.w, life.tint) = (0, 2, 2, -1, SIMD4(1, 1, 1, 1))
        (life.position, life.velocity) = (SIMD2(50, 50), SIMD2(1, 0))
        let sprite = simulation.sprites[life.sprite]
        let made = FormulaStrand(life, sprite, on: SIMD2(100, 100), period: 4, rest: 0)
        let strand = try #require(made)
        for curves in [VectorScene.Curves.formulas, .cubics] {
            var formula = FormulaPiece(strand, curves: curves, tolerance: 0.2, levels: SIMD2(0.004, 0.006))
            let alpha = formula.piece(period: 4).alpha
            for (share, expected) in [(0.0, 1.0), (0.25, 1), (0.5, 1), (0.75, 0.5), (1, 0)] {
                #expect(abs(alpha.value(at: share) - expected) < 1e-9)
            }
        }
    }

    /// Regression: stills carried the pieces of the whole animation.
    @Test(arguments: ["confetti", "cannon", "peony", "konfetti-rain"], [0.3, 0.62])
    func `a frozen scene has what is visible at its moment`(_ preset: String, _ moment: Double) throws {
        let simulation = try VectorSceneTests.simulation(preset, seed: 2)
        let scene = try VectorScene(simulation, maximumPieces: 100_000) { false }
        let list = simulation.drawList(at: moment * simulation.spec.timing.period)
        let (pieces, trails) = Self.parts(scene.frozen(at: moment).children)
        let items = list.leaves.flatMap(\.items)
        let shown = items.filter { $0.sprite >= 0 }
        try #require(shown.count > 4)
        let canvas = SIMD2(Double(simulation.spec.canvas.pixelWidth), Double(simulation.spec.canvas.pixelHeight))
        for item in shown where all(item.position .>= 0) && all(item.position .<= canvas) && item.color.w > 0.02 {
            let isThere = pieces.contains { piece in
                guard let x = piece.x.constant, let y = piece.y.constant else { return false }
                return piece.sprite == item.sprite && (SIMD2(x, y) - item.position).length < 0.6
            }
            #expect(isThere, "nothing for an item at \(item.position)")
        }
        // Some are born, die or leave the canvas within a step of the samples.
        #expect(pieces.count <= shown.count + shown.count / 8 + 4)
        #expect(trails.count <= items.count { $0.ribbon >= 0 } + 4)
        #expect(pieces.allSatisfy { $0.window.isWhole && $0.alpha.constant != nil })
        #expect(trails.allSatisfy { $0.flight == nil && $0.window.isWhole })
    }

    private static func parts(_ children: [VectorNode.Child]) -> (pieces: [Piece], trails: [EffectVectors.Trail]) {
        children.reduce(into: ([], [])) { parts, child in
            switch child {
            case .piece(let piece): parts.pieces.append(piece)
            case .trail(let trail): parts.trails.append(trail)
            case .node(let node):
                let inner = Self.parts(node.children)
                parts.pieces += inner.pieces
                parts.trails += inner.trails
            }
        }
    }
}
