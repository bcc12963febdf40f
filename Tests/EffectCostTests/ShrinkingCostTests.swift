import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing

/// Predicted costs of shrinking particles, as in fires and sparks.
struct ShrinkingCostTests {
    private func work(_ cell: [JSONValue.Member], _ emitter: [JSONValue.Member] = []) throws -> Double {
        let common: [JSONValue.Member] = [
            .init("contents", ["shape": "dot", "size": 16]), .init("lifetime", 2), .init("scale", 0.5),
        ]
        let canvas: JSONValue = ["width": 1000, "height": 1000]
        let json = Specs.one(emitter: emitter, cell: Specs.merged(common, cell), canvas: canvas)
        return RenderCost(of: try EffectSpec(json: json)).work
    }

    private let shrinking: [JSONValue.Member] = [.init("scaleSpeed", -1), .init("negativeScale", "hide")]

    @Test func `particles that shrink and vanish cost no more than constant ones`() throws {
        #expect(try work(shrinking) == work([]))
        #expect(try work([.init("scaleSpeed", 1), .init("negativeScale", "hide")]) > work([]))
        // A negative scale makes the particle visible again.
        #expect(try work([.init("scaleSpeed", -1)]) > work([]))
    }

    @Test func `an animation that may reverse the shrinking counts as growth`() throws {
        let animated: JSONValue = [
            ["type": "basic", "keyPath": "emitterCells.c.scaleSpeed", "from": -1, "to": 3, "duration": 1]
        ]
        #expect(try work(shrinking, [.init("animations", animated)]) > work(shrinking) * 1.5)
        let led: JSONValue = [
            ["type": "valueOverLife", "keyPath": "scale", "values": [-1, -1], "operation": "multiply"]
        ]
        #expect(try work(shrinking + [.init("emitterBehaviors", led)]) > work(shrinking) * 1.5)
        #expect(try work(shrinking, [.init("scale", -1)]) > work([], [.init("scale", -1)]))
    }

    @Test func `the convention decides how much of a range counts on one side`() throws {
        let half: [JSONValue.Member] = [.init("rangeConvention", "half")]
        #expect(try work([.init("scaleRange", 1)], half) == work([.init("scaleRange", 0.5)]))
        #expect(try work([.init("lifetimeRange", 1)], half) == work([.init("lifetimeRange", 0.5)]))
    }
}
