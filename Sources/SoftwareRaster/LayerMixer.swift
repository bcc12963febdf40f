internal import EffectModel
internal import Memory

/// Composites layers on bitmaps of their own before they go onto the canvas: masked, faded as a single image so that
/// nothing shines through itself, and blended as a whole.
struct LayerMixer<Target: DrawingTarget> {
    typealias Format = Target.Format

    /// Bitmaps for reuse, clear between layers.
    private var layers: [Target] = []
    /// Mask bitmap for reuse, clear between masks.
    var mask: Bitmap?
    /// Scratch rows: source pixels, and target pixels before blending.
    var row: [Format.Stored] = []
    var before: [Format.Stored] = []

    /// Draws groups onto `target`, each as a whole where needed; returns `false` if it was canceled.
    mutating func draw(
        _ groups: ArraySlice<DrawList.Group>,
        with items: inout ItemDrawer,
        on target: inout Target,
        _ isStopped: () -> Bool
    ) -> Bool {
        var rest = groups
        while let group = rest.first {
            if isStopped() { return false }
            rest = rest.dropFirst()
            // Following groups of the same layer are parts of one whole. A part is drawn as such even if no other one
            // is visible.
            let others = rest.prefix { $0.isPart(ofSameAs: group) }
            rest = rest.dropFirst(others.count)
            let isDone: Bool
            if !group.isWhole {
                isDone = drawContents(of: group, with: &items, on: &target, isStopped)
            } else if group.run == nil {
                isDone = draw(group, with: &items, on: &target, isStopped)
            } else {
                isDone = draw([group] + others, with: &items, on: &target, isStopped)
            }
            if !isDone { return false }
        }
        return true
    }

    /// Draws items of a group, or the groups in it; returns `false` if it was canceled.
    mutating func drawContents(
        of group: DrawList.Group,
        with drawer: inout ItemDrawer,
        on target: inout Target,
        _ isStopped: () -> Bool
    ) -> Bool {
        if group.groups.isEmpty { return drawer.draw(group, on: &target, isStopped) }
        return draw(group.groups[...], with: &drawer, on: &target, isStopped)
    }

    /// Draws a layer onto `target`; returns `false` if it was canceled, in which case nothing of the layer is visible.
    ///
    /// - Complexity: O(pixels that its items and its mask touch).
    mutating func draw(
        _ group: DrawList.Group,
        with drawer: inout ItemDrawer,
        on target: inout Target,
        _ isStopped: () -> Bool
    ) -> Bool {
        let fade = Ink(SIMD4(1, 1, 1, group.opacity))
        if !Format.isSeen(fade) { return true }
        var layer = bitmap(like: target)
        let isDone = drawContents(of: group, with: &drawer, on: &layer, isStopped)
        if group.blur > 0 {
            let cut = group.alphaThreshold.map { AlphaThreshold($0, deviation: group.blur) }
            let blurred = Glow(cut == nil ? .all : .cut, of: layer, deviation: group.blur)
            layer.erase()
            blurred.add(to: &layer, cut: cut)
        }
        let glow = group.bloom.map { Glow(.bright($0), of: layer, deviation: $0.deviation) }
        // If nothing was drawn, nothing is visible through any mask, so the mask need not be drawn.
        if isDone, !layer.touchedRows.isEmpty {
            if let shadow = group.shadow { put(shadow, of: layer, fade: group.opacity, onto: &target) }
            var mask = group.mask.map { draw($0, with: &drawer, width: target.width, height: target.height) }
            for y in layer.touchedRows {
                mix(
                    layer,
                    mask: mask,
                    isInverted: group.mask?.isInverted == true,
                    y: y,
                    fade: fade,
                    onto: &target,
                    by: group
                )
            }
            keep(&mask)
            glow?.add(to: &target)
        }
        layer.erase()
        layers.append(layer)
        return isDone
    }

    /// Clear bitmap of the target's size.
    mutating func bitmap(like target: Target) -> Target {
        layers.popLast() ?? Target(width: target.width, height: target.height)
    }

    /// Takes back bitmaps of ``bitmap(like:)`` for reuse.
    mutating func keep(_ bitmaps: inout [Target]) {
        while var bitmap = bitmaps.popLast() {
            bitmap.erase()
            layers.append(bitmap)
        }
    }

    /// Takes back a mask for reuse. The caller gives it up: while two own a bitmap, clearing would copy the whole canvas.
    mutating func keep(_ mask: inout Bitmap?) {
        guard var bitmap = mask.take() else { return }
        bitmap.clear()
        self.mask = bitmap
    }

    /// Draws the mask's sprite on a bitmap of its own, for its alpha.
    mutating func draw(
        _ mask: DrawList.Mask,
        with drawer: inout ItemDrawer,
        width: Int,
        height: Int
    ) -> Bitmap {
        var bitmap = self.mask.take() ?? Bitmap(width: width, height: height)
        guard mask.feather > 0 else {
            Self.draw(mask, with: &drawer, moved: 0, on: &bitmap)
            return bitmap
        }
        // Content beyond the canvas within half of the feather contributes to it.
        let soft = SoftAlpha(feather: mask.feather)
        var wide = Bitmap(width: width + 2 * soft.margin, height: height + 2 * soft.margin)
        Self.draw(mask, with: &drawer, moved: soft.margin, on: &wide)
        soft.spread(wide, onto: &bitmap)
        return bitmap
    }

    /// - Parameter margin: Pixels by which the mask is moved to the right and down.
    private static func draw(
        _ mask: DrawList.Mask,
        with drawer: inout ItemDrawer,
        moved margin: Int,
        on bitmap: inout Bitmap
    ) {
        let item = DrawList.Item(
            id: 0,
            cell: 0,
            sprite: mask.sprite,
            age: 0,
            position: mask.position + Double(margin),
            z: 0,
            scale: mask.scale,
            skew: mask.skew,
            rotation: mask.rotation,
            color: SIMD4(1, 1, 1, mask.alpha)
        )
        if let outline = mask.outline {
            drawer.draw(outline, as: item, on: &bitmap)
        } else {
            drawer.draw(item, blend: .normal, on: &bitmap)
        }
    }

    /// Composites row `y` of the layer onto `target`.
    private mutating func mix(
        _ layer: Target,
        mask: Bitmap?,
        isInverted: Bool,
        y: Int,
        fade: Ink,
        onto target: inout Target,
        by group: DrawList.Group
    ) {
        var columns = layer.columns(ofRow: y)
        if let mask, !isInverted {
            // Nothing is visible outside of the mask.
            columns = columns.clamped(to: mask.columns(ofRow: y))
        }
        if columns.isEmpty { return }
        let start = y * layer.width
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: layer.pixels[start + columns.lowerBound..<start + columns.upperBound])
        row.withMutableMemory { row in
            if let mask {
                let flip: UInt32 = isInverted ? 255 : 0  // 255 − a is a with all bits flipped
                mask.pixels.withMemory { pixels in
                    let alphas = pixels.suffix(from: start + columns.lowerBound)
                    for index in 0..<columns.count {
                        row[index] = Format.scaled(row[index], by: (alphas[index] >> 24) ^ flip)
                    }
                }
            }
            if fade != .white { Format.multiply(row, count: columns.count, by: fade) }
        }
        target.withSurface { $0.blend(row.span, x: columns.lowerBound, y: y, group.composite ?? group.blend) }
    }
}
