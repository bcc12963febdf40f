import EffectModel
@testable import SpriteKitImport
import Testing

/// SKKeyframeSequence in straight lines.
struct SequenceTests {
    private func scale(_ times: [Double], _ values: [Double], mode: Int = 1, repeats: Int = 1) throws -> (
        values: [Double], locations: [Double], remarks: [ImportRemark]
    ) {
        let made = try Imported { archive in
            [("_particleScaleSequence", archive.numbers(times, values, mode: mode, repeats: repeats))]
        }
        func numbers(_ name: String) -> [Double] {
            guard case .array(let elements)? = made.behavior(0)?[name] else { return [] }
            return elements.map { if case .number(let number) = $0 { number } else { .nan } }
        }
        let remarks = made.result.remarks.filter { $0.key == "particleScaleSequence" }
        return (numbers("values"), numbers("locations"), remarks)
    }

    @Test func `steps are jumps`() throws {
        let made = try scale([0, 0.5, 0.75], [1, 2, 3], mode: 3)
        #expect(made.values == [1, 1, 2, 2, 3])
        #expect(made.locations == [0, 0.5, 0.5, 0.75, 0.75])
        #expect(made.remarks.isEmpty)
    }

    @Test func `a spline goes through its keyframes, and is reported`() throws {
        let made = try scale([0, 0.25, 0.5, 1], [5, 1, 10, 0], mode: 2)
        #expect(made.values.count == 25)
        #expect([0, 8, 16, 24].map { made.values[$0] } == [5, 1, 10, 0])
        #expect([0, 8, 16, 24].map { made.locations[$0] } == [0, 0.25, 0.5, 1])
        #expect(made.remarks.count == 1)
    }

    @Test func `a loop begins anew after its last keyframe`() throws {
        let made = try scale([0, 0.25, 0.5], [5, 1, 10], repeats: 2)
        #expect(made.locations == [0, 0.25, 0.5, 0.5, 0.75, 1])
        #expect(made.values == [5, 1, 10, 5, 1, 10])
    }

    @Test func `keyframes come in the order of their times, and end with life`() throws {
        let made = try scale([0.5, 0, 2], [1, 0, 4])
        #expect(made.locations == [0, 0.5, 1] && made.values == [0, 1, 2])
        #expect(try scale([-1, 3], [1, 5]).values == [1, 2.333333])
        // Of several at one time, the first and the last are seen.
        let heap = try scale([0, 0, 0, 0.5, 0.5, 0.5], [1, 2, 3, 4, 5, 6])
        #expect(heap.locations == [0, 0, 0.5, 0.5] && heap.values == [1, 3, 4, 6])
    }

    @Test func `many keyframes are thinned to what a spec takes`() throws {
        let times = (0..<1000).map { Double($0) / 999 }
        let made = try scale(times, times)
        #expect(made.values.count == 64 && made.remarks.count == 1)
        #expect(zip(made.values, made.locations).allSatisfy { abs($0 - $1) < 1e-5 })
        let rounds = try scale([0, 0.001], [0, 1], repeats: 2)
        #expect(rounds.values.count == 64 && rounds.remarks.count == 2)
    }

    @Test func `keyframes that can't be read are left out`() throws {
        let made = try Imported { archive in
            let values = [archive.reference(.real(1)), archive.reference(.text("two")), archive.reference(.real(3))]
            return [("_particleScaleSequence", archive.sequence([0, 0.5, 1], values))]
        }
        #expect(made.behavior(0)?["values"] == [1, 3])
        #expect(made.remark("particleScaleSequence") != nil)
        let none = try Imported { archive in [("_particleScaleSequence", archive.sequence([], []))] }
        #expect(none.behavior(0) == nil && none.remark("particleScaleSequence") != nil)
    }
}
