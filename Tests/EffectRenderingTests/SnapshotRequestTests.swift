import EffectCoding
import EffectCost
import EffectModel
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

struct SnapshotRequestTests {
    private func confetti(_ kind: SnapshotRequest.Kind, _ parameters: (String, String)...) throws(PresetRequest.Failure)
        -> Snapshot
    {
        try PresetRequest.snapshot(
            kind,
            preset: "confetti",
            parameters.map { PresetRequest.Parameter($0.0, $0.1) },
            limits: RenderLimits()
        ).snapshot
    }

    private func faults(_ body: () throws(PresetRequest.Failure) -> Snapshot) -> [ParameterFault] {
        do throws(PresetRequest.Failure) {
            _ = try body()
        } catch {
            if case .faults(let faults) = error { return faults }
        }
        return []
    }

    @Test(arguments: [
        ("0", 0.0), ("0.5", 0.5), ("4", 4), ("9", 9), ("30", 30), ("2s", 2), ("250ms", 0.25), ("0ms", 0), ("50%", 2),
        ("100%", 4),
        ("12.5%", 0.5),
    ])
    func `an instant is in seconds or has a unit`(_ text: String, _ time: Double) throws {
        #expect(try confetti(.still, ("at", text)) == .times([time]))
        #expect(try confetti(.strip, ("at", text)) == .times([time]))
        #expect(try confetti(.strip, ("at", "1,\(text),1")) == .times([1, time, 1]))
    }

    @Test func `seconds are playback time, and percentages are of the whole duration`() throws {
        #expect(try confetti(.strip, ("at", "1,1s,1000ms,50%"), ("slow", "5")) == .times([0.2, 0.2, 0.2, 2]))
        #expect(try confetti(.still, ("at", "150"), ("slow", "5")) == .times([30]))
        let faults = faults { () throws(PresetRequest.Failure) in try confetti(.still, ("at", "151"), ("slow", "5")) }
        #expect(faults.first?.fault.detail.contains("0...150") == true)
    }

    @Test func `a still defaults to the best frame and a strip to four frames`() throws {
        #expect(try confetti(.still) == .best)
        #expect(try confetti(.still, ("at", "best"), ("d", "2")) == .best)
        #expect(try confetti(.strip, ("d", "10")) == .times([2, 4, 6, 8]))
    }

    @Test(arguments: [
        "", "x", "-1", "-1%", "30.001", "101%", "1e0", "+-1", "  1", "1 ", "nan", "inf", "0x1", "1 s", "1S", "1min",
        "1,5",
        "Best",
        "best,1", "1m", "%", "ms", ".", "5..", "1..2", "--1", "99999999999999999999999999999999999999999999", "1\u{0}",
        "１",
    ])
    func `an invalid instant is refused with the parameter's name`(_ text: String) {
        let faults = faults { () throws(PresetRequest.Failure) in try confetti(.still, ("at", text)) }
        #expect(faults.map(\.parameter) == ["at"])
        #expect(faults.first?.fault.pointer == "" && faults.first?.fault.kind != .tooMuch)
    }

    @Test(arguments: ["", "1,", ",1", "1,,2", "best", "1,best", "1;2", "1,  2", "31,1"])
    func `an invalid list of instants is refused with the parameter's name`(_ text: String) {
        let faults = faults { () throws(PresetRequest.Failure) in try confetti(.strip, ("at", text)) }
        #expect(!faults.isEmpty && faults.allSatisfy { $0.parameter == "at" && $0.fault.kind != .tooMuch })
    }

    @Test func `a message states the found and the allowed value`() {
        func message(_ kind: SnapshotRequest.Kind, _ text: String) -> [String] {
            faults { () throws(PresetRequest.Failure) in try confetti(kind, ("at", text), ("d", "2.5")) }.map(
                \.fault.detail
            )
        }
        let units = #"(or "250ms", "50%" of the duration)"#
        #expect(message(.still, "31") == [#"found 31; allowed: seconds in 0...30 \#(units), or "best""#])
        #expect(message(.still, "200%") == [#"found "200%"; allowed: seconds in 0...30 \#(units), or "best""#])
        #expect(message(.still, "soon") == [#"found "soon"; allowed: seconds \#(units), or "best""#])
        #expect(message(.still, "1,2") == ["found 2 moments; allowed: one moment; a strip (.strip.png) has several"])
        #expect(message(.strip, "1,x,y") == ["x", "y"].map { "found \"\($0)\"; allowed: seconds \(units)" })
        #expect(message(.strip, "1,33,44") == ["33", "44"].map { "found \($0); allowed: seconds in 0...30 \(units)" })
    }

