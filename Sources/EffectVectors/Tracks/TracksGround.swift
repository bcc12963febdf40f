internal import EffectModel

extension Canvas.Background {
    /// Text of the background in tracks, in the form of a spec.
    var tracksText: String {
        func list(_ color: Color) -> String { TracksNumber.list((0..<4).map { color.components[$0] }, digits: 4) }
        switch self {
        case .transparent: return "\"transparent\""
        case .color(let color): return list(color)
        case .gradient(let gradient):
            let colors = gradient.colors.map(list).joined(separator: ",")
            let places = TracksNumber.list(gradient.places, digits: 4)
            let ends = [gradient.startPoint, gradient.endPoint].map { TracksNumber.list([$0.x, $0.y], digits: 6) }
            return
                "{\"gradient\":{\"type\":\"\(gradient.kind.rawValue)\",\"colors\":[\(colors)],\"locations\":\(places),\"startPoint\":\(ends[0]),\"endPoint\":\(ends[1])}}"
        }
    }
}
