package import EffectModel
package import EffectSimulation

/// An effect as pieces with a formula each, instead of frames: one piece for each thing drawn, over the time that it is
/// visible.
package struct VectorScene: Sendable {
    /// Contents in drawing order.
    package var children: [VectorNode.Child]
    /// Share of the loop, 0...1, that shows the effect best without motion.
    package var best: Double
    /// Largest distance in pixels between the center of a piece and the draw lists, at the times sampled; of lines and
    /// cubics, the tolerance, as an upper bound. Below ``exactness``, the motion is exact.
    package var error = 0.0

    /// Maximum number of samples around which tracks take finer ones, and the places of these, in steps from the sample.
    package static let mostRefined = 60
    package static let finerParts = [-0.75, -0.5, -0.25, 0.25, 0.5, 0.75]

    /// Distance in pixels that no viewer shows: coordinates are rounded about as much.
    package static let exactness = 0.02
}

/// A layer, or a group of layers, that is composited on its own.
package struct VectorNode: Sendable {
    /// Something drawn in a node.
    package indirect enum Child: Sendable {
        case piece(Piece)
        case trail(Trail)
        case node(VectorNode)
    }

    /// Index of the layer in the spec.
    package var layer: Int
    /// Opacity of the whole over the loop, 0...1.
    package var opacity: Channel
    /// Blend mode of each piece.
    package var blend: DrawList.Blend
    /// Blend mode of the whole; `nil` draws the pieces onto the canvas.
    package var composite: DrawList.Blend?
    /// Mask of the whole.
    package var mask: VectorMask?
    /// Drop shadow of the whole at its first moment.
    package var shadow: DrawList.Shadow?
    /// Course of the drop shadow over the loop; `nil` for one that stays as it is.
    package var shadowCourse: ShadowCourse?
    /// Number shared by consecutive nodes that are composited together, as in ``DrawList/Group/run``.
    package var run: Int?
    /// Contents in drawing order.
    package var children: [Child]
}

/// A drop shadow that changes: its numbers over the loop.
package struct ShadowCourse: Sendable, Equatable {
    /// Offset in pixels.
    package var x: Channel
    package var y: Channel
    /// Width of the soft edge in pixels.
    package var feather: Channel
    /// Red, green, blue and alpha, 0...1.
    package var color: [Channel]
}

/// A mask: pieces whose alpha shows a node, or hides it.
package struct VectorMask: Sendable, Equatable {
    /// Sprites or outlines, visible one after another.
    package var pieces: [Piece]
    /// Whether the node shows where the pieces are transparent.
    package var isInverted: Bool
    /// Width of the soft edge at the first moment in pixels, as in ``DrawList/Mask/feather``.
    package var feather: Double
    /// Width of the soft edge over the loop; `nil` for one that stays as it is.
    package var featherCourse: Channel?
}

/// A drawn thing over a stretch of the loop: a sprite, its motion and its color.
package struct Piece: Sendable, Equatable {
    /// Share of the loop during which the piece is visible. Channels count their time from `start` to `end`.
    package struct Window: Sendable, Equatable {
        /// Share of the loop, 0..<1.
        package var start: Double
        /// Share of the loop, above `start`; above 1 if the loop ends first: the piece then goes on from the loop's
        /// start if ``wraps``, else it is cut off.
        package var end: Double
        /// Whether the piece goes on from the loop's start.
        package var wraps = false

        /// Whether the piece is there from the first moment to the last.
        package var isWhole: Bool { start <= 0 && end >= 1 }
    }

    /// Orientation and size on the canvas, in pixels per sprite unit.
    package enum Orientation: Sendable, Equatable {
        /// Scaled, then rotated; radians, clockwise.
        case flat(rotation: Channel, scale: (x: Channel, y: Channel))
        /// Scaled, turned in space by an angle in radians about a unit vector, and seen from the front.
        case space(axis: SIMD3<Double>, angle: Channel, scale: Channel)
        /// A matrix of any kind, by columns: a step right, a step down.
        case matrix(right: (x: Channel, y: Channel), down: (x: Channel, y: Channel))

        package static func == (a: Self, b: Self) -> Bool {
            switch (a, b) {
            case (.flat(let rotation, let scale), .flat(let other, let size)): rotation == other && scale == size
            case (.space(let axis, let angle, let scale), .space(let other, let turn, let size)):
                axis == other && angle == turn && scale == size
            case (.matrix(let right, let down), .matrix(let other, let below)): right == other && down == below
            default: false
            }
        }
    }

    /// Red, green and blue, 0...1.
    package enum Paint: Sendable, Equatable {
        case fixed(SIMD3<Double>)
        case changing(red: Channel, green: Channel, blue: Channel)
        /// Colors of the two sides of a plane that turns in space.
        case sides(front: SIMD3<Double>, back: SIMD3<Double>)
    }

    /// Index of the sprite; −1 if the piece has an outline of its own.
    package var sprite: Int
    /// Outline in sprite units, in place of a sprite's.
    package var outline: Outline?
    /// Stretch of the loop during which the piece is visible.
    package var window: Window
    /// Position of the sprite's center in pixels.
    package var x: Channel
    package var y: Channel
    /// Orientation and size.
    package var orientation: Orientation
    /// Alpha; values outside 0...1 count as the nearest of them.
    package var alpha: Channel
    /// Color that tints the sprite.
    package var paint: Paint
    /// Looks that follow from a life, which ``alpha``, ``paint`` and ``orientation`` also have; `nil` where a form has no use for
    /// it.
    package var life: Life?
}

