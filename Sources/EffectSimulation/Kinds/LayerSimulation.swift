internal import EffectModel

/// An instant of a scene, or of a group in it, as its layers see it.
struct SceneMoment: Sendable {
    /// Seconds since the start.
    var time: Double
    /// Motion of the groups around; `nil` for none.
    var outer: Affine?
    /// Births of the whole effect: ids between two copies.
    var births: Int
    /// Ids between two rounds of a loop.
    var stride: Int
}

/// A linear map and a move after it, in points of the canvas.
struct Affine: Sendable, Equatable {
    var linear: Linear
    var offset: SIMD2<Double>

    static let identity = Affine(linear: .identity, offset: .zero)

    /// A motion about `pivot` that then moves it to `place`.
    init(_ linear: Linear, about pivot: SIMD2<Double>, to place: SIMD2<Double>) {
        self.init(linear: linear, offset: place - linear.applied(to: pivot))
    }

    init(linear: Linear, offset: SIMD2<Double>) {
        (self.linear, self.offset) = (linear, offset)
    }

    func applied(to point: SIMD2<Double>) -> SIMD2<Double> { linear.applied(to: point) + offset }

    /// This motion after `other`.
    func after(_ other: Affine) -> Affine {
        Affine(linear: linear.after(other.linear), offset: applied(to: other.offset))
    }

    var isIdentity: Bool { self == .identity }
}

/// One layer of an effect as a function of time.
protocol LayerSimulation: Sendable {
    /// Things that it ever gives an id to.
    var count: Int { get }
    /// Where its groups stand in the drawing order, relative to the layer's z.
    var depths: [Double] { get }
    /// Whether groups that follow each other are finished together where the layer fades, is masked or blended.
    var isOneWhole: Bool { get }
    /// What is in it.
    var scenes: [Scene] { get }
    /// Copies that it makes of anything that is in it, at the most.
    var copies: Int { get }
    /// One group for each of ``depths``, `nil` where nothing is seen.
    func groups(at scene: SceneMoment) -> [DrawList.Group?]
    /// By cell, what became of its particles; empty where they are as many, and live as long, as the spec says.
    var lives: [Lives] { get }
}

extension LayerSimulation {
    var isOneWhole: Bool { true }

    var scenes: [Scene] { [] }

    var copies: Int { scenes.map(\.copies).max() ?? 1 }

    var lives: [Lives] { [] }
}
