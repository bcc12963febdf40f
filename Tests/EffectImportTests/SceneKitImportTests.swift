import EffectModel
import EffectSimulation
import EffectImport
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Import of SceneKit particle systems from hand-built archives.
struct SceneKitImportTests {
    private func imported(
        library: any AssetLibrary = NoAssets(),
        _ changes: (inout SceneArchive) -> [(String, Plist)] = { _ in [] }
    ) throws -> Imported {
        try Imported(.sceneKit, bytes: SceneArchive.system(changes).binary(), library: library)
    }

    /// Points per SceneKit unit, taken from the report.
    private func unit(_ imported: Imported) throws -> Double {
        let note = try #require(imported.result.approximated.first { $0.field == "(camera)" })
        return try #require(Double(note.found.prefix { $0 != " " }))
    }

    @Test func `units become points, y is flipped, and angles are negated`() throws {
        let made = try imported { _ in
            [
                ("particleAngle", .real(90)), ("particleAngularVelocity", .real(-45)),
                ("emittingDirection", SceneArchive.vector(0, 2, 0)),
            ]
        }
        let unit = try unit(made)
        let cell = "layers.0.emitterCells.0"
        expectClose(made.ends("\(cell).velocity"), [2.5 * unit, 3.5 * unit], within: 1e-3)
        expectClose([made.number("\(cell).yAcceleration")], [unit], within: 1e-3)
        expectClose([made.number("\(cell).emissionLongitude")], [-.pi / 2])
        expectClose([made.number("\(cell).emissionRange")], [20 * .pi / 180])
        expectClose([made.number("\(cell).rotation"), made.number("\(cell).spin")], [-.pi / 2, .pi / 4])
        expectClose([made.number("\(cell).contents.size")], [0.5 * unit], within: 1e-3)
        #expect(made.ignored.isEmpty && made["timing.loop"] == "seamless")
    }