/// The trail of a piece: bands of its path that follow it, each thinner and fainter than the one before.
///
/// A band has one width and one alpha, where a draw list's ribbon narrows and fades evenly.
package struct Trail: Sendable, Equatable {
    /// A stretch of the path.
    package struct Band: Sendable, Equatable {
        /// Distance along the path from its first point to the band, in pixels.
        package var start: Channel
        /// Length along the path in pixels.
        package var length: Channel
        /// Width in pixels.
        package var width: Channel
        /// Alpha, 0...1.
        package var alpha: Channel
    }

    /// Points of the path in pixels, the oldest first; at least two.
    package var points: [SIMD2<Double>]
    /// The path as curves; `nil` for straight lines through ``points``.
    package var outline: Outline?
    /// Stretch of the loop during which the trail is visible.
    package var window: Piece.Window
    /// Bands from the piece backwards.
    package var bands: [Band]
    /// Color of all bands.
    package var paint: Piece.Paint
    /// Course of the trail by its times; `nil` where a form has no use for it.
    package var course: Course?
    /// Flight of the trail's particle, which ``bands`` follow; `nil` where it has no formula, or a form no use for it. ``bands`` are
    /// then empty.
    package var flight: Flight?
    /// Color that follows from a life, which ``paint`` also has; `nil` where a form has no use for it.
    package var life: Piece.Life?

    /// The way of a particle along the path from its birth, from which the ends of all bands follow: of the ages between those at
    /// the trail's head and at its tail, a band has an equal share.
    package struct Flight: Sendable, Equatable {
        /// Distance along the path in pixels, by age as a share of ``life``: no lines and no cubics.
        package var distance: Channel
        /// Share of the loop at the birth; below 0 for a life that begins before the loop.
        package var birth: Double
        /// Shares of the loop from birth to death, and that the trail shows.
        package var life: Double
        package var duration: Double
        /// Number of bands.
        package var bands: Int
        /// Width in pixels at the head and at the tail, over the window.
        package var width: Channel
        package var endWidth: Channel
        /// Alpha at the head over the window, and the alpha at the tail as a share of it.
        package var alpha: Channel
        package var endAlpha: Double

        /// Share of the trail from its head to the middle of a band.
        func middle(ofBand number: Int) -> Double { (Double(number) + 0.5) / Double(bands) }
    }

    /// A path by time, and the stretch of it that the trail covers: as in a draw list's ribbon, which has points at equal
    /// distances of time and narrows and fades evenly from the one to the next.
    package struct Course: Sendable, Equatable {
        /// Position in pixels over the path, whose share runs from its oldest point to its last one.
        package var x: Channel
        package var y: Channel
        /// Shares of the path at the trail's head and at its tail.
        package var head: Channel
        package var tail: Channel
        /// Number of points from head to tail; at least two.
        package var points: Int
        /// Width in pixels at the head and at the tail.
        package var width: Channel
        package var endWidth: Channel
        /// Alpha at the head, and the alpha at the tail as a share of it.
        package var alpha: Channel
        package var endAlpha: Channel
    }
}

