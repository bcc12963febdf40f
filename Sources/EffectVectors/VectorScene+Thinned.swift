extension VectorScene {
    /// Number of pieces from which a layer counts as a crowd, which looks alike with some of them missing.
    package static let crowd = 8

    /// The scene with a share of its pieces and trails, spread evenly. Masks stay whole.
    ///
    /// - Parameters:
    ///   - share: 0...1.
    ///   - least: Number of pieces below which a layer stays whole.
    package func thinned(to share: Double, sparing least: Int = VectorScene.crowd) -> VectorScene {
        guard share < 1 else { return self }
        var met = 0
        func kept(_ children: [VectorNode.Child]) -> [VectorNode.Child] {
            let count = children.count { if case .node = $0 { false } else { true } }
            return children.compactMap { child in
                if case .node(var node) = child {
                    node.children = kept(node.children)
                    return .node(node)
                }
                guard count >= least else { return child }
                met += 1
                return Int(Double(met) * share) > Int(Double(met - 1) * share) ? child : nil
            }
        }
        var scene = self
        scene.children = kept(children)
        return scene
    }

    /// Whether there are no pieces.
    package var isEmpty: Bool { Self.areEmpty(children) }

    private static func areEmpty(_ children: [VectorNode.Child]) -> Bool {
        children.allSatisfy { child in
            if case .node(let node) = child { areEmpty(node.children) } else { false }
        }
    }
}
