import EffectCoding
import EffectModel
import StrictJSON

/// Writes drafts as effect specs.
struct SpecBuilder {
    let format: ImportFormat
    let options: ImportOptions
    /// Notes on the document, to which those on the spec are added.
    let notes: ImportNotes

    /// Assembles a spec. Members are in a human-friendly order.
    static func document(
        canvas: SIMD2<Double>,
        background: String?,
        timing: JSONValue,
        rangeConvention: RangeConvention,
        assets: [JSONValue.Member],
        layers: [JSONValue]
    ) -> JSONValue {
        var canvas: [JSONValue.Member] = [
            .init("width", .number(canvas.x)), .init("height", .number(canvas.y)),
        ]
        if let background { canvas.append(.init("background", .string(background))) }
        var members: [JSONValue.Member] = [.init("canvas", .object(canvas)), .init("timing", timing)]
        if rangeConvention == .half { members.append(.init("rangeConvention", "half")) }
        if !assets.isEmpty { members.append(.init("assets", .object(assets))) }
        members.append(.init("layers", .array(layers)))
        return .object(members)
    }

    /// Writes a draft with the best timing that the limits allow, and validates it.
    func result(of draft: SpecDraft) throws(ImportError) -> ImportResult {
        var faults = SpecError([])
        for plan in TimingPlan.all(for: draft.playback, options, notes) {
            var document = document(draft, plan)
            // One round for each animation that is removed, and one more.
            for _ in 0...64 {
                var spec: EffectSpec?
                do throws(SpecError) {
                    spec = try EffectSpec(json: document, limits: options.limits, library: options.library)
                } catch {
                    faults = error
                }
                if let spec { return try ImportResult(document, spec, notes: notes.all) }
                guard let rest = document.withoutAnimations(at: faults.faults, notes) else { break }
                document = rest
            }
            if !faults.faults.allSatisfy({ $0.kind == .tooMuch }) { break }
        }
        throw .refused(faults)
    }

    private func document(_ draft: SpecDraft, _ plan: TimingPlan) -> JSONValue {
        var timing: [JSONValue.Member] = [
            .init("duration", .number(plan.duration.tidy)), .init("fps", .number(options.fps)),
        ]
        if let loop = plan.loop { timing.append(.init("loop", .string(loop.rawValue))) }
        let usual = format.defaultCanvas
        return Self.document(
            canvas: SIMD2(
                options.width ?? draft.canvas?.x ?? usual.width,
                options.height ?? draft.canvas?.y ?? usual.height
            ),
            background: options.background ?? draft.background,
            timing: .object(timing),
            rangeConvention: draft.rangeConvention,
            assets: draft.assets,
            layers: draft.layers(plan.duration)
        )
    }
}

extension JSONValue {
    /// Returns the document without the animations that have these errors; `nil` if there are other errors, or none.
    fileprivate func withoutAnimations(at faults: [SpecFault], _ notes: ImportNotes) -> JSONValue? {
        var places: [[String]: Set<Int>] = [:]
        for fault in faults {
            // "/layers/0/animations/3/keyPath", or "/layers/0/layers/1/animations/3/keyPath"
            let parts = fault.pointer.split(separator: "/").map(String.init)
            guard parts.first == "layers", let list = parts.firstIndex(of: "animations"), parts.count > list + 1,
                let animation = Int(parts[list + 1])
            else { return nil }
            if places[Array(parts[...list]), default: []].insert(animation).inserted {
                let layer = parts[1..<list].joined(separator: ".")
                notes.ignore("animations[\(animation)] of layer \(layer)", "an animation", fault.detail)
            }
        }
        guard !places.isEmpty else { return nil }
        var rest = self
        for (place, animations) in places {
            guard rest.replace(at: place[...], { $0.without(animations) }) else { return nil }
        }
        return rest
    }

    /// Returns a list without the elements at `indices`.
    private func without(_ indices: Set<Int>) -> JSONValue? {
        guard case .array(let list) = self else { return nil }
        return .array(list.indices.filter { !indices.contains($0) }.map { list[$0] })
    }

    /// Replaces the value at a path; returns `false` if there is none, or `change` returns `nil`.
    private mutating func replace(at path: ArraySlice<String>, _ change: (JSONValue) -> JSONValue?) -> Bool {
        guard let name = path.first else {
            guard let changed = change(self) else { return false }
            self = changed
            return true
        }
        switch self {
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index),
                elements[index].replace(at: path.dropFirst(), change)
            else { return false }
            self = .array(elements)
        case .object(var members):
            guard let index = members.firstIndex(where: { $0.name == name }),
                members[index].value.replace(at: path.dropFirst(), change)
            else { return false }
            self = .object(members)
        default: return false
        }
        return true
    }
}
