/// Births and composition of particles. Names and meanings follow CAEmitterLayer.
///
/// - Source: CAEmitterLayer.
public struct Emitter: Sendable, Equatable {
    /// Shapes that particles are born on.
    public enum Shape: String, Sendable, CaseIterable {
        /// A point at the position; particles leave toward +x.
        case point
        /// A horizontal segment as wide as the emitter's size; particles leave upward.
        case line
        /// A rectangle of the emitter's size; particles leave outward from its outline, otherwise toward +x.
        case rectangle
        /// A box of the emitter's size and depth; particles leave outward from its outline and surface, otherwise
        /// toward +x.
        case cuboid
        /// A circle whose radius is given by the size's width (see ``CircleRadius``); particles leave outward.
        case circle
        /// A sphere whose radius is given by the size's width (see ``CircleRadius``); particles leave outward.
        case sphere
        /// The shape of ``Emitter/path``; particles leave to the left of its outline, otherwise toward +x.
        case path
        /// The letters of ``Emitter/text``; particles leave to the left of their outline, otherwise toward +x.
        case text
        /// All of ``Emitter/rectangles``; particles leave as from a single rectangle.
        case rectangles
    }

    /// Radius of circles and spheres in terms of the emitter's width.
    public enum CircleRadius: String, Sendable, CaseIterable {
        /// Half the width, as recordings of Core Animation show.
        case half
        /// The width, as Core Animation's documentation says.
        case width
    }

    /// Particles affected by animations of a cell's accelerations and speeds (of scale, red, green, blue and alpha).
    public enum AnimatedRates: String, Sendable, CaseIterable {
        /// Particles born later; living ones keep their rates from birth.
        case birth
        /// All living particles: at each instant they have the cell's current rates.
        case live
    }

    /// Visible region of particles, tested at their centers in points of the layer. Particles outside live on but are
    /// hidden, trails included.
    ///
    /// - Source: CAEmitterLayer's cullRect, cullMinZ and cullMaxZ, which are undocumented; the interpretation is
    ///   Hanabi's.
    public struct Cull: Sendable, Equatable {
        /// Visible rectangle in points; `nil` is unlimited.
        public var rectangle: Rectangle?
        /// Smallest visible z in points; `nil` is unlimited.
        public var minZ: Double?
        /// Largest visible z in points; `nil` is unlimited.
        public var maxZ: Double?

        /// Creates a value with the defaults.
        public init() {}

        /// Whether nothing is culled.
        public var showsAll: Bool { rectangle == nil && minZ == nil && maxZ == nil }

        /// Whether a particle at `place` is visible.
        public func shows(_ place: SIMD3<Double>) -> Bool {
            if let rectangle, !rectangle.contains(SIMD2(place.x, place.y)) { return false }
            if let minZ, place.z < minZ { return false }
            if let maxZ, place.z > maxZ { return false }
            return true
        }
    }

    /// Time that an emitter has run before its clock starts.
    public enum Prewarm: Sendable, Equatable {
        case seconds(Double)
        /// Longest life of a particle, so that the emitter starts at its steady state.
        case steady
    }

    /// Direction of particles with zero longitude and latitude.
    public enum NaturalDirection: Sendable, Equatable {
        /// Direction given by the shape.
        case shape
        /// Away from the emitter's position.
        case outward
        /// Angle in radians, in the canvas plane.
        case angle(Double)
    }

    /// Part of the shape that emits.
    public enum Mode: String, Sendable, CaseIterable {
        case points, outline, surface, volume
    }

    /// Drawing order and blending of particles.
    public enum RenderMode: String, Sendable, CaseIterable {
        /// Order of birth.
        case unordered
        case oldestFirst, oldestLast
        /// Farthest first.
        case backToFront
        /// Additive blending, independent of the order.
        case additive
        /// Same result as ``additive``: the GPU shortcut of Core Animation does not apply here.
        case cheapAdditive
        /// Screen blending, 1 − (1 − a)(1 − b), which never exceeds 1.
        case screen
        /// Maximum of each channel.
        case maximum
    }

