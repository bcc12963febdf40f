import EffectCoding
package import EffectModel
package import StrictJSON

/// A parameter of the query vocabulary: its meaning, its values and its effect on a spec. The table of all parameters
/// (``all``) drives parsing, the catalog, the API description and the gallery's controls.
package struct QueryParameter: Sendable {
    /// Section of the gallery's form.
    package enum Group: String, Sendable, CaseIterable {
        case canvas, time, emission, motion, look, file
    }

    /// The type of a value.
    package enum Kind: Sendable {
        /// A number. Bounds and step are for controls; the spec's reader enforces the real limits.
        case number(ClosedRange<Double>, step: Double, ParameterText.Unit, isRange: Bool)
        case whole(ClosedRange<Double>)
        case color
        /// A list of colors, or the name of a palette.
        case colors
        case choice([String])
        case flag
        case text(allowed: String)
        case bytes
    }

    /// The effect on a spec.
    package enum Effect: Sendable {
        /// Sets the value at one path of the spec.
        case place([String], isText: Bool)
        case edit(Edit)
    }

    /// A change of several values, or a change of unit.
    package struct Edit: Sendable {
        /// The part that a preset needs for the parameter to apply.
        package enum Needs: Sendable {
            /// No part at all.
            case nothing
            case emitter, cells, bursts, rates
            /// Emitters that fill the canvas, and nothing else.
            case field
            /// Cells or, without any, a like.
            case cellsOrLike
            case like
            /// A word, or cells that may show one.
            case wordOrCells
            /// A word.
            case word
            /// Emitters or, without any, an asset with this name.
            case emitterOr(asset: String)
            /// An asset with this name, and no emitters.
            case assetAlone(String)
            /// Cells or, without any, slats.
            case cellsOrBlinds
            /// A transition with a choice of directions.
            case directions
        }
        let needs: Needs
        /// Order of execution; lower phases run first. Cells are replaced before their members are changed.
        let phase: Int
        /// Applies a value; called with value, name and document.
        package let apply: @Sendable (String, String, inout PresetEditor) throws(ParameterFault) -> Void
        /// The parameter's value in a preset, as text; `nil` if there is no single value.
        package let current: @Sendable (PresetView) -> String?
    }

    package let name: String
    /// Long name, for suggestions and labels.
    package let title: String
    /// Description in one sentence.
    package let summary: String
    package let group: Group
    package let kind: Kind
    package let effect: Effect
    /// The library that the name comes from, and keeps its meaning of; `nil` for our own names.
    package var origin: String?

    /// Human-readable description of allowed values.
    package var allowed: String {
        switch kind {
        case .number(let bounds, _, let unit, let isRange):
            return "a number\(ParameterText.phrase(unit))"
                + (isRange ? ", or lowest..highest, or middle~deviation" : "")
                + ", usually \(ParameterText.text(bounds.lowerBound))...\(ParameterText.text(bounds.upperBound))"
        case .whole(let bounds):
            return
                "a whole number, usually \(ParameterText.text(bounds.lowerBound))...\(ParameterText.text(bounds.upperBound))"
        case .color: return "ff8800 (without #), a CSS name, none, or a gradient such as linear:0b1026,2b1055"
        case .colors: return "colors separated by commas (ff8800 without #, gold), or the name of a palette"
        case .choice(let names): return names.joined(separator: ", ")
        case .flag: return "0 or 1, true or false"
        case .text(let allowed): return allowed
        case .bytes: return "bytes: 200kB, 1.5MB, 256KiB, github"
        }
    }

    /// Name of the parameter for the background, whose short forms a spec takes as well.
    static let background = "bg"

    /// Every parameter, by name.
    package static let all: [String: QueryParameter] = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

    /// Every parameter, in the order of the form.
    package static let table: [QueryParameter] =
        canvas + [tile] + time + emission + motion + look + like + transitions + [target] + file + confetti

    /// The parameter with the most similar short or long name, if similar enough for a typing error.
    package static func nearest(to name: String) -> QueryParameter? {
        guard let near = Nearest.name(to: name, among: all.values.flatMap { [$0.name, $0.title] }) else {
            return nil
        }
        return all[near] ?? table.first { $0.title == near }
    }

    /// Order of execution; lower phases run first.
    var phase: Int { if case .edit(let edit) = effect { edit.phase } else { 0 } }

    /// JSON Pointer of the path that the parameter sets; `nil` for an edit.
    package var pointer: String? {
        if case .place(let place, _) = effect { "/" + place.joined(separator: "/") } else { nil }
    }

    /// Applies a value to the document.
    package func apply(_ value: String, to document: inout PresetEditor) throws(ParameterFault) {
        switch effect {
        case .place(let place, let isText):
            let json: JSONValue
            if isText {
                json = .string(name == Self.background ? ParameterText.withSignOfAngle(value) : value)
            } else {
                json = ParameterText.number(value).map { .number($0) } ?? .string(ParameterText.withSign(value))
            }
            try document.write(json, at: place, for: name)
        case .edit(let edit): try edit.apply(value, name, &document)
        }
    }

    /// The parameter's value in a preset, as text; empty if there is no single value.
    package func current(in view: PresetView) -> String {
        switch effect {
        case .place(let place, _):
            // The preset's own text, or else the default.
            switch view.document.value(at: place[...]) ?? view.canonical.value(at: place[...]) {
            case .string(let text): return text
            case .number(let number): return ParameterText.text(number)
            default: return ""
            }
        case .edit(let edit): return edit.current(view) ?? ""
        }
    }
}

