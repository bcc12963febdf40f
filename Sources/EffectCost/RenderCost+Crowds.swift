import EffectModel

extension RenderCost {
    /// Smallest number of steps from one stored motion to the next.
    package static let stepsOfReplay = 4.0
}

/// Simulation cost of one cell's particles: upper bounds of counts, and the work per unit.
///
/// `Survey`, which simulates a sample of particles, uses it to choose the sample size and to price its findings.
package struct Crowd: Sendable, Equatable {
    /// Index of the layer in the spec.
    package let layer: Int
    /// Index of the cell in ``Emitter/allCells``; 0 for layers with one kind of particles.
    package let cell: Int
    /// Index of the cell whose particles emit the cell; `nil` at the top level.
    package let parent: Int?
    /// Number of births.
    package var births = 0.0
    /// Work per birth.
    package var workPerBirth = 0.0
    /// Number of positions of particles and of their trail points, over all frames.
    package var places = 0.0
    /// Work per position.
    package var workPerPlace = 0.0
    /// Number of integration steps of motions without a closed form.
    package var steps = 0.0
    /// Work per integration step.
    package var workPerStep = 0.0
    /// Part of ``workPerStep`` that is for walls and solids, as if the particle always touched all of them.
    package var workOfWalls = 0.0
    /// Work of rigid bodies.
    package var bodyWork = 0.0
    /// Whether rigid bodies are so fast or so crowded, or of such shapes, that fewer, larger ones say little about them.
    package var isExtreme = false
    /// Number of positions per particle and frame: its own, and those of its trail points.
    package var pointsOfPlace = 1.0
    /// Integration steps per second of a particle's own time.
    package var stepsPerSecond = 0.0

    package init(layer: Int, cell: Int, parent: Int? = nil) {
        (self.layer, self.cell, self.parent) = (layer, cell, parent)
    }

    /// Work per position of the steps from the nearest stored motion, and of a part of a step. Of many particles, fewer motions
    /// are stored, and there are up to eight steps.
    package var workPerReplay: Double {
        guard steps > 0 else { return 0 }
        return (steps > 4e6 ? 8 : RenderCost.stepsOfReplay / 2 + 1) * workPerStep
    }

    /// Work per position, including those steps.
    package var workPerWholePlace: Double { workPerPlace + workPerReplay }

    /// Total work of the crowd.
    package var work: Double { births * workPerBirth + places * workPerWholePlace + steps * workPerStep + bodyWork }
}
