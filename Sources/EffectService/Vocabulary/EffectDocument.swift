internal import EffectModel

/// A preset's spec while parameters change it: the document, the places in it that parameters act on, and who has changed what.
///
/// Nothing is checked here but that two parameters don't say one thing: the document is read as a caller's would be.
struct EffectDocument {
    /// As it stands.
    private(set) var json: JSONValue
    /// Paths of the layers that emit.
    private(set) var emitters: [[String]]
    /// Paths of the cells that parameters act on.
    private(set) var cells: [[String]]
    /// Names of all parameters of the request: some mean something else beside others.
    let given: Set<String>
    private var places = TakenPlaces()

    init(_ preset: Preset, given: Set<String>) {
        json = preset.document
        cells = preset.cells
        emitters = preset.emitters
        self.given = given
    }

    /// Names of parameters by the JSON Pointers of what they wrote.
    var pointers: [String: String] { places.pointers }

    /// What stands at a path.
    subscript(_ path: [String]) -> JSONValue? { json.value(at: path[...]) }

    /// Puts a value where nobody else has put one.
    ///
    /// - Throws: a fault if another parameter has, or if there is no such place.
    mutating func write(_ value: JSONValue, at path: [String], for name: String) throws(ParameterFault) {
        try take(path, for: name)
        if !json.set(value, at: path[...]) { throw ParameterFault(noPlace: name, at: missing(path)) }
    }

    /// The first place on a path that is not there, and what there is instead.
    private func missing(_ path: [String]) -> (place: String, count: Int?) {
        for length in 1...max(1, path.count) where self[Array(path.prefix(length))] == nil {
            let place = path.prefix(length).joined(separator: ".")
            guard case .array(let elements) = self[Array(path.prefix(length - 1))] else { return (place, nil) }
            return (place, elements.count)
        }
        return (path.joined(separator: "."), nil)
    }

    /// Puts a value there, or takes away what there is.
    mutating func replace(_ path: [String], with value: JSONValue?, for name: String) throws(ParameterFault) {
        if let value { return try write(value, at: path, for: name) }
        try take(path, for: name)
        json.remove(at: path[...])
    }

    /// Puts a value there that is the parameter's own already, or a part of it.
    mutating func setUnchecked(_ value: JSONValue, at path: [String]) { _ = json.set(value, at: path[...]) }

    /// Makes a place a parameter's own.
    mutating func take(_ path: [String], for name: String) throws(ParameterFault) {
        if let owner = places.owner(of: path), owner != name { throw ParameterFault(name, beside: owner) }
        places.take(path, for: name)
    }

    /// Writes a member of every cell that parameters act on. A mean and its range are one value.
    mutating func writeCells(_ member: String, _ value: JSONValue, for name: String) throws(ParameterFault) {
        try stopAnimations(ofCells: member, for: name)
        for cell in cells {
            try write(value, at: cell + [member], for: name)
            try replace(cell + [member + "Range"], with: nil, for: name)
        }
    }

    /// Writes a member of every layer that emits.
    mutating func writeEmitters(_ member: String, _ value: JSONValue, for name: String) throws(ParameterFault) {
        for emitter in emitters { try write(value, at: emitter + [member], for: name) }
    }

    /// Lets every layer that emits do so from another shape, without what its own one was made of.
    mutating func writeShape(_ shape: String, of emitter: [String], for name: String) throws(ParameterFault) {
        try write(.string(shape), at: emitter + ["emitterShape"], for: name)
        for part in ["emitterRects", "emitterPath", "emitterText"] {
            try replace(emitter + [part], with: nil, for: name)
        }
    }

    /// Puts a behaviour in the place of its like, of the cell or else of its layer, or adds it to the cell.
    ///
    /// - Parameters:
    ///   - behavior: With all its inputs; `nil` to have none.
    ///   - keyPath: For those that follow a property, which one.
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
                // One that is taken away does nothing: those behind it keep their places. Animations know it by its name.
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

    /// Where cells move, a path would lead to another one than was meant.
    func refusePaths(within list: [String], for name: String) throws(ParameterFault) {
        if let path = places.owners(within: list).filter({ QueryParameter.all[$0] == nil }).min() {
            throw ParameterFault(name, beside: path)
        }
    }

    /// Puts others in the place of cells that parameters act on, list by list.
    mutating func rebuildCells(
        taking member: String,
        for name: String,
        _ rebuild: ([JSONValue]) throws(ParameterFault) -> [JSONValue]
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
            let new = try rebuild(old)
            shareAnimatedRates(in: list, old, new)
            // Where the first one was: which is drawn above which stays as it is.
            let first = indices.min() ?? 0
            let before = Array(all[..<first])
            let after = all.indices.filter { $0 > first && !indices.contains($0) }.map { all[$0] }
            _ = json.set(.array(before + new + after), at: list[...])
            for index in new.indices {
                rebuilt.append(list + [String(first + index)])
                places.take(list + [String(first + index), member], for: name)
            }
        }
        cells = rebuilt
    }

    /// Adds an asset under a name that is free.
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

    /// Draws every layer that emits twice, the copy above the original.
    ///
    /// - Parameter change: What it is to the layer, which is told whether it is the copy.
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
        // Nothing is changed after this.
        cells = []
    }
}
