import EffectCost
import EffectModel
import StrictJSON
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Checks for seamless loops: particles wrap around into the next round, but images start again.
extension EffectSpec {
    /// Records a fault for the first layer that would jump in a seamless loop.
    func checkSeam(_ context: ReadContext) {
        guard timing.loop == .seamless, timing.frameCount > 1 else { return }
        // Evaluating animations takes time; the check ends when its budget is exhausted.
        var left = 50_000_000.0
        for (index, layer) in layers.enumerated() {
            guard let picture = PictureCourse(layer, in: self) else { continue }
            left -= picture.price * Double(timing.frameCount * PictureCourse.parts(of: timing))
            guard left > 0 else { return }
            guard picture.jumps(in: scene(ofLayer: index).timing) else { continue }
            context.fault(
                .conflict,
                at: "/timing/loop",
                found:
                    "\"seamless\" with the layer \(JSONValue.string(layer.name).excerpt), whose end differs from its start",
                allowed:
                    "\"forever\", \"once\" or a number of times; or a layer whose end equals its start"
            )
            return
        }
    }

    /// Records a fault for each repeating clock of a layer, because it would jump within the loop.
    static func checkClock(of layer: Layer, at pointer: String, _ spec: EffectSpec, _ context: ReadContext) {
        guard spec.timing.loop == .seamless else { return }
        let timing = layer.timing
        for (name, isSet) in [
            ("autoreverses", timing.autoreverses), ("repeatCount", timing.repeatCount > 1),
            ("repeatDuration", timing.repeatDuration > 0),
        ] where isSet {
            let allowed = "no \(name) with the timing.loop \"seamless\""
            context.fault(.conflict, at: "\(pointer)/\(name)", found: "a repeating layer", allowed: allowed)
        }
    }
}

/// State of an image layer over one loop, estimated from its numbers.
private struct PictureCourse {
    private let timeline: LayerTimeline
    private let canvas: SIMD2<Double>
    /// Size of the contents at scale 1, in points.
    private let size: SIMD2<Double>
    /// Size of the mask's asset in points; `nil` without a mask.
    private let maskSize: SIMD2<Double>?

    /// Paths of an animated shape; empty if the path is constant.
    private let shapeMorphs: [PathMorph]

    /// Paths of an animated mask; empty if the path is constant.
    private let morphs: [PathMorph]
    /// Outline of the mask; `nil` if it is animated.
    private let maskOutline: Outline?

    /// Cost per frame, in units of work (``RenderCost/work``).
    var price: Double {
        1000 + timeline.layerPrice + Double((morphs + shapeMorphs).map { $0.lineCount(at: 1) }.max() ?? 0) * 20
    }

    /// Returns `nil` for layers without images and for constant layers.
    init?(_ layer: Layer, in spec: EffectSpec) {
        canvas = SIMD2(spec.canvas.width, spec.canvas.height)
        switch layer.content {
        case .sprite(let sprite):
            if layer.animations.isEmpty { return nil }
            let natural = spec.asset(of: sprite.contents, owner: "")?.asset.size ?? SIMD2(1, 1)
            size = sprite.size ?? natural * sprite.contentsRect.size
        case .shape(let shape):
            if layer.animations.isEmpty { return nil }
            let box = shape.outline(on: spec.canvas).bounds
            size = pointwiseMax(box.map { $0.high - $0.low } ?? .zero, SIMD2(1, 1)) + shape.stroke.lineWidth
        case .reveal, .transition, .shatter: size = canvas
        case .group(let group):
            if layer.animations.isEmpty { return nil }
            size = group.extent(on: spec.canvas)
        // Particles may be gone when the layer jumps, and a like is pressed again in each round.
        case .emitter, .firework, .fountain, .like: return nil
        }
        shapeMorphs = layer.shape?.morphs(on: spec.canvas) ?? []
        let mask = layer.mask.flatMap { spec.asset(of: $0)?.asset }
        maskSize = layer.mask.map { _ in mask?.size ?? SIMD2(1, 1) }
        morphs = layer.mask.flatMap { of in mask.map { of.morphs(of: $0) } } ?? []
        maskOutline = morphs.isEmpty ? nil : mask?.outline
        timeline = LayerTimeline(layer)
    }

