import EffectCoding
import EffectModel
import HTTPTypes
import Testing
@testable import EffectCatalog

@testable import EffectService

/// Rules for parameters by name and by value.
struct ParameterRuleTests {
    /// Returns the status of a refusal, 0 if accepted.
    private func status(_ policy: AccessPolicy, _ name: String, _ value: String) -> Int {
        do {
            try ParameterRules(policy).check([(name, value)])
            return 0
        } catch {
            return Problem(error).status.code
        }
    }

    @Test(
        arguments: [
            ("w", "800", 0), ("w", "800.0", 0), ("w", "801", 422), ("w", "0", 422), ("w", "-1", 422), ("w", "1e3", 400),
            ("w", "", 400), ("w", "nan", 400), ("w", "50%", 400), ("d", "5", 0), ("d", "5s", 0), ("d", "5000ms", 0),
            ("d", "5001ms", 422), ("d", "50%", 400), ("v", "300", 0), ("v", "100..300", 0), ("v", "100..301", 422),
            ("v", "200~100", 0), ("v", "200~101", 422), ("v", "-1..10", 422), ("v", "300px", 0), ("v", "10..", 400),
            ("v", "1..2..3", 400), ("angle", "0.5turn", 0), ("angle", "0.51turn", 422), ("x", "50%", 0),
            ("x", "51%", 422),
            ("n", "100", 0), ("n", "101", 422), ("particleCount", "101", 422), ("particleCount", "100", 0),
            ("origin.x", "0.51", 422), ("t0", "3", 0), ("t0", "4", 422), ("t0", "steady", 400), ("h", "2000", 0),
            ("seed", "9999", 0), ("wdth", "9999", 0), ("startVelocity", "1", 403), ("ticks", "1", 0),
            ("gravity", "1", 0),
            ("canvas.width", "5", 403), ("timing.duration", "1", 403), ("layers.0.opacity", "0.5", 403),
            ("layers.0.scale", "2", 0), ("layers.0.scale", "3", 422), ("layers.0.scale", "[1,9]", 400),
        ] as [(String, String, Int)]
    )
    func `a value is compared with its ceiling as the vocabulary reads it`(
        _ name: String,
        _ value: String,
        _ found: Int
    ) {
        var policy = AccessPolicy()
        policy.parameterCeilings = [
            "w": 1...800, "d": 0.01...5, "v": 0...300, "angle": 0...180, "x": 0...0.5, "n": 1...100, "t0": 0...3,
            "layers.0.scale": 0...2,
        ]
        #expect(status(policy, name, value) == found)
        // A policy without ceilings checks nothing.
        #expect(status(AccessPolicy(), name, value) == 0)
    }

    @Test func `the ceilings of two synonyms both apply`() {
        var policy = AccessPolicy()
        policy.parameterCeilings = ["n": 1...100, "particleCount": 50...500]
        for name in ["n", "particleCount"] {
            #expect(status(policy, name, "100") == 0 && status(policy, name, "101") == 422)
            #expect(status(policy, name, "50") == 0 && status(policy, name, "49") == 422)
        }
        policy.parameterCeilings = ["v": 0...300, "startVelocity": 0...5]
        #expect(status(policy, "startVelocity", "5") == 0 && status(policy, "startVelocity", "6") == 422)
        // Disjoint bounds allow nothing.
        policy.parameterCeilings = ["n": 1...10, "particleCount": 50...500]
        #expect(status(policy, "particleCount", "20") == 422)
    }

    /// Every name with a synonym, either of which has the ceiling.
    @Test(arguments: [
        ("n", "particleCount"), ("x", "origin.x"), ("y", "origin.y"), ("palette", "colors.palette"),
        ("w", "canvas.width"),
        ("d", "timing.duration"), ("palette", "output.palette"),
    ])
    func `a ceiling applies to the synonym, too`(_ own: String, _ other: String) {
        for bounded in [own, other] {
            var policy = AccessPolicy()
            policy.parameterCeilings = [bounded: 0...0.5]
            #expect(policy.faults == [])
            #expect(status(policy, bounded, "0.5") == 0 && status(policy, bounded, "0.6") == 422)
            #expect(status(policy, own, "0.6") == 422)
            // Document paths without their own ceiling are not offered.
            let isPath = QueryParameter.all[other] == nil && other != bounded
            #expect(status(policy, other, "0.6") == (isPath ? 403 : 422))
            // Listed paths do not bypass the ceiling.
            policy.allowedParameters = [own, other]
            #expect(status(policy, own, "0.6") == 422 && status(policy, other, "0.6") == 422)
        }
    }

