/// Rigid-body motion of items, modeled on UIKit Dynamics.
///
/// Omitted behaviors do not act. Units are UIKit's: a gravity of 1 is 1000 points/s². A continuous push of 1 is 100
/// points/s² for an item of 100 × 100 points and density 1; an instantaneous one adds 100 points/s.
///
/// - Source: UIKit's headers of UIDynamicAnimator and its behaviors.
public struct Dynamics: Sendable, Equatable {
    /// Gravity: UIGravityBehavior.
    public var gravity: Gravity?
    /// Pushes: UIPushBehavior.
    public var pushes: [Push] = []
    /// Snap: UISnapBehavior.
    public var snap: Snap?
    /// Attachments: UIAttachmentBehavior.
    public var attachments: [Attachment] = []
    /// Collisions: UICollisionBehavior. `nil` for items that do not collide.
    public var collision: Collision?
    /// Properties of every item: UIDynamicItemBehavior.
    public var item = Item()
    /// Force fields: UIFieldBehavior.
    public var fields: [Field] = []

    /// Creates a value with the defaults.
    public init() {}

    /// Maximum number of items in one world.
    public static let maximumItems = 2000
    /// Maximum number of lines in all boundaries.
    public static let maximumLines = 512

    /// Gravity as a vector, or as an angle in radians and a magnitude; 1 is 1000 points/s².
    public enum Gravity: Sendable, Equatable {
        case vector(SIMD2<Double>)
        case polar(angle: Double, magnitude: Double)
    }

    /// A push of each item; random values are drawn per item.
    public struct Push: Sendable, Equatable {
        /// Duration of a push.
        public enum Mode: String, Sendable, CaseIterable {
            case instantaneous, continuous
        }

        /// Duration of the push.
        public var mode = Mode.instantaneous
        /// Components to the right and down, in place of ``angle`` and ``magnitude``.
        public var pushDirection: [RandomNumber]?
        /// Direction in radians, clockwise from the right.
        public var angle: RandomNumber?
        /// Magnitude of the push; negative values pull.
        public var magnitude: RandomNumber?
        /// Offset of the point of application from the item's center, in points; rotates with the item.
        public var targetOffsetFromCenter = SIMD2<Double>(0, 0)
        /// Time span in which the push acts.
        public var span = Span()

        /// Creates a value with the defaults.
        public init() {}
    }

    /// A snap of each item to a point, upright.
    public struct Snap: Sendable, Equatable {
        /// Point that items snap to; `nil` is each item's initial position.
        public var snapPoint: SIMD2<Double>?
        /// Damping, 0...1: 0 oscillates, 1 moves straight to the point.
        public var damping = 0.5
        /// Time span in which the snap acts.
        public var span = Span()

        /// Creates a value with the defaults.
        public init() {}
    }

    /// Collisions of items with each other and with boundaries.
    public struct Collision: Sendable, Equatable {
        /// Collision partners.
        public enum Mode: String, Sendable, CaseIterable {
            case everything, items, boundaries
        }

        /// Collision partners.
        public var mode = Mode.everything
        /// Boundaries; items cannot cross them from either side.
        public var boundaries: [Boundary] = [.canvas]

        /// Creates a value with the defaults.
        public init() {}
    }

    /// A boundary that items cannot cross.
    public enum Boundary: Sendable, Equatable {
        case canvas
        case segment(SIMD2<Double>, SIMD2<Double>)
        case path(SVGPath)
    }

    /// Properties of items.
    public struct Item: Sendable, Equatable {
        /// Collision shape of an item: its box, the inscribed ellipse, or a path.
        public enum BoundsType: String, Sendable, CaseIterable {
            case rectangle, ellipse, path
        }

        /// Fraction of the speed that a bounce preserves, 0...1; the larger of two items' values counts.
        public var elasticity = 0.0
        /// Friction, 0...1; 0 slides freely. For two items, the geometric mean.
        public var friction = 0.0
        /// Mass of an area of 100 × 100 points.
        public var density = 1.0
        /// Linear damping in 1/s: after t seconds, e^(−resistance·t) of the velocity remains.
        public var resistance = 0.0
        /// Angular damping in 1/s.
        public var angularResistance = 0.0
        /// Charge, for electric and magnetic fields.
        public var charge = RandomNumber.fixed(0)
        /// Categories of fields that act on the item: those whose ``Field/categoryBitMask`` shares a bit with it.
        ///
        /// - Source: SKPhysicsBody.
        public var fieldBitMask = BitMask.all
        /// Whether the item can rotate.
        public var allowsRotation = true
        /// Whether the item stays in place, whatever hits it.
        public var isAnchored = false
        /// Collision shape.
        public var collisionBoundsType = BoundsType.rectangle
        /// Collision path for the type path, in points from the item's center. Collisions use its convex hull, of at
        /// most ``maximumCorners`` corners.
        ///
        /// - Source: UIDynamicItem's collisionBoundingPath, which must be convex.
        public var collisionBoundingPath: SVGPath?
        /// Initial velocity to the right and down, in points per second.
        public var linearVelocity: [RandomNumber] = [.fixed(0), .fixed(0)]
        /// Initial angular velocity in radians per second.
        public var angularVelocity = RandomNumber.fixed(0)

        /// Maximum number of corners of a collision hull.
        public static let maximumCorners = 8

        /// Corners of the collision path's hull, clockwise on screen; empty for other types.
        package var corners: [SIMD2<Double>] = []

        /// Creates a value with the defaults.
        public init() {}
    }

    /// A time span in seconds of layer time.
    public struct Span: Sendable, Equatable {
        /// Start in seconds of layer time.
        public var beginTime = 0.0
        /// Duration in seconds; `nil` is endless.
        public var duration: Double?

        /// Creates a value with the defaults.
        public init() {}

        /// End in seconds of layer time.
        public var endTime: Double { duration.map { beginTime + $0 } ?? .infinity }
    }
}

extension Dynamics.Collision {
    /// Whether items collide with each other.
    public var meetsItems: Bool { mode != .boundaries }
    /// Whether items collide with boundaries.
    public var meetsBoundaries: Bool { mode != .items }

    /// Upper bound of the number of lines in all boundaries.
    package var lineCount: Int {
        boundaries.reduce(0) { sum, boundary in
            switch boundary {
            case .canvas: sum + 4
            case .segment: sum + 1
            case .path(let path): sum + path.outline.lineCount(at: 1)
            }
        }
    }
}
