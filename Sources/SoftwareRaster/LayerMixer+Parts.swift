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
        if parts.contains(where: { $0.mask != first.mask }) {
            return drawApart(parts, with: &drawer, on: &target, isStopped)
        }
        var layers: [Target] = []
        defer { keep(&layers) }
        for (index, part) in parts.enumerated() {
            // On a bitmap of their own if the layer is put on by its own blending; else each on another.
            if index == 0 || first.composite == nil { layers.append(bitmap(like: target)) }
            guard drawContents(of: part, with: &drawer, on: &layers[layers.count - 1], isStopped) else { return false }
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

    /// Draws parts that are seen through masks of their own, such as two pictures of which one gives way to the other: what is there
    /// becomes as much of each as its mask and opacity say. Where masks leave nothing out between them, nothing shines through.
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
            masks.append(part.mask.map { draw($0, with: &drawer, target.width, target.height) })
        }
        let rows = layers.filter { !$0.touchedRows.isEmpty }.map(\.touchedRows)
        guard let top = rows.map(\.lowerBound).min(), let bottom = rows.map(\.upperBound).max() else { return true }
        var isDone = true
        for y in top..<bottom {
            if y & 63 == 63, isStopped() {
                isDone = false
                break
            }
            mixApart(layers, masks, y, parts, onto: &target)
        }
        for mask in masks { keep(mask) }
        return isDone
    }

    /// Puts row `y` of each of the parts onto what was there before any of them, and takes as much of each as its mask says.
    private mutating func mixApart(
        _ layers: [Target],
        _ masks: [Bitmap?],
        _ y: Int,
        _ parts: [DrawList.Group],
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
            row.withUnsafeMutableBufferPointer { row in
                target.withSurface { $0.blend(row, x: columns.lowerBound, y: y, part.composite ?? part.blend) }
            }
            let opacity = UInt32((part.opacity * 255).rounded())
            let flip: UInt32 = part.mask?.isInverted == true ? 255 : 0
            for place in places {
                let column = place - places.lowerBound
                let alpha = masks[index].map { ($0.pixels[place] >> 24) ^ flip } ?? 255
                // Two masks that add up to 255 have shares that add up to the opacity: 255 is odd, so one of them is rounded down.
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
