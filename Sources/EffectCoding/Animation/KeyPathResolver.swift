import EffectModel
import StrictJSON

/// Resolves key paths of a layer's animations. The layer and its emitter must be read first.
struct KeyPathResolver: Sendable {
    let layer: Layer
    /// The layer's emitter; an empty one, unreachable by key paths, if the layer has none.
    private let emitter: Emitter
    private let hasEmitter: Bool

    init(layer: Layer) {
        self.layer = layer
        if case .emitter(let emitter) = layer.content {
            (self.emitter, hasEmitter) = (emitter, true)
        } else {
            (emitter, hasEmitter) = (Emitter(), false)
        }
    }

    static let maximumBytes = 512
    static let textCodec = Codec.text(maximum: maximumBytes)

    /// Resolves a key path; returns `nil` after recording a fault.
    func resolve(_ keyPath: String, at pointer: String, _ context: ReadContext) -> (AnimationTarget, AnimatableAccess)?
    {
        // Once the fault list is full, further suggestions would cost time and never be reported.
        guard context.faults.count < SpecError.maximumFaults else { return nil }
        if hasEmitter, keyPath.hasPrefix(Self.behaviorsPrefix) {
            return resolveBehaviors([(-1, emitter.emitterBehaviors, keyPath[...])], at: pointer, context)
        }
        if hasEmitter, keyPath.hasPrefix(Self.cellsPrefix) { return resolveCells(keyPath, at: pointer, context) }
        if hasEmitter, let (property, access) = Self.find(keyPath[...], in: Emitter.animatable) {
            return (.emitter(property: property), access)
        }
        if let (property, access) = Self.find(keyPath[...], in: Layer.animatable) {
            guard Layer.animatable[property].exists(layer) else {
                let (found, allowed) = missing(Layer.animatable[property].name)
                context.fault(
                    .conflict,
                    at: pointer,
                    found: "\(keyPath) of a \(found)",
                    allowed: "\(allowed), or another key path"
                )
                return nil
            }
            return (.layer(property: property), access)
        }
        let isShape = layer.shape != nil
        let strangers =
            (isShape ? [] : Layer.animatableOfShapes.flatMap(\.names))
            + (layer.isGroup ? [] : Layer.animatableOfGroups.flatMap(\.names))
        let ofLayers = Layer.animatable.flatMap(\.names).filter { !strangers.contains($0) }
        let ofEmitters = Emitter.animatable.flatMap(\.names) + ["emitterCells.<name>.<property>"]
        refuse(
            keyPath,
            structural: Layer.structural + (hasEmitter ? Emitter.structural : [])
                + (isShape ? Layer.structuralOfShapes : []),
            known: ofLayers + (hasEmitter ? ofEmitters : []),
            at: pointer,
            context
        )
        return nil
    }

    /// Lack of the layer for which it does not have a property, and what would have the property.
    private func missing(_ property: String) -> (found: String, allowed: String) {
        if property.hasPrefix("mask.") { return ("layer without a mask", "a mask") }
        guard Layer.animatableOfGroups.contains(where: { $0.name == property }) else {
            return ("layer of another type than shape", "a layer of the type shape")
        }
        if layer.isGroup { return ("group without a size", "a size of the group, such as [\"100%\", \"100%\"]") }
        return ("layer of another type than group", "a layer of the type group")
    }

    static let cellsPrefix = "emitterCells."
    static let behaviorsPrefix = "emitterBehaviors."

    private static func find<Root>(
        _ name: Substring,
        in table: [AnimatableProperty<Root>]
    ) -> (Int, AnimatableAccess)? {
        for (index, property) in table.enumerated() {
            if let access = property.access(named: name) { return (index, access) }
        }
        return nil
    }

    private func refuse(
        _ keyPath: String,
        structural: [String],
        known: [String],
        at pointer: String,
        _ context: ReadContext
    ) {
        let shown = JSONValue.string(keyPath).excerpt
        let isKnown = structural.contains(keyPath)
        let hint = context.nearest(to: keyPath, among: known).map { " (did you mean \($0)?)" } ?? ""
        context.fault(
            .unknownValue,
            at: pointer,
            found: isKnown ? "\(shown), which cannot be animated" : "the unknown key path \(shown)",
            allowed: CoreAnimationNames.hint(forKeyPath: keyPath, among: known) ?? known.joined(separator: ", ") + hint
        )
    }

    // MARK: Cells

