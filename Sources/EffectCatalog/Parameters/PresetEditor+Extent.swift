import EffectModel
import StrictJSON

/// Shapes of emitters that parameters set in part.
extension PresetEditor {
    /// Adds what a shape, mode or size of an emitter lacks to be seen: a point has no size, and a line no height. What
    /// the request states stays, and so do emitters of cells that no parameter acts on, such as a flash.
    mutating func completeShapes() {
        let asked = ["es", "em", "ew", "eh"].filter(given.contains)
        guard !asked.isEmpty else { return }
        let hasSize = asked.contains("ew") || asked.contains("eh")
        for emitter in emitters where cells.contains(where: { $0.starts(with: emitter) }) {
            let shape = emitter + ["emitterShape"]
            let size = emitter + ["emitterSize"]
            // Another parameter may have set the shape by its path.
            if writer(of: shape) == nil, let wider = Self.shape(around: self[shape]?.text, for: asked) {
                let direction = emitter + ["naturalDirection"]
                // Particles leave a line upward, and a rectangle to the right.
                if self[shape]?.text == Emitter.Shape.line.rawValue, self[direction] == nil {
                    setUnchecked(.string("-90deg"), at: direction)
                }
                setUnchecked(.string(wider), at: shape)
            }
            let isPoint = self[shape]?.text == Emitter.Shape.point.rawValue
            if !hasSize, !isPoint, writer(of: size) == nil, Self.isNothing(self[size]) {
                setUnchecked([.string(Self.usualSide), .string(Self.usualSide)], at: size)
            }
        }
    }

    /// Side of a shape for which no size is stated: a third of the canvas.
    private static let usualSide = "33vmin"

    /// The shape that shows the parameters' values, where `shape` does not; `nil` if it does.
    private static func shape(around shape: String?, for parameters: [String]) -> String? {
        switch shape {
        case nil, Emitter.Shape.point.rawValue: Emitter.Shape.rectangle.rawValue
        case Emitter.Shape.line.rawValue: parameters.contains("eh") ? Emitter.Shape.rectangle.rawValue : nil
        default: nil
        }
    }

    /// Whether a size is none at all.
    private static func isNothing(_ size: JSONValue?) -> Bool {
        guard case .array(let sides) = size else { return size == nil }
        return sides.allSatisfy { $0.double == 0 }
    }
}
