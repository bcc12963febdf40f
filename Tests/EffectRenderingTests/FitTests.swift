import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering

/// Scenes that were made for another size than the image's.
struct FitTests {
    /// An effect with emitters, words, a group with a shadow, a mask, a trail and a floor.
    private func spec(_ canvas: String) throws -> EffectSpec {
        try EffectSpec(
            text: """
                {"canvas": \(canvas), "timing": {"duration": 2, "fps": 10}, "layers": [
                  {"type": "group", "size": [80, 40], "cornerRadius": 6, "masksToBounds": true, "backgroundColor": "navy",
                   "shadowOpacity": 0.5, "shadowRadius": 2, "position": [5, -8], "transform": {"rotation": 0.2},
                   "layers": [{"type": "shape", "path": "M80 60h30v20h-30z", "viewBox": [0, 0, 200, 150]}]},
                  {"emitterPosition": ["50%", "20%"], "emitterCells": [{"contents": "star", "birthRate": 30, "lifetime": 2,
                   "velocity": [20, 60], "emissionRange": "1turn", "yAcceleration": 60, "spin": [-2, 2],
                   "trail": {"duration": 0.2}, "emitterBehaviors": [{"type": "floor", "y": 140}]}],
                   "mask": {"contents": {"shape": "circle", "size": 140}}},
                  {"type": "firework", "around": [80, 60, 40, 20], "duration": 1},
                  {"type": "reveal", "from": "transparent", "to": "gold", "shape": "heart", "feather": 4, "endRadius": 20, "duration": 1}]}
                """
        )
    }

    private static func isNear(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Bool {
        max(abs(one.x - other.x), abs(one.y - other.y)) < 0.005
    }

    /// Positions of items, trails and masks, with all else that is drawn.
    private func expectSame(
        _ groups: [DrawList.Group],
        as others: [DrawList.Group],
        movedBy offset: SIMD2<Double>
    ) -> Int {
        var compared = 0
        for (group, other) in zip(groups, others) {
            let known = Dictionary(other.items.map { ($0.id * 8 + $0.cell, $0) }) { first, _ in first }
            for item in group.items {
                guard var same = known[item.id * 8 + item.cell] else { continue }
                compared += 1
                #expect(Self.isNear(same.position + offset, item.position))
                (same.position, same.ribbon) = (item.position, item.ribbon)
                #expect(same == item)
            }
            #expect((group.mask == nil) == (other.mask == nil) && group.shadow == other.shadow)
            if var mask = other.mask, let own = group.mask {
                #expect(Self.isNear(mask.position + offset, own.position))
                mask.position = own.position
                #expect(mask == own)
            }
            compared += expectSame(group.groups, as: other.groups, movedBy: offset)
        }
        return compared
    }

    @Test(arguments: [
        ("contain", 400.0, 600.0, 2.0, SIMD2(0.0, 150.0)), ("cover", 400, 200, 2, SIMD2(0, -50)),
        ("contain", 100, 75, 0.5, SIMD2(0, 0)), ("cover", 301, 150, 1.505, SIMD2(0, -38)),
    ])
    func `contain and cover show the scene larger or smaller, in the middle`(
        _ fit: String,
        width: Double,
        height: Double,
        factor: Double,
        offset: SIMD2<Double>
    ) throws {
        let fitted = try spec(#"{"width": \#(width), "height": \#(height), "fit": "\#(fit)", "scene": [200, 150]}"#)
        #expect(fitted.canvas.pixelWidth == Int(width) && fitted.canvas.pixelHeight == Int(height))
        #expect(fitted.canvas.width == 200 && fitted.canvas.height == 150 && abs(fitted.canvas.scale - factor) < 1e-12)
        var plain = try spec(#"{"width": 200, "height": 150}"#)
        plain.canvas.scale = factor
        let (simulation, other) = (Simulation(fitted), Simulation(plain))
        var compared = 0
        for frame in 0..<20 {
            let (list, same) = (simulation.drawList(ofFrame: frame), other.drawList(ofFrame: frame))
            guard list.groups.count == same.groups.count else { continue }
            compared += expectSame(list.groups, as: same.groups, movedBy: offset)
        }
        #expect(compared > 200)
    }

    @Test func `scale lays the scene out anew, in points that grow`() throws {
        let fitted = try spec(#"{"width": 400, "height": 600, "scale": 1.5, "fit": "scale", "scene": [200, 150]}"#)
        var plain = try spec(#"{"width": 200, "height": 300}"#)
        plain.canvas.scale = 3
        #expect(fitted.canvas.pixelWidth == 600 && fitted.canvas.pixelHeight == 900)
        for frame in [3, 9, 15] {
            #expect(Simulation(fitted).drawList(ofFrame: frame) == Simulation(plain).drawList(ofFrame: frame))
        }
    }

    @Test(arguments: Canvas.Fit.allCases)
    func `a spec with a fit is written and read as the same`(_ fit: Canvas.Fit) throws {
        let canvas = #"{"width": 333, "height": 200, "scale": 2, "fit": "\#(fit.rawValue)", "scene": [120, 90]}"#
        let spec = try spec(canvas)
        #expect(try EffectSpec(json: spec.json) == spec)
        #expect(spec.canvas.pixelWidth == 666 && spec.canvas.pixelHeight == 400)
        #expect(spec.canvas.imageWidth == 333 && spec.canvas.imageHeight == 200 && spec.canvas.imageScale == 2)
        // A smaller resolution, as for a byte budget, has the same picture.
        var smaller = spec
        smaller.canvas.multiplyScale(by: 0.5)
        #expect(smaller.canvas.pixelWidth == 333 && smaller.canvas.pixelHeight == 200)
    }

    @Test(arguments: ["[0, 10]", "[10]", "\"50%\"", "[1, 1]"])
    func `a scene of no size, or one far from the image's, is refused`(_ scene: String) throws {
        let error = try #require(throws: SpecError.self) {
            _ = try spec(#"{"width": 400, "height": 300, "fit": "contain", "scene": \#(scene)}"#)
        }
        #expect(error.faults.allSatisfy { $0.pointer.hasPrefix("/canvas/scene") })
    }

    @Test(arguments: ["hanabi", "confetti", "snowfall", "checkmark", "reveal", "shatter", "thank-you"])
    func `the parameter fits a preset's own canvas`(_ name: String) throws {
        let own = try preset(name, [:])
        for fit in ["scale", "contain", "cover"] {
            let fitted = try preset(name, ["w": "300", "h": "100", "fit": fit])
            #expect(
                fitted.canvas.fit.rawValue == fit
                    && fitted.canvas.sceneSize == SIMD2(own.canvas.width, own.canvas.height)
            )
            #expect(fitted.canvas.pixelWidth == 300 && fitted.canvas.pixelHeight == 100)
            #expect(Simulation(fitted).drawList(at: fitted.timing.duration / 2).groups.isEmpty == false)
        }
        // A canvas of its own size shows the same in any way.
        let list = Simulation(own).drawList(at: own.timing.duration / 2)
        for fit in Canvas.Fit.allCases {
            let fitted = try preset(name, ["fit": fit.rawValue])
            #expect(Simulation(fitted).drawList(at: own.timing.duration / 2) == list)
        }
    }
}