    /// Resolves a key path into cells. Names may contain any byte, including dots, so existing names determine where a
    /// name ends.
    private func resolveCells(
        _ keyPath: String,
        at pointer: String,
        _ context: ReadContext
    ) -> (AnimationTarget, AnimatableAccess)? {
        var reached: [(cell: Int, rest: Substring)] = []
        /// Names of cells that do not match, for suggestions.
        var strangers: Set<String> = []
        func descend(_ path: Substring, through cells: [EmitterCell], from first: Int) {
            let path = path.dropFirst(Self.cellsPrefix.count)
            var index = first
            for cell in cells {
                let place = index
                index += cell.cellCount
                guard let name = cell.name, path.hasPrefix(name + ".") else {
                    // 64 names are enough for a suggestion; a hostile document has thousands.
                    if let name = cell.name, !name.isEmpty, strangers.count < 64 { strangers.insert(name) }
                    continue
                }
                let rest = path.dropFirst(name.count + 1)
                if rest.hasPrefix(Self.cellsPrefix) {
                    descend(rest, through: cell.emitterCells, from: place + 1)
                } else {
                    reached.append((place, rest))
                }
            }
        }
        descend(keyPath[...], through: emitter.emitterCells, from: 0)
        guard let rest = reached.first?.rest else {
            let wanted = keyPath.split(separator: ".").dropLast().last.map(String.init) ?? ""
            let hint = context.nearest(to: wanted, among: strangers).map { " (did you mean \($0)?)" } ?? ""
            let names = strangers.sorted().prefix(16).joined(separator: ", ")
            context.fault(
                .unknownValue,
                at: pointer,
                found: "\(JSONValue.string(keyPath).excerpt), which matches no cell",
                allowed: "emitterCells.<name>.<property>"
                    + (names.isEmpty ? "; no cell has a name" : " with one of the names \(names)") + hint
            )
            return nil
        }
        if rest.hasPrefix(Self.behaviorsPrefix) {
            let all = emitter.allCells
            return resolveBehaviors(
                reached.map { ($0.cell, all[$0.cell].emitterBehaviors, $0.rest) },
                at: pointer,
                context
            )
        }
        for (_, rest) in reached {
            guard let (property, access) = Self.find(rest, in: EmitterCell.animatable) else { continue }
            return (.cells(reached.filter { $0.rest == rest }.map(\.cell), property: property), access)
        }
        refuse(
            String(rest),
            structural: EmitterCell.structural,
            known: EmitterCell.animatable.flatMap(\.names),
            at: pointer,
            context
        )
        return nil
    }
}

extension KeyPathResolver {
    /// - Parameter owners: Cells (−1 for the emitter) with their behaviors, and the part of the key path that remains
    ///   for each.
    private func resolveBehaviors(
        _ owners: [(cell: Int, behaviors: [Behavior], path: Substring)],
        at pointer: String,
        _ context: ReadContext
    ) -> (AnimationTarget, AnimatableAccess)? {
        var found: (property: Int, access: AnimatableAccess)?
        var places: [BehaviorPlace] = []
        var names: Set<String> = []
        var inputs: Set<String> = []
        for owner in owners where owner.path.hasPrefix(Self.behaviorsPrefix) {
            let path = owner.path.dropFirst(Self.behaviorsPrefix.count)
            for (index, behavior) in owner.behaviors.enumerated() {
                guard let name = behavior.name else { continue }
                names.insert(name)
                guard path.hasPrefix(name + ".") else { continue }
                let table = Behavior.animatable.enumerated().filter { $0.element.exists(behavior) }
                inputs.formUnion(table.flatMap(\.element.names))
                let input = path.dropFirst(name.count + 1)
                for (property, entry) in table where found == nil || found?.property == property {
                    guard let access = entry.access(named: input) else { continue }
                    found = (property, access)
                    places.append(BehaviorPlace(cell: owner.cell, index: index))
                }
            }
        }
        if let found { return (.behaviors(places, property: found.property), found.access) }
        let shown = JSONValue.string(String(owners.first?.path ?? "")).excerpt
        let allowed: String
        if inputs.isEmpty {
            let known = names.sorted().prefix(16).joined(separator: ", ")
            allowed =
                "emitterBehaviors.<name>.<input>"
                + (known.isEmpty ? "; no behavior has a name" : " with one of the names \(known)")
        } else {
            allowed = inputs.sorted().joined(separator: ", ")
        }
        context.fault(.unknownValue, at: pointer, found: "\(shown), which matches no input", allowed: allowed)
        return nil
    }
}

extension EmitterCell {
    /// Number of cells in this subtree, including the cell itself.
    fileprivate var cellCount: Int { emitterCells.reduce(1) { $0 + $1.cellCount } }
}