    @Test(arguments: UInt64(0)..<100)
    func `every position that particles reach is on the canvas`(_ seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
        let life = number(0.2, 5)
        let changes: [(String, Plist)] = [
            ("particleVelocity", .real(number(0.5, 30))), ("particleLifeSpan", .real(life)),
            ("birthRate", .real(40 / life)),
            ("acceleration", SceneArchive.vector(Float(number(-9, 9)), Float(number(-9, 9)), 0)),
            ("emittingDirection", SceneArchive.vector(Float(number(-1, 1)), Float(number(-1, 1)), 0.1)),
            ("spreadingAngle", .real(number(0, 180))), ("dampingFactor", .real(number(0, 20))),
            ("particleSize", .real(number(1, 2))),
        ]
        let made = try imported { _ in changes }
        for step in 0..<8 {
            for item in made.items(at: Double(step) * 0.5) {
                #expect(
                    (-20...420).contains(item.position.x) && (-20...420).contains(item.position.y),
                    "\(item.position)"
                )
            }
        }
    }

    @Test func `continuous, pulsed and single runs become matching births`() throws {
        let pulsed = try imported { _ in [("idleDuration", .real(2)), ("emissionDuration", .float(0.5))] }
        let cell = "layers.0.emitterCells.0"
        #expect(pulsed.number("\(cell).duration") == 0.5 && pulsed.number("\(cell).idleDuration") == 2)
        #expect(pulsed["\(cell).repeatCount"] == "infinite")
        // Whole rounds.
        #expect(pulsed.number("timing.duration").remainder(dividingBy: 2.5) == 0)
        let single = try imported { _ in
            [("loops", .flag(false)), ("birthRate", .real(100)), ("emissionDuration", .float(0.25))]
        }
        #expect(single.number("\(cell).burst.count") == 25 && single["timing.loop"] == "once")
        #expect(Simulation(single.result.spec).birthCount == 25)
        let fast = try imported { _ in [("speedFactor", .real(2))] }
        #expect(fast.number("\(cell).speed") == 2)
        // 20 ± 100, clamped at 0: the mean rate.
        let uneven = try imported { _ in [("birthRateVariation", .real(200))] }
        expectClose([uneven.number("\(cell).birthRate")], [36])
        #expect(uneven.approximated.contains("birthRateVariation"))
    }

    @Test func `controllers of 2014, which are archives of their own, mean the same`() throws {
        func behaviors(_ controllers: @escaping (inout SceneArchive) -> [(String, Plist)]) throws -> [JSONValue?] {
            let made = try imported { archive in
                let own = controllers(&archive)
                return [("propertyControllers", archive.dictionary(own))]
            }
            #expect(made.ignored.isEmpty)
            return (0..<3).map { made["layers.0.emitterCells.0.emitterBehaviors.\($0)"] }
        }
        let packed = try behaviors { archive in
            let color = archive.controller([0, 0.25, 1], [1, 0, 0, 1, 0.5, 0.5, 0.5, 1, 0, 0, 1, 0])
            let (size, opacity) = (archive.controller([0, 1], [0.5, 2]), archive.controller([0, 0.5, 1], [0, 1, 0]))
            return [("Color", color), ("Size", size), ("Opacity", opacity)]
        }
        let old = try behaviors { archive in
            let color = archive.oldController([0, 0.25, 1], ["1 0 0", "0.5 0.5 0.5 1", "0 0 1 0"], areColors: true)
            let size = archive.oldController([0, 1], ["0.5", "2"], areColors: false)
            // Without times, values are evenly spaced.
            let opacity = archive.oldController([], ["0", "1", "0"], areColors: false)
            return [("Color", color), ("Size", size), ("Opacity", opacity)]
        }
        #expect(packed == old && !packed.contains(nil))
    }

    @Test func `a controller with values of another kind is left out`() throws {
        let made = try imported { archive in
            let color = archive.oldController([0, 1], ["1", "2"], areColors: false)
            let size = archive.oldController([0, 1], ["1 0 0", "0 1 0"], areColors: true)
            let empty = archive.oldController([], [], areColors: false)
            return [
                ("propertyControllers", archive.dictionary([("Color", color), ("Size", size), ("Opacity", empty)]))
            ]
        }
        let names = ["Color", "Size", "Opacity"]
        #expect(made.ignored == names.map { "propertyControllers.\($0)" })
    }

    @Test func `controllers animate color, size and opacity`() throws {
        let made = try imported { archive in
            let color = archive.controller([0, 0.25, 1], [1, 0, 0, 1, 0.5, 0.5, 0.5, 1, 0, 0, 1, 0])
            let size = archive.controller([0, 1], [0.5, 2])
            let opacity = archive.controller([0, 0.5, 1], [0, 1, 0])
            let controllers = archive.dictionary([
                ("Color", color), ("Size", size), ("Opacity", opacity), ("Frame", size),
            ])
            return [("propertyControllers", controllers)]
        }
        let behaviors = "layers.0.emitterCells.0.emitterBehaviors"
        #expect(made["\(behaviors).0.values"] == [0.5, 2] && made["\(behaviors).0.operation"] == "multiply")
        #expect(made["\(behaviors).1.locations"] == [0, 0.25, 1])
        #expect(made["\(behaviors).1.colors.0"] == "#ff0000" && made["\(behaviors).1.colors.2"] == "#0000ff00")
        #expect(made["\(behaviors).2.values"] == [0, 1, 0])
        #expect(made.ignored == ["propertyControllers.Frame"])
        // SceneKit versions with intensities archive linear colors: 0.7157 is 220 of 255.
        let linear = try imported { archive in
            let color = archive.controller([0, 1], [0.2157, 0.7157, 1.02, 1, 0, -0.01, 1, 1])
            return [
                ("propertyControllers", archive.dictionary([("Color", color)])), ("particleIntensity", .real(1)),
                ("particleIntensityVariation", .real(0)),
            ]
        }
        guard case .array(let first)? = linear["\(behaviors).0.colors.0"] else {
            Issue.record("no color")
            return
        }
        expectClose(first.map { plain($0) * 255 }, [128, 220, 255, 255], within: 0.2)
    }

    @Test func `colors are read from an embedded archive, and hue variation becomes several cells`() throws {
        let made = try imported { archive in
            [
                ("particleColor", archive.color("0 1 0")),
                ("particleColorVariation", SceneArchive.vector(180, 0, 0, 0.5)),
            ]
        }
        guard case .array(let cells)? = made["layers.0.emitterCells"] else {
            Issue.record("no cells")
            return
        }
        #expect(cells.count == 7 && cells[3]["color"] == "#00ff00" && cells.allSatisfy { $0["alphaRange"] == 0.25 })
        #expect(Set(cells.compactMap { $0["color"]?.shownForTest }).count == 7)
        expectClose([cells.reduce(0) { $0 + plain($1["birthRate"]) }], [20], within: 1e-4)
        #expect(made.approximated.contains("particleColorVariation"))
    }

    @Test func `shapes keep their size`() throws {
        for (name, members, shape, size) in [
            ("SCNSphere", [("sphereradius", 2.0)], "sphere", [4.0, 4.0]),
            ("SCNBox", [("boxwidth", 3), ("boxheight", 1), ("boxlength", 2)], "cuboid", [3, 1]),
            ("SCNPlane", [("width", 3), ("height", 2)], "rectangle", [3, 2]),
            ("SCNCylinder", [("cylinderradius", 1), ("cylinderheight", 5)], "cuboid", [2, 5]),
            ("SCNTorus", [("torusringRadius", 2), ("toruspipeRadius", 0.5)], "cuboid", [5, 1]),
        ] as [(String, [(String, Double)], String, [Double])] {
            let made = try imported { archive in
                let geometry = archive.object(name, members.map { ($0.0, .real($0.1)) })
                return [("emitterShape", geometry), ("birthLocation", .whole(1))]
            }
            let unit = try unit(made)
            #expect(made["layers.0.emitterShape"] == .string(shape), "\(name)")
            expectClose(made.ends("layers.0.emitterSize"), size.map { $0 * unit }, within: 1e-2)
            #expect(made.approximated.contains("emitterShape") == ["SCNCylinder", "SCNTorus"].contains(name))
        }
        let other = try imported { [("emitterShape", $0.object("SCNText", []))] }
        #expect(other.ignored == ["emitterShape"])
    }

    @Test func `blending, order, pictures and sheets are imported`() throws {
        struct Spark: AssetLibrary {
            func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
                guard source == "spark.png" else { throw .unusable(found: source, allowed: "spark.png") }
                return Picture(width: 2, height: 2, pixels: [1, 2, 3, 4])
            }
            func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
                throw .unusable(found: "text", allowed: "pictures")
            }
        }
        for (mode, sorting, expected) in [
            (0, 0, "additive"), (3, 1, "screen"), (4, 2, "backToFront"), (4, 3, "oldestFirst"), (5, 4, "oldestLast"),
        ] {
            let made = try imported { _ in [("blendMode", .whole(mode)), ("sortingMode", .whole(sorting))] }
            #expect(made["layers.0.renderMode"] == .string(expected))
        }
        let made = try imported(library: Spark()) { archive in
            [
                ("particleImage", archive.dictionary([("path", .text("art.scnassets/spark.png"))])),
                ("imageSequenceColumnCount", .whole(4)), ("imageSequenceRowCount", .whole(2)),
                ("imageSequenceFrameRate", .real(12)), ("imageSequenceFrameRateVariation", .real(4)),
                ("imageSequenceAnimationMode", .whole(2)), ("orientationDirection", SceneArchive.vector(0, 1, 0)),
                ("lightingEnabled", .flag(true)), ("colliderNodes", archive.list([archive.object("SCNNode", [])])),
            ]
        }
        let cell = "layers.0.emitterCells.0"
        #expect(made["\(cell).contents.image"] == "spark.png" && made.number("\(cell).contentsFrameCount") == 8)
        #expect(
            made.number("\(cell).contentsFramesPerRow") == 4
                && made.ends("\(cell).contentsFramesPerSecond") == [10, 14]
        )
        #expect(
            made["\(cell).contentsFrameMode"] == "autoReverse"
                && Set(made.ignored) == ["lightingEnabled", "colliderNodes", "orientationDirection"]
        )
    }

    /// SCNParticleOrientationMode: 0 screen-aligned, 1 view-aligned, 2 free, 3 around the y axis. Modes beyond are nobody's.
    @Test(
        arguments: [
            (0, nil, []), (1, nil, []), (2, "plane", []), (3, nil, ["orientationMode"]), (4, nil, ["orientationMode"]),
            (-1, nil, ["orientationMode"]),
        ] as [(Int, String?, [String])]
    )
    func `an orientation mode that a flat canvas cannot show is named`(_ mode: Int, _ type: String?, _ named: [String])
        throws
    {
        let made = try imported { _ in [("orientationMode", .whole(mode)), ("particleAngularVelocity", .real(90))] }
        let cell = "layers.0.emitterCells.0"
        #expect(made["\(cell).particleType"] == type.map { .string($0) })
        #expect(made.ignored + made.result.approximated.map(\.field).filter { $0 == "orientationMode" } == named)
        if mode == 3 { #expect(made.ignored.isEmpty) }
        // Billboards keep their area at all times, and turn by their spin. Free ones are seen from all sides.
        let items = (1..<20).flatMap { made.items(at: Double($0) * 0.1) }
        let areas = items.map { abs($0.scale.x * $0.scale.y) }
        let (least, most) = (try #require(areas.min()), try #require(areas.max()))
        if type == "plane" {
            expectClose([made.number("\(cell).orientationRange")], [2 * .pi])
            #expect(least < 0.5 * most)
        } else {
            #expect(most - least < 1e-6 * most)
            #expect(Set(items.map { ($0.rotation * 100).rounded() }).count > 5)
        }
    }

    @Test func `spawned systems become sub-cells`() throws {
        let made = try imported { archive in
            let sparks = archive.object(
                "SCNParticleSystem",
                SceneArchive.members([
                    ("loops", .flag(false)), ("birthRate", .real(40)), ("emissionDuration", .float(0.25)),
                ])
            )
            let smoke = archive.object("SCNParticleSystem", SceneArchive.members([("birthRate", .real(5))]))
            return [
                ("systemSpawnedOnDying", sparks), ("systemSpawnedOnLiving", smoke), ("systemSpawnedOnCollision", smoke),
            ]
        }
        let cells = "layers.0.emitterCells.0.emitterCells"
        #expect(made.number("\(cells).0.birthRate") == 5 && made["\(cells).1.on"] == "death")
        #expect(made.number("\(cells).1.burst.count") == 10 && made.ignored == ["systemSpawnedOnCollision"])
    }

    @Test func `colliders become solids with bounce, friction, death and spawned systems`() throws {
        let made = try imported { archive in
            func node(_ geometry: String, _ members: [(String, Plist)], _ place: [(String, Plist)]) -> Plist {
                let shape = archive.object(geometry, members)
                return archive.object("SCNNode", place + [("geometry", shape)])
            }
            // A quarter turn about x makes a plane horizontal; it is tilted by a tenth of a turn about z.
            let half = Float(0.5).squareRoot()
            let ball = node("SCNSphere", [("sphereradius", .real(2))], [("position", SceneArchive.vector(1, 1, 0))])
            let box = node(
                "SCNBox",
                [("boxwidth", .real(4)), ("boxheight", .real(1))],
                [("orientation", SceneArchive.vector(0, 0, 0.5, Float(0.75).squareRoot()))]
            )
            let ground = node("SCNPlane", [], [("orientation", SceneArchive.vector(-half, 0, 0, half))])
            let floor = node("SCNFloor", [], [("position", SceneArchive.vector(0, -3, 0))])
            let screen = node("SCNPlane", [], [])
            let torus = node("SCNTorus", [], [])
            let smoke = archive.object(
                "SCNParticleSystem",
                SceneArchive.members([("birthRate", .real(6)), ("emissionDuration", .real(0.5))])
            )
            return [
                ("colliderNodes", archive.list([ball, box, ground, floor, screen, torus])),
                ("particleBounce", .real(0.9)), ("particleFriction", .real(0.75)),
                ("particleDiesOnCollision", .flag(true)), ("systemSpawnedOnCollision", smoke),
            ]
        }
        let unit = try unit(made)
        let behaviors = "layers.0.emitterCells.0.emitterBehaviors"
        let emitter = made.ends("layers.0.emitterPosition")
        #expect(made["\(behaviors).0.shape"] == "circle" && made["\(behaviors).0.diesOnCollision"] == true)
        expectClose([made.number("\(behaviors).0.radius")], [2 * unit], within: 1e-3)
        let place = made.ends("\(behaviors).0.position")
        expectClose([place[0] - emitter[0], place[1] - emitter[1]], [unit, -unit], within: 1e-2)
        // A friction of 1 means sliding in SceneKit.
        expectClose([made.number("\(behaviors).0.elasticity"), made.number("\(behaviors).0.friction")], [0.9, 0.25])
        expectClose(made.ends("\(behaviors).1.size"), [4 * unit, unit], within: 1e-2)
        expectClose([made.number("\(behaviors).1.angle")], [-.pi / 3], within: 1e-4)
        #expect(made["\(behaviors).2.shape"] == "plane" && made["\(behaviors).3.shape"] == "plane")
        // Level planes with the solid below.
        for index in [2, 3] { #expect(made["\(behaviors).\(index).angle"] == 0) }
        let child = "layers.0.emitterCells.0.emitterCells.0"
        #expect(made["\(child).on"] == "collision" && made.number("\(child).burst.count") == 3)
        #expect(made.ignored == ["colliderNodes", "colliderNodes"] && made["\(behaviors).4"] == nil)
    }

    @Test func `an emitter of SpriteKit is refused with the name of its format`() {
        let emitter = EmitterArchive.emitter().binary()
        let error = #expect(throws: ImportError.self) { try Imported(.sceneKit, bytes: emitter) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("(SpriteKit's files have the format sks)"))
    }

    @Test func `a scene's systems are placed at their nodes`() throws {
        var archive = SceneArchive()
        let system = archive.object("SCNParticleSystem", SceneArchive.members())
        let systems = archive.list([system])
        // A quarter turn about z turns an upward heading to the left.
        let half = Float(0.5).squareRoot()
        let inner = archive.object(
            "SCNNode",
            [("name", .text("fire")), ("position", SceneArchive.vector(1, 0, 0)), ("particleSystem", systems)]
        )
        let outer = archive.object(
            "SCNNode",
            [
                ("position", SceneArchive.vector(2, 3, 0)), ("orientation", SceneArchive.vector(0, 0, half, half)),
                ("scale", SceneArchive.vector(2, 2, 2)), ("childNodes", archive.list([inner])),
            ]
        )
        let hidden = archive.object("SCNNode", [("hidden", .flag(true)), ("particleSystem", systems)])
        let root = archive.object(
            "SCNNode",
            [("childNodes", archive.list([outer, hidden])), ("particleSystem", systems)]
        )
        let scene = archive.object("SCNScene", [("rootNode", root)])
        let made = try Imported(.sceneKit, bytes: archive.plist(root: scene).binary())
        let unit = try unit(made)
        let places = (0..<2).map { made.ends("layers.\($0).emitterPosition") }
        expectClose([places[1][0] - places[0][0], places[1][1] - places[0][1]], [2 * unit, -5 * unit], within: 1e-2)
        let directions = (0..<2).map { made.number("layers.\($0).emitterCells.0.emissionLongitude") }
        expectClose([directions[0], abs(directions[1])], [-.pi / 2, .pi])
        #expect(made.ignored == ["rootNode.hidden"])
    }

    @Test func `an unknown key is reported, and a root other than a system is refused`() throws {
        #expect(try imported { _ in [("zebra", .whole(1))] }.ignored == ["zebra"])
        var archive = SceneArchive()
        let node = archive.object("SKEmitterNode", [])
        for plist in [archive.plist(root: node), .dictionary([]), .array([])] {
            #expect(throws: ImportError.self) { try Imported(.sceneKit, bytes: plist.binary()) }
        }
        let empty = archive.object("SCNScene", [])
        #expect(throws: ImportError.impossible(field: "", "has no particle system")) {
            try Imported(.sceneKit, bytes: archive.plist(root: empty).binary())
        }
        #expect(throws: ImportError.self) { try imported { _ in [("birthRate", .real(0))] } }
    }

    /// A file with every supported member.
    private static let rich = SceneArchive.system { archive in
        let color = archive.controller([0, 1], [1, 0, 0, 1, 0, 0, 1, 0])
        let child = archive.object("SCNParticleSystem", SceneArchive.members())
        return [
            ("particleColor", archive.color("0 1 0")),
            ("emitterShape", archive.object("SCNSphere", [("sphereradius", .real(1))])),
            (
                "propertyControllers",
                archive.dictionary([
                    ("Color", color), ("Size", archive.controller([0, 1], [1, 2])),
                    ("Opacity", archive.oldController([0, 1], ["1", "0"], areColors: false)),
                ])
            ),
            ("systemSpawnedOnDying", child), ("particleImage", archive.dictionary([("path", .text("a.png"))])),
        ]
    }

    @Test func `a truncated or corrupted file is safe`() {
        let bytes = Self.rich.binary()
        for count in stride(from: 0, to: bytes.count, by: 11) {
            #expect(throws: ImportError.self) {
                try EffectImporter(.sceneKit).effect(from: Array(bytes[..<count]))
            }
        }
        var random = SplitMix64(state: 7)
        for _ in 0..<400 {
            var changed = bytes
            for _ in 0...2 { changed[Int(random.unit() * Double(changed.count))] ^= 1 << UInt8(random.unit() * 8) }
            HostileImportTests.survive(.sceneKit, changed)
        }
        for number in [Double.nan, .infinity, -1e308, 1e308, .leastNonzeroMagnitude, -1] {
            for (name, _) in SceneArchive.members() {
                HostileImportTests.survive(.sceneKit, SceneArchive.system { _ in [(name, .real(number))] }.binary())
            }
        }
    }

    @Test func `cycles of nodes and of systems terminate`() throws {
        var archive = SceneArchive()
        // Object 4 will be the node, whose child list contains itself.
        let list = archive.list([.uid(4), .uid(4), .uid(4)])
        let node = archive.object("SCNNode", [("childNodes", list)])
        #expect(throws: ImportError.self) {
            try Imported(.sceneKit, bytes: archive.plist(root: node).binary())
        }
        var own = SceneArchive()
        _ = own.object(
            "SCNParticleSystem",
            SceneArchive.members([("birthRate", .real(3)), ("systemSpawnedOnDying", .uid(2))])
        )
        let made = try Imported(.sceneKit, bytes: own.plist(root: .uid(2)).binary())
        #expect(made["layers.0.emitterCells.0.emitterCells.0.emitterCells.0"] != nil)
    }
}

extension JSONValue {
    /// The value as text, for comparison.
    fileprivate var shownForTest: String { String(decoding: JSONWriter.bytes(of: self), as: UTF8.self) }
}
