import EffectModel
import Foundation
import StrictJSON

/// A random effect that resembles real requests: a few layers, mostly emitters, with typical numbers.
struct RandomScene {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// - Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
    mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }
    /// Returns a number whose logarithm is uniformly distributed between `low` and `high`.
    private mutating func scaled(_ low: Double, _ high: Double) -> Double { low * (high / low).power(unit()) }
    mutating func chance(_ share: Double) -> Bool { unit() < share }
    mutating func choice<Element>(_ all: [Element]) -> Element { all[Int(next() % UInt64(all.count))] }

    private static let canvases: [(Double, Double)] = [
        (200, 200), (280, 210), (320, 320), (375, 500), (400, 400), (480, 270), (640, 360), (800, 600), (1280, 720),
        (1080, 1080),
    ]
    private static let shapes = ["circle", "square", "triangle", "star", "heart", "ring", "strip", "ribbon"]
    private static let emoji = ["🎉", "❤️", "⭐️", "🍂", "🔥"]

    mutating func document() -> JSONValue {
        var (width, height) = choice(Self.canvases)
        let scale = chance(0.25) ? choice([2.0, 3]) : 1
        while width * scale > 1920 || height * scale > 1920 { (width, height) = (width / 2, height / 2) }
        let fps = choice([12.0, 15, 20, 24, 30, 30, 50, 60])
        // Longer measurements yield no more information.
        let most = 12e6 / (width * height * scale * scale * fps)
        let duration = max(0.2, min(most, scaled(0.5, 4)))
        var canvas: [JSONValue.Member] = [
            .init("width", .number(width.rounded())), .init("height", .number(height.rounded())),
            .init("scale", .number(scale)),
        ]
        if chance(0.35) {
            canvas.append(.init("background", .string(choice(["white", "black", "#120b22", "#87ceeb"]))))
        }
        let count = choice([1, 1, 1, 2, 2, 3])
        var timing: [JSONValue.Member] = [
            .init("duration", .number((duration * 100).rounded() / 100)), .init("fps", .number(fps)),
        ]
        let isLoop = chance(0.2)
        if isLoop { timing.append(.init("loop", "seamless")) }
        var layers = (0..<count).map { _ in layer(width, height, duration, isLoop) }
        if chance(0.15) { layers = [group(of: layers, width, height)] }
        let seed = Double(next() % 1_000_000)
        // Drawn last, so that all else stays the same in scenes without it.
        let output = vary(&canvas, &layers, width, height)
        return .object([
            .init("canvas", .object(canvas)), .init("timing", .object(timing)), .init("seed", .number(seed)),
            .init("layers", .array(layers)), .init("output", .object(output)),
        ])
    }

    /// A group of layers: a card with a shadow, copies in a ring, or tiles.
    private mutating func group(of layers: [JSONValue], _ width: Double, _ height: Double) -> JSONValue {
        var members: [JSONValue.Member] = [.init("type", "group"), .init("layers", .array(layers))]
        if chance(0.4) { members.append(.init("opacity", .number(number(0.3, 0.9)))) }
        if chance(0.4) {
            members += [
                .init("size", [.number(width * number(0.3, 0.9)), .number(height * number(0.3, 0.9))]),
                .init("masksToBounds", .bool(true)), .init("cornerRadius", .number(number(0, 40))),
                .init("backgroundColor", "white"),
            ]
        }
        if chance(0.3) {
            members += [.init("shadowOpacity", 0.4), .init("shadowRadius", .number(scaled(1, 20)))]
        }
        if chance(0.3) {
            members += [
                .init("instanceCount", .number(number(2, 8).rounded())), .init("instanceDelay", 0.1),
                .init("instanceTransform", ["rotation": .number(number(0.1, 1))]),
            ]
        }
        return .object(members)
    }

    private mutating func layer(_ width: Double, _ height: Double, _ duration: Double, _ isLoop: Bool) -> JSONValue {
        let kind = unit()
        var members: [JSONValue.Member]
        let place: JSONValue = [.number(number(0, width)), .number(number(0, height))]
        switch kind {
        case ..<0.8: members = emitter(width, height, isLoop)
        case ..<0.86 where !isLoop:
            members = [
                .init("type", .string(choice(["firework", "fountain"]))),
                .init("around", [.number(width / 2), .number(height / 2), 30, 30]),
                .init("scale", .number(number(0.5, 3))),
            ]
        case ..<0.9 where !isLoop:
            members = [.init("type", "shatter"), .init("source", "red"), .init("tile", .number(scaled(10, 60)))]
        case ..<0.93 where !isLoop: members = [.init("type", "reveal"), .init("from", "white"), .init("to", "red")]
        case ..<0.96 where !isLoop: members = shape(width, height, duration)
        default:
            let contents: JSONValue = ["shape": .string(choice(Self.shapes)), "size": .number(scaled(20, 300))]
            members = [.init("type", "sprite"), .init("contents", contents), .init("position", place)]
            if chance(0.5) {
                members.append(
                    .init(
                        "animations",
                        [["keyPath": "position.x", "values": [0, .number(width)], "duration": .number(duration)]]
                    )
                )
            }
        }
        if chance(0.08) { members.append(.init("opacity", .number(number(0.3, 0.9)))) }
        if chance(0.06) {
            members.append(.init("mask", ["contents": ["shape": "circle", "size": .number(number(0.3, 1) * height)]]))
        }
        return .object(members)
    }

    /// A path of a few lines and curves that draws itself.
    private mutating func shape(_ width: Double, _ height: Double, _ duration: Double) -> [JSONValue.Member] {
        func place() -> String { "\(Int(number(0, width))) \(Int(number(0, height))) " }
        var path = "M" + place()
        for _ in 0..<choice([1, 2, 4, 9, 30]) {
            path += chance(0.5) ? "L" + place() : "C" + place() + place() + place()
        }
        var members: [JSONValue.Member] = [
            .init("type", "shape"), .init("path", .string(path)), .init("strokeColor", "red"),
            .init("lineWidth", .number(scaled(1, 40))), .init("lineCap", .string(choice(["butt", "round"]))),
            .init("lineJoin", .string(choice(["miter", "round"]))),
        ]
        if chance(0.6) { members.append(.init("fillColor", .null)) }
        if chance(0.3) { members.append(.init("lineDashPattern", [.number(scaled(2, 40)), .number(scaled(2, 40))])) }
        if chance(0.7) {
            members.append(
                .init("animations", [["keyPath": "strokeEnd", "values": [0, 1], "duration": .number(duration)]])
            )
        }
        return members
    }

    private mutating func emitter(_ width: Double, _ height: Double, _ isLoop: Bool) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        let shape = choice(["point", "point", "line", "rectangle", "circle"])
        members.append(.init("emitterShape", .string(shape)))
        members.append(.init("emitterPosition", [.number(number(0.1, 0.9) * width), .number(number(0, 1) * height)]))
        if shape != "point" {
            members.append(.init("emitterSize", [.number(number(0.1, 1) * width), .number(number(0, 0.8) * height)]))
        }
        if chance(0.4) {
            members.append(.init("renderMode", .string(choice(["additive", "additive", "oldestLast", "screen"]))))
        }
        var behaviors: [JSONValue] = []
        if chance(0.3) {
            behaviors.append(["type": "valueOverLife", "keyPath": "color.alpha", "values": [0, 1, 0]])
        }
        if chance(0.12) { behaviors.append(["type": "turbulence", "strength": .number(scaled(20, 300)), "size": 80]) }
        if chance(0.12) { behaviors.append(["type": "drag", "drag": .number(scaled(0.3, 3))]) }
        if chance(0.06) {
            behaviors.append([
                "type": "attractor", "position": [.number(width / 2), .number(height / 2)],
                "stiffness": .number(scaled(1, 20)), "radius": 20,
            ])
        }
        if chance(0.06) { behaviors.append(["type": "floor", "y": .number(height * 0.9), "elasticity": 0.4]) }
        if !behaviors.isEmpty { members.append(.init("emitterBehaviors", .array(behaviors))) }
        if chance(0.1), !isLoop {
            members.append(
                .init(
                    "animations",
                    [
                        [
                            "keyPath": "emitterPosition.x", "values": [0, .number(width)],
                            "duration": .number(number(1, 3)),
                        ]
                    ]
                )
            )
        }
        let cells = (0..<choice([1, 1, 2, 3, 5])).map { cell(width, height, number: $0, depth: 0) }
        members.append(.init("emitterCells", .array(cells)))
        return members
    }

    private mutating func contents() -> JSONValue {
        switch unit() {
        case ..<0.35: return .string(choice(Self.shapes))
        case ..<0.5: return ["shape": .string(choice(Self.shapes)), "size": .number(scaled(4, 80))]
        case ..<0.8: return ["shape": "dot", "size": .number(scaled(2, 160))]
        case ..<0.92: return ["emoji": .string(choice(Self.emoji)), "size": .number(scaled(10, 60))]
        default: return ["text": .string(choice(["WOW", "+1", "Yes!"])), "size": .number(scaled(10, 60))]
        }
    }

    private mutating func cell(_ width: Double, _ height: Double, number index: Int, depth: Int) -> JSONValue {
        let size = (width * height).squareRoot()
        var members: [JSONValue.Member] = [
            .init("name", .string("c\(depth)\(index)")), .init("contents", contents()),
            .init("lifetime", [.number(scaled(0.3, 1.5)), .number(scaled(1.5, 4))]),
        ]
        if chance(0.25) {
            members.append(.init("burst", ["count": .number(scaled(10, 300).rounded())]))
        } else {
            members.append(.init("birthRate", .number(depth > 0 ? scaled(3, 30) : scaled(5, 250))))
        }
        let speed = scaled(0.02, 1) * size
        members.append(.init("velocity", [.number(speed * 0.4), .number(speed)]))
        members.append(.init("emissionLongitude", .string("\(Int(number(-180, 180)))deg")))
        members.append(.init("emissionRange", .string("\(Int(scaled(5, 360)))deg")))
        if chance(0.4) { members.append(.init("yAcceleration", .number(number(-0.3, 1) * size))) }
        if chance(0.5) { members.append(.init("spin", [.number(number(-6, 0)), .number(number(0, 6))])) }
        let scale = scaled(0.1, 1)
        members.append(.init("scale", [.number(scale), .number(scale * number(1, 3))]))
        if chance(0.3) { members.append(.init("scaleSpeed", .number(number(-0.4, 0.4)))) }
        if chance(0.3) { members.append(.init("alphaSpeed", .number(-scaled(0.1, 1)))) }
        let colors = ["#ff9e5e", "#ff5e9a80", "#7d8bff", "#ffd27a48", "#ffffff", "#3cd070", "#20ffffff"]
        members.append(.init("color", .string(choice(colors))))
        if chance(0.4) { members += ["redRange", "greenRange", "blueRange"].map { .init($0, 0.5) } }
        if chance(0.15) {
            members.append(.init("trail", ["duration": .number(scaled(0.1, 1)), "width": .number(scaled(1, 12))]))
        }
        if chance(0.05) { members.append(.init("particleType", "plane")) }
        if depth == 0, chance(0.1) {
            members.append(.init("emitterCells", [cell(width, height, number: 0, depth: 1)]))
        }
        return .object(members)
    }
}

extension Double {
    /// Returns this number raised to the power `exponent`.
    fileprivate func power(_ exponent: Double) -> Double { exp(exponent * log(self)) }
}
