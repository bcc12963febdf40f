import EffectModel

/// Contents of a canvas that repeats without a seam.
extension EffectSpec {
    /// Refuses what does not continue on the other side of the canvas.
    static func checkTile(_ spec: EffectSpec, _ context: ReadContext) {
        guard spec.canvas.tile else { return }
        func refuse(_ found: String, at pointer: String) {
            let allowed = "emitters, sprites, texts and shapes, on a color or no background, or a canvas without tile"
            context.fault(.conflict, at: pointer, found: "\(found) on a canvas with tile", allowed: allowed)
        }
        if spec.canvas.bloom != nil { refuse("a bloom", at: "/canvas/bloom") }
        if case .gradient = spec.canvas.background { refuse("a gradient", at: "/canvas/background") }
        for index in spec.layers.indices {
            let (layer, pointer) = (spec.layers[index], spec.pointer(toLayer: index))
            switch layer.content {
            case .emitter, .sprite, .shape: break
            case .firework, .fountain, .reveal, .transition, .shatter, .like, .group:
                refuse("a layer of its type", at: "\(pointer)/type")
            }
            if layer.mask != nil { refuse("a mask", at: "\(pointer)/mask") }
            if layer.masksToBounds { refuse("masksToBounds", at: "\(pointer)/masksToBounds") }
            if layer.blur > 0 { refuse("a blur", at: "\(pointer)/blur") }
            if layer.bloom != nil { refuse("a bloom", at: "\(pointer)/bloom") }
        }
    }
}