    /// Number of moments that are looked at per frame: at a low frame rate, every step is as large as a jump.
    static func parts(of timing: Timing) -> Int { max(1, Int((slowest / timing.fps).rounded(.up))) }

    /// Lowest number of moments per second.
    private static let slowest = 30.0

    /// Whether the change from the last to the first moment is far larger than between any other moments.
    func jumps(in timing: Timing) -> Bool {
        let parts = Self.parts(of: timing)
        let step = (timing.time(ofFrame: 1) - timing.time(ofFrame: 0)) / Double(parts)
        let states = (0..<timing.frameCount * parts).map { number in
            state(at: timing.time(ofFrame: number / parts) + step * Double(number % parts))
        }
        guard let first = states.first, let last = states.last else { return false }
        var steps = [Double](repeating: 0, count: first.count)
        for (state, next) in zip(states, states.dropFirst()) {
            for index in steps.indices { steps[index] = max(steps[index], abs(next[index] - state[index])) }
        }
        return steps.indices.contains { abs(first[$0] - last[$0]) > 2 * steps[$0] + Self.unseen }
    }

    /// Largest change that is not noticeable, for instance of opacity.
    private static let unseen = 0.02

    /// Visible state at one time as numbers. All are weighted by visibility, because a hidden layer's position is
    /// irrelevant.
    private func state(at time: Double) -> [Double] {
        guard let now = timeline.layer.timing.localTime(at: time) else { return Array(repeating: 0, count: stateCount) }
        let layer = timeline.layer(at: now)
        let progress = progress(at: now)
        let seen = layer.opacity * share(of: layer) * (1 - progress.lost)
        let mask = layer.mask ?? Layer.Mask()
        let pairs = [
            layer.position / canvas, layer.transform.scale, SIMD2(angle: layer.transform.rotation),
            mask.position / canvas, mask.scale, SIMD2(angle: mask.rotation),
        ]
        let outline = mask.path.flatMap { morphs.outline(at: $0) } ?? maskOutline
        let box = outline?.bounds ?? (SIMD2(0, 0), SIMD2(0, 0))
        // A small hole is weighted fully, because it may grow.
        let hole = seen > 0 ? layer.opacity * (1 - progress.lost) : 0
        let corners = [box.low / canvas * hole, box.high / canvas * hole].flatMap { [$0.x, $0.y] }
        return [seen, progress.changed * seen] + pairs.flatMap { [$0.x * seen, $0.y * seen] } + corners
            + course(of: layer.group).map { $0 * seen }
            + (layer.shape.map(shapeState) ?? []).map { $0 * seen }
    }

    /// State of a group's bounds and contents. A tiled scroll position is periodic.
    private func course(of group: LayerGroup) -> [Double] {
        let size = group.size ?? canvas
        let radius = min(group.cornerRadius, size.min() / 2)
        let border = min(group.borderWidth, size.min() / 2)
        let bounds = [size.x / canvas.x, size.y / canvas.y, radius / canvas.min(), border / canvas.min()]
        return bounds + contents(of: group)
    }

    private func contents(of group: LayerGroup) -> [Double] {
        var scroll = group.scroll / canvas
        if let tile = group.tile {
            scroll = (group.scroll - tile * (group.scroll / tile).rounded(.down)) / tile
            // On a circle, so that the last position is next to the first.
            let (x, y) = (SIMD2(angle: scroll.x * 2 * .pi), SIMD2(angle: scroll.y * 2 * .pi))
            return [x.x, x.y, y.x, y.y]
        }
        let turn = SIMD2(angle: group.instances.transform.rotation)
        return [scroll.x, scroll.y, turn.x, turn.y]
    }

