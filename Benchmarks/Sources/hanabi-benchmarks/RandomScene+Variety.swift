import StrictJSON

/// Members of a scene beside its layers: a size that the scene is made for, edges that continue, lists of contents, and the
/// order in which a byte budget reduces.
extension RandomScene {
    /// Changes a canvas and its layers, in about a third of all scenes.
    ///
    /// - Returns: Members of the output.
    mutating func vary(
        _ canvas: inout [JSONValue.Member],
        _ layers: inout [JSONValue],
        _ width: Double,
        _ height: Double
    ) -> [JSONValue.Member] {
        if chance(0.15) {
            let scene = [width, height].map { JSONValue.number(($0 * number(0.4, 1.2)).rounded()) }
            canvas += [
                .init("fit", .string(choice(["scale", "scale", "contain", "cover"]))), .init("scene", .array(scene)),
            ]
            let density = JSONValue.string(choice(["fixed", "births", "lifetimes", "area"]))
            layers = layers.map { layer in
                guard layer["emitterCells"] != nil else { return layer }
                var layer = layer.setting("density", to: density)
                // Births grow with a shape in shares of the canvas.
                if layer["emitterSize"] != nil { layer = layer.setting("emitterSize", to: ["90%", "40%"]) }
                return layer
            }
        } else if chance(0.1), layers.allSatisfy({ $0["emitterCells"] != nil && $0["mask"] == nil }) {
            canvas.append(.init("tile", true))
        }
        if chance(0.15) {
            let others: [JSONValue] = [
                "ribbon", "strip", ["contents": "heart", "weight": 2], ["shape": "dot", "size": 30],
            ]
            let list = others.filter { _ in chance(0.6) }
            layers = layers.map { layer in
                guard case .array(let cells)? = layer["emitterCells"] else { return layer }
                let varied = cells.map { cell -> JSONValue in
                    guard let own = cell["contents"] else { return cell }
                    return cell.setting("contents", to: .array([own] + list))
                }
                return layer.setting("emitterCells", to: .array(varied))
            }
        }
        let keep = choice(["size,fps,colors", "colors,size", "fps", "colors"])
        return chance(0.3) ? [.init("keep", .string(keep))] : []
    }
}