/// A preset's spec, with the emitters and cells that parameters act on.
package struct PresetView {
    package let spec: EffectSpec
    package let document: JSONValue
    package let canonical: JSONValue
    let emitters: [Emitter]
    package let cells: [EmitterCell]
    private let words: [[String]]
    private let directions: [Preset.Direction]
    /// Factor from a range to the deviation on either side of the mean: 0.5 or 1.
    let deviation: Double
    /// Whether cells of different ranges have the range of all, in place of no value.
    private var joinsRanges = false

    /// Copy of the view in which cells of different ranges have the range of all.
    package var joiningRanges: PresetView {
        var view = self
        view.joinsRanges = true
        return view
    }

    package init(_ preset: Preset, _ spec: EffectSpec) {
        self.spec = spec
        document = preset.document
        canonical = spec.json
        words = preset.words
        directions = preset.directions
        func emitter(_ path: [String]) -> Emitter? {
            let pointer = "/" + path.ofEmitter.joined(separator: "/")
            let index = spec.layers.indices.first { spec.pointer(toLayer: $0) == pointer }
            return index.flatMap { spec.layers[$0].content.emitter }
        }
        emitters = preset.emitters.compactMap(emitter)
        cells = preset.cells.compactMap { path in
            var cells = emitter(path)?.emitterCells
            var found: EmitterCell?
            for part in path.dropFirst(path.ofEmitter.count) {
                guard let index = Int(part) else { continue }
                guard let list = cells, list.indices.contains(index) else { return nil }
                found = list[index]
                cells = list[index].emitterCells
            }
            return found
        }
        deviation = emitters.first?.rangeConvention == .half ? 0.5 : 1
    }

    /// A member of the preset's word; `nil` if it has none.
    func word(_ member: String) -> JSONValue? {
        guard let path = words.first, let text = document.value(at: path[...]) else { return nil }
        if case .string = text { return member == "text" ? text : nil }
        return text[member]
    }

    /// Direction of the preset's transition; `nil` if it has no choice of them.
    var direction: String? {
        directions.first { $0.values.allSatisfy { document.value(at: $0.path[...]) == $0.value } }?.name
    }

    /// Angle of the preset's slats; `nil` if it has none.
    var angleOfBlinds: Double? {
        guard let path = document.blindsPaths.first else { return nil }
        switch document.value(at: (path + ["shape", "angle"])[...]) {
        case .string(let text)?: return ParameterText.number(text, .degrees)
        case .number(let radians)?: return radians * 180 / .pi
        default: return 0
        }
    }

    /// A value that all cells share; `nil` if they differ.
    func common<Value: Equatable>(_ value: (EmitterCell) -> Value) -> Value? {
        guard let first = cells.first.map(value), cells.allSatisfy({ value($0) == first }) else { return nil }
        return first
    }

    /// Text of a mean and its range that all cells share. If they differ, the range of all where ranges are joined,
    /// otherwise `nil`.
    func commonRange(
        _ mean: (EmitterCell) -> Double,
        _ range: (EmitterCell) -> Double,
        times factor: Double = 1
    ) -> String? {
        let all = cells.map { SIMD2(mean($0), abs(range($0)) * deviation) }
        guard let first = all.first, joinsRanges || all.allSatisfy({ $0 == first }) else { return nil }
        let ends = all.flatMap { [($0.x - $0.y) * factor, ($0.x + $0.y) * factor] }.sorted()
        return ParameterText.text(ends[0]...ends[ends.count - 1])
    }
}

extension QueryParameter {
    /// Name of the parameter for the moments of a still image. It changes no spec, so the table has no row for it.
    package static let moments = "at"
}
