internal import EffectModel

/// Layers whose parts have blend modes of their own, such as a button, light that flies out of it, and letters on top.
extension LayerMixer {
    /// Draws parts of a layer as a whole onto `target`: draws them as without mask and opacity, then mixes the result
    /// with the previous pixels by mask and opacity. Covered parts don't shine through, and light stays light.
    ///
    /// - Parameter parts: At least one part; opacity and blending are the layer's, and the same in all of them.
    /// - Returns: `false` if it was canceled.
    /// - Complexity: O(pixels that items and the mask touch).
    mutating func draw(
        _ parts: [DrawList.Group],
        with drawer: inout ItemDrawer,
        on target: inout Target,
        _ isStopped: () -> Bool
    ) -> Bool {
        guard let first = parts.first, first.opacity > 0 else { return true }
        if parts.contains(where: { $0.mask != first.mask }) {
            return drawApart(parts, with: &drawer, on: &target, isStopped)
        }
        var layers: [Target] = []
        defer { keep(&layers) }
        for (index, part) in parts.enumerated() {
            // A common bitmap if the layer has a blend mode of its own; else a bitmap for each part.
            if index == 0 || first.composite == nil { layers.append(bitmap(like: target)) }
            guard drawContents(of: part, with: &drawer, on: &layers[layers.count - 1], isStopped) else { return false }
        }
        let rows = layers.filter { !$0.touchedRows.isEmpty }.map(\.touchedRows)
        guard let top = rows.map(\.lowerBound).min(), let bottom = rows.map(\.upperBound).max() else { return true }
        var mask = first.mask.map { draw($0, with: &drawer, width: target.width, height: target.height) }
        let blends = first.composite.map { [$0] } ?? parts.map(\.blend)
        var isDone = true
        for y in top..<bottom {
            // The canceled frame is incomplete anyway, so rows that are already drawn don't matter.
            if y & 63 == 63, isStopped() {
                isDone = false
                break
            }
            mix(layers, blends: blends, mask: mask, y: y, group: first, onto: &target)
        }
        keep(&mask)
        return isDone
    }

    /// Draws parts with masks of their own, such as two images in a transition: each pixel becomes a mix of the parts
    /// by their masks and opacity. Where the masks add up to 1, nothing below shines through.
    private mutating func drawApart(
        _ parts: [DrawList.Group],
        with drawer: inout ItemDrawer,
        on target: inout Target,
        _ isStopped: () -> Bool
    ) -> Bool {
        var layers: [Target] = []
        defer { keep(&layers) }
        var masks: [Bitmap?] = []
        for part in parts {
            layers.append(bitmap(like: target))
            guard drawContents(of: part, with: &drawer, on: &layers[layers.count - 1], isStopped) else { return false }
            masks.append(part.mask.map { draw($0, with: &drawer, width: target.width, height: target.height) })
        }
        let rows = layers.filter { !$0.touchedRows.isEmpty }.map(\.touchedRows)
        guard let top = rows.map(\.lowerBound).min(), let bottom = rows.map(\.upperBound).max() else { return true }
        var isDone = true
        for y in top..<bottom {
            if y & 63 == 63, isStopped() {
                isDone = false
                break
            }
            mixApart(layers, masks: masks, y: y, parts: parts, onto: &target)
        }
        while var mask = masks.popLast() { keep(&mask) }
        return isDone
    }

    /// Blends row `y` of each part with the pixels before any of them, and adds up the results by the parts' masks.
    private mutating func mixApart(
        _ layers: [Target],
        masks: [Bitmap?],
        y: Int,
        parts: [DrawList.Group],
        onto target: inout Target
    ) {
        var columns = 0..<0
        for layer in layers where !layer.columns(ofRow: y).isEmpty {
            let own = layer.columns(ofRow: y)
            columns =
                columns.isEmpty
                ? own : min(columns.lowerBound, own.lowerBound)..<max(columns.upperBound, own.upperBound)
        }
        if columns.isEmpty { return }
        let start = y * target.width
        let places = start + columns.lowerBound..<start + columns.upperBound
        before.removeAll(keepingCapacity: true)
        before.append(contentsOf: target.pixels[places])
        var left = [UInt32](repeating: 255, count: columns.count)
        var sum = before
        for index in sum.indices { sum[index] = Format.scaled(sum[index], by: 0) }
        for (index, part) in parts.enumerated() {
            for place in places { target.pixels[place] = before[place - places.lowerBound] }
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: layers[index].pixels[places])
            target.withSurface { $0.blend(row.span, x: columns.lowerBound, y: y, part.composite ?? part.blend) }
            let opacity = UInt32((part.opacity * 255).rounded())
            let flip: UInt32 = part.mask?.isInverted == true ? 255 : 0
            for place in places {
                let column = place - places.lowerBound
                let alpha = masks[index].map { ($0.pixels[place] >> 24) ^ flip } ?? 255
                // Two masks that add up to 255 have shares that add up to the opacity: 255 is odd, so one of them is
                // rounded down.
                let share = min(left[column], (alpha * opacity + 127) / 255)
                left[column] -= share
                sum[column] += Format.scaled(target.pixels[place], by: share)
            }
        }
        for place in places {
            let column = place - places.lowerBound
            target.pixels[place] = sum[column] + Format.scaled(before[column], by: left[column])
        }
    }

    /// Mixes row `y` of the parts onto `target`.
    private mutating func mix(
        _ layers: [Target],
        blends: [DrawList.Blend],
        mask: Bitmap?,
        y: Int,
        group: DrawList.Group,
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
        // A slice would share the pixels, so that each row written would copy all of them.
        before.removeAll(keepingCapacity: true)
        before.append(contentsOf: target.pixels[places])
        for (layer, blend) in zip(layers, blends) {
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: layer.pixels[places])
            target.withSurface { $0.blend(row.span, x: columns.lowerBound, y: y, blend) }
        }
        let opacity = UInt32((group.opacity * 255).rounded())
        if opacity == 255, mask == nil { return }
        for place in places {
            let alpha = mask.map { ($0.pixels[place] >> 24) ^ (isInverted ? 255 : 0) } ?? 255
            // Rounded to nearest; two shares that add up to 255 never exceed the larger of the two pixels.
            let share = (alpha * opacity + 127) / 255
            target.pixels[place] =
                Format.scaled(before[place - places.lowerBound], by: 255 - share)
                + Format.scaled(target.pixels[place], by: share)
        }
    }
}
