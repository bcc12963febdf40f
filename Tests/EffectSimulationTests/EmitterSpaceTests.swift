import EffectCoding
import EffectCost
import EffectModel
@testable import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Coordinate space of an emitter: flipped geometry, bounds, culling and sets of rectangles.
struct EmitterSpaceTests {
    private func items(
        _ emitter: [JSONValue.Member],
        cell: [JSONValue.Member] = [],
        at time: Double = 1.5,
        seed: Int = 1
    ) throws -> [DrawList.Item] { try group(emitter, cell: cell, at: time, seed: seed)?.items ?? [] }

    private func group(
        _ emitter: [JSONValue.Member],
        cell: [JSONValue.Member] = [],
        at time: Double = 1.5,
        seed: Int = 1
    ) throws -> DrawList.Group? {
        let lively: [JSONValue.Member] = [
            .init("birthRate", 200), .init("velocity", [5, 40]), .init("emissionRange", "360deg"),
            .init("yAcceleration", 15), .init("spin", [-2, 3]), .init("emissionLongitude", 0.4), .init("lifetime", 3),
        ]
        let json = Specs.one(
            emitter: emitter,
            cell: Specs.merged(lively, cell),
            canvas: ["width": 200, "height": 120, "scale": 2, "perspective": 300],
            timing: ["duration": 3, "fps": 10],
            seed: .number(Double(seed))
        )
        var limits = RenderLimits()
        limits.maximumWork = .max
        return Simulation(try EffectSpec(json: json, limits: limits)).drawList(at: time).groups.first
    }

    /// Displacement in pixels of a unit step right and a unit step down on the sprite.
    private func matrix(_ item: DrawList.Item) -> (right: SIMD2<Double>, down: SIMD2<Double>) {
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        func turned(_ v: SIMD2<Double>) -> SIMD2<Double> {
            let x = v.x + item.skew * v.y
            return SIMD2(x * cosine - v.y * sine, x * sine + v.y * cosine)
        }
        return (turned(SIMD2(item.scale.x, 0)), turned(SIMD2(0, item.scale.y)))
    }

    private static let looks: [[JSONValue.Member]] = [
        [], [.init("scale", [-1, 1])], [.init("trail", ["duration": 0.4])], [.init("stretchFactor", 0.1)],
        [.init("particleType", "point")],
        [.init("particleType", "plane"), .init("orientationRange", "180deg"), .init("back", "red")],
        [.init("emitterBehaviors", [["type": "alignToMotion"], ["type": "drag", "drag": 1]])],
        [
            .init("particleType", "plane"), .init("orientationRange", "180deg"),
            .init("emitterBehaviors", [["type": "light", "position": [60, 20], "zPosition": 40, "spot": true]]),
        ],
        [.init("emitterBehaviors", [["type": "turbulence", "strength": 30, "size": 20]])],
    ]

    // MARK: Flipped geometry