/// The reason an effect can't be written as a vector.
package enum VectorError: Error, Sendable, Equatable {
    /// Something that the form has no words for, with the layer's index.
    case unsupported(Unsupported, layer: Int)
    /// More pieces than the operator allows.
    case tooManyPieces(found: Int, limit: Int)
    /// A document of more bytes than the operator allows.
    case tooLarge(limit: Int)
    /// More samples than fit into memory; ``VectorScene`` then takes fewer.
    case tooManySamples
    /// The check for cancellation said so.
    case stopped

    /// Contents that vectors can't express.
    package enum Unsupported: Sendable {
        case maximumBlend
        case invertedImageMask
        case changingTints
        case changingFill
        case manyTints
        case image
        case softShape
        case mask
        case carriedTrails
        case conicFill
        case blur
        case bloom

        /// Endings of forms other than images that show the contents.
        package var formsThatCan: [String] {
            switch self {
            case .blur, .bloom: []
            case .maximumBlend, .invertedImageMask, .changingTints, .manyTints, .conicFill: ["tracks.json"]
            case .changingFill: ["lottie.json", "tracks.json"]
            case .image, .softShape, .mask: ["lottie.json", "svg", "tracks.json"]
            case .carriedTrails: ["json"]
            }
        }

        /// Name of the layer's member that asks for the contents; `nil` where several may.
        package var member: String? {
            switch self {
            case .maximumBlend: "renderMode"
            case .mask, .invertedImageMask: "mask"
            case .changingTints, .manyTints, .image, .softShape, .carriedTrails, .conicFill, .changingFill: nil
            case .blur: "blur"
            case .bloom: "bloom"
            }
        }

        /// The contents as a noun phrase, for messages.
        package var phrase: String {
            switch self {
            case .maximumBlend: "the blend mode maximum"
            case .invertedImageMask: "an inverted mask with an image"
            case .changingTints: "images whose tint changes"
            case .changingFill: "a fill by a gradient whose color changes"
            case .conicFill: "a conic gradient as a fill"
            case .image: "an image"
            case .softShape: "a shape with a blur or a glow"
            case .mask: "a mask"
            case .carriedTrails: "trails that move as a whole"
            case .blur: "a blur"
            case .bloom: "a bloom"
            case .manyTints: "images in more than \(SVGSprites.maximumTints) tints"
            }
        }
    }
}

extension VectorScene {
    /// Samples per second of the effect, where memory allows.
    package static let samplesPerSecond = 60.0
    /// Maximum number of samples in memory, of some 200 bytes each.
    package static let maximumSamples = 300_000
    /// Largest distance in pixels between a point of a piece and the draw lists, where nothing else is asked for.
    package static let tolerance = 0.2
    /// Seconds by which an alpha that changes quickly may be early or late: half of a sample's time, or of a screen's frame.
    package static let alphaShift = 0.008
    /// Pixels across below which a piece may be off by twice the tolerance: it is less than a viewer sees of it.
    static let speck = 3.0

    /// Kinds of channels that a form has words for.
    package enum Curves: Sendable {
        /// Everything but ``Channel/cubics(_:)``: the viewer computes.
        case formulas
        /// Constants, polynomials of at most the third degree, and cubics one after another: keyframes with easings.
        case cubics
        /// Constants alone, to count pieces.
        case constants
        /// Everything but ``Channel/cubics(_:)``, and trails by their times.
        case tracks

        /// Whether the viewer computes formulas.
        var hasFormulas: Bool { self == .formulas || self == .tracks }
    }

    /// Describes the motion of everything that a simulation draws.
    ///
    /// - Parameters:
    ///   - maximumPieces: Maximum number of pieces.
    ///   - curves: Kinds of channels to choose from.
    ///   - tolerance: Largest distance in pixels between a point of a piece and the draw lists.
    ///   - maximumSamples: Maximum number of samples in memory; where more would be taken, the rate of samples is halved.
    ///   - share: Share of the loop from its start that is looked at, to count pieces.
    ///   - isStopped: Cancellation check, called at each sample and at each piece.
    package init(
        _ simulation: Simulation,
        maximumPieces: Int,
        curves: Curves = .formulas,
        tolerance: Double = VectorScene.tolerance,
        maximumSamples: Int = VectorScene.maximumSamples,
        share: Double = 1,
        unless isStopped: @escaping () -> Bool
    ) throws(VectorError) {
        var rate = Self.samplesPerSecond
        while true {
            do throws(VectorError) {
                var limits = SceneSampler.Limits(strands: maximumPieces, samples: maximumSamples)
                limits.refines = curves == .tracks
                limits.share = share
                let sampler = try SceneSampler(simulation, rate: rate, limits, unless: isStopped)
                let fitter = SceneFitter(
                    simulation,
                    sampler,
                    curves: curves,
                    tolerance: tolerance,
                    unless: isStopped
                )
                self = try fitter.scene()
                return
            } catch .tooManySamples where rate * simulation.spec.timing.period > 4 {
                rate /= 2
            }
        }
    }
}
