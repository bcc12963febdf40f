internal import EffectModel
import StrictJSON
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Changes to a preset's animations that parameters require.
extension PresetEditor {
    /// Removes the animations of a member of the cells: an explicit value must not be animated away.
    mutating func stopAnimations(ofCells member: String, for name: String) throws(ParameterFault) {
        for emitter in emitters {
            var paths: [String] = []
            for cell in cells where cell.starts(with: emitter) {
                if let path = keyPath(of: cell) { paths.append("\(path).\(member)") }
            }
            try stopAnimations(of: paths, in: emitter, for: name)
        }
    }

    /// Removes the animations of a member of the emitter layers.
    mutating func stopAnimations(ofEmitters member: String, for name: String) throws(ParameterFault) {
        for emitter in emitters { try stopAnimations(of: [member], in: emitter, for: name) }
    }

    private mutating func stopAnimations(
        of paths: [String],
        in layer: [String],
        for name: String
    ) throws(ParameterFault) {
        let list = layer + ["animations"]
        guard let animations = self[list] else { return }
        let rest = animations.without(animationsOf: paths)
        guard rest != animations else { return }
        // Later animations in the list move.
        try refusePaths(within: list, for: name)
        setUnchecked(rest, at: list)
    }

    /// Keeps the total birth rate of cells with the same name when an animation sets the rate of each of them.
    ///
    /// - Parameters:
    ///   - list: Path of the list of cells.
    ///   - before: The original cells.
    ///   - after: The cells that replace them.
    mutating func shareAnimatedRates(in list: [String], _ before: [JSONValue], _ after: [JSONValue]) {
        let names = { (cells: [JSONValue]) in cells.compactMap { $0["name"]?.text } }
        let place = list.ofEmitter + ["animations"]
        guard case .array(let animations) = self[place] else { return }
        var shared = animations
        for name in Set(names(before)) {
            let (old, new) = (names(before).count { $0 == name }, names(after).count { $0 == name })
            guard new > 0, old != new, let parent = keyPath(ofList: list) else { continue }
            let target = "\(parent).\(name).birthRate"
            shared = shared.map { $0.scaled(by: Double(old) / Double(new), where: target) }
        }
        if shared != animations { setUnchecked(.array(shared), at: place) }
    }

    /// Key path of a cell, such as `emitterCells.a.emitterCells.b`; `nil` if a cell on the way has no name.
    private func keyPath(of cell: [String]) -> String? {
        guard let name = self[cell + ["name"]]?.text, let list = keyPath(ofList: Array(cell.dropLast())) else {
            return nil
        }
        return "\(list).\(name)"
    }

    /// Key path of a list of cells: a layer's, such as `layers.0.emitterCells`, or those of a cell.
    private func keyPath(ofList list: [String]) -> String? {
        if list.dropLast().elementsEqual(list.ofEmitter) { return "emitterCells" }
        return keyPath(of: Array(list.dropLast())).map { "\($0).emitterCells" }
    }
}

extension JSONValue {
    /// A list of animations and animation groups, without the animations of the given key paths and of paths below
    /// them.
    fileprivate func without(animationsOf paths: [String]) -> JSONValue {
        guard case .array(let animations) = self else { return self }
        return .array(
            animations.compactMap { animation in
                if let own = animation["keyPath"]?.text, paths.contains(where: { own == $0 || own.hasPrefix($0 + ".") })
                {
                    return nil
                }
                guard let inner = animation["animations"] else { return animation }
                var group = animation
                let rest = inner.without(animationsOf: paths)
                if rest == [] { return nil }
                _ = group.set(rest, at: ["animations"])
                return group
            }
        )
    }

    /// An animation or an animation group, with the values of animations of `target` multiplied by `factor`.
    fileprivate func scaled(by factor: Double, where target: String) -> JSONValue {
        var animation = self
        if case .array(let members) = animation["animations"] {
            _ = animation.set(.array(members.map { $0.scaled(by: factor, where: target) }), at: ["animations"])
        }
        guard animation["keyPath"]?.text == target else { return animation }
        // A random value is raised to `exponent` when drawn, so its bounds are scaled by the inverse power.
        let exponent = animation["exponent"]?.double ?? 1
        let factor = exponent > 0 ? pow(factor, 1 / exponent) : factor
        for member in ["values", "from", "to", "by"] {
            if let value = animation[member] { _ = animation.set(value.times(factor), at: [member]) }
        }
        return animation
    }

    /// A number with or without a unit, or a list of such, multiplied by `factor`. Anything else is unchanged, and
    /// refused by the spec's reader.
    private func times(_ factor: Double) -> JSONValue {
        switch self {
        case .number(let number): return .number(number * factor)
        case .array(let values): return .array(values.map { $0.times(factor) })
        case .string(let text):
            guard let (number, unit) = NumberText.measure(text) else { return self }
            return .string(NumberText.plain(number * factor) + unit)
        default: return self
        }
    }
}
