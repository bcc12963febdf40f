/// What it takes to simulate the particles of one cell: numbers bounded from the spec, and the price of each.
///
/// Who simulates a few of them to know what all are like (`Survey`) chooses how few by this, and prices what it found by it.
package struct Crowd: Sendable, Equatable {
    /// Index of the layer in the spec.
    package let layer: Int
    /// Index of the cell in ``Emitter/allCells``; 0 where a layer has one kind of particles.
    package let cell: Int
    /// Index of the cell whose particles emit it; `nil` for a cell of the layer.
    package let parent: Int?
    /// Particles born.
    package var births = 0.0
    /// Work of each birth.
    package var workPerBirth = 0.0
    /// Places of particles and of points of their trails, in all frames.
    package var places = 0.0
    /// Work of each place.
    package var workPerPlace = 0.0
    /// Steps of motions that have no formula.
    package var steps = 0.0
    /// Work of each step.
    package var workPerStep = 0.0
    /// Steps of rigid bodies.
    package var bodySteps = 0.0
    /// Work of each of them.
    package var workPerBodyStep = 0.0
    /// Places of each particle in a frame: its own, and those of its trail's points.
    package var pointsOfPlace = 1.0
    /// Steps in a second of a particle's own time.
    package var stepsPerSecond = 0.0

    package init(layer: Int, cell: Int, parent: Int? = nil) {
        (self.layer, self.cell, self.parent) = (layer, cell, parent)
    }

    /// Work of the steps that lead to a place from a motion that is kept.
    package var workPerReplay: Double { steps > 0 ? 8 * workPerStep : 0 }

    /// Work of a place, with the steps that lead to it.
    package var workPerWholePlace: Double { workPerPlace + workPerReplay }

    /// Work of all of them.
    package var work: Double { births * workPerBirth + places * workPerWholePlace + steps * workPerStep + bodyWork }

    /// Work of rigid bodies.
    package var bodyWork: Double { bodySteps * workPerBodyStep }
}
