/// Moves items as rigid bodies: UIKit Dynamics.
///
/// Behaviors that are not named do not act, as one that nobody adds to an animator. Units are UIKit's: a gravity of 1 is 1000 points a second,
/// squared; a push of 1 is 100 of them for an item of 100 × 100 points and density 1, or, at once, 100 points a second.
///
/// - Source: UIKit's headers of UIDynamicAnimator and its behaviors.
public struct Dynamics: Sendable, Equatable {
    /// UIGravityBehavior.
    public internal(set) var gravity: Gravity?
    /// UIPushBehavior.
    public internal(set) var pushes: [Push] = []
    /// UISnapBehavior.
    public internal(set) var snap: Snap?
    /// UIAttachmentBehavior.
    public internal(set) var attachments: [Attachment] = []
    /// UICollisionBehavior; `nil` for items that meet nothing.
    public internal(set) var collision: Collision?
    /// UIDynamicItemBehavior, of every item.
    public internal(set) var item = Item()
    /// UIFieldBehavior.
    public internal(set) var fields: [Field] = []

    /// Items of one world, at the most.
    public static let maximumItems = 2000
    /// Lines of all boundaries, at the most.
    public static let maximumLines = 512

    /// A weight.
    public enum Gravity: Sendable, Equatable {
        case vector(SIMD2<Double>)
        case polar(angle: Double, magnitude: Double)
    }

    /// A push of each item, with numbers of its own.
    public struct Push: Sendable, Equatable {
        /// The time for which a push lasts.
        public enum Mode: String, Sendable, CaseIterable {
            case instantaneous, continuous
        }

        /// The time for which the push lasts.
        public internal(set) var mode = Mode.instantaneous
        /// To the right, and down; in place of ``angle`` and ``magnitude``.
        public internal(set) var pushDirection: [RandomNumber]?
        /// Radians, clockwise from the right.
        public internal(set) var angle: RandomNumber?
        /// Below 0, it pulls.
        public internal(set) var magnitude: RandomNumber?
        /// Points from the item's middle to where it is pushed; turns with the item.
        public internal(set) var targetOffsetFromCenter = SIMD2<Double>(0, 0)
        /// The time in which the push acts.
        public internal(set) var span = Span()
    }

    /// A pull to a place, upright.
    public struct Snap: Sendable, Equatable {
        /// The place that items snap to; `nil` is where each was at the start.
        public internal(set) var snapPoint: SIMD2<Double>?
        /// From 0, to and fro, to 1, straight there.
        public internal(set) var damping = 0.5
        /// The time in which the snap acts.
        public internal(set) var span = Span()
    }

    /// Things that items bounce from.
    public struct Collision: Sendable, Equatable {
        /// Partners of collisions.
        public enum Mode: String, Sendable, CaseIterable {
            case everything, items, boundaries
        }

        /// Partners of collisions.
        public internal(set) var mode = Mode.everything
        /// Lines that are not passed from either side.
        public internal(set) var boundaries: [Boundary] = [.canvas]
    }

    /// Lines that items don't pass.
    public enum Boundary: Sendable, Equatable {
        case canvas
        case segment(SIMD2<Double>, SIMD2<Double>)
        case path(SVGPath)
    }

    /// Properties of items.
    public struct Item: Sendable, Equatable {
        /// The outline of an item that collides: its box, the ellipse in it, or a path of its own.
        public enum BoundsType: String, Sendable, CaseIterable {
            case rectangle, ellipse, path
        }

        /// Share of the speed that a bounce leaves; of two that meet, the larger one.
        public internal(set) var elasticity = 0.0
        /// 0 glides; of two that meet, the root of their product.
        public internal(set) var friction = 0.0
        /// Mass of 100 × 100 points.
        public internal(set) var density = 1.0
        /// Loss of velocity, 1/s: e^(−resistance·t) of it is left after t seconds.
        public internal(set) var resistance = 0.0
        /// Loss of angular velocity, 1/s.
        public internal(set) var angularResistance = 0.0
        /// For electric and magnetic fields.
        public internal(set) var charge = RandomNumber.fixed(0)
        /// Only fields whose ``Field/categoryBitMask`` has one of these bits act on it.
        ///
        /// - Source: SKPhysicsBody.
        public package(set) var fieldBitMask = BitMask.all
        /// Whether it turns.
        public internal(set) var allowsRotation = true
        /// Whether it stays where it is, whatever hits it.
        public internal(set) var isAnchored = false
        /// The outline that collides.
        public package(set) var collisionBoundsType = BoundsType.rectangle
        /// With the type path: points from the item's middle. What collides is its hull, of at most ``maximumCorners``.
        ///
        /// - Source: UIDynamicItem's collisionBoundingPath, which has to be convex.
        public internal(set) var collisionBoundingPath: SVGPath?
        /// At the start, points a second to the right, and down.
        public internal(set) var linearVelocity: [RandomNumber] = [.fixed(0), .fixed(0)]
        /// At the start, radians a second.
        public internal(set) var angularVelocity = RandomNumber.fixed(0)

        /// Corners of what collides, at the most.
        public static let maximumCorners = 8

        /// Corners of the path's hull, clockwise on screen; empty for other types.
        package internal(set) var corners: [SIMD2<Double>] = []
    }

    /// The time in which something acts, in seconds of the layer.
    public struct Span: Sendable, Equatable {
        /// The beginning, in seconds of the layer.
        public internal(set) var beginTime = 0.0
        /// `nil` for ever.
        public internal(set) var duration: Double?

        /// The end, in seconds of the layer.
        public var endTime: Double { duration.map { beginTime + $0 } ?? .infinity }
    }
}

extension Dynamics.Collision {
    /// Whether items collide with each other.
    public var meetsItems: Bool { mode != .boundaries }
    /// Whether they collide with boundaries.
    public var meetsBoundaries: Bool { mode != .items }

    /// Lines of all boundaries, at the most.
    var lineCount: Int {
        boundaries.reduce(0) { sum, boundary in
            switch boundary {
            case .canvas: sum + 4
            case .segment: sum + 1
            case .path(let path): sum + path.outline.lineCount(at: 1)
            }
        }
    }
}
