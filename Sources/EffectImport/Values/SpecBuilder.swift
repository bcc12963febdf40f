import EffectModel

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
        var places: [Int: Set<Int>] = [:]
        for fault in faults {
            // "/layers/0/animations/3/keyPath"
            let parts = fault.pointer.split(separator: "/")
            guard parts.count >= 4, parts[0] == "layers", parts[2] == "animations", let layer = Int(parts[1]),
                let animation = Int(parts[3])
            else { return nil }
            if places[layer, default: []].insert(animation).inserted {
                notes.ignore("animations[\(animation)] of layer \(layer)", "an animation", fault.detail)
            }
        }
        guard !places.isEmpty, case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name == "layers" }),
            case .array(var layers) = members[index].value
        else { return nil }
        for (layer, animations) in places {
            guard layers.indices.contains(layer), case .object(var inner) = layers[layer],
                let place = inner.firstIndex(where: { $0.name == "animations" }),
                case .array(let list) = inner[place].value
            else { return nil }
            inner[place].value = .array(list.indices.filter { !animations.contains($0) }.map { list[$0] })
            layers[layer] = .object(inner)
        }
        members[index].value = .array(layers)
        return .object(members)
    }
}