    @Test(arguments: looks.indices, [false, true])
    func `a flipped emitter is mirrored with upright pictures`(_ look: Int, _ isDeep: Bool) throws {
        let emitter: [JSONValue.Member] = [
            .init("emitterPosition", [100, 30]), .init("emitterShape", "line"), .init("emitterSize", [50, 0]),
            .init("preservesDepth", .bool(isDeep)),
        ]
        let plain = try #require(try group(emitter, cell: Self.looks[look]))
        let flipped = try #require(
            try group(emitter + [.init("geometryFlipped", true)], cell: Self.looks[look])
        )
        let others = Dictionary(uniqueKeysWithValues: flipped.items.map { ($0.id, $0) })
        var compared = 0
        for item in plain.items {
            // A trail may be visible where its particle is not.
            guard let other = others[item.id] else { continue }
            compared += 1
            #expect((other.position - SIMD2(item.position.x, 240 - item.position.y)).isNear(.zero, 0.01))
            #expect(other.z == item.z && other.color == item.color && other.age == item.age)
            let (own, mirrored) = (matrix(item), matrix(other))
            #expect(mirrored.right.isNear(SIMD2(own.right.x, -own.right.y), 1e-4))
            #expect(mirrored.down.isNear(SIMD2(-own.down.x, own.down.y), 1e-4))
            if item.ribbon >= 0, other.ribbon >= 0 {
                let points = zip(plain.ribbons[item.ribbon].points, flipped.ribbons[other.ribbon].points)
                #expect(points.allSatisfy { ($1 - SIMD2($0.x, 240 - $0.y)).isNear(.zero, 0.01) })
            }
        }
        #expect(compared > 20)
    }

    @Test func `up is the direction of growing y`() throws {
        let up = try items(
            [.init("geometryFlipped", true), .init("emitterPosition", [100, 20])],
            cell: [.init("velocity", 0), .init("yAcceleration", 40), .init("spin", 0)]
        )
        #expect(!up.isEmpty)
        for item in up {
            #expect(abs(item.position.y - 2 * (120 - 20 - 20 * item.age * item.age)) < 0.01)
            #expect(item.rotation == 0 && item.scale.y > 0)
        }
    }

    @Test func `the transform of a flipped layer is unchanged`() throws {
        let emitter: [JSONValue.Member] = [
            .init("emitterPosition", [100, 50]), .init("geometryFlipped", true),
        ]
        let moved = try items(
            emitter + [.init("position", [10, 20]), .init("transform", ["rotation": "90deg", "scale": 0.5])]
        )
        let others = Dictionary(uniqueKeysWithValues: try items(emitter).map { ($0.id, $0) })
        #expect(!moved.isEmpty)
        for item in moved {
            guard let plain = others[item.id] else { continue }
            let arm = (plain.position - SIMD2(200, 120)) / 2
            #expect(item.position.isNear(SIMD2(220, 160) + SIMD2(-arm.y, arm.x), 0.01))
            let turn = (item.rotation - plain.rotation - .pi / 2).remainder(dividingBy: 2 * .pi)
            #expect(abs(turn) < 1e-4)
        }
    }

    @Test func `flipping is refused for layers other than emitters`() {
        let sprite: JSONValue = [
            "layers": [["type": "sprite", "contents": "star", "geometryFlipped": true]]
        ]
        do {
            _ = try EffectSpec(json: sprite)
            Issue.record("taken")
        } catch {
            let fault = error.faults.first
            #expect(fault?.pointer == "/layers/0/geometryFlipped" && fault?.kind == .notSupportedYet)
        }
    }

    // MARK: Bounds

    @Test func `bounds equal to the canvas clip nothing`() throws {
        let clipped = try group([.init("masksToBounds", true)])
        #expect(try clipped == group([]) && clipped?.mask == nil)
    }

    @Test func `bounds move with the layer`() throws {
        let moved: [JSONValue.Member] = [
            .init("position", [30, -10]), .init("transform", ["scale": [0.5, -1], "rotation": 0.25]),
            .init("masksToBounds", true),
        ]
        let group = try #require(try group(moved))
        let mask = try #require(group.mask)
        #expect(mask.position == SIMD2(260, 100) && mask.scale == SIMD2(1, -2) && mask.rotation == 0.25)
        #expect(!mask.isInverted && mask.alpha == 1)
        let animated: JSONValue = ["keyPath": "position.x", "values": [0, 60], "duration": 3]
        let later = try #require(
            try self.group([.init("masksToBounds", true), .init("animations", [animated])])
        )
        #expect(later.mask?.position == SIMD2(260, 120))
    }

    @Test func `bounds are priced, and a mask beside them, too`() throws {
        func spec(_ more: JSONValue.Member...) throws -> EffectSpec {
            try EffectSpec(json: Specs.one(emitter: [.init("position", [5, 5])] + more))
        }
        let open = RenderCost(of: try spec())
        let shut = RenderCost(of: try spec(.init("masksToBounds", true)))
        // The layer and its mask at the canvas size, in every frame.
        #expect(shut.work > open.work + 60 * 10_000 * 4)
        let both = try spec(.init("masksToBounds", true), .init("mask", ["contents": "star"]))
        #expect(RenderCost(of: both).work > shut.work + 60 * 10_000 * 4)
        let simulation = Simulation(both)
        let whole = try #require(simulation.drawList(at: 1).groups.first)
        #expect(whole.mask.map { simulation.sprites[$0.sprite].name } == "star" && whole.items.isEmpty)
        #expect(whole.groups.first?.mask.map { simulation.sprites[$0.sprite].name } == "bounds")
        #expect(whole.groups.first?.items.isEmpty == false)
    }

    @Test func `culled particles are hidden and may reappear`() throws {
        let cell: [JSONValue.Member] = [.init("emissionRange", 0), .init("velocity", 30), .init("lifetime", 9)]
        let all = try items([], cell: cell, at: 2.5)
        let some = try items([.init("cullRect", [60, 0, 20, 120])], cell: cell, at: 2.5)
        #expect(!some.isEmpty && some.count < all.count)
        #expect(some == all.filter { (120.0...160).contains($0.position.x) })
        let deep: [JSONValue.Member] = [.init("emissionLatitude", 0.5), .init("emissionRange", 1)]
        let near = try items([.init("cullMinZ", 3)], cell: deep)
        let far = try items([.init("cullMaxZ", 3)], cell: deep)
        #expect(!near.isEmpty && !far.isEmpty)
        #expect(near.allSatisfy { $0.z >= 6 } && far.allSatisfy { $0.z <= 6 })
        #expect(try near.count + far.count == items([], cell: deep).count)
    }

    // MARK: Rectangles

    private func births(_ rectangles: JSONValue, _ mode: JSONValue, seed: UInt64) throws -> [SIMD2<Double>] {
        try items(
            [
                .init("emitterShape", "rectangles"), .init("emitterRects", rectangles), .init("emitterMode", mode),
                .init("emitterPosition", [0, 0]),
            ],
            cell: [.init("velocity", 0), .init("yAcceleration", 0), .init("birthRate", 2000)],
            seed: Int(seed)
        )
        .map { $0.position / 2 }
    }

    @Test(arguments: UInt64(0)..<4)
    func `each rectangle has its share of births`(_ seed: UInt64) throws {
        let rectangles: JSONValue = [[10, 10, 30, 20], [100, 40, 60, 60], [5, 80, 40, 0]]
        for (mode, shares) in [("volume", [600.0, 3600, 0]), ("outline", [50, 120, 40]), ("points", [1, 1, 1])] {
            let places = try births(rectangles, .string(mode), seed: seed)
            #expect(places.count > 2500)
            let boxes = [(10.0...40, 10.0...30), (100...160, 40...100), (5...45, 80...80)]
            let counts = boxes.map { box in
                Double(places.count { box.0.contains($0.x) && box.1.contains($0.y) })
            }
            let all = Double(places.count)
            #expect(counts.reduce(0, +) == all)
            let expected = shares.map { (share: Double) -> Double in share / shares.reduce(0, +) * all }
            let squares = zip(counts, expected).map { (found: Double, expected: Double) -> Double in
                expected > 0 ? (found - expected) * (found - expected) / expected : found * 1e9
            }
            // χ² with two degrees of freedom at 1 in 10,000.
            #expect(squares.reduce(0, +) < 18.4, "\(mode) \(counts) \(expected)")
        }
    }

    @Test(arguments: ["points", "outline", "surface", "volume"])
    func `a single centered rectangle equals the shape rectangle`(_ mode: JSONValue) throws {
        let position: [JSONValue.Member] = [.init("emitterPosition", [100, 60]), .init("emitterMode", mode)]
        let one = try items(
            position + [.init("emitterShape", "rectangles"), .init("emitterRects", [[-20, -10, 40, 20]])]
        )
        let other = try items(
            position + [.init("emitterShape", "rectangle"), .init("emitterSize", [40, 20])]
        )
        #expect(one.count == other.count && !one.isEmpty)
        #expect(zip(one, other).allSatisfy { ($0.position - $1.position).isNear(.zero, 0.01) })
    }

    // MARK: Light

    @Test func `cheapAdditive equals additive`() throws {
        #expect(try group([.init("renderMode", "cheapAdditive")]) == group([.init("renderMode", "additive")]))
    }
}
