/// A behavior that acts on particles after birth. Names and inputs follow CAEmitterBehavior where it has them.
///
/// Each kind uses some of the inputs; a document that sets others is refused. Positions are in points of the layer,
/// forces in points/s² for a particle of mass 1, angles in radians, times in seconds.
///
/// - Source: CAEmitterBehavior.h (2013–2016). Kinds marked "Extension" are Hanabi's own.
public struct Behavior: Sendable, Equatable {
    /// Kinds of behaviors.
    public enum Kind: String, Sendable, CaseIterable {
        /// Pushes all particles back and forth in one rhythm.
        case wave
        /// Slows particles: velocity decays by e^(−drag·t/mass).
        case drag
        /// Turns the lower edge of the image toward the direction of motion.
        case alignToMotion
        /// Sets a property as a function of the particle's fraction of life.
        case valueOverLife
        /// Sets the color as a function of the particle's fraction of life.
        case colorOverLife
        /// Lights particles by their position, and planes by their orientation.
        case light
        /// Attracts like a spring toward a sphere, a cylinder or a slab.
        case attractor
        /// Attracts like a spring toward a circle, in the canvas plane.
        case simpleAttractor
        /// Extension: pushes along the curl of a seeded noise field.
        case turbulence
        /// Extension: pushes around a point. The force grows with distance up to ``radius`` and decreases beyond.
        case vortex
        /// Extension: a moving medium that drags particles along.
        case wind
        /// Extension: particles bounce off the inner walls of a box.
        case bounce
        /// Extension: particles bounce off a floor.
        case floor
        /// Extension: particles bounce off a solid, as with SceneKit's collider nodes, in the canvas plane.
        case collider
        /// Extension: randomly varies the alpha of each particle.
        case flicker
    }

    /// Geometry from which an attractor measures distance.
    public enum AttractorType: String, Sendable, CaseIterable {
        case radial, axial, planar
    }

    /// Shape of a collider.
    public enum SolidShape: String, Sendable, CaseIterable {
        /// Half-plane on one side of a line.
        case plane
        case circle
        case box
    }

    /// Combination of a value over life with the property's own value.
    public enum Operation: String, Sendable, CaseIterable {
        case replace, add, multiply
    }

    /// Properties that a value over life can set.
    public enum LifePath: String, Sendable, CaseIterable {
        case positionX = "position.x"
        case positionY = "position.y"
        case positionZ = "position.z"
        case velocityX = "velocity.x"
        case velocityY = "velocity.y"
        case velocityZ = "velocity.z"
        case mass, rotation, spin, scale, scaleSpeed
        case red = "color.red"
        case green = "color.green"
        case blue = "color.blue"
        case alpha = "color.alpha"
    }

    /// Kind of the behavior.
    public var kind: Kind
    /// Name for key paths of animations.
    public var name: String?
    /// Whether the behavior acts.
    public var enabled = true
    /// Categories of the behavior. The behavior acts on cells whose ``EmitterCell/fieldBitMask`` shares a bit with it.
    ///
    /// - Source: SKFieldNode.
    public var categoryBitMask = BitMask.all

    /// Wave: maximum force.
    public var force = SIMD3<Double>(0, 0, 0)
    /// Wave, wind gusts, flicker: frequency in hertz.
    public var frequency = 1.0
    /// Drag, wind: decay rate of the velocity, or of the velocity relative to the wind, in 1/s for a mass of 1.
    public var drag = 0.0
    /// Wind: velocity of the medium in points per second.
    public var velocity = SIMD3<Double>(0, 0, 0)
    /// Wind: varying fraction of the velocity, 0...1.
    public var gust = 0.0

    /// Align: added rotation in turns.
    public var rotation = 0.0
    /// Align: whether planes rotate in space instead of in the canvas plane.
    public var preservesDepth = false

