import EffectModel
import Glibc
import StrictJSON

/// SceneKit's particle systems: a `.scnp` file, or all systems of a `.scn` file, seen from the front, without
/// perspective.
///
/// Neither kind of file has a camera, so the extent of the particles is fitted into the canvas.
struct SceneKitDocument {
    private let setting: ImportSetting
    let systems: [PlacedSystem]

    init(_ root: ArchivedValue, _ setting: ImportSetting) throws(ImportError) {
        self.setting = setting
        let names = root.classNames
        guard ["SCNParticleSystem", "SCNScene", "SCNNode"].contains(where: { names.contains(PlainText($0)) }) else {
            let found = names.first.map { "of the class \($0.string.excerpt)" } ?? root.excerpt
            let isSpriteKit = names.contains("SKEmitterNode")
            let other = isSpriteKit ? " (SpriteKit's files have the format \(ImportFormat.spriteKit.rawValue))" : ""
            let allowed = "SCNParticleSystem, SCNScene, SCNNode\(other)"
            throw .notTheFormat(.sceneKit, "the root is \(found); allowed: \(allowed)")
        }
        systems = SceneKitScene(root, setting.notes).systems
        guard !systems.isEmpty else { throw .impossible(field: "", "has no particle system") }
    }

    func draft() throws(ImportError) -> SpecDraft {
        let seen = systems.filter { $0.system.rate > 0 && $0.system.lifetime.positive.upperBound > 0 }
        guard !seen.isEmpty else { throw .impossible(field: "birthRate", "is 0, so no particle would ever be visible") }
        let frame = SceneKitFrame(of: seen, in: setting.canvas)
        let reason = "the scale is chosen so that all particles fit"
        setting.notes.approximate("(camera)", "\(frame.unit.asWritten) points per unit", reason)
        let playback = playback(of: seen)
        let isSeamless = if case .endless = playback { true } else { false }
        let writer = SceneKitWriter(setting: setting, frame: frame, isSeamless: isSeamless)
        let layers = seen.enumerated().map { index, placed in writer.layer(placed, index) }
        return SpecDraft(playback: playback, layers: { _ in layers })
    }

    private func playback(of systems: [PlacedSystem]) -> SpecDraft.Playback {
        func lasts(_ system: SceneKitSystem) -> Double {
            (system.emission + system.longestLife) / system.speed
        }
        let looping = systems.map(\.system).filter(\.loops)
        guard looping.count == systems.count else {
            let last = systems.map { lasts($0.system) }.max() ?? 1
            if !looping.isEmpty {
                setting.notes.approximate("loops", "true and false", "the whole effect restarts after the longest run")
                return .repeated(last)
            }
            return .once(last)
        }
        let steps = Set(looping.map { $0.idle > 0 ? (($0.emission + $0.idle) / $0.speed).tidy : 0 })
        let rate = looping.reduce(0) { $0 + $1.rate * $1.speed }
        guard steps.count == 1, let step = steps.first else {
            setting.notes.approximate("idleDuration", "several", "the whole effect restarts after the longest run")
            return .repeated(max(steps.max() ?? 4, 4))
        }
        return .endless(rate: step > 0 ? 0 : rate, step: step > 0 ? step : nil)
    }
}

extension SceneKitSystem {
    /// Seconds of the system's own clock until a particle and everything it spawns is gone.
    var longestLife: Double {
        lifetime.positive.upperBound
            + (spawned.map { ($0.1.emission + $0.1.longestLife) / $0.1.speed }.max() ?? 0)
    }

    /// Drag per second, equivalent to the damping per 1/60 s.
    var drag: Double { damping > 0 ? -60 * log(1 - damping / 100) : 0 }
}

/// Conversion of a scene's units to points.
struct SceneKitFrame {
    /// Points per unit.
    let unit: Double
    /// Point of the scene at the center of the canvas.
    let middle: SIMD2<Double>
    let canvas: SIMD2<Double>

    init(of systems: [PlacedSystem], in canvas: SIMD2<Double>) {
        self.canvas = canvas
        var low = SIMD2(repeating: Double.infinity)
        var high = SIMD2(repeating: -Double.infinity)
        for placed in systems {
            for point in Self.reach(of: placed) {
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
        }
        let extent = pointwiseMax(high - low, SIMD2(repeating: 1e-6))
        // Invisible particles would make an empty image: in that case, some of them leave the canvas instead.
        let smallest =
            systems.map { $0.system.size.positive.upperBound * ($0.system.sizeCurve?.values.max() ?? 1) }.max() ?? 0
        let fitting = 0.92 * (canvas / extent).min()
        unit = max(fitting, min(Self.leastWidth / max(smallest, 1e-6), 6 * fitting)).clamped(to: 1e-4...100_000)
        middle = (low + high) / 2
    }

    /// Minimum width of the largest particles in points, up to six times the scale that fits.
    private static let leastWidth = 4.0

    /// Converts a point of the scene to the canvas.
    func point(_ point: SIMD3<Double>) -> SIMD2<Double> {
        canvas / 2 + SIMD2(point.x - middle.x, middle.y - point.y) * unit
    }

    /// Positions that particles reach, extended by their size.
    private static func reach(of placed: PlacedSystem) -> [SIMD2<Double>] {
        let system = placed.system
        let life = system.lifetime.positive.upperBound
        let speed = max(abs(system.velocity.ends.lowerBound), abs(system.velocity.ends.upperBound))
        let axis = system.direction / (system.direction * system.direction).sum().squareRoot()
        let widest = cos(min(abs(system.spreading), 180).radians)
        let isAny = system.birthDirection != 0
        var directions = [axis]
        // Evenly distributed over a sphere, by the golden angle.
        for number in 0..<96 {
            let z = 1 - (2 * Double(number) + 1) / 96
            let turn = Double(number) * 2.399963229728653
            let flat = (1 - z * z).squareRoot()
            let direction = SIMD3(flat * cos(turn), flat * sin(turn), z)
            if isAny || (direction * axis).sum() >= widest { directions.append(direction) }
        }
        let half = system.shape.half
        let around = max(system.size.positive.upperBound / 2, 1e-3) * (system.sizeCurve?.values.max() ?? 1)
        var points: [SIMD2<Double>] = []
        for direction in directions {
            for step in 0...4 {
                let time = life * Double(step) / 4
                // Motion with drag k: v·(1−e^(−kt))/k and a·(t−(1−e^(−kt))/k)/k.
                let k = system.drag
                let slowed = k > 0 ? (1 - exp(-k * time)) / k : time
                let fallen = k > 0 ? (time - slowed) / k : time * time / 2
                let moved = direction * (speed * slowed) + system.acceleration * fallen
                for corner in 0..<8 {
                    let side = SIMD3(corner & 1 == 0 ? -1.0 : 1, corner & 2 == 0 ? -1 : 1, corner & 4 == 0 ? -1 : 1)
                    let place = placed.place.point(half * side + moved)
                    points.append(SIMD2(place.x + around, place.y + around))
                    points.append(SIMD2(place.x - around, place.y - around))
                }
            }
        }
        return points
    }
}
