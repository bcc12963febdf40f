internal import EffectModel
import Glibc

/// A preset's animations, where parameters change what they act on.
extension EffectDocument {
    /// Takes away what would animate a member of the cells: who says what it is, wants it to be that.
    mutating func stopAnimations(ofCells member: String, for name: String) throws(ParameterFault) {
        for emitter in emitters {
            var paths: [String] = []
            for cell in cells where cell.starts(with: emitter) {
                if let path = keyPath(of: cell) { paths.append("\(path).\(member)") }
            }
            try stopAnimations(of: paths, in: emitter, for: name)
        }
    }

    /// The same of a member of the layers that emit.
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
        // Those behind it move.
        try refusePaths(within: list, for: name)
        setUnchecked(rest, at: list)
    }

    /// Lets cells of one name be as many in all as they were, where an animation says how many each of them is.
    ///
    /// - Parameters:
    ///   - list: Of the cells.
    ///   - before: The cells that were there.
    ///   - after: Those that are in their place.
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

    /// `emitterCells.a.emitterCells.b`; `nil` if one of them has no name.
    private func keyPath(of cell: [String]) -> String? {
        guard let name = self[cell + ["name"]]?.text, let list = keyPath(ofList: Array(cell.dropLast())) else {
            return nil
        }
        return "\(list).\(name)"
    }

    /// Of a layer's own list, `layers.0.emitterCells`, or of a cell's own ones.
    private func keyPath(ofList list: [String]) -> String? {
        if list.dropLast().elementsEqual(list.ofEmitter) { return "emitterCells" }
        return keyPath(of: Array(list.dropLast())).map { "\($0).emitterCells" }
    }
}

extension JSONValue {
    /// A list of animations and groups of them, without those of some key paths and what lies below.
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

    /// An animation, or a group of them, with the values of those that act on `target` times a factor.
    fileprivate func scaled(by factor: Double, where target: String) -> JSONValue {
        var animation = self
        if case .array(let members) = animation["animations"] {
            _ = animation.set(.array(members.map { $0.scaled(by: factor, where: target) }), at: ["animations"])
        }
        guard animation["keyPath"]?.text == target else { return animation }
        // What is drawn by lot is raised to a power.
        let exponent = animation["exponent"]?.double ?? 1
        let factor = exponent > 0 ? pow(factor, 1 / exponent) : factor
        for member in ["values", "from", "to", "by"] {
            if let value = animation[member] { _ = animation.set(value.times(factor), at: [member]) }
        }
        return animation
    }

    /// A number, also one with a unit, times a factor; a list of such. Anything else is the reader's to refuse.
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
