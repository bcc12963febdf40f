internal import EffectModel

/// Layers whose parts blend each in its own way, such as a button, light that flies out of it, and letters above.
extension LayerMixer {
    /// Draws parts of one layer as a whole onto `target`: as they would look on it without mask and opacity, so much of
    /// that as these leave. So nothing shines through what covers it, and light stays light.
    ///
    /// - Parameter parts: At least one; opacity, blending and mask are the layer's, and the same in all of them.
    /// - Returns: `false` when it was stopped.
    /// - Complexity: O(pixels that items and the mask touch).
    mutating func draw(
        _ parts: [DrawList.Group],
        with drawer: inout ItemDrawer,
        on target: inout Target,
        _ isStopped: () -> Bool
    ) -> Bool {
        guard let first = parts.first, first.opacity > 0 else { return true }
        var layers: [Target] = []
        defer { keep(&layers) }
        for (index, part) in parts.enumerated() {
            // On a bitmap of their own if the layer is put on by its own blending; else each on another.
            if index == 0 || first.composite == nil { layers.append(bitmap(like: target)) }
            guard drawer.draw(part, on: &layers[layers.count - 1], isStopped) else { return false }
        }
        let rows = layers.filter { !$0.touchedRows.isEmpty }.map(\.touchedRows)
        guard let top = rows.map(\.lowerBound).min(), let bottom = rows.map(\.upperBound).max() else { return true }
        let mask = first.mask.map { draw($0, with: &drawer, target.width, target.height) }
        let blends = first.composite.map { [$0] } ?? parts.map(\.blend)
        var isDone = true
        for y in top..<bottom {
            // What is seen of it by then goes with the frame, which is not complete.
            if y & 63 == 63, isStopped() {
                isDone = false
                break
            }
            mix(layers, blends, mask, y, first, onto: &target)
        }
        keep(mask)
        return isDone
    }

    /// Puts row `y` of the parts onto `target`.
    private mutating func mix(
        _ layers: [Target],
        _ blends: [DrawList.Blend],
        _ mask: Bitmap?,
        _ y: Int,
        _ group: DrawList.Group,
        onto target: inout Target
    ) {
        let isInverted = group.mask?.isInverted == true
        var columns = 0..<0
        for layer in layers {
            let own = layer.columns(ofRow: y)
            if own.isEmpty { continue }
            columns =
                columns.isEmpty
                ? own : min(columns.lowerBound, own.lowerBound)..<max(columns.upperBound, own.upperBound)
        }
        if let mask, !isInverted { columns = columns.clamped(to: mask.columns(ofRow: y)) }
        if columns.isEmpty { return }
        let places = y * target.width + columns.lowerBound..<y * target.width + columns.upperBound
        // A slice would keep the pixels, and have all of them copied for each row that is written.
        before.removeAll(keepingCapacity: true)
        before.append(contentsOf: target.pixels[places])
        for (layer, blend) in zip(layers, blends) {
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: layer.pixels[places])
            row.withUnsafeMutableBufferPointer { row in
                target.withSurface { $0.blend(row, x: columns.lowerBound, y: y, blend) }
            }
        }
        let opacity = UInt32((group.opacity * 255).rounded())
        if opacity == 255, mask == nil { return }
        for place in places {
            let alpha = mask.map { ($0.pixels[place] >> 24) ^ (isInverted ? 255 : 0) } ?? 255
            // To nearest; two shares of 255 that add up to it never come to more than the larger of the two pixels.
            let share = (alpha * opacity + 127) / 255
            target.pixels[place] =
                Format.scaled(before[place - places.lowerBound], by: 255 - share)
                + Format.scaled(target.pixels[place], by: share)
        }
    }
}
