import EffectModel
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Conversion of SKKeyframeSequence to linear interpolation.
struct SequenceTests {
    private func scale(_ times: [Double], _ values: [Double], mode: Int = 1, repeats: Int = 1) throws -> (
        values: [Double], locations: [Double], notes: [ImportNote]
    ) {
        let made = try ImportedEmitter { archive in
            [("_particleScaleSequence", archive.numbers(times, values, mode: mode, repeats: repeats))]
        }
        func numbers(_ name: String) -> [Double] {
            guard case .array(let elements)? = made.behavior(0)?[name] else { return [] }
            return elements.map { if case .number(let number) = $0 { number } else { .nan } }
        }
        let notes = made.result.notes.filter { $0.field == "particleScaleSequence" }
        return (numbers("values"), numbers("locations"), notes)
    }

    @Test func `steps become jumps`() throws {
        let made = try scale([0, 0.5, 0.75], [1, 2, 3], mode: 3)
        #expect(made.values == [1, 1, 2, 2, 3])
        #expect(made.locations == [0, 0.5, 0.5, 0.75, 0.75])
        #expect(made.notes.isEmpty)
    }

    @Test func `a spline is sampled through its keyframes and reported`() throws {
        let made = try scale([0, 0.25, 0.5, 1], [5, 1, 10, 0], mode: 2)
        #expect(made.values.count == 25)
        #expect([0, 8, 16, 24].map { made.values[$0] } == [5, 1, 10, 0])
        #expect([0, 8, 16, 24].map { made.locations[$0] } == [0, 0.25, 0.5, 1])
        #expect(made.notes.count == 1)
    }

    @Test func `a loop restarts after its last keyframe`() throws {
        let made = try scale([0, 0.25, 0.5], [5, 1, 10], repeats: 2)
        #expect(made.locations == [0, 0.25, 0.5, 0.5, 0.75, 1])
        #expect(made.values == [5, 1, 10, 5, 1, 10])
    }

    @Test func `keyframes are sorted by time and end with the particle's life`() throws {
        let made = try scale([0.5, 0, 2], [1, 0, 4])
        #expect(made.locations == [0, 0.5, 1] && made.values == [0, 1, 2])
        #expect(try scale([-1, 3], [1, 5]).values == [1, 2.333333])
        // The first and the last of several keyframes at one time are kept.
        let heap = try scale([0, 0, 0, 0.5, 0.5, 0.5], [1, 2, 3, 4, 5, 6])
        #expect(heap.locations == [0, 0, 0.5, 0.5] && heap.values == [1, 3, 4, 6])
    }

    @Test func `many keyframes are thinned to the spec's limit`() throws {
        let times = (0..<1000).map { Double($0) / 999 }
        let made = try scale(times, times)
        #expect(made.values.count <= 64 && made.notes.count == 1)
        #expect(zip(made.values, made.locations).allSatisfy { abs($0 - $1) < 1e-5 })
        let rounds = try scale([0, 0.001], [0, 1], repeats: 2)
        #expect(rounds.values.count <= 64 && rounds.notes.count == 2)
    }

    @Test func `thinning keeps the most significant keyframes`() throws {
        // A long slope with one spike and one jump.
        var times = (0..<200).map { Double($0) / 200 }
        var values = times
        values[77] = 9
        times.insert(times[120], at: 120)
        values.insert(5, at: 120)
        let made = try scale(times, values)
        #expect(made.values.count <= 64 && made.values.contains(9))
        let jump = try #require(made.values.firstIndex(of: 5))
        #expect(made.locations[jump] == made.locations[jump + 1] && made.values[jump + 1] == 0.6)
    }

    @Test func `jumps of one sequence stay jumps when merged with another`() throws {
        // Four parts at each of these times would exceed the limit.
        let times = (0..<17).map { Double($0) / 17 }
        let made = try ImportedEmitter { archive in
            let colors = times.indices.map { archive.color($0.isMultiple(of: 2) ? "1 0 0" : "0 0 1") }
            return [
                ("_particleColorSequence", archive.sequence(times, colors, mode: 3)), ("_startColorMix", .real(1)),
                ("_particleAlphaSequence", archive.numbers([0, 1], [1, 0])),
            ]
        }
        guard case .array(let seen)? = made.behavior(0)?["colors"],
            case .array(let places)? = made.behavior(0)?["locations"]
        else {
            Issue.record("no colors")
            return
        }
        #expect(made.keys == ["particleTexture"] && seen.count == 34)
        for index in seen.indices.dropLast() where seen[index].first != seen[index + 1].first {
            #expect(places[index] == places[index + 1])
        }
    }

    @Test func `nearly equal times keep their order`() throws {
        // The larger time is a float and printed with fewer digits: rounded down, below the other.
        let made = try scale([0.1234566, Double(Float(0.12345665))], [1, 2])
        #expect(made.locations == made.locations.sorted() && made.locations.count == 2)
    }

    @Test func `unreadable keyframes are skipped`() throws {
        let made = try ImportedEmitter { archive in
            let values = [archive.reference(.real(1)), archive.reference(.text("two")), archive.reference(.real(3))]
            return [("_particleScaleSequence", archive.sequence([0, 0.5, 1], values))]
        }
        #expect(made.behavior(0)?["values"] == [1, 3])
        #expect(made.note("particleScaleSequence") != nil)
        let none = try ImportedEmitter { archive in [("_particleScaleSequence", archive.sequence([], []))] }
        #expect(none.behavior(0) == nil && none.note("particleScaleSequence") != nil)
    }
}