    @Test func `a strip has a limited number of images and pixels`() throws {
        func list(_ count: Int) -> String { Array(repeating: "1", count: count).joined(separator: ",") }
        let size = [("w", "1024"), ("h", "1024")]
        #expect(try confetti(.strip, ("at", list(16)), size[0], size[1]) == .times(Array(repeating: 1, count: 16)))
        let many = faults { () throws(PresetRequest.Failure) in try confetti(.strip, ("at", list(17))) }
        #expect(many.map(\.fault) == [SpecFault(.tooMuch, at: "", found: "17 moments", allowed: "at most 16")])
        let large = faults { () throws(PresetRequest.Failure) in
            try confetti(.strip, ("at", list(16)), ("w", "1025"), ("h", "1024"))
        }
        let found = "16793600 pixels in 16 images"
        #expect(large.map(\.fault) == [SpecFault(.tooMuch, at: "", found: found, allowed: "at most 16777216")])
        // The default strip of the largest canvas is within the animation's limits.
        #expect(try confetti(.strip, ("w", "2048"), ("h", "2048"), ("fps", "10")) == .times([0.8, 1.6, 2.4, 3.2]))
        // The lower limit applies.
        var limits = RenderLimits()
        limits.maximumPixels = 900
        let spec = try EffectSpec(
            json: Specs.one(canvas: ["width": 10, "height": 10], timing: ["duration": 2, "fps": 4])
        )
        let request = try SnapshotRequest(.strip, [PresetRequest.Parameter("at", list(10))])
        #expect(throws: PresetRequest.Failure.self) { try request.snapshot(of: spec, limits: limits) }
        limits.maximumPixels = 1000
        #expect(try request.snapshot(of: spec, limits: limits) == .times(Array(repeating: 1, count: 10)))
    }

    /// A spec of one frame may use all of the allowed work, which a strip would multiply.
    @Test func `a strip is refused for the work of its own images`() throws {
        let json = Specs.one(
            cell: [.init("burst", ["count": 1000]), .init("contents", "star"), .init("scale", 5)],
            timing: ["duration": 1, "fps": 1]
        )
        let spec = try EffectSpec(json: json)
        var limits = RenderLimits()
        limits.maximumWork = Int(RenderPrice(of: spec, .times([0])).work * 2)
        let one = try SnapshotRequest(.strip, [PresetRequest.Parameter("at", "0")])
        #expect(try one.snapshot(of: spec, limits: limits) == .times([0]))
        let list = Array(repeating: "0", count: 16).joined(separator: ",")
        let many = try SnapshotRequest(.strip, [PresetRequest.Parameter("at", list)])
        let faults = faults { () throws(PresetRequest.Failure) in try many.snapshot(of: spec, limits: limits) }
        #expect(faults.map(\.parameter) == ["at"] && faults.map(\.fault.kind) == [.tooMuch])
    }

    @Test func `errors of the instant are reported together with errors of the spec`() {
        let all = faults { () throws(PresetRequest.Failure) in
            try confetti(.still, ("at", "x"), ("w", "-1"), ("sead", "1"))
        }
        #expect(all.map(\.parameter) == ["at", "sead", "w"])
        let twice = faults { () throws(PresetRequest.Failure) in try confetti(.still, ("at", "1"), ("at", "2")) }
        #expect(twice.map(\.fault.kind) == [.conflict])
        #expect(throws: PresetRequest.Failure.unknownPreset("confeti", near: "confetti")) {
            try PresetRequest.snapshot(.still, preset: "confeti", [.init("at", "x")], limits: RenderLimits())
        }
        let many = faults { () throws(PresetRequest.Failure) in
            let parameters = (0..<100).flatMap { [PresetRequest.Parameter("x\($0)", ""), .init("at", "")] }
            return try PresetRequest.snapshot(.strip, preset: "confetti", parameters, limits: RenderLimits()).snapshot
        }
        #expect(many.count == 64)
    }

    @Test func `a misplaced at is refused with its proper routes`() {
        func allowed(_ body: () throws(PresetRequest.Failure) -> Snapshot) -> String? {
            faults(body).first?.fault.allowed
        }
        #expect(
            allowed { () throws(PresetRequest.Failure) in try confetti(.still, ("att", "1")) } == "did you mean at?"
        )
        let all = allowed { () throws(PresetRequest.Failure) in try confetti(.still, ("zzz", "1")) } ?? ""
        #expect(all.hasPrefix("allowed: ") && all.contains(", at, "))
        #expect(
            allowed { () throws(PresetRequest.Failure) in
                _ = try PresetRequest.spec(preset: "confetti", [.init("at", "1")], limits: RenderLimits())
                return .best
            } == "allowed: with stills alone, such as .still.png and .strip.png"
        )
        #expect(
            allowed { () throws(PresetRequest.Failure) in
                _ = try SnapshotRequest(.still, [.init("w", "5")])
                return .best
            } == "allowed: at; the spec holds all other values"
        )
    }

    /// The animation ends before any birth.
    @Test(arguments: [50_000.0, 100_000, 1_000_000])
    func `births after the last frame count for later instants`(_ rate: Double) throws {
        let spec = try EffectSpec(json: [
            "canvas": ["width": 60, "height": 60], "timing": ["duration": 1, "fps": 24],
            "layers": [
                [
                    "beginTime": 2,
                    "emitterCells": [["contents": "circle", "lifetime": 0.2, "birthRate": .number(rate)]],
                ]
            ],
        ])
        for kind in [SnapshotRequest.Kind.still, .strip] {
            let request = try SnapshotRequest(kind, [PresetRequest.Parameter("at", "30")])
            let faults = faults { () throws(PresetRequest.Failure) in
                try request.snapshot(of: spec, limits: RenderLimits())
            }
            #expect(faults.contains { $0.parameter == "at" && $0.fault.detail.contains("particles born") })
            let soon = try SnapshotRequest(kind, [PresetRequest.Parameter("at", "2.1")])
            let isFew = rate < 1_000_000
            #expect(isFew == ((try? soon.snapshot(of: spec, limits: RenderLimits())) != nil))
        }
    }
}
