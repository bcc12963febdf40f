import EffectModel
import Glibc
import StrictJSON

/// A node with which a system's particles collide, seen from the front.
struct SceneKitCollider {
    private enum Form {
        case sphere(Double)
        case box(SIMD2<Double>)
        /// Infinite plane, given by its normal.
        case plane(SIMD3<Double>)
    }

    private let form: Form
    private let place: SceneKitPlace

    /// Maximum number of colliders; more would leave no room for other behaviors.
    static let maximumCount = 8
    /// Minimum tilt of a plane; a smaller tilt faces the viewer.
    private static let leastTilt = 0.3

    /// Reads a node; `nil`, after noting the reason, if it cannot be a collider.
    init?(_ node: ArchivedValue, at field: String, _ notes: ImportNotes) {
        place = SceneKitPlace().child(node)
        guard let geometry = node["geometry"], !geometry.isNull else {
            notes.ignore(field, node.excerpt, "the collider has no geometry")
            return nil
        }
        func number(_ names: String..., absent: Double = 1) -> Double {
            (names.lazy.compactMap { geometry[$0]?.number }.first ?? absent).clamped(to: 0...100_000)
        }
        switch geometry["$class"]?["$classname"]?.text ?? "" {
        case "SCNSphere": form = .sphere(number("sphereradius", "radius", absent: 0.5))
        case "SCNBox": form = .box(SIMD2(number("boxwidth", "width"), number("boxheight", "height")))
        case "SCNFloor": form = .plane(place.axes[1])
        case "SCNPlane":
            form = .plane(place.axes[2])
            notes.approximate(field, "a plane", "the plane is infinite")
        default:
            notes.ignore(field, geometry.excerpt, "only spheres, boxes, planes and floors are supported")
            return nil
        }
        if case .plane(let normal) = form, Self.tilt(normal) < Self.leastTilt {
            notes.ignore(field, geometry.excerpt, "the plane faces the viewer, out of reach of particles on the canvas")
            return nil
        }
        if node["parentNode"].map({ !$0.isNull }) ?? false {
            notes.approximate(field, "a node of a scene", "the transforms of parent nodes are ignored")
        }
    }

    /// Fraction of a normal that is within the canvas' plane.
    private static func tilt(_ normal: SIMD3<Double>) -> Double {
        let length = (normal * normal).sum().squareRoot()
        return length > 1e-9 ? (normal.x * normal.x + normal.y * normal.y).squareRoot() / length : 0
    }

    /// Returns the equivalent behavior.
    func behavior(in frame: SceneKitFrame, _ surface: [JSONValue.Member]) -> JSONValue {
        let bounds = -100_000.0...100_000.0
        let middle = frame.point(place.origin)
        var members: [JSONValue.Member] = [
            .init("type", "collider"),
            .init("position", .pair(SIMD2(middle.x.clamped(to: bounds), middle.y.clamped(to: bounds)))),
        ]
        func points(_ length: Double, _ axis: SIMD3<Double>) -> Double {
            (length * frame.unit * (axis * axis).sum().squareRoot()).clamped(to: 0.01...100_000).tidy
        }
        switch form {
        case .sphere(let radius):
            members += [.init("shape", "circle"), .init("radius", .number(points(radius, place.axes[0])))]
        case .box(let size):
            let (width, height) = (points(size.x, place.axes[0]), points(size.y, place.axes[1]))
            members += [.init("shape", "box"), .init("size", [.number(width), .number(height)])]
            // Counterclockwise in SceneKit.
            members.add("angle", atan2(-place.axes[0].y, place.axes[0].x).tidy)
        case .plane(let normal):
            // The surface runs to the right where the normal points up.
            members += [.init("shape", "plane"), .init("angle", .number(atan2(normal.x, normal.y).tidy))]
        }
        return .object(members + surface)
    }
}

extension SceneKitSystem {
    /// Reads the nodes with which particles collide.
    mutating func readColliders(_ value: ArchivedValue?, _ reader: FieldReader) {
        let field = reader.place("colliderNodes")
        guard let value, !value.isNull else { return }
        let nodes = value.elements(atMost: 64) ?? []
        if nodes.count > SceneKitCollider.maximumCount {
            reader.notes.ignore(
                field,
                "\(nodes.count) nodes",
                "only the first \(SceneKitCollider.maximumCount) are imported"
            )
        }
        colliders = nodes.prefix(SceneKitCollider.maximumCount).compactMap {
            SceneKitCollider($0, at: field, reader.notes)
        }
    }

    /// Reads bounce and friction, and whether a collision ends a life. A friction of 1 lets particles slide in
    /// SceneKit.
    ///
    /// - Source: SCNParticleSystem's particleBounce, particleFriction and particleDiesOnCollision.
    mutating func readSurface(_ reader: FieldReader) {
        bounce = reader.number("particleBounce", 0.7, in: 0...1)
        slide = reader.number("particleFriction", 1, in: 0...1)
        diesOnCollision = reader.flag("particleDiesOnCollision")
        for name in ["particleBounceVariation", "particleFrictionVariation"] {
            reader.ignore(name, unless: 0, because: "bounce and friction are the same for all particles")
        }
    }

    /// Members that describe the surface of the system's colliders.
    var surface: [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        members.add("elasticity", bounce.tidy, unless: 0.5)
        members.add("friction", (1 - slide).tidy, unless: 0.2)
        if diesOnCollision { members.append(.init("diesOnCollision", true)) }
        return members
    }
}