    /// Value over life: property that is set.
    public var lifePath = LifePath.scale
    /// Value over life: values at ``locations``, linearly interpolated.
    public var values: [Double] = []
    /// Value or color over life: fractions of a life, ascending in 0...1, one per value.
    public var locations: [Double] = []
    /// Value over life: combination with the property's own value.
    public var operation = Operation.replace
    /// Color over life: colors at ``locations``, linearly interpolated.
    public var colors: [Color] = []

    /// Attractors, vortex, light, collider: center; for a plane, a point on it.
    public var position = SIMD2<Double>(0, 0)
    /// Attractor, light: z coordinate of the center, positive toward the viewer.
    public var zPosition = 0.0
    /// Attractor: geometry of the attractor.
    public var attractorType = AttractorType.radial
    /// Attractors: force per point of distance from ``radius``.
    public var stiffness = 0.0
    /// Attractors: rest length of the spring, within which it does not pull. Vortex: radius of the core. Collider:
    /// radius of a circle.
    public var radius = 0.0
    /// Attractors: width of the ramp over which the force starts; positive values ramp outside ``radius``, negative
    /// ones inside, where the force points outward. Light: exponent of the decay over ``falloffDistance``.
    public var falloff = 0.0
    /// Attractor: distance from ``radius`` at which the force vanishes. Light: distance at which it is dark. 0 is
    /// unlimited.
    public var falloffDistance = 0.0
    /// Attractor: elevation of the axis, or of the plane's normal.
    public var orientationLatitude = 0.0
    /// Attractor: azimuth of the axis, or of the plane's normal.
    public var orientationLongitude = 0.0

    /// Turbulence: force at the field's usual strength. Vortex: force at ``radius``, clockwise.
    public var strength = 0.0
    /// Turbulence: distance between curls in points.
    public var size = 100.0
    /// Turbulence: approximate number of changes of the field per second.
    public var speed = 0.0

    /// Bounce: left, top, width and height of the box.
    public var bounds = SIMD4<Double>(0, 0, 0, 0)
    /// Floor: y coordinate in points, from the canvas' top.
    public var y = 0.0
    /// Collider: shape.
    public var solidShape = SolidShape.plane
    /// Collider: clockwise rotation of a box in radians. For a plane, direction of its surface; the solid is on its
    /// right-hand side, which at 0 is below.
    public var angle = 0.0
    /// Collider: width and height of a box.
    public var solidSize = SIMD2<Double>(100, 100)
    /// Collider: whether the solid is the outside of the shape, so that particles are kept inside.
    public var inverse = false
    /// Bounce, floor, collider: whether particles die on contact.
    public var diesOnCollision = false
    /// Bounce, floor, collider: fraction of the speed that a bounce preserves, 0...1.
    public var elasticity = 0.5
    /// Bounce, floor, collider: fraction of the tangential speed, and of the spin, that a bounce removes, 0...1.
    public var friction = 0.2

    /// Flicker: varying fraction of the alpha, 0...1.
    public var amount = 0.5

    /// Light: color.
    public var color = Color.white
    /// Light: whether it is a spotlight with a cone.
    public var spot = false
    /// Light: whether unlit particles also become transparent.
    public var appliesAlpha = false
    /// Light: elevation of the cone's axis.
    public var directionLatitude = 0.0
    /// Light: azimuth of the cone's axis.
    public var directionLongitude = 0.0
    /// Light: full opening angle of the cone.
    public var coneAngle = Double.pi / 2
    /// Light: fraction of the cone over which it fades toward the rim, 0...1.
    public var coneEdgeSoftness = 0.0

    /// Creates a behavior with the defaults of `kind`.
    public init(_ kind: Kind) { self.kind = kind }
}

extension Behavior {
    /// Whether particles bounce off the behavior.
    package var isWall: Bool {
        switch kind {
        case .bounce, .floor, .collider: true
        case .wave, .drag, .alignToMotion, .valueOverLife, .colorOverLife, .light, .attractor, .simpleAttractor,
            .turbulence, .vortex, .wind, .flicker:
            false
        }
    }
}

/// Bit masks by which fields select cells.
package enum BitMask {
    /// Mask with all 32 bits set.
    package static let all = 4_294_967_295
    package static let bounds = 0...all
}
