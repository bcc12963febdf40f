import EffectModel
import Foundation
import TestSupport

@testable import EffectSimulation

/// Items under a spec's dynamics, and their poses over time.
struct RigidBodies {
    let tracks: ItemTracks
    let boxes: [SIMD2<Double>]

    /// - Parameters:
    ///   - text: JSON text of the dynamics.
    ///   - boxes: Centers and sizes of the items.
    init(
        _ text: String,
        _ boxes: [(x: Double, y: Double, width: Double, height: Double)] = [(500, 500, 100, 100)],
        seconds: Double = 2,
        seed: UInt64 = 1,
        canvas: SIMD2<Double> = [1000, 1000]
    ) throws {
        let spec = try EffectSpec(
            text: #"""
                {"canvas": {"width": \#(Int(canvas.x)), "height": \#(Int(canvas.y))}, "layers": [
                  {"type": "shatter", "source": "red", "tile": 200, "dynamics": \#(text)}]}
                """#
        )
        guard case .shatter(let shatter) = spec.layers[0].content, let dynamics = shatter.dynamics else {
            throw Missing()
        }
        let random = RandomStream(key: seed)
        let items = boxes.enumerated().map { number, box in
            RigidWorld.Item(
                place: SIMD2(box.x, box.y),
                size: SIMD2(box.width, box.height),
                kind: dynamics.item,
                random: random.substream(UInt64(number))
            )
        }
        tracks = ItemTracks(dynamics, items, on: canvas, seconds: seconds, noise: seed, unless: { false })
        self.boxes = items.map(\.size)
    }

    private struct Missing: Error {}

    func place(_ item: Int = 0, at time: Double) -> SIMD2<Double> { tracks.pose(of: item, at: time).place }

    func angle(_ item: Int = 0, at time: Double) -> Double { tracks.pose(of: item, at: time).angle }

    /// Velocity in points per second, averaged over 1/60 s.
    func velocity(_ item: Int = 0, at time: Double) -> SIMD2<Double> {
        (place(item, at: time + 1.0 / 120) - place(item, at: time - 1.0 / 120)) * 60
    }

    func spin(_ item: Int = 0, at time: Double) -> Double {
        (angle(item, at: time + 1.0 / 120) - angle(item, at: time - 1.0 / 120)) * 60
    }

    /// Corners of an item, clockwise.
    func corners(_ item: Int, at time: Double) -> [SIMD2<Double>] {
        let pose = tracks.pose(of: item, at: time)
        let half = boxes[item] / 2
        return [SIMD2(-half.x, -half.y), SIMD2(half.x, -half.y), half, SIMD2(-half.x, half.y)].map {
            pose.place + $0.turned(by: pose.angle)
        }
    }
}

extension SIMD2<Double> {
    /// Returns the vector rotated clockwise on screen by `angle` radians.
    fileprivate func turned(by angle: Double) -> SIMD2<Double> {
        SIMD2(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }
}
