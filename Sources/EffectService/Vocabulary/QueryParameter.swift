internal import EffectModel

/// One name of the query vocabulary: what it means, what it takes, and what it does to a spec. One table of these
/// (``all``) is all that parsing, the catalogue, the API description and the gallery's controls know.
struct QueryParameter: Sendable {
    /// Where a form would put it.
    enum Group: String, Sendable, CaseIterable {
        case canvas, time, emission, motion, look, file
    }

    /// What it takes.
    enum Kind: Sendable {
        /// A number; bounds and step are those of a control, the spec's reader has the last word.
        case number(ClosedRange<Double>, step: Double, ParameterText.Unit, isRange: Bool)
        case whole(ClosedRange<Double>)
        case color
        /// Colours, or the name of a palette.
        case colors
        case choice([String])
        case flag
        case text(allowed: String)
        case bytes
    }

    /// What it does.
    enum Effect: Sendable {
        /// Its value stands at one place of the spec, as it is.
        case place([String], isText: Bool)
        case edit(Edit)
    }

    /// A change that takes more than one place, or another unit.
    struct Edit: Sendable {
        /// What a preset must have for it.
        enum Needs: Sendable {
            case emitter, cells, bursts, rates
            /// The emitters or, where there are none, an asset of this name.
            case emitterOr(asset: String)
            /// An asset of this name, and nothing that emits.
            case assetAlone(String)
        }
        let needs: Needs
        /// Lower ones go first: cells are there before they are changed.
        let phase: Int
        /// Value, name, document.
        let apply: @Sendable (String, String, inout EffectDocument) throws(ParameterFault) -> Void
        /// Its value in a preset, as its text; `nil` if there isn't one.
        let current: @Sendable (PresetView) -> String?
    }

    let name: String
    /// What the name abbreviates: for suggestions and labels.
    let title: String
    /// A sentence.
    let summary: String
    let group: Group
    let kind: Kind
    let effect: Effect
    /// Whose name it is, if it isn't ours: it keeps its meaning there.
    var origin: String?

    /// What a value may be, for people.
    var allowed: String {
        switch kind {
        case .number(let bounds, _, let unit, let isRange):
            return "a number\(ParameterText.phrase(unit))"
                + (isRange ? ", or lowest..highest, or middle~deviation" : "")
                + ", usually \(ParameterText.text(bounds.lowerBound))...\(ParameterText.text(bounds.upperBound))"
        case .whole(let bounds):
            return
                "a whole number, usually \(ParameterText.text(bounds.lowerBound))...\(ParameterText.text(bounds.upperBound))"
        case .color: return "ff8800, a CSS name, or none"
        case .colors: return "colours with commas between them (ff8800, gold), or a palette's name"
        case .choice(let names): return names.joined(separator: ", ")
        case .flag: return "0 or 1, true or false"
        case .text(let allowed): return allowed
        case .bytes: return "bytes: 200kB, 1.5MB, 256KiB, github"
        }
    }

    /// The parameter of this name.
    static let all: [String: QueryParameter] = Dictionary(uniqueKeysWithValues: table.map { ($0.name, $0) })

    /// In the order of a form.
    static let table: [QueryParameter] = canvas + time + emission + motion + look + transitions + file + confetti

    /// The parameter whose short or long name is nearest to `name`, if one is near enough to be a slip.
    static func nearest(to name: String) -> QueryParameter? {
        guard let near = Nearest.name(to: name, among: all.values.flatMap { [$0.name, $0.title] }) else {
            return nil
        }
        return all[near] ?? table.first { $0.title == near }
    }

    /// When it is its turn: lower ones go first.
    var phase: Int { if case .edit(let edit) = effect { edit.phase } else { 0 } }

    /// The one place that it stands at, as a JSON Pointer.
    var pointer: String? { if case .place(let place, _) = effect { "/" + place.joined(separator: "/") } else { nil } }

    /// Whether a preset has what it acts on.
    func applies(to preset: Preset) -> Bool {
        guard case .edit(let edit) = effect else { return true }
        switch edit.needs {
        case .emitter: return !preset.emitters.isEmpty
        case .cells: return !preset.cells.isEmpty
        case .emitterOr(let name):
            return !preset.emitters.isEmpty || preset.document.value(at: ["assets", name]) != nil
        case .assetAlone(let name):
            return preset.emitters.isEmpty && preset.document.value(at: ["assets", name]) != nil
        case .bursts: return preset.cells.contains { preset.document.value(at: ($0 + ["burst"])[...]) != nil }
        case .rates:
            return preset.cells.contains { preset.document.value(at: ($0 + ["birthRate"])[...])?.double ?? 0 > 0 }
        }
    }

    /// Puts its value into the document.
    func apply(_ value: String, to document: inout EffectDocument) throws(ParameterFault) {
        switch effect {
        case .place(let place, let isText):
            let json: JSONValue
            if isText {
                json = .string(value)
            } else {
                json = ParameterText.number(value).map { .number($0) } ?? .string(ParameterText.withSign(value))
            }
            try document.write(json, at: place, for: name)
        case .edit(let edit): try edit.apply(value, name, &document)
        }
    }

    /// The value that it has in a preset, as its text; empty if there is no single one.
    func current(in view: PresetView) -> String {
        switch effect {
        case .place(let place, _):
            // As the preset writes it, or else what it is by default.
            switch view.document.value(at: place[...]) ?? view.canonical.value(at: place[...]) {
            case .string(let text): return text
            case .number(let number): return ParameterText.text(number)
            default: return ""
            }
        case .edit(let edit): return edit.current(view) ?? ""
        }
    }
}

/// A preset's spec, with the cells that parameters act on.
struct PresetView {
    let spec: EffectSpec
    let document: JSONValue
    let canonical: JSONValue
    let emitters: [Emitter]
    let cells: [EmitterCell]
    /// A cell's `[lowest, highest]` for a mean and its range.
    let deviation: Double

    init(_ preset: Preset, _ spec: EffectSpec) {
        self.spec = spec
        document = preset.document
        canonical = spec.json
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

    /// What all its cells have, if it is the same.
    func common<Value: Equatable>(_ value: (EmitterCell) -> Value) -> Value? {
        guard let first = cells.first.map(value), cells.allSatisfy({ value($0) == first }) else { return nil }
        return first
    }

    /// The same of a mean and its range, as text.
    func commonRange(
        _ mean: (EmitterCell) -> Double,
        _ range: (EmitterCell) -> Double,
        times factor: Double = 1
    ) -> String? {
        guard let both = common({ SIMD2(mean($0), abs(range($0)) * deviation) }) else { return nil }
        let ends = [(both.x - both.y) * factor, (both.x + both.y) * factor].sorted()
        return ParameterText.text(ends[0]...ends[1])
    }
}
