/// Upper bounds of a layer's values and the cost of its animations, computed from the spec alone.
extension LayerTimeline {
    /// The emitter with the largest magnitude of each number over all times, and the smallest contents scale. Positions
    /// and colors stay as they are, because they do not affect cost.
    public var largest: Emitter {
        guard !emitterSlots.isEmpty || !cellSlots.isEmpty || !behaviorSlots.isEmpty else { return emitter }
        var emitter = emitter
        for slot in emitterSlots where slot.property.access.kind == .number(0) { slot.applyLargest(to: &emitter) }
        for slot in emitterSlots where slot.property.name == "emitterSize" {
            slot.property.set(&emitter, slot.stack.extent.upper)
        }
        var index = 0
        func enlarge(_ cell: inout EmitterCell) {
            for slot in cellSlots[index] ?? [] where slot.property.access.kind == .number(0) {
                slot.applyLargest(to: &cell)
            }
            enlargeBehaviors(&cell.emitterBehaviors, ofCell: index)
            index += 1
            for child in cell.emitterCells.indices { enlarge(&cell.emitterCells[child]) }
        }
        for cell in emitter.emitterCells.indices { enlarge(&emitter.emitterCells[cell]) }
        enlargeBehaviors(&emitter.emitterBehaviors, ofCell: -1)
        return emitter
    }

    private func enlargeBehaviors(_ behaviors: inout [Behavior], ofCell cell: Int) {
        for index in behaviors.indices {
            for slot in behaviorSlots[BehaviorPlace(cell: cell, index: index)] ?? []
            where slot.property.access.kind == .number(0) { slot.applyLargest(to: &behaviors[index]) }
        }
    }

    /// The largest factor by which the layer's transform scales its particles.
    package var largestScale: Double {
        guard let slot = layerSlots.first(where: { $0.property.name == "transform.scale" }) else {
            return max(abs(layer.transform.scale.x), abs(layer.transform.scale.y))
        }
        let extent = slot.stack.extent
        return max(extent.lower.magnitudes.max(), extent.upper.magnitudes.max())
    }

    /// The largest scale factor from one of a group's copies to the next.
    var largestInstanceScale: Double {
        guard let slot = layerSlots.first(where: { $0.property.name == "instanceTransform.scale" }) else {
            let scale = layer.group.instances.transform.scale
            return max(abs(scale.x), abs(scale.y))
        }
        let extent = slot.stack.extent
        return max(extent.lower.magnitudes.max(), extent.upper.magnitudes.max())
    }

    /// The group with its largest bounds, corner radius and border over all times.
    package func largest(_ group: LayerGroup) -> LayerGroup {
        var group = group
        for slot in layerSlots {
            let upper = slot.stack.extent.upper
            switch slot.property.name {
            case "size": group.size = SIMD2(upper.x, upper.y)
            case "cornerRadius": group.cornerRadius = upper.x
            case "borderWidth": group.borderWidth = upper.x
            default: continue
            }
        }
        return group
    }

    /// Whether the layer is never rotated.
    package var isUpright: Bool {
        // Animations along a path may rotate the layer.
        layer.transform.rotation == 0
            && !layerSlots.contains { $0.property.name.hasPrefix("transform.rotation") || $0.property.turn != nil }
    }

    /// Whether the scale of the layer's transform is not animated.
    package var hasSteadyScale: Bool { !layerSlots.contains { $0.property.name == "transform.scale" } }

    /// The largest factor by which the layer's mask is scaled.
    package var largestMaskScale: Double {
        guard let slot = layerSlots.first(where: { $0.property.name == "mask.scale" }) else {
            return layer.mask.map { max(abs($0.scale.x), abs($0.scale.y)) } ?? 0
        }
        let extent = slot.stack.extent
        return max(extent.lower.magnitudes.max(), extent.upper.magnitudes.max())
    }

    /// Seconds of layer time that the emitter has already run when its clock starts.
    public var prewarmTime: Double {
        let largest = largest
        return largest.prewarmTime(lifetime: largest.lifetime)
    }

    /// Maximum number of steps for the integral of each birth rate, so that a layer's total is bounded.
    public var integralSteps: Int { max(512, min(65_536, 524_288 / (cellsWithOwnRate.count + 1))) }

    /// Units of work to integrate all birth rates over `span` seconds.
    package func integralPrice(span: Double) -> Double {
        let most = Double(integralSteps) * 2
        let steps = min(most, span * 240 + most / 8)
        let curves = [birthRate] + cellsWithOwnRate.compactMap { birthRate(ofCell: $0) }
        return curves.reduce(0) { $0 + $1.price } * steps * 3
    }

    /// Units of work to sample the layer at one time.
    package var layerPrice: Double { layerSlots.reduce(Double(fades.count) * 600) { $0 + $1.stack.price } }
    package var emitterPrice: Double { emitterSlots.reduce(0) { $0 + $1.stack.price } }
    package func price(ofCell index: Int) -> Double { (cellSlots[index] ?? []).reduce(0) { $0 + $1.stack.price } }

    /// Units of work to sample a cell's behaviors at one time.
    package func behaviorPrice(ofCell cell: EmitterCell, _ index: Int) -> Double {
        guard animatesBehaviors(ofCell: cell, index) else { return 0 }
        let slots = behaviorSlots.filter { $0.key.cell < 0 || $0.key.cell == index }.values.joined()
        return slots.reduce(500) { $0 + $1.stack.price }
    }
}

extension AnimatedSlot {
    fileprivate func applyLargest(to root: inout Root) {
        let extent = stack.extent
        let largest = max(abs(extent.lower.x), abs(extent.upper.x))
        // The contents scale is a divisor: the smallest value gives the largest sprite.
        property.set(&root, SIMD4(property.name == "contentsScale" ? extent.lower.x : largest, 0, 0, 0))
    }
}

extension Layer {
    /// Tiles of a group's contents, a constant number that covers the bounds at all times.
    package func tiles(on canvas: Canvas) -> LayerGroup.Tiles {
        group.tiles(on: canvas, upTo: animates("size") ? LayerTimeline(self).largest(group).size : nil)
    }

    /// Total number of copies of a group's contents.
    package func copies(on canvas: Canvas) -> Int {
        let tiles = tiles(on: canvas)
        return group.instances.count * tiles.columns * tiles.rows
    }

    /// Whether the layer can be less than opaque at some time.
    package var canFade: Bool {
        let opacity = Layer.animatable.firstIndex { $0.name == "opacity" }
        return self.opacity < 1
            || animations.flatMap(\.withChildren).contains { animation in
                if case .transition = animation.content { return true }
                if case .layer(let property) = animation.target { return property == opacity }
                return false
            }
    }
}
