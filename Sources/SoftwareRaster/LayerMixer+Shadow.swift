internal import EffectModel

/// Shadows of layers that are composited as a whole.
extension LayerMixer {
    /// Draws the shadow of `layer` onto `target`: its alpha, moved and blurred. The canvas' edge pixels continue beyond
    /// it.
    ///
    /// - Parameter fade: Opacity of the layer, which applies to its shadow too.
    /// - Complexity: O(pixels of the canvas and of a margin as wide as the blur).
    mutating func put(_ shadow: DrawList.Shadow, of layer: Target, fade: Double, onto target: inout Target) {
        let ink = Ink(SIMD4(shadow.color.x, shadow.color.y, shadow.color.z, shadow.color.w * fade))
        guard Format.isSeen(ink) else { return }
        let soft = shadow.feather > 0 ? SoftAlpha(feather: shadow.feather) : nil
        let margin = soft?.margin ?? 0
        var wide = Bitmap(width: target.width + 2 * margin, height: target.height + 2 * margin)
        Self.copyAlpha(of: layer, moved: shadow.offset, margin: margin, to: &wide)
        var alpha = wide
        if let soft {
            alpha = mask.take() ?? Bitmap(width: target.width, height: target.height)
            soft.spread(wide, onto: &alpha)
        }
        for y in alpha.touchedRows {
            let columns = alpha.columns(ofRow: y)
            if columns.isEmpty { continue }
            let start = y * target.width
            row.removeAll(keepingCapacity: true)
            for x in columns { row.append(Format.pixel(ink, alpha.pixels[start + x] >> 24)) }
            target.withSurface { $0.blend(row.span, x: columns.lowerBound, y: y, .normal) }
        }
        if soft != nil {
            var used: Bitmap? = consume alpha
            keep(&used)
        }
    }

    private static func copyAlpha(
        of layer: Target,
        moved offset: SIMD2<Double>,
        margin: Int,
        to wide: inout Bitmap
    ) {
        let (width, height) = (layer.width, layer.height)
        let (right, down) = (Int(offset.x), Int(offset.y))
        let touched = layer.touchedRows
        for y in 0..<wide.height {
            let source = min(height - 1, max(0, y - margin)) - down
            guard touched.contains(source) else { continue }
            let columns = layer.columns(ofRow: source)
            if columns.isEmpty { continue }
            let start = source * width
            var (low, high) = (wide.width, 0)
            for x in 0..<wide.width {
                let column = min(width - 1, max(0, x - margin)) - right
                guard columns.contains(column) else { continue }
                let alpha = Format.alpha(layer.pixels[start + column])
                guard alpha > 0 else { continue }
                wide.pixels[y * wide.width + x] = alpha << 24
                low = min(low, x)
                high = x + 1
            }
            if low < high { wide.withSurface { $0.touch(y, low: low, high: high) } }
        }
    }
}
