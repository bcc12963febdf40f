import EffectCoding
import EffectModel
import TestSupport
import Testing
@testable import EffectCost

/// Lines of boundaries that a body may be close to.
struct BoundaryBoxTests {
    private func number(_ dice: inout Dice) -> Double { Double(dice.whole(0...1000)) / 10 }

    private func segments(_ dice: inout Dice, _ count: Int) -> [(SIMD2<Double>, SIMD2<Double>)] {
        (0..<count).map { _ in
            let start = SIMD2(number(&dice), number(&dice))
            return (start, start + SIMD2(number(&dice), number(&dice)) / 5 - 10)
        }
    }

    @Test(arguments: 0..<30) func `the densest place is found, however large the body is`(_ seed: Int) {
        var dice = Dice(UInt64(seed))
        let lines = segments(&dice, dice.whole(1...80))
        let size = SIMD2(number(&dice), number(&dice)) / 4
        let boxes = BoundaryBoxes(lines.map { .segment($0, $1) })
        func count(around place: SIMD2<Double>) -> Int {
            lines.count { start, end in
                let (low, high) = (pointwiseMin(start, end) - size / 2, pointwiseMax(start, end) + size / 2)
                return all(low .<= place) && all(place .<= high)
            }
        }
        // Where most lines overlap, one begins from the left, and one from the top.
        let lows = lines.map { pointwiseMin($0, $1) - size / 2 }
        let most = lows.flatMap { x in lows.map { y in count(around: SIMD2(x.x, y.y)) } }.max() ?? 0
        #expect(boxes.most(within: size) == Double(most))
    }

    /// Regression: lines were looked for around some of the boxes, in their order.
    @Test func `lines far from each other do not hide a dense place`() throws {
        let path = (0..<256).map { index in
            let place = index % 4 == 0 ? "\(40 * index) 0" : "5 5"
            return "M\(place)L\(place)"
        }
        let limits = RenderLimits()
        let text = { (path: String) in
            #"""
            {"timing": {"duration": 1, "fps": 10}, "layers": [{"emitterPosition": [50, 50], "emitterCells": [{"contents": "square", "birthRate": 20, "lifetime": 1}],
             "dynamics": {"gravity": [0, 1], "collision": {"mode": "boundaries", "boundaries": [{"path": "\#(path)"}]}}}]}
            """#
        }
        let apart = (0..<256).map { "M\(40 * $0) 0L\(40 * $0) 0" }
        let dense = RenderCost(of: try EffectSpec(text: text(path.joined()), limits: limits))
        let sparse = RenderCost(of: try EffectSpec(text: text(apart.joined()), limits: limits))
        #expect(dense.work > 3 * sparse.work)
    }
}
