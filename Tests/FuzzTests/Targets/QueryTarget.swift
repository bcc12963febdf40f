import EffectCoding
import EffectModel
import HTTPTypes
import StrictJSON
@testable import EffectCatalog

@testable import EffectService

/// Request targets such as `/v1/effects/confetti.png?w=40`: routes, presets with parameters, specs in paths, error
/// images.
enum QueryTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard var target = RequestTarget(text), let route = Route(target.segments) else { return }
        let head = HTTPRequest(method: .get, scheme: nil, authority: "a", path: text)
        do {
            for gate in gates {
                var restricted = target
                _ = try? gate.enter(&restricted, route)
            }
            _ = try openGate.enter(&target, route)
            switch route {
            case .effect(let preset, let form): try answer(preset, form, target)
            case .packed(let packed, let form):
                let moments = try form.snapshot.map { try SnapshotRequest($0, []) }
                let json = try packed.document(atMost: Service.handler.maximumBodyBytes)
                let spec = try EffectSpec(json: json, limits: Service.limits, library: Service.library)
                try SpecTarget.make(spec, form, moments)
            case .import: _ = try ImportParameters.options(target.parameters)
            default: break
            }
        } catch let error as BrokenPromise {
            throw error
        } catch {
            let problem = Problem(error)
            try SpecTarget.check(problem)
            // An error image if the target requests one.
            _ = problem.response(to: head, .problem, RequestRecord())
        }
    }

    private static let openGate = AccessGate(AccessPolicy())

    /// Access gates with stricter policies.
    private static let gates: [AccessGate] = {
        var ceilings = AccessPolicy()
        ceilings.parameterCeilings = ["w": 1...100, "count": 0...50, "v": 0...100, "layers.0.opacity": 0...1]
        var names = AccessPolicy()
        names.allowedParameters = ["w", "h", "colors", "layers.0.opacity"]
        names.presetsOnly = true
        return [AccessGate(ceilings), AccessGate(names)]
    }()

    /// Mirrors the handler.
    private static func answer(_ preset: String, _ form: OutputForm, _ target: RequestTarget) throws {
        let names = ResponseOptions.names(for: form)
        let (wishes, rest) = try ResponseOptions.taken(from: target.parameters, among: names)
        let request = try PresetRequest.request(
            .preset(preset),
            rest,
            kind: form.snapshot,
            besides: names + [ErrorForm.parameter],
            limits: Service.limits,
            library: Service.library
        )
        if wishes.explains {
            // POSTing the document of a URL yields the same effect.
            let text = JSONWriter.prettyBytes(of: request.document)
            let spec = try? EffectSpec(
                json: JSONParser.parse(text),
                limits: Service.limits,
                library: Service.library
            )
            try promise(spec == request.spec, "explained, it is another effect")
        }
        if !wishes.isDry { try SpecTarget.make(request.spec, form, request.moments) }
    }
}
