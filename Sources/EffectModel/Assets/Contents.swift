/// Contents of a layer: an asset by name, an inline asset, or a color for a plain surface; on a side of a transition
/// also a layer.
public enum Contents: Sendable, Equatable {
    /// Name of an asset of the spec or of a built-in asset, or else a color.
    case named(String)
    case own(Asset)
    /// A layer, found by its ``Layer/parent`` and its ``Layer/side``.
    case layer
}

extension Asset {
    /// The asset's size in points when `part` of it covers `area`: rectangles, squares, strips and gradients are
    /// stretched, other assets keep their aspect ratio.
    public func size(covering area: SIMD2<Double>, part: UnitRectangle = .whole) -> SIMD2<Double> {
        switch content {
        case .shape(.rectangle), .shape(.square), .shape(.strip), .picture(_, .gradient): return area
        default:
            let seen = size * part.size
            return seen * (area / seen).max()
        }
    }
}
