/// Flattening of groups and of transitions between layers: a scene stores all layers in one list, and each refers to
/// its group or transition by index.
extension Layer {
    /// Sublayers in a document: those of a group, or of both sides of a transition.
    package var children: [Layer] {
        get {
            switch content {
            case .group(let group): group.layers
            case .reveal(let reveal): reveal.layers
            case .transition(let transition): transition.layers
            default: []
            }
        }
        set {
            switch content {
            case .group(var group):
                group.layers = newValue
                content = .group(group)
            case .reveal(var reveal):
                reveal.layers = newValue
                content = .reveal(reveal)
            case .transition(var transition):
                transition.layers = newValue
                content = .transition(transition)
            default: break
            }
        }
    }
}

extension EffectSpec {
    /// Indices of the layers in a group, on a side of a transition, or of the top-level layers, in document order.
    ///
    /// - Parameter side: `nil` for both sides.
    package func layers(in parent: Int?, side: TransitionSide? = nil) -> [Int] {
        layers.indices.filter { layers[$0].parent == parent && (side == nil || layers[$0].side == side) }
    }

    /// JSON Pointer to a layer in the document.
    package func pointer(toLayer index: Int) -> String {
        let parent = layers[index].parent
        let outer = parent.map { pointer(toLayer: $0) } ?? ""
        if let side = layers[index].side { return "\(outer)/\(side.rawValue)" }
        return outer + "/layers/\(layers(in: parent).firstIndex(of: index) ?? 0)"
    }

    /// Indices of the groups and transitions that contain a layer, innermost first.
    package func groups(aroundLayer index: Int) -> [Int] {
        layers[index].parent.map { [$0] + groups(aroundLayer: $0) } ?? []
    }

    /// The spec with the clock of the layer's group or transition.
    ///
    /// In a seamless loop, a group's clock only changes the length of the loop; a time offset merely shifts the loop's
    /// start.
    package func scene(ofLayer index: Int) -> EffectSpec {
        guard let parent = layers[index].parent else { return self }
        var scene = scene(ofLayer: parent)
        let clock = layers[parent].timing
        // A stopped clock shows one instant in all frames.
        let speed = max(clock.speed, 1e-3)
        let end =
            timing.loop == .seamless
            ? scene.timing.period * speed : clock.latestTime(before: scene.timing.duration)
        scene.timing.speed /= speed
        scene.timing.duration = max(1e-3, min(1e9, end))
        return scene
    }

    /// Number of copies of a layer that its enclosing groups make.
    package func copies(ofLayer index: Int) -> Int {
        groups(aroundLayer: index).reduce(1) { product, group in
            let (count, isOver) = product.multipliedReportingOverflow(by: layers[group].copies(on: canvas))
            return isOver ? .max : count
        }
    }

    /// Upper bound of the scale factor that groups apply to a layer.
    package func growth(ofLayer index: Int) -> Double {
        groups(aroundLayer: index).reduce(1) { product, group in
            let timeline = LayerTimeline(layers[group])
            let instances = layers[group].group.instances
            let step = max(1, timeline.largestInstanceScale)
            return product * timeline.largestScale * Self.power(step, instances.count - 1)
        }
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        if base == 1 { return 1 }
        var product = 1.0
        for _ in 0..<min(exponent, 1000) {
            product *= base
            if product > 1e6 { return 1e6 }
        }
        return product
    }
}
