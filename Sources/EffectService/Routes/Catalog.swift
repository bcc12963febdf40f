internal import EffectCatalog
import EffectCoding
import EffectCost
internal import EffectModel
internal import EffectRendering
import StrictJSON
import Synchronization

/// The catalog of presets, parameters and palettes, as JSON.
final class Catalog: Sendable {
    private let limits: RenderLimits
    private let library: any AssetLibrary
    private let videos: VideoOffer
    /// No absolute URLs: caches share the document between all clients.
    private let made = Mutex<CodedDocument?>(nil)

    init(limits: RenderLimits, library: any AssetLibrary, videos: VideoOffer) {
        self.limits = limits
        self.library = library
        self.videos = videos
    }

    /// The document, if it has been made before.
    var known: CodedDocument? { made.withLock { $0 } }

    /// The document. The first access makes it, which parses every preset.
    var document: CodedDocument {
        if let known { return known }
        let document = CodedDocument(JSONWriter.bytes(of: json) + [0x0A])
        made.withLock { $0 = document }
        return document
    }

    private var json: JSONValue {
        [
            "version": .string(hanabiVersion),
            "families": .array(Preset.families.map { .string($0) }),
            "palettes": .object(
                NamedPalette.all.sorted { $0.key < $1.key }.map { name, palette in
                    let colors = palette.colors.map { JSONValue.string($0) }
                    return .init(name, ["title": .string(palette.title), "colors": .array(colors)])
                }
            ),
            "parameters": .array(QueryParameter.table.map(\.json)),
            // Videos only where the service has a program for them.
            "forms": .array(OutputForm.all.filter(isOffered).map(\.json)),
            "targets": .array(DeliveryTarget.all.map(json)),
            "effects": .array(Preset.inOrder.map(json)),
        ]
    }

    private func isOffered(_ form: OutputForm) -> Bool {
        if case .frames(let format?) = form, format.isVideo { videos.has(format) } else { true }
    }

    /// A target's entry. Without a form, browsers choose.
    private func json(of target: DeliveryTarget) -> JSONValue {
        var members: [JSONValue.Member] = [.init("name", .string(target.name)), .init("title", .string(target.title))]
        if let format = target.format(among: videos) {
            members.append(.init("form", .string(".\(format.fileExtension)")))
        }
        members.append(
            .init("parameters", .object(target.parameters.map { .init($0.name, .string($0.value)) }))
        )
        if let frames = target.maximumFrames { members.append(.init("frames", .number(Double(frames)))) }
        if let seconds = target.maximumSeconds { members.append(.init("seconds", .number(seconds))) }
        return .object(members)
    }

    /// Ranges of all pieces, for parameters that have no single value, as their pieces differ.
    private static func spans(of parameters: [QueryParameter], in view: PresetView) -> [JSONValue.Member] {
        parameters.compactMap { parameter in
            let span = parameter.current(in: view.joiningRanges)
            return parameter.current(in: view).isEmpty && !span.isEmpty ? .init(parameter.name, .string(span)) : nil
        }
    }

    private func json(of preset: Preset) -> JSONValue {
        // A preset whose font is missing has no values to show, but is still listed.
        let spec = try? PresetRequest.spec(preset: preset.name, [], limits: limits, library: library)
        let view = spec.map { PresetView(preset, $0) }
        let width = spec?.canvas.imageWidth ?? 0
        let height = spec?.canvas.imageHeight ?? 0
        let own = QueryParameter.table.filter { $0.origin == nil && $0.isSeen(in: preset) }
        let url = "/v1/effects/\(preset.name).png"
        let size = "width=\"\(ParameterText.text(width))\" height=\"\(ParameterText.text(height))\""
        return [
            "name": .string(preset.name), "title": .string(preset.title), "summary": .string(preset.summary),
            "family": .string(preset.family), "tags": .array(preset.tags.map { .string($0) }),
            "width": .number(width), "height": .number(height), "duration": .number(spec?.timing.duration ?? 0),
            "fps": .number(spec?.timing.fps ?? 0),
            "background": .string(preset.document.value(at: ["canvas", "background"])?.text ?? "transparent"),
            "parameters": .object(own.map { .init($0.name, .string(view.map($0.current(in:)) ?? "")) }),
            "spans": .object(view.map { Self.spans(of: own, in: $0) } ?? []),
            "idle": .array(own.filter { $0.isIdle(in: preset) }.map { .string($0.name) }),
            "url": .string(url), "still": .string("/v1/effects/\(preset.name).still.png"),
            "light": .string("/v1/effects/\(preset.name).\(preset.form.fileExtension)"),
            "vectors": .object(
                VectorFit.forms.map {
                    .init($0.fileExtension, (VectorFit.all[preset.name]?[$0.fileExtension] ?? .refused).json)
                }
            ),
            "img": .string("<img src=\"\(url)\" \(size) alt=\"\">"),
        ]
    }
}

extension OutputForm {
    /// The form's entry in the catalog: the ending of its URLs and its media type.
    fileprivate var json: JSONValue {
        [
            "ending": .string(".\(ending)"), "type": .string(mediaType),
        ]
    }
}

extension QueryParameter {
    /// The parameter's entry in the catalog.
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("title", .string(title)), .init("summary", .string(summary)),
            .init("group", .string(group.rawValue)), .init("type", .string(kind.type)),
        ]
        func add(_ bounds: ClosedRange<Double>, _ step: Double) {
            members.append(.init("minimum", .number(bounds.lowerBound)))
            members.append(.init("maximum", .number(bounds.upperBound)))
            members.append(.init("step", .number(step)))
        }
        switch kind {
        case .number(let bounds, let step, let unit, let isRange):
            if unit != .none, unit != .share { members.append(.init("unit", .string(unit.rawValue))) }
            add(bounds, step)
            if isRange { members.append(.init("range", true)) }
        case .whole(let bounds): add(bounds, 1)
        case .choice(let names): members.append(.init("choices", .array(names.map { .string($0) })))
        case .text, .bytes: members.append(.init("allowed", .string(allowed)))
        case .color, .colors, .flag: break
        }
        if let origin { members.append(.init("origin", .string(origin))) }
        return .object(members)
    }
}

extension QueryParameter.Kind {
    /// Name of the kind.
    var type: String {
        switch self {
        case .number: "number"
        case .whole: "integer"
        case .color: "color"
        case .colors: "colors"
        case .choice: "choice"
        case .flag: "flag"
        case .text: "text"
        case .bytes: "bytes"
        }
    }
}
