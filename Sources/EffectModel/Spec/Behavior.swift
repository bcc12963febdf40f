/// Something that acts on particles after they are born. Names and inputs are CAEmitterBehavior's where it has them.
///
/// Each kind uses some of the inputs; a document that gives another is refused. Positions are points of the layer, forces
/// points per second squared for a particle of mass 1, angles radians, times seconds.
///
/// - Source: CAEmitterBehavior.h (2013–2016); "ours" marks what it does not have.
public struct Behavior: Sendable, Equatable {
    /// What it does.
    public enum Kind: String, Sendable, CaseIterable {
        /// Pushes all particles to and fro, in one rhythm.
        case wave
        /// Slows particles down: v decays by e^(−drag·t/mass).
        case drag
        /// Turns the picture's lower edge towards where the particle goes.
        case alignToMotion
        /// Gives a property a value by the particle's share of life.
        case valueOverLife
        /// Gives the colour by the particle's share of life.
        case colorOverLife
        /// Colours particles by where they are, and planes by how they lie.
        case light
        /// A spring towards a ball, a tube or a plate.
        case attractor
        /// A spring towards a circle, in the canvas' plane.
        case simpleAttractor
        /// Ours: pushes along the curls of a seeded noise field.
        case turbulence
        /// Ours: pushes around a point; as far as ``radius`` the more the farther off, beyond it the less.
        case vortex
        /// Ours: a medium that moves, and takes particles along.
        case wind
        /// Ours: walls that particles bounce from, on the inside of a box.
        case bounce
        /// Ours: a floor that they bounce from.
        case floor
        /// Ours: a solid that particles bounce from: SceneKit's collider nodes, in the canvas' plane.
        case collider
        /// Ours: alpha that trembles, for each particle on its own.
        case flicker
    }

    /// What an attractor's distance is measured from.
    public enum AttractorType: String, Sendable, CaseIterable {
        case radial, axial, planar
    }

    /// What a solid fills.
    public enum SolidShape: String, Sendable, CaseIterable {
        /// All on one side of a line.
        case plane
        case circle
        case box
    }

    /// What a value over life does to what the property would be.
    public enum Operation: String, Sendable, CaseIterable {
        case replace, add, multiply
    }

    /// Properties that can follow a particle's life.
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

    /// What it does.
    public internal(set) var kind: Kind
    /// For key paths of animations.
    public internal(set) var name: String?
    /// False: does nothing.
    public internal(set) var enabled = true
    /// It acts on cells whose ``EmitterCell/fieldBitMask`` has one of these bits.
    ///
    /// - Source: SKFieldNode.
    public internal(set) var categoryBitMask = BitMask.all

    /// Wave: the largest push.
    public internal(set) var force = SIMD3<Double>(0, 0, 0)
    /// Wave, gusts of wind, flicker: in hertz.
    public internal(set) var frequency = 1.0
    /// Drag, wind: share of the (relative) velocity that is lost in a second, for a mass of 1.
    public internal(set) var drag = 0.0
    /// Wind: of the medium, points a second.
    public internal(set) var velocity = SIMD3<Double>(0, 0, 0)
    /// Wind: how much of the velocity comes and goes, 0...1.
    public internal(set) var gust = 0.0

    /// Align: turns of the whole circle that are added.
    public internal(set) var rotation = 0.0
    /// Align: planes turn in space instead of in the canvas' plane.
    public internal(set) var preservesDepth = false

    /// Value over life: what is given.
    public internal(set) var lifePath = LifePath.scale
    /// Value over life: at ``locations``; straight in between.
    public internal(set) var values: [Double] = []
    /// Value or colour over life: shares of a life, ascending in 0...1, as many as values.
    public internal(set) var locations: [Double] = []
    /// Value over life: how it is given.
    public internal(set) var operation = Operation.replace
    /// Colour over life: at ``locations``.
    public internal(set) var colors: [Color] = []

    /// Attractors, vortex, light, collider: where the middle is; of a plane, a point on it.
    public internal(set) var position = SIMD2<Double>(0, 0)
    /// Attractor, light: its distance towards the viewer.
    public internal(set) var zPosition = 0.0
    /// Attractor.
    public internal(set) var attractorType = AttractorType.radial
    /// Attractors: force for each point of distance from ``radius``.
    public internal(set) var stiffness = 0.0
    /// Attractors: the spring's rest, within which it does not pull; vortex: its core; collider: of a circle.
    public internal(set) var radius = 0.0
    /// Attractors: width of the ramp over which the spring sets in; outside ``radius`` if positive, inside, where the
    /// spring then pushes outwards, if negative. Light: the exponent with which it fades over ``falloffDistance``.
    public internal(set) var falloff = 0.0
    /// Attractor: points from ``radius`` at which the force has faded away. Light: points at which it is dark. 0 is never.
    public internal(set) var falloffDistance = 0.0
    /// Attractor: elevation of the axis, or of the plate's normal.
    public internal(set) var orientationLatitude = 0.0
    /// Attractor: its azimuth.
    public internal(set) var orientationLongitude = 0.0

    /// Turbulence: the push where the field is at its usual strength; vortex: at the core's rim, clockwise.
    public internal(set) var strength = 0.0
    /// Turbulence: points from one curl to the next.
    public internal(set) var size = 100.0
    /// Turbulence: how fast the field changes; about so many times a second it is another.
    public internal(set) var speed = 0.0

    /// Bounce: left, top, width and height of the box.
    public internal(set) var bounds = SIMD4<Double>(0, 0, 0, 0)
    /// Floor: points from the canvas' top.
    public internal(set) var y = 0.0
    /// Collider: what it fills.
    public internal(set) var solidShape = SolidShape.plane
    /// Collider: radians, clockwise, by which a box is turned; of a plane, the direction of its surface from the right, with the
    /// solid to its right-hand side: below it at 0.
    public internal(set) var angle = 0.0
    /// Collider: width and height of a box.
    public internal(set) var solidSize = SIMD2<Double>(100, 100)
    /// Collider: it fills everything else instead, and particles are kept inside.
    public internal(set) var inverse = false
    /// Bounce, floor, collider: what hits it is gone.
    public internal(set) var diesOnCollision = false
    /// Bounce, floor, collider: share of the speed that is left of it, 0...1.
    public internal(set) var elasticity = 0.5
    /// Bounce, floor, collider: share of the speed along the wall, and of the spin, that is lost, 0...1.
    public internal(set) var friction = 0.2

    /// Flicker: share of alpha that trembles, 0...1.
    public internal(set) var amount = 0.5

    /// Light.
    public internal(set) var color = Color.white
    /// Light: shines into a cone only.
    public internal(set) var spot = false
    /// Light: also makes transparent what it does not reach.
    public internal(set) var appliesAlpha = false
    /// Light: elevation of the cone's axis.
    public internal(set) var directionLatitude = 0.0
    /// Light: its azimuth.
    public internal(set) var directionLongitude = 0.0
    /// Light: the cone's full opening.
    public internal(set) var coneAngle = Double.pi / 2
    /// Light: share of the cone in which it fades towards the rim, 0...1.
    public internal(set) var coneEdgeSoftness = 0.0

    /// Of a kind, with the defaults.
    public init(_ kind: Kind) { self.kind = kind }
}

extension Behavior {
    /// Whether particles bounce from it.
    package var isWall: Bool { kind == .bounce || kind == .floor || kind == .collider }
}

/// Bits by which fields choose cells.
enum BitMask {
    /// Every bit.
    static let all = 4_294_967_295
    static let bounds = 0...all
}
