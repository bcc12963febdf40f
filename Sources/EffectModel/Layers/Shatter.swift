/// An image that breaks into square tiles, which fall.
///
/// - Source: StarWars.iOS; UIKit Dynamics' units.
public struct Shatter: Sendable, Equatable {
    /// Motion of tiles.
    public enum Mode: String, Sendable, CaseIterable {
        /// Pushed once, then under gravity, as in UIKit Dynamics.
        case dynamics
        /// Linear motion to a random place, as in UIView animations.
        case linear
        /// Constant random velocity, as in the OpenGL version.
        case sprites
    }

    /// Contents that break; they cover the canvas.
    public var source = Contents.named("white")
    /// Contents behind the tiles; `nil` shows the layers below.
    public var behind: Contents?
    /// Side length of a tile in points.
    public var tile = 20.0
    /// Motion of tiles.
    public var mode = Mode.dynamics
    /// Seconds until the tiles disappear.
    public var duration = 2.0

    /// Dynamics: magnitude of the push to the right, in UIKit's unit: 1 adds 100 points/s to a tile of 100 × 100 points
    /// and density 1.
    public var pushX = RandomNumber.uniform(-0.15, 0.15)
    /// Dynamics: magnitude of the push down, in the unit of ``pushX``.
    public var pushY = RandomNumber.uniform(-0.15, 0)
    /// Dynamics: gravity to the right and down; 1 is 1000 points/s².
    public var gravity = SIMD2<Double>(0, 1)
    /// Dynamics: mass of a tile of 100 × 100 points.
    public var density = 1.0
    /// Dynamics: linear damping in 1/s; after t seconds, e^(−resistance·t) of the velocity remains.
    public var resistance = 0.0
    /// Angular velocity in radians per second.
    public var angularVelocity = RandomNumber.fixed(0)
    /// Angular damping in 1/s; after t seconds, e^(−angularResistance·t) of the angular velocity remains.
    public var angularResistance = 0.0
    /// Dynamics: whether tiles stay within the canvas.
    public var collision = false
    /// Dynamics: fraction of the speed that a bounce preserves, 0...1.
    public var elasticity = 0.0
    /// Dynamics: friction of a bounce along the wall and against the spin, 0...1.
    public var friction = 0.0

    /// Dynamics: rigid-body settings that replace the fields above; `nil` for none.
    public var dynamics: Dynamics?

    /// Linear: horizontal distance in points over ``duration``. Sprites: horizontal velocity in points per second.
    public var spreadX: RandomNumber?
    /// Linear and sprites: vertical distance in points over ``duration``.
    public var spreadY: RandomNumber?

    /// Creates a value with the defaults.
    public init() {}

    /// Columns and rows of tiles that intersect `area`.
    public func grid(on area: SIMD2<Double>) -> (columns: Int, rows: Int) {
        (Int((area.x / tile).rounded(.up)), Int((area.y / tile).rounded(.up)))
    }
}

extension Shatter {
    /// Behaviors that act on tiles, as for particles.
    public func behaviors(on canvas: SIMD2<Double>) -> [Behavior] {
        guard mode == .dynamics, dynamics == nil else { return [] }
        var all: [Behavior] = []
        if resistance > 0 {
            var drag = Behavior(.drag)
            drag.drag = resistance
            all.append(drag)
        }
        if collision {
            var bounce = Behavior(.bounce)
            bounce.bounds = SIMD4(0, 0, canvas.x, canvas.y)
            bounce.elasticity = elasticity
            bounce.friction = friction
            all.append(bounce)
        }
        return all
    }
}
