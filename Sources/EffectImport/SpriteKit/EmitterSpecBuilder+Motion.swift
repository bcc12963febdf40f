internal import EffectModel
import StrictJSON

/// Origin and motion of particles. SpriteKit's y points up and its angles are counterclockwise: both are inverted here.
extension EmitterSpecBuilder {
    private static func places(around middle: Double) -> ClosedRange<Double> {
        (-100_000 - middle)...(100_000 - middle)
    }

    /// Returns the members for the emitter's position and its rectangle of births.
    mutating func place() -> [JSONValue.Member] {
        // A spec limits the sum, measured from the corner.
        let x = canvas.x / 2 + kept(node.position.x, in: Self.places(around: canvas.x / 2), .position)
        let y = canvas.y / 2 - kept(node.position.y, in: Self.places(around: -canvas.y / 2), .position)
        var members: [JSONValue.Member] = [
            .init("emitterPosition", [.number(x.shortestDecimal), .number(y.shortestDecimal)])
        ]
        let sizes = -100_000.0...100_000.0
        let width = abs(kept(node.positionRange.x, in: sizes, .positionRange))
        let height = abs(kept(node.positionRange.y, in: sizes, .positionRange))
        if width > 0 || height > 0 {
            members += [
                .init("emitterShape", "rectangle"), .init("emitterMode", "volume"),
                .init("emitterSize", [.number(width), .number(height)]),
            ]
        }
        return members
    }

    /// Returns the node's scale and rotation, about the canvas' center.
    mutating func transform() -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        if node.scale != SIMD2(1, 1) {
            let factors = -100.0...100.0
            let (x, y) = (kept(node.scale.x, in: factors, .nodeXScale), kept(node.scale.y, in: factors, .nodeYScale))
            members.append(.init("scale", [.number(x), .number(y)]))
        }
        members.add("rotation", -angle(node.rotation))
        return members.isEmpty ? [] : [.init("transform", .object(members))]
    }

    /// Returns the members for velocity, acceleration and rotation.
    mutating func motion() -> [JSONValue.Member] {
        let rates = -100_000.0...100_000.0
        var members: [JSONValue.Member] = []
        members.add("velocity", kept(node.velocity.mean, in: rates, .speed))
        members.add("velocityRange", kept(node.velocity.range, in: rates, .speedRange))
        members.add("emissionLongitude", -angle(node.angle.mean))
        if node.angle.range != 0 {
            members.add("emissionRange", kept(node.angle.range, in: -1000...1000, .angleRange))
            members.append(.init("emissionSpace", "planar"))
        }
        members.add("xAcceleration", kept(node.acceleration.x, in: rates, .acceleration))
        members.add("yAcceleration", -kept(node.acceleration.y, in: rates, .acceleration))
        members.add("rotation", -angle(node.turn.mean))
        members.add("rotationRange", kept(node.turn.range, in: -1000...1000, .rotationRange))
        members.add("spin", -kept(node.turn.speed, in: -1000...1000, .rotationSpeed))
        return members
    }

    /// Reduces an angle to a few turns in the same direction.
    private func angle(_ radians: Double) -> Double {
        (abs(radians) <= 1000 ? radians : radians.truncatingRemainder(dividingBy: 2 * .pi)).shortestDecimal
    }
}