    /// Number of values in a state.
    private var stateCount: Int { 26 + (timeline.layer.shape.map(shapeState)?.count ?? 0) }

    /// State of a shape as numbers.
    private func shapeState(_ shape: ShapeLayer) -> [Double] {
        let (style, fill) = (shape.stroke, shape.fillColor?.components ?? .zero)
        let line = shape.strokeColor?.components ?? .zero
        // The position of an invisible stroke is irrelevant, and the dash phase is periodic.
        let drawn = max(0, min(1, style.strokeEnd - style.strokeStart))
        let turn = style.period > 0 ? SIMD2(angle: style.lineDashPhase / style.period * 2 * .pi) : .zero
        let box = shape.place.flatMap { shapeMorphs.outline(at: $0)?.bounds } ?? (.zero, .zero)
        let colors = [fill, line].flatMap { color in [color.x, color.y, color.z].map { $0 * color.w } + [color.w] }
        let corners = [box.low / canvas, box.high / canvas].flatMap { [$0.x, $0.y] }
        let ends = [style.strokeStart, style.strokeEnd].map { $0 * min(1, drawn * 10) }
        return colors + corners + ends + [drawn, style.lineWidth / canvas.x, turn.x * drawn, turn.y * drawn]
    }

    /// Fraction of the old image that has become the new one, and fraction that has vanished.
    private func progress(at time: Double) -> (changed: Double, lost: Double) {
        switch timeline.layer.content {
        case .reveal(let reveal):
            return (reveal.isIdle ? 0 : min(1, max(0, (time - reveal.delay) / reveal.duration)), 0)
        case .transition(let transition):
            return (transition.isIdle ? 0 : min(1, max(0, (time - transition.delay) / transition.duration)), 0)
        case .shatter(let shatter):
            let share = min(1, max(0, time / shatter.duration))
            if let behind = shatter.behind { return (behind == shatter.source ? 0 : share, 0) }
            return (0, share)
        case .emitter, .sprite, .shape, .firework, .fountain, .like, .group: return (0, 0)
        }
    }

    /// Fraction of the layer that is within the canvas and the mask, estimated from bounding boxes.
    private func share(of layer: Layer) -> Double {
        var middle = layer.position
        switch layer.content {
        case .sprite, .shape: break
        default: middle += canvas / 2
        }
        let whole = Box(middle, (layer.group.size ?? size) * layer.transform.scale, turned: layer.transform.rotation)
        let shown = whole.common(with: Box(canvas / 2, canvas, turned: 0))
        guard let maskSize, let mask = layer.mask else { return shown.area / max(whole.area, 1e-9) }
        let masked = shown.common(with: Box(mask.position, maskSize * mask.scale, turned: mask.rotation))
        return (mask.inverted ? shown.area - masked.area : masked.area) / max(whole.area, 1e-9)
    }

    /// Axis-aligned bounding box of a rotated box.
    private struct Box {
        var low: SIMD2<Double>
        var high: SIMD2<Double>

        init(_ middle: SIMD2<Double>, _ size: SIMD2<Double>, turned angle: Double) {
            let (turn, half) = (SIMD2(angle: angle), SIMD2(abs(size.x), abs(size.y)) / 2)
            let (cosine, sine) = (abs(turn.x), abs(turn.y))
            let reach = SIMD2(cosine * half.x + sine * half.y, sine * half.x + cosine * half.y)
            (low, high) = (middle - reach, middle + reach)
        }

        var area: Double { max(0, high.x - low.x) * max(0, high.y - low.y) }

        func common(with other: Box) -> Box {
            var box = self
            (box.low, box.high) = (pointwiseMax(low, other.low), pointwiseMin(high, other.high))
            return box
        }
    }
}

extension SIMD2<Double> {
    /// The unit vector at an angle.
    fileprivate init(angle: Double) { self.init(cos(angle), sin(angle)) }
}
