internal import EffectModel

/// An instant of a scene, or of a group within, as its layers see it.
struct SceneMoment: Sendable {
    /// Seconds since the start.
    var time: Double
    /// Motion of the enclosing groups; `nil` for none.
    var outer: Affine?
    /// Births of the whole effect: the distance between the ids of two copies.
    var births: Int
    /// Distance between the ids of two rounds of a loop.
    var stride: Int
    /// Indices of layers whose groups stay empty.
    var empty: Set<Int> = []
}

/// A linear map followed by a translation, in points of the canvas.
struct Affine: Sendable, Equatable {
    var linear: Linear
    var offset: SIMD2<Double>

    static let identity = Affine(linear: .identity, offset: .zero)

    /// Creates a map about `pivot` that moves the pivot to `place`.
    init(_ linear: Linear, about pivot: SIMD2<Double>, to place: SIMD2<Double>) {
        self.init(linear: linear, offset: place - linear.applied(to: pivot))
    }

    init(linear: Linear, offset: SIMD2<Double>) {
        (self.linear, self.offset) = (linear, offset)
    }

    func applied(to point: SIMD2<Double>) -> SIMD2<Double> { linear.applied(to: point) + offset }

    /// Composition of this motion after `other`.
    func after(_ other: Affine) -> Affine {
        Affine(linear: linear.after(other.linear), offset: applied(to: other.offset))
    }

    var isIdentity: Bool { self == .identity }
}

/// A layer of an effect as a function of time.
protocol LayerSimulation: Sendable {
    /// Number of ids that the layer uses.
    var count: Int { get }
    /// Positions of its groups in the drawing order, relative to the layer's z.
    var depths: [Double] { get }
    /// Whether consecutive groups are composited together where the layer fades, is masked or blended.
    var isOneWhole: Bool { get }
    /// Scenes of its sublayers; empty if it has none.
    var scenes: [Scene] { get }
    /// Maximum number of copies of anything in the layer.
    var copies: Int { get }
    /// Groups at an instant, one for each of ``depths``; `nil` where nothing is visible.
    func groups(at scene: SceneMoment) -> [DrawList.Group?]
    /// Lives of the particles by cell; empty if counts and lifetimes are as the spec says.
    var lives: [Lives] { get }
    /// Facts of the particle with an id of the first round; `nil` if the id belongs to no particle of this layer.
    func facts(ofItem id: Int) -> ParticleFacts?
    /// Lives of all particles until a time of the effect, if each has a closed form and the layer stands still; else `nil`.
    func formulaLives(until end: Double, _ sprites: [Sprite]) -> [FormulaLife]?
}

extension LayerSimulation {
    var isOneWhole: Bool { true }

    var scenes: [Scene] { [] }

    var copies: Int { scenes.map(\.copies).max() ?? 1 }

    var lives: [Lives] { [] }

    func facts(ofItem id: Int) -> ParticleFacts? { nil }

    func formulaLives(until end: Double, _ sprites: [Sprite]) -> [FormulaLife]? { nil }
}
