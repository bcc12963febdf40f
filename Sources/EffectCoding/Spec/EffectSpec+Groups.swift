import EffectCost
import EffectModel

extension Layer {
    /// Reads the contents of a layer, unless it is nested too deep.
    static func within<Value>(_ context: ReadContext, at place: String, _ read: () -> Value?) -> Value? {
        context.groups += 1
        defer { context.groups -= 1 }
        guard context.groups <= LayerGroup.maximumDepth else {
            let allowed = "at most \(LayerGroup.maximumDepth) nested groups"
            context.fault(.tooMuch, at: place, found: "a further group", allowed: allowed)
            return nil
        }
        return read()
    }

    /// All layers of a document in preorder: each group or transition is followed by its layers.
    static func flat(_ layers: [Layer]) -> [Layer] {
        var flat: [Layer] = []
        func add(_ layer: Layer, in parent: Int?) {
            var layer = layer
            let children = layer.children
            layer.parent = parent
            layer.children = []
            let index = flat.count
            flat.append(layer)
            for child in children { add(child, in: index) }
        }
        for layer in layers { add(layer, in: nil) }
        return flat
    }

    /// Layers nested as in a document.
    static func nested(_ layers: [Layer]) -> [Layer] {
        func children(of parent: Int?) -> [Layer] {
            layers.indices.filter { layers[$0].parent == parent }.map { index in
                var layer = layers[index]
                layer.parent = nil
                layer.children = children(of: index)
                return layer
            }
        }
        return children(of: nil)
    }
}

extension EffectSpec {
    /// Records a fault for a group with too many copies, or with a shadow that is too far away.
    static func checkCopies(ofLayer index: Int, at pointer: String, _ spec: EffectSpec, _ context: ReadContext) {
        guard spec.layers[index].isGroup else { return }
        // Animations that were refused may have no values, and copies depend on animated sizes.
        let isAnimated = spec.layers.contains { !$0.animations.isEmpty }
        if !isAnimated || context.faults.isEmpty { checkCount(ofLayer: index, at: pointer, spec, context) }
        let shift = spec.layers[index].group.shadow.offset
        if max(abs(shift.x), abs(shift.y)) * spec.canvas.scale > 4096 {
            context.fault(
                .tooMuch,
                at: "\(pointer)/shadowOffset",
                found: "a larger offset in pixels, at the scale of the canvas",
                allowed: "at most 4096 pixels"
            )
        }
    }

    /// Checks the number of copies of a group, those by the groups around it included.
    private static func checkCount(
        ofLayer index: Int,
        at pointer: String,
        _ spec: EffectSpec,
        _ context: ReadContext
    ) {
        let own = spec.layers[index].copies(on: spec.canvas)
        let (product, isOver) = own.multipliedReportingOverflow(by: spec.copies(ofLayer: index))
        let all = isOver ? .max : product
        if all > LayerGroup.maximumCopies {
            let name = spec.layers[index].group.tile == nil ? "instanceCount" : "tile"
            let allowed = "at most \(LayerGroup.maximumCopies) copies, including copies of copies"
            context.fault(
                .tooMuch,
                at: "\(pointer)/\(name)",
                found: "\(RenderCost.text(Double(all))) copies",
                allowed: allowed
            )
        }
    }
}
