internal import EffectCoding
import EffectModel
package import StrictJSON

/// A preset's spec while parameters change it: the document, the paths that parameters act on, and the parameter that
/// set each path.
///
/// The only check made here is for two parameters that set the same value. The resulting document is validated like a
/// client's spec.
package struct PresetEditor {
    /// The document with all changes so far.
    private(set) var json: JSONValue
    /// Paths of the emitter layers.
    private(set) var emitters: [[String]]
    /// Paths of the cells that parameters act on.
    private(set) var cells: [[String]]
    /// Paths of the veils: cells that take colors, and nothing else.
    private var veils: [[String]]
    /// Paths of the texts that show the preset's word.
    let words: [[String]]
    /// Paths of the likes.
    let likes: [[String]]
    /// Names of all parameters of the request: the meaning of some depends on others.
    package let given: Set<String>
    /// Values at paths of the spec for each direction of a transition.
    let directions: [Preset.Direction]
    /// Width and height of the preset's canvas, before parameters change them.
    let ownSize: JSONValue
    /// Parts of a target that the request takes.
    let targetParts: DeliveryTarget.Parts
    /// Duration of one play, where that is longer than the preset's loop.
    let end: Double?
    /// The longest lifetime of the preset's particles.
    private(set) var ownLife = 0.0
    private var places = WrittenPaths()

    /// Maximum number of kinds of particles in an emitter.
    static let mostCells = 64

    package init(_ preset: Preset, given: Set<String>, targetParts: DeliveryTarget.Parts = .init()) {
        self.targetParts = targetParts
        json = preset.document
        cells = preset.cells
        veils = preset.veils
        directions = preset.directions
        end = preset.end
        emitters = preset.emitters
        words = preset.words
        likes = preset.document.likePaths
        self.given = given
        let usual = Canvas()
        ownSize = [
            preset.document.value(at: ["canvas", "width"]) ?? .number(usual.width),
            preset.document.value(at: ["canvas", "height"]) ?? .number(usual.height),
        ]
        ownLife = longestLife
    }

    /// Parameter names by the JSON Pointers of the values they wrote.
    var pointers: [String: String] { places.pointers }

    /// Name of the parameter that has set a path, a part of it, or an object around it; `nil` for none.
    func writer(of path: [String]) -> String? { places.owner(of: path) }

    /// The value at a path; `nil` if there is none.
    package subscript(_ path: [String]) -> JSONValue? { json.value(at: path[...]) }

    /// Writes a value to a path that no other parameter has set.
    ///
    /// - Throws: A fault if another parameter has set the path, or if the path cannot exist.
    package mutating func write(_ value: JSONValue, at path: [String], for name: String) throws(ParameterFault) {
        try take(path, for: name)
        if !json.set(value, at: path[...]) { throw ParameterFault(noPlace: name, at: missing(path)) }
    }

    /// The shortest prefix of a path that does not exist, and the number of elements if its parent is a list.
    private func missing(_ path: [String]) -> (place: String, count: Int?) {
        for length in 1...max(1, path.count) where self[Array(path.prefix(length))] == nil {
            let place = path.prefix(length).joined(separator: ".")
            guard case .array(let elements) = self[Array(path.prefix(length - 1))] else { return (place, nil) }
            return (place, elements.count)
        }
        return (path.joined(separator: "."), nil)
    }

    /// Writes a value, or removes the member for `nil`.
    mutating func replace(_ path: [String], with value: JSONValue?, for name: String) throws(ParameterFault) {
        if let value { return try write(value, at: path, for: name) }
        try take(path, for: name)
        json.remove(at: path[...])
    }

    /// Writes a value that the parameter has already claimed, in whole or in part.
    mutating func setUnchecked(_ value: JSONValue, at path: [String]) { _ = json.set(value, at: path[...]) }

    /// Removes a value that no parameter has claimed.
    mutating func removeUnchecked(_ path: [String]) { json.remove(at: path[...]) }

    /// Claims a path for a parameter.
    package mutating func take(_ path: [String], for name: String) throws(ParameterFault) {
        if let owner = places.owner(of: path), owner != name { throw ParameterFault(name, beside: owner) }
        places.take(path, for: name)
    }

    /// Writes a member of every cell that parameters act on. Removes the range of the member, since mean and range are
    /// one value.
    mutating func writeCells(_ member: String, _ value: JSONValue, for name: String) throws(ParameterFault) {
        try stopAnimations(ofCells: member, for: name)
        for cell in cells {
            try write(value, at: cell + [member], for: name)
            try replace(cell + [member + "Range"], with: nil, for: name)
        }
    }

    /// Writes a member of every emitter layer.
    mutating func writeEmitters(_ member: String, _ value: JSONValue, for name: String) throws(ParameterFault) {
        for emitter in emitters { try write(value, at: emitter + [member], for: name) }
    }

    /// Changes the shape of an emitter layer, and removes the geometry of its former shape.
    mutating func writeShape(_ shape: String, of emitter: [String], for name: String) throws(ParameterFault) {
        try write(.string(shape), at: emitter + ["emitterShape"], for: name)
        for part in ["emitterRects", "emitterPath", "emitterText"] {
            try replace(emitter + [part], with: nil, for: name)
        }
    }

    /// Replaces a behavior of the same type, of the cell or else of its layer, or adds the behavior to the cell.
    ///
    /// - Parameters:
    ///   - behavior: The behavior with all its inputs; `nil` to disable an existing one.
    ///   - keyPath: Key path of a behavior that drives a property.
    mutating func writeBehavior(
        _ type: String,
        keyPath: String? = nil,
        _ behavior: JSONValue?,
        for name: String
    ) throws(ParameterFault) {
        for cell in cells {
            let owners = [cell] + emitters.filter { cell.starts(with: $0) }
            let lists = owners.map { $0 + ["emitterBehaviors"] }
            let found = lists.compactMap { list -> [String]? in
                guard case .array(let elements) = json.value(at: list[...]) else { return nil }
                let index = elements.firstIndex { $0["type"] == .string(type) && $0["keyPath"]?.text == keyPath }
                return index.map { list + [String($0)] }
            }.first
            if let found {
                // A removed behavior is disabled instead, so that later ones keep their positions. Its name is kept for
                // animations.
                var new = behavior ?? ["type": .string(type), "enabled": false]
                if behavior == nil, let old = self[found] {
                    new = old
                    _ = new.set(false, at: ["enabled"])
                }
                if let own = self[found]?["name"] { _ = new.set(own, at: ["name"]) }
                try write(new, at: found, for: name)
            } else if let behavior {
                var elements: [JSONValue] = []
                if case .array(let present) = json.value(at: lists[0][...]) { elements = present }
                try take(lists[0] + [String(elements.count)], for: name)
                _ = json.set(.array(elements + [behavior]), at: lists[0][...])
            }
        }
    }

    /// Refuses paths into a list whose elements move, since a path would address another element than intended.
    func refusePaths(within list: [String], for name: String) throws(ParameterFault) {
        if let path = places.owners(within: list).filter({ QueryParameter.all[$0] == nil }).min() {
            throw ParameterFault(name, beside: path)
        }
    }

    /// Replaces the cells that parameters act on, list by list.
    ///
    /// - Parameter rebuild: Makes new cells of those in a list; told whether these are sub-cells.
    mutating func rebuildCells(
        taking member: String,
        for name: String,
        _ rebuild: ([JSONValue], Bool) throws(ParameterFault) -> [JSONValue]
    ) throws(ParameterFault) {
        for cell in cells { try refusePaths(within: Array(cell.dropLast()), for: name) }
        for cell in cells { try take(cell + [member], for: name) }
        var rebuilt: [[String]] = []
        var lists: [[String]] = []
        for cell in cells where !lists.contains(Array(cell.dropLast())) { lists.append(Array(cell.dropLast())) }
        for list in lists {
            let indices = Set(
                cells.filter { $0.dropLast().elementsEqual(list) }.compactMap { $0.last.flatMap { Int($0) } }
            )
            guard case .array(let all) = self[list] else { continue }
            let old = all.indices.filter(indices.contains).map { all[$0] }
            let new = try rebuild(old, list.count { $0 == "emitterCells" } > 1)
            shareAnimatedRates(in: list, old, new)
            // At the position of the first one, which keeps the drawing order.
            let first = indices.min() ?? 0
            let before = Array(all[..<first])
            let later = all.indices.filter { $0 > first && !indices.contains($0) }
            let count = before.count + new.count + later.count
            guard count <= Self.mostCells else {
                let found = "\(count) kinds of particles"
                throw ParameterFault(.tooMuch, name, found: found, allowed: "at most \(Self.mostCells) in all")
            }
            _ = json.set(.array(before + new + later.map { all[$0] }), at: list[...])
            let moves = Dictionary(uniqueKeysWithValues: zip(later, (first + new.count)...))
            veils = veils.map { Self.moved($0, in: list, by: moves) }
            for index in new.indices {
                rebuilt.append(list + [String(first + index)])
                places.take(list + [String(first + index), member], for: name)
            }
        }
        cells = rebuilt
    }

    /// Returns a path after elements of a list have moved.
    ///
    /// - Parameter moves: New indices by the ones from before.
    private static func moved(_ path: [String], in list: [String], by moves: [Int: Int]) -> [String] {
        guard path.count > list.count, path.starts(with: list), let old = Int(path[list.count]), let new = moves[old]
        else { return path }
        return list + [String(new)] + path[(list.count + 1)...]
    }

    /// Runs `body` with parameters acting on other cells. Afterward they act on those that remain in the lists from before.
    mutating func act(
        onCells others: [[String]],
        _ body: (inout Self) throws(ParameterFault) -> Void
    ) throws(ParameterFault) {
        let lists = Set(cells.map { Array($0.dropLast()) })
        cells = others
        try body(&self)
        cells = cells.filter { lists.contains(Array($0.dropLast())) }
    }

    /// Runs `body` with parameters acting on the veils alone. Changes to a list move the cells of both kinds.
    mutating func actOnVeils(_ body: (inout Self) throws(ParameterFault) -> Void) throws(ParameterFault) {
        guard !veils.isEmpty else { return }
        swap(&cells, &veils)
        try body(&self)
        swap(&cells, &veils)
    }

    /// Adds an asset under a name derived from `name` that is not in use.
    mutating func addAsset(_ asset: JSONValue, like name: String, for parameter: String) throws(ParameterFault)
        -> String
    {
        var free = name
        var number = 2
        while self[["assets", free]] != nil {
            free = "\(name)-\(number)"
            number += 1
        }
        try write(asset, at: ["assets", free], for: parameter)
        return free
    }

    /// Duplicates every emitter layer, with the copy above the original.
    ///
    /// - Parameter change: Changes a layer; told whether the layer is the copy.
    mutating func doubleEmitters(
        for name: String,
        _ change: (JSONValue, Bool) -> JSONValue
    ) throws(ParameterFault) {
        for emitter in emitters {
            try refusePaths(within: emitter + ["emitterCells"], for: name)
            let own = ["emitterPosition", "emitterShape", "emitterSize", "emitterRects", "emitterPath", "emitterText"]
            for member in own + (given.contains("angle") ? [] : ["naturalDirection"]) {
                try take(emitter + [member], for: name)
            }
        }
        json = json.doublingEmitters(change)
        emitters = json.emitterPaths
        // No parameter acts on cells after this one.
        cells = []
    }
}
