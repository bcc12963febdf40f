import EffectCoding
import EffectModel
import StrictJSON
@testable import EffectCatalog

@testable import EffectService

/// Specs as POSTed, rendered if cheap.
enum SpecTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let json = try? JSONParser.parse(bytes) else { return }
        try checkText(of: json)
        try run(json, as: .frames(nil))
    }

    /// Checks a document from any source.
    static func run(_ json: JSONValue, as form: OutputForm) throws(BrokenPromise) {
        let recorder = AssetRecorder(Service.library)
        let spec: EffectSpec
        do throws(SpecError) {
            spec = try EffectSpec(json: json, limits: Service.limits, library: recorder)
        } catch {
            try check(Problem(error))
            return
        }
        try checkDocument(of: spec)
        _ = EntityTag(spec, assets: recorder.digest, form: "\(form)")
        try make(spec, form)
    }

    /// Checks that every error maps to a client problem.
    static func make(_ spec: EffectSpec, _ form: OutputForm, _ moments: SnapshotRequest? = nil) throws(BrokenPromise) {
        do {
            try CheapAnswer.make(of: spec, as: form, moments)
        } catch let error as BrokenPromise {
            throw error
        } catch {
            try check(Problem(error))
        }
    }

    /// Checks that the problem is the client's and not internal.
    static func check(_ problem: Problem) throws(BrokenPromise) {
        try promise(problem.kind != .internal, "a fault of the service's own: \(problem.detail)")
    }

    /// Checks that JSON round-trips.
    static func checkText(of json: JSONValue) throws(BrokenPromise) {
        for bytes in [JSONWriter.bytes(of: json), JSONWriter.prettyBytes(of: json)] {
            let again = try? JSONParser.parse(bytes)
            try promise(again == json, "\(json) is written as \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Checks that a spec's canonical document round-trips.
    static func checkDocument(of spec: EffectSpec) throws(BrokenPromise) {
        do {
            // Written defaults may exceed the number of values allowed in a request.
            var limits = JSONParser.Limits()
            limits.nodes = .max
            let json = try JSONParser.parse(JSONWriter.bytes(of: spec.json), limits: limits)
            let again = try EffectSpec(json: json, limits: Service.limits, library: Service.library)
            try promise(again == spec, "\(spec.json) gives \(again.json)")
        } catch let error as BrokenPromise {
            throw error
        } catch {
            throw BrokenPromise("\(spec.json) is refused: \(error)")
        }
    }
}
