/// A system and its transform in the scene.
struct PlacedSystem {
    var system: SceneKitSystem
    var name: String?
    var place = SceneKitPlace()
}

/// Transform of a node in its scene: rotation, scale and translation.
struct SceneKitPlace {
    var origin = SIMD3(0.0, 0.0, 0.0)
    /// Axes of the node in the scene's coordinates.
    var axes = [SIMD3(1.0, 0.0, 0.0), SIMD3(0.0, 1.0, 0.0), SIMD3(0.0, 0.0, 1.0)]

    /// Converts a point of the node to the scene.
    func point(_ point: SIMD3<Double>) -> SIMD3<Double> { origin + turned(point) }

    /// Converts a direction of the node to the scene.
    func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        axes[0] * vector.x + axes[1] * vector.y + axes[2] * vector.z
    }

    /// Returns the transform of a child node.
    ///
    /// - Source: SCNNode: `orientation` is a quaternion, `rotation` an axis and an angle.
    func child(_ node: ArchivedValue) -> SceneKitPlace {
        var child = SceneKitPlace()
        func vector(_ name: String) -> SIMD3<Double>? { node[name]?.vector(3).map { SIMD3($0[0], $0[1], $0[2]) } }
        child.origin = point(vector("position") ?? .zero).clamped(lowerBound: Self.low, upperBound: -Self.low)
        let scale = vector("scale") ?? SIMD3(1, 1, 1)
        let turn = node["orientation"]?.vector(4) ?? [0, 0, 0, 1]
        let length = turn.reduce(0) { $0 + $1 * $1 }
        // A quaternion of length 0 rotates nothing.
        let (x, y, z, w) = length > 1e-12 ? (turn[0], turn[1], turn[2], turn[3]) : (0, 0, 0, 1)
        let unit = length > 1e-12 ? 1 / length : 1
        let rows = [
            SIMD3(1 - 2 * (y * y + z * z) * unit, 2 * (x * y + z * w) * unit, 2 * (x * z - y * w) * unit),
            SIMD3(2 * (x * y - z * w) * unit, 1 - 2 * (x * x + z * z) * unit, 2 * (y * z + x * w) * unit),
            SIMD3(2 * (x * z + y * w) * unit, 2 * (y * z - x * w) * unit, 1 - 2 * (x * x + y * y) * unit),
        ]
        child.axes = (0..<3).map { axis in
            (turned(rows[axis]) * scale[axis]).clamped(lowerBound: Self.low, upperBound: -Self.low)
        }
        return child
    }

    private static let low = SIMD3(repeating: -1e6)
}

/// The particle systems of a scene, or a single one.
struct SceneKitScene {
    private(set) var systems: [PlacedSystem] = []
    /// Number of nodes still to read: bounds large scenes and cycles of nodes.
    private var left = 4096
    private let notes: ImportNotes

    /// Maximum number of systems: a spec's layers, except some for other uses.
    private static let maximumSystems = 16

    init(_ root: ArchivedValue, _ notes: ImportNotes) {
        self.notes = notes
        if root.classNames.contains("SCNParticleSystem") {
            systems = [PlacedSystem(system: SceneKitSystem(root, at: "", notes))]
        } else if root.classNames.contains("SCNScene"), let node = root["rootNode"] {
            read(node, in: SceneKitPlace(), at: "rootNode")
        } else if root.classNames.contains("SCNNode") {
            read(root, in: SceneKitPlace(), at: "node")
        }
        if left <= 0 { notes.ignore("childNodes", "further nodes", "only the first 4096 nodes are read") }
    }

    /// Reads nodes iteratively, so that neither depth nor cycles matter.
    private mutating func read(_ root: ArchivedValue, in place: SceneKitPlace, at path: String) {
        var open = [(root, place, path)]
        while let (node, parent, path) = open.popLast(), left > 0 {
            left -= 1
            let place = parent.child(node)
            let name = node["name"]?.text.map { String($0.prefix(64)) }
            let own = name.map { "\(path).\($0.asKey)" } ?? path
            if let hidden = node["hidden"]?.number, hidden != 0 {
                if node["particleSystem"] != nil { notes.ignore("\(own).hidden", "true", "the node is hidden") }
                continue
            }
            for (index, value) in (node["particleSystem"]?.elements(atMost: 64) ?? []).enumerated() {
                guard value.classNames.contains("SCNParticleSystem") else { continue }
                let field = "\(own.suffix(200)).particleSystem[\(index)]"
                guard systems.count < Self.maximumSystems else {
                    notes.ignore(field, "a system", "only the first \(Self.maximumSystems) systems are imported")
                    continue
                }
                let system = SceneKitSystem(value, at: field, notes)
                systems.append(PlacedSystem(system: system, name: name, place: place))
            }
            for child in (node["childNodes"]?.elements(atMost: left) ?? []).reversed() where open.count < 4096 {
                open.append((child, place, own))
            }
        }
    }
}
