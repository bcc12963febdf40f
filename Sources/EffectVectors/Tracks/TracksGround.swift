internal import EffectModel

extension Canvas.Background {
    /// Text of the background in tracks, in the form of a spec. A gradient that is of one color is that color, and one
    /// with translucent colors has more of them: players mix colors that are not premultiplied.
    var tracksText: String {
        func list(_ color: SIMD4<Double>) -> String { TracksNumber.list((0..<4).map { color[$0] }, digits: 4) }
        switch self {
        case .transparent: return "\"transparent\""
        case .color(let color): return list(color.components)
        case .gradient(let gradient) where gradient.isFlat: return list(gradient.plainColor)
        case .gradient(let gradient): return "{\"gradient\":\(gradient.tracksText)}"
        }
    }
}

extension Gradient {
    /// Text of the gradient in tracks.
    var tracksText: String {
        let stops = stops(times: SIMD3(1, 1, 1))
        let colors = stops.map { stop in TracksNumber.list((0..<4).map { stop.color[$0] }, digits: 4) }
        let places = TracksNumber.list(stops.map(\.place), digits: 4)
        let ends = [startPoint, endPoint].map { TracksNumber.list([$0.x, $0.y], digits: 6) }
        return
            "{\"type\":\"\(kind.rawValue)\",\"colors\":[\(colors.joined(separator: ","))],\"locations\":\(places),\"startPoint\":\(ends[0]),\"endPoint\":\(ends[1])}"
    }
}