    /// Factor of every cell's birth rate.
    public var birthRate = 1.0
    /// Factor of the lifetime at birth.
    public var lifetime = 1.0
    /// Factor of the velocity at birth.
    public var velocity = 1.0
    /// Factor of the scale at birth, and of the scale speed.
    public var scale = 1.0
    /// Factor of the spin at birth.
    public var spin = 1.0
    /// Seed of the layer, part of all its random streams.
    public var seed = 0
    /// Center of the shape in points.
    public var emitterPosition = SIMD2<Double>(0, 0)
    /// Z coordinate of the shape in points, positive toward the viewer.
    public var emitterZPosition = 0.0
    /// Width and height of the shape in points.
    public var emitterSize = SIMD2<Double>(0, 0)
    /// Depth of a cuboid in points.
    public var emitterDepth = 0.0
    /// Path for the shape "path", in points relative to the emitter's position.
    public var path: SVGPath?
    /// Text for the shape "text", centered at the emitter's position.
    public var text: EmitterText?
    /// Rectangles for the shape "rectangles", in points relative to the emitter's position.
    public var rectangles: [Rectangle] = []
    /// Seconds of layer time in which cells emit; infinite by default. Living particles live on and emit sub-cells.
    public var emitterDuration = Double.infinity
    /// Visible region of particles.
    public var cull = Cull()
    /// Whether particles are placed in the canvas' perspective instead of the layer's plane.
    public var preservesDepth = false
    /// Behaviors that act on all particles.
    public var emitterBehaviors: [Behavior] = []
    /// Rigid-body motion of particles; `nil` for none.
    public var dynamics: Dynamics?
    /// Radius of circles and spheres in terms of the width.
    public var circleRadius = CircleRadius.half
    /// Particles affected by animations of a cell's accelerations and speeds.
    public var animatedRates = AnimatedRates.birth
    /// Direction of particles with zero longitude and latitude.
    public var naturalDirection = NaturalDirection.shape
    /// Shape that particles are born on.
    public var emitterShape = Shape.point
    /// Part of the shape that emits.
    public var emitterMode = Mode.volume
    /// Drawing order and blending of particles.
    public var renderMode = RenderMode.unordered
    /// Time that the emitter has run before its clock starts.
    public var prewarm = Prewarm.seconds(0)
    /// Rotation in radians of the natural direction of the layer's cells, set only by animations along a path
    /// (``Keyframes/rotationMode``).
    public var emissionTurn = 0.0
    /// Meaning of the cells' ranges.
    public var rangeConvention = RangeConvention.full
    /// Kinds of particles, emitted independently; 1...64.
    public var emitterCells: [EmitterCell] = []

    /// Creates a value with the defaults.
    public init() {}

}

extension Emitter {
    /// All cells in preorder, sub-cells after their parents. A particle's cell is an index into this list.
    public var allCells: [EmitterCell] { emitterCells.flatMap(\.withSubcells) }

    /// All behaviors that may act on a cell's particles, the cell's own last. Behaviors excluded by the cell's mask are
    /// disabled.
    package func behaviors(of cell: EmitterCell) -> [Behavior] {
        let all = emitterBehaviors + cell.emitterBehaviors
        guard all.contains(where: { $0.categoryBitMask & cell.fieldBitMask == 0 }) else { return all }
        return all.map { behavior in
            var behavior = behavior
            if behavior.categoryBitMask & cell.fieldBitMask == 0 { behavior.enabled = false }
            return behavior
        }
    }

    /// Seconds of layer time that the emitter has run when its clock starts.
    ///
    /// - Parameter lifetime: Largest lifetime factor of the layer.
    public func prewarmTime(lifetime: Double) -> Double {
        switch prewarm {
        case .seconds(let seconds): seconds
        // Slow clocks make lives of any length; the limit equals that of prewarm seconds.
        case .steady: min(100_000, emitterCells.map { $0.longestLife * lifetime }.max() ?? 0)
        }
    }
}

extension EmitterCell {
    /// The cell and all its descendants, in preorder.
    public var withSubcells: [EmitterCell] { [self] + emitterCells.flatMap(\.withSubcells) }

    /// Longest life of a particle including its descendants, in seconds of the parent's time.
    var longestLife: Double {
        let own = speed > 0 ? (lifetime + abs(lifetimeRange)) / speed : 0
        return own + (emitterCells.map(\.longestLife).max() ?? 0)
    }
}
