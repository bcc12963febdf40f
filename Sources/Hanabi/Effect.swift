internal import EffectCatalog
import EffectCoding
public import EffectModel
import StrictJSON

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A particle effect: a preset or a spec, and the parameters that change it.
///
/// An effect is a description. Nothing is checked or drawn before ``spec(on:)``, ``cost(as:on:)`` or a render is called,
/// and nothing is cached between calls. Two equal effects give the same bytes on every machine, for any number of
/// threads.
///
/// ```swift
/// let bytes = try Effect.preset("confetti").with(seed: 7, width: 400).render(as: .apng)
/// ```
public struct Effect: Sendable {
    /// Origin of the spec.
    enum Source: Sendable {
        case preset(String)
        case document(JSONValue)
    }

    let source: Source
    /// URL parameters in the order in which they were first set.
    private(set) var parameters: [PresetRequest.Parameter] = []
    /// Images by the names that the spec refers to.
    private(set) var pictures: [String: Data] = [:]

    private init(_ source: Source) { self.source = source }

    /// A preset by name.
    ///
    /// - Throws: ``EffectError/unknownPreset(_:nearest:)``.
    public static func preset(_ name: String) throws(EffectError) -> Effect {
        guard Preset.all[name] != nil else {
            throw .unknownPreset(name, nearest: Preset.nearest(to: name))
        }
        return Effect(.preset(name))
    }

    /// An effect from a spec in JSON, at most 16 MiB of UTF-8.
    ///
    /// - Throws: ``EffectError/malformedJSON(_:)`` with line and column. The spec itself is checked by ``spec(on:)`` and
    ///   by every render.
    public init(json: some Sequence<UInt8>) throws(EffectError) {
        let bytes = Array(json)
        guard bytes.count <= EffectSpec.maximumFileBytes else {
            throw .malformedJSON("the document has \(bytes.count) bytes; allowed: \(EffectSpec.maximumFileBytes)")
        }
        do throws(JSONError) {
            self.init(.document(try JSONParser.parse(bytes)))
        } catch {
            throw .malformedJSON("\(error)")
        }
    }

    /// An effect from a spec in JSON.
    ///
    /// - Throws: ``EffectError/malformedJSON(_:)`` with line and column.
    public init(json: String) throws(EffectError) { try self.init(json: json.utf8) }

    /// An effect from a checked spec.
    public init(_ spec: EffectSpec) { self.init(.document(spec.json)) }

    /// An effect from the parts of a spec, built in Swift.
    ///
    /// The parts have the names of the JSON. They are checked as a whole by ``spec(on:)`` and by every render, with the
    /// images and fonts of the renderer.
    ///
    /// - Parameters:
    ///   - canvas: Size, resolution and background.
    ///   - timing: Times of frames, and their playback.
    ///   - seed: Seed of all random numbers.
    ///   - assets: Images and shapes by the names that layers refer to.
    ///   - layers: Layers from the lowest up, at least one.
    ///   - output: Settings of the file.
    public init(
        canvas: Canvas = Canvas(),
        timing: Timing = Timing(),
        seed: Seed = 1,
        assets: [String: Asset] = [:],
        layers: [Layer],
        output: Output = Output()
    ) {
        let document = EffectSpec.document(
            canvas: canvas,
            timing: timing,
            seed: seed.text,
            assets: assets,
            layers: layers,
            output: output
        )
        self.init(.document(document))
    }

    /// Sets a URL parameter. A parameter that is set again gets the new value.
    ///
    /// - Parameters:
    ///   - parameter: Name as in the query of the service's URLs, such as `gravity`, `n` or `layers.0.opacity`.
    ///   - value: Value as in the URL, percent-decoded.
    /// - Returns: The changed effect. An unknown name or an invalid value is reported by the render.
    public func setting(_ parameter: String, to value: String) -> Effect {
        var effect = self
        let new = PresetRequest.Parameter(parameter, value)
        if let index = effect.parameters.firstIndex(where: { $0.name == parameter }) {
            effect.parameters[index] = new
        } else {
            effect.parameters.append(new)
        }
        return effect
    }

    /// Sets the parameters of a URL's query: `w=300&h=200&n=50`.
    ///
    /// - Parameter query: Query without the question mark, percent-encoded; `+` is a space.
    /// - Throws: ``EffectError/invalid(_:)`` for a parameter that is given twice, or for malformed percent-encoding.
    public func setting(query: String) throws(EffectError) -> Effect {
        guard let pairs = QueryText.pairs(of: query) else {
            let fault = SpecFault(.wrongType, at: "", found: "a malformed query", allowed: "percent-encoded UTF-8")
            throw .invalid([EffectFault(fault)])
        }
        var effect = self
        var seen: Set<String> = []
        for pair in pairs {
            guard seen.insert(pair.name).inserted else {
                throw .invalid([EffectFault(ParameterFault(repeated: pair.name))])
            }
            effect = effect.setting(pair.name, to: pair.value)
        }
        return effect
    }

    /// Adds images, which specs and parameters refer to by name. They take precedence over the images of the
    /// ``Renderer``.
    ///
    /// - Parameter pictures: PNG or JPEG files by name.
    public func with(pictures: [String: Data]) -> Effect {
        var effect = self
        effect.pictures.merge(pictures) { $1 }
        return effect
    }
}
