import EffectCoding
public import EffectCost
public import EffectModel
internal import EffectRendering
package import StrictJSON

/// A preset with parameters, as requested by a URL or on the command line.
public struct PresetRequest: Sendable {
    /// A named value, as text.
    public struct Parameter: Sendable, Equatable {
        /// Name as in the query of a URL.
        public let name: String
        /// Value as written, percent-decoded.
        public let value: String

        /// A parameter with the given name and value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The reason a request for a preset describes no effect.
    public enum Failure: Error, Sendable, Equatable {
        /// No preset has the name; `near` is the most similar name.
        case unknownPreset(String, near: String?)
        case faults([ParameterFault])
    }

    /// The spec that the request describes.
    ///
    /// - Throws: ``Failure`` with everything that is wrong.
    public static func spec(
        preset name: String,
        _ parameters: [Parameter],
        limits: RenderLimits,
        library: any AssetLibrary = NoAssets()
    ) throws(Failure) -> EffectSpec {
        try specAndDocument(.preset(name), parameters, limits: limits, library: library).spec
    }

    /// Origin of the document that parameters change.
    package enum Base: Sendable {
        /// A preset by name.
        case preset(String)
        /// A spec.
        case spec(JSONValue)

        /// Whether the document is a preset's.
        var isPreset: Bool { if case .preset = self { true } else { false } }

        /// Form with the fewest bytes that looks the same on a page; `nil` for a spec.
        var lightest: OutputFormat? {
            if case .preset(let name) = self { Preset.all[name]?.form } else { nil }
        }

        /// Palette of a preset's own; `nil` for a spec.
        var palette: Output.Palette? {
            if case .preset(let name) = self { Preset.all[name]?.palette } else { nil }
        }

        fileprivate func preset() throws(Failure) -> Preset {
            switch self {
            case .spec(let document): return Preset(spec: document)
            case .preset(let name):
                if let preset = Preset.all[name] { return preset }
                throw .unknownPreset(name, near: Preset.nearest(to: name))
            }
        }
    }

    /// The spec that the request describes, and the document the spec was read from. POSTing the document gives the
    /// same spec.
    ///
    /// - Parameters:
    ///   - form: Form of the request, which decides what of a target applies.
    ///   - isStill: Whether the request is for a still image, which has no palette of the preset's.
    ///   - others: Additional names the request may use, for suggestions.
    ///   - videos: Videos that are made, which some targets prefer.
    static func specAndDocument(
        _ base: Base,
        _ parameters: [Parameter],
        form: OutputForm = .frames(.png),
        isStill: Bool = false,
        besides others: [String] = [],
        videos: VideoOffer = .none,
        limits: RenderLimits,
        library: any AssetLibrary
    ) throws(Failure) -> (spec: EffectSpec, document: JSONValue) {
        let preset = try base.preset()
        var faults: [ParameterFault] = []
        let parts = form.targetParts(videos: videos)
        var document = PresetEditor(preset, given: Set(parameters.map(\.name)), targetParts: parts)
        for step in steps(parameters, preset: preset, others: others, faults: &faults)
        where faults.count < SpecError.maximumFaults {
            do throws(ParameterFault) { try step.apply(&document) } catch { faults.append(error) }
        }
        if base.isPreset { document.leaveOutOwnPalette(isStill: isStill, hasQuality: parts.quality) }
        document.completeShapes()
        document.keepScene()
        document.playToTheEnd()
        do throws(SpecError) {
            let target = parameters.first { $0.name == QueryParameter.target.name }?.value
            if let target = target.flatMap(DeliveryTarget.named), faults.isEmpty {
                // Pixels and frames are bounded once the target's limits hold. The assets of this reading are of no use.
                var loose = limits.ofData
                loose.maximumFrames = .max
                let asked = try EffectSpec(json: document.json, limits: loose, library: library)
                document.limit(asked.timing, to: target)
            }
            let spec = try EffectSpec(json: document.json, limits: limits, library: library)
            if faults.isEmpty { return (spec, document.json) }
        } catch {
            let places = document.pointers
            faults += error.faults.map { ParameterFault($0, of: places) }
        }
        throw .faults(Array(faults.prefix(SpecError.maximumFaults)))
    }

    /// The change made by one parameter.
    private struct Step {
        /// Order of execution, 0...5. Paths come first, while cells are still in the preset's order.
        let phase: Int
        let apply: (inout PresetEditor) throws(ParameterFault) -> Void
    }

    /// Steps of all parameters in order of execution. Parameters without effect become errors.
    private static func steps(
        _ parameters: [Parameter],
        preset: Preset,
        others: [String],
        faults: inout [ParameterFault]
    ) -> [Step] {
        var steps: [Step] = []
        var seen: Set<String> = []
        for parameter in parameters where faults.count < SpecError.maximumFaults {
            let name = parameter.name
            let known = QueryParameter.all[name]
            let path = known == nil ? QueryPath(name) : nil
            guard known != nil || path != nil else {
                faults.append(ParameterFault(unknown: name, besides: others))
                continue
            }
            guard seen.insert(name).inserted else {
                faults.append(ParameterFault(repeated: name))
                continue
            }
            if let known, !known.applies(to: preset) {
                faults.append(ParameterFault(known, idleIn: preset))
            } else if let known {
                steps.append(
                    Step(phase: known.phase) { document throws(ParameterFault) in
                        try known.apply(parameter.value, to: &document)
                    }
                )
            } else if let path {
                steps.append(
                    Step(phase: 0) { document throws(ParameterFault) in
                        try document.write(path.json(of: parameter.value), at: path.place, for: name)
                    }
                )
            }
        }
        return (0...5).flatMap { phase in steps.filter { $0.phase == phase } }
    }
}