    @Test(arguments: [
        ("v", "startVelocity"), ("life", "ticks"), ("size", "scalar"), ("g", "gravity"), ("drag", "decay"),
    ])
    func `a parameter in another unit does not bypass the ceiling`(_ own: String, _ other: String) {
        for (bounded, open) in [(own, other), (other, own)] {
            var policy = AccessPolicy()
            policy.parameterCeilings = [bounded: 0...0.9]
            #expect(status(policy, bounded, "0.9") == 0 && status(policy, bounded, "0.91") == 422)
            #expect(status(policy, open, "0.1") == 403)
            policy.parameterCeilings = [bounded: 0...0.9, open: 0...0.2]
            #expect(status(policy, open, "0.1") == 0 && status(policy, open, "0.3") == 422)
        }
        var policy = AccessPolicy()
        policy.parameterCeilings = ["origin.y": 0...0.5]
        #expect(status(policy, "from", "bottom") == 403 && status(AccessPolicy(), "from", "bottom") == 0)
    }

    @Test func `listed parameters and paths are allowed, paths not on a presets-only server`() {
        var policy = AccessPolicy()
        policy.allowedParameters = ["w", "layers.0.opacity", "startVelocity"]
        policy.parameterCeilings = ["life": 0...300]
        for name in ["w", "layers.0.opacity", "startVelocity"] { #expect(status(policy, name, "1") == 0) }
        for name in ["h", "v", "layers.1.opacity", "explain", "at", "motion", "wdth", ""] {
            #expect(status(policy, name, "1") == 403)
        }
        policy.presetsOnly = true
        #expect(status(policy, "layers.0.opacity", "1") == 403 && status(policy, "w", "1") == 0)
        policy.allowedParameters = []
        #expect(status(policy, "w", "1") == 403)
    }

    /// Regression: an operator's list of names let the value past the ceiling of its other name.
    @Test func `a ceiling holds for a listed name of the same value`() {
        var policy = AccessPolicy()
        policy.parameterCeilings = ["v": 0...50, "w": 1...100]
        policy.allowedParameters = ["v", "startVelocity", "w", "ticks"]
        #expect(status(policy, "v", "40") == 0)
        #expect(status(policy, "v", "60") == 422)
        #expect(status(policy, "startVelocity", "1") == 403)
        #expect(status(policy, "ticks", "1") == 0 && status(policy, "life", "1") == 403)
    }

    @Test(
        arguments: [
            (["v", "startVelocity"], "v in its place"), (["startVelocity", "w"], "w"), (["startVelocity"], "none"),
        ] as [(Set<String>, String)]
    )
    func `a refused name recommends no other refused name`(_ allowed: Set<String>, _ advice: String) throws {
        var policy = AccessPolicy()
        policy.parameterCeilings = ["v": 0...50]
        policy.allowedParameters = allowed
        let refusal = #expect(throws: AccessRefusal.self) {
            try ParameterRules(policy).check([("startVelocity", "1")])
        }
        guard case .parameters(let faults) = try #require(refusal) else { return }
        #expect(faults.first?.fault.allowed == advice)
    }

    @Test func `all violations are reported at once`() throws {
        var policy = AccessPolicy()
        policy.parameterCeilings = ["w": 1...100, "h": 1...100]
        let parameters = [("w", "101"), ("seed", "1"), ("h", "x"), ("layers.0.opacity", "1")]
        do {
            try ParameterRules(policy).check(parameters.map { (name: $0.0, value: $0.1) })
            Issue.record("it was taken")
        } catch AccessRefusal.parameters(let faults) {
            #expect(faults.map(\.parameter) == ["w", "h", "layers.0.opacity"])
            #expect(faults.map(\.fault.kind) == [.tooMuch, .wrongType, .notOffered])
        }
        let many = (0..<1000).map { (name: "a.\($0)", value: "1") }
        do {
            try ParameterRules(policy).check(many)
            Issue.record("it was taken")
        } catch AccessRefusal.parameters(let faults) {
            #expect(faults.count == SpecError.maximumFaults)
        }
    }
}
