internal import EffectModel
import Synchronization

/// Everything that can be asked for by name, as data: presets, their parameters, palettes.
final class Catalogue: Sendable {
    private let limits: RenderLimits
    private let library: any AssetLibrary
    /// Made when it is first asked for: that reads every preset.
    private let known = Mutex<[JSONValue.Member]?>(nil)

    init(limits: RenderLimits, library: any AssetLibrary) {
        self.limits = limits
        self.library = library
    }

    /// The document.
    ///
    /// - Parameter host: Where the reader found it, for command lines.
    func bytes(for host: String?) -> [UInt8] {
        let members = known.withLock { known in
            let members = known ?? make()
            known = members
            return members
        }
        let base = "http://" + (host.flatMap(Self.plain) ?? "localhost:8080")
        let effects: [JSONValue] = Preset.inOrder.map { preset in
            guard case .object(let effect)? = members.first(where: { $0.name == preset.name })?.value else { return [] }
            let curl = "curl -o \(preset.name).png '\(base)/v1/effects/\(preset.name).png'"
            return .object(effect + [.init("curl", .string(curl))])
        }
        let document: JSONValue = [
            "version": .string(hanabiVersion),
            "families": .array(Preset.families.map { .string($0) }),
            "palettes": .object(
                NamedPalette.all.sorted { $0.key < $1.key }.map { name, palette in
                    let colors = palette.colors.map { JSONValue.string($0) }
                    return .init(name, ["title": .string(palette.title), "colors": .array(colors)])
                }
            ),
            "parameters": .array(QueryParameter.table.map(\.json)),
            "effects": .array(effects),
        ]
        return JSONWriter.bytes(of: document) + [0x0A]
    }

    /// A host as it may stand in a command line.
    private static func plain(_ host: String) -> String? {
        let isPlain = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
            default: false
            }
        }
        return isPlain && !host.isEmpty && host.utf8.count <= 255 ? host : nil
    }

    private func make() -> [JSONValue.Member] { Preset.inOrder.map { .init($0.name, json(of: $0)) } }

    private func json(of preset: Preset) -> JSONValue {
        // Without a font that it needs, a preset has no values to show; its name is there all the same.
        let spec = try? EffectSpec(json: preset.document, limits: limits, library: library)
        let view = spec.map { PresetView(preset, $0) }
        let width = spec?.canvas.width ?? 0
        let height = spec?.canvas.height ?? 0
        let own = QueryParameter.table.filter { $0.origin == nil && $0.applies(to: preset) }
        let url = "/v1/effects/\(preset.name).png"
        let size = "width=\"\(ParameterText.text(width))\" height=\"\(ParameterText.text(height))\""
        return [
            "name": .string(preset.name), "title": .string(preset.title), "summary": .string(preset.summary),
            "family": .string(preset.family), "tags": .array(preset.tags.map { .string($0) }),
            "width": .number(width), "height": .number(height), "duration": .number(spec?.timing.duration ?? 0),
            "fps": .number(spec?.timing.fps ?? 0),
            "background": .string(preset.document.value(at: ["canvas", "background"])?.text ?? "transparent"),
            "parameters": .object(own.map { .init($0.name, .string(view.map($0.current(in:)) ?? "")) }),
            "url": .string(url), "still": .string("/v1/effects/\(preset.name).still.png"),
            "img": .string("<img src=\"\(url)\" \(size) alt=\"\">"),
        ]
    }
}

extension QueryParameter {
    /// As the catalogue says it.
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
    /// A word for it.
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
