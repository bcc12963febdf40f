import EffectModel
import TestSupport
import Testing

/// What is predicted for particles that only get smaller: fires and sparks, of which there are many.
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

    @Test func `what shrinks and is then gone costs no more than what stays as it is`() throws {
        #expect(try work(shrinking) == work([]))
        #expect(try work([.init("scaleSpeed", 1), .init("negativeScale", "hide")]) > work([]))
        // Below nothing it is seen again.
        #expect(try work([.init("scaleSpeed", -1)]) > work([]))
    }

    @Test func `what may turn the shrinking around counts as growth`() throws {
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

    @Test func `of a range, as much counts as its convention gives to one side`() throws {
        let half: [JSONValue.Member] = [.init("rangeConvention", "half")]
        #expect(try work([.init("scaleRange", 1)], half) == work([.init("scaleRange", 0.5)]))
        #expect(try work([.init("lifetimeRange", 1)], half) == work([.init("lifetimeRange", 0.5)]))
    }
}
