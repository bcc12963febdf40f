import AssetFiles
import Compression
import EffectCatalog
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
@testable import EffectVectors
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Tracks as players compute them, against the draw lists that they stand for.
struct TracksTests {
    static let presets = [
        "confetti", "cannon", "snowfall", "fireflies", "hearts", "firework", "fountain", "explode", "parade", "galaxy",
        "like", "meteors", "reveal", "shatter", "push", "coins", "checkmark", "whirlpool", "balloons",
    ]

    private static let options = TracksDocument.Options(elements: 100_000, bytes: 1 << 26)

    static func document(_ simulation: Simulation, unless isStopped: @escaping () -> Bool = { false }) throws
        -> TracksDocument
    {
        let scene = try VectorScene(simulation, maximumPieces: 100_000, curves: .tracks) { false }
        return try TracksDocument(
            scene,
            of: simulation.spec,
            sprites: simulation.sprites,
            options,
            unless: isStopped
        ) { _ in
            "data:image/png;base64,AAAA"
        }
    }

    /// Largest differences between tracks and draw lists.
    struct Differences {
        var place = 0.0
        /// Pixels at the rim of a piece, by its matrix.
        var rim = 0.0
        var alpha = 0.0
        var color = 0.0
        /// Items without a piece, and pieces without an item.
        var missing = 0
        var extra = 0
        /// Pairs drawn in another order.
        var swapped = 0
        var items = 0
        var trails = 0
        var trail = 0.0
        var trailWidth = 0.0
        var trailAlpha = 0.0
        var opacity = 0.0
        var notes: [String] = []
    }

    private static func columns(_ item: DrawList.Item) -> SIMD4<Double> {
        let (sine, cosine) = (sin(item.rotation), cos(item.rotation))
        return SIMD4(
            cosine * item.scale.x,
            sine * item.scale.x,
            (item.skew * cosine - sine) * item.scale.y,
            (item.skew * sine + cosine) * item.scale.y
        )
    }

    /// Compares everything at random moments.
    static func differences(_ preset: String, seed: Int, moments: Int) throws -> Differences {
        let simulation = try VectorSceneTests.simulation(preset, seed: seed)
        let reader = try TracksReader(try document(simulation).text)
        let period = simulation.spec.timing.period
        let step = period / Double(max(2, Int((period * VectorScene.samplesPerSecond).rounded())))
        let canvas = SIMD2(
            Double(simulation.spec.canvas.pixelWidth),
            Double(simulation.spec.canvas.pixelHeight)
        )
        var random = SplitMix64(state: UInt64(seed))
        var most = Differences()
        for _ in 0..<moments {
            let time = Double.random(in: 0..<period, using: &random)
            let now = time / period * reader.duration
            var drawn = reader.items(at: now)
            // Drawing order, before pieces are taken away.
            let order = Array(drawn.indices)
            var left = Set(order)
            /// Draw lists of the samples around; what neither has passes between two.
            let before = ((time / step - 0.5).rounded(.down) + 0.5) * step
            let around = [before, before + step].map { moment in
                Set(simulation.drawList(at: moment).leaves.flatMap { $0.items.map(\.id) })
            }
            let trails = [before, before + step].map { moment in
                Set(simulation.drawList(at: moment).leaves.flatMap { $0.items.filter { $0.ribbon >= 0 }.map(\.id) })
            }
            for group in simulation.drawList(at: time).leaves {
                var last: (index: Int, color: SIMD3<Double>)?
                for item in group.items {
                    // Beyond the canvas, a head may stand still for a step.
                    if item.ribbon >= 0, trails.allSatisfy({ $0.contains(item.id) }),
                        let head = group.ribbons[item.ribbon].points.first,
                        head.clamped(lowerBound: SIMD2(0, 0), upperBound: canvas) == head
                    {
                        compare(group.ribbons[item.ribbon], reader, drawn, &left, layer: group.layer, &most)
                    }
                    let outline = item.outline.map { group.outlines[$0] }
                    guard item.sprite >= 0 || outline != nil else { continue }
                    let sprite = outline == nil ? simulation.sprites[item.sprite] : nil
                    let size = sprite?.size ?? SIMD2(2, 2)
                    let reach = (size * size).sum().squareRoot() / 2
                    let isDot = if case .dot = sprite?.contents { true } else { false }
                    let matrix = columns(item)
                    func rim(_ other: TracksReader.Item) -> Double {
                        // Circles turn unseen.
                        if case .shape(.circle) = sprite?.asset.content {
                            let lengths = [matrix, other.matrix].map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
                            return abs(lengths[0] - lengths[1]) * reach
                        }
                        let away = matrix - other.matrix
                        return isDot ? 0 : (away * away).sum().squareRoot() * reach
                    }
                    func distance(_ other: TracksReader.Item) -> Double {
                        let way = item.position - other.place
                        return (way * way).sum().squareRoot()
                    }
                    func hue(_ other: TracksReader.Item) -> Double {
                        let away = item.color - other.color
                        return max(abs(away.x), abs(away.y), abs(away.z))
                    }
                    let best = left.filter { drawn[$0].shape >= 0 && drawn[$0].layer == group.layer }.min {
                        one,
                        other in
                        func cost(_ index: Int) -> Double {
                            let other = drawn[index]
                            return distance(other) + rim(other) + 20 * hue(other)
                                + 20 * abs(item.color.w - other.color.w)
                        }
                        return cost(one) < cost(other)
                    }
                    let isSeen =
                        item.color.w > 0.02 && around.allSatisfy { $0.contains(item.id) }
                        && item.position.x >= 0 && item.position.y >= 0 && item.position.x <= canvas.x
                        && item.position.y <= canvas.y
                    guard let best, distance(drawn[best]) < (isSeen ? 20 : 2) else {
                        if isSeen { most.missing += 1 }
                        continue
                    }
                    left.remove(best)
                    guard isSeen else { continue }
                    // Light adds up, and one color covers itself, in any order.
                    if group.blend == .normal {
                        let color = SIMD3(item.color.x, item.color.y, item.color.z)
                        if let last, best < last.index, last.color != color { most.swapped += 1 }
                        last = (best, color)
                    }
                    most.items += 1
                    let other = drawn[best]
                    if distance(other) > max(most.place, 0.6) {
                        most.notes.append(
                            "place \(distance(other)) at \(time) id \(item.id) age \(item.age) rest \(other.rest)"
                        )
                    }
                    // Soft dots are where the eye can't tell.
                    most.place = max(most.place, distance(other) - (isDot ? 0.3 : 0))
                    if rim(other) > max(most.rim, 0.6) {
                        most.notes.append("rim \(rim(other)) at \(time) id \(item.id) \(matrix) \(other.matrix)")
                    }
                    most.rim = max(most.rim, rim(other))
                    if abs(item.color.w - other.color.w) > max(most.alpha, 0.03) {
                        most.notes.append(
                            "alpha \(item.color.w) \(other.color.w) at \(time) id \(item.id) age \(other.age) rest \(other.rest)"
                        )
                    }
                    most.alpha = max(most.alpha, abs(item.color.w - other.color.w))
                    if hue(other) > max(most.color, 0.03) {
                        most.notes.append("color \(item.color) \(other.color) at \(time) id \(item.id)")
                    }
                    most.color = max(most.color, hue(other))
                }
            }
            drawn = drawn.enumerated().filter { left.contains($0.offset) }.map(\.element)
            for item in drawn where item.shape >= 0 && item.color.w > 0.02 {
                let isInside =
                    item.place.x > 0 && item.place.y > 0 && item.place.x < canvas.x && item.place.y < canvas.y
                // A piece that begins or ends between two samples may do so half a step early or late.
                // Planes seen edge-on are not drawn.
                let area = abs(item.matrix.x * item.matrix.w - item.matrix.y * item.matrix.z)
                guard area > 0.003, isInside, min(item.age, item.rest) > step * 1.1 / period * reader.duration else {
                    continue
                }
                most.extra += 1
                most.notes.append("extra \(item) at \(time)")
            }
        }
        return most
    }

    private static func compare(
        _ ribbon: DrawList.Ribbon,
        _ reader: TracksReader,
        _ drawn: [TracksReader.Item],
        _ left: inout Set<Int>,
        layer: Int,
        _ most: inout Differences
    ) {
        func distance(_ index: Int) -> Double {
            let points = drawn[index].points
            guard points.count > 1 else { return .infinity }
            return ribbon.points.indices.reduce(0) { worst, number in
                let place = Double(number) / Double(ribbon.points.count - 1) * Double(points.count - 1)
                let low = min(Int(place), points.count - 2)
                let point = points[low] + (points[low + 1] - points[low]) * (place - Double(low))
                let way = point - ribbon.points[number]
                return max(worst, (way * way).sum().squareRoot())
            }
        }
        guard ribbon.color.w > 0.02, ribbon.width.x > 0.1 else { return }
        guard let best = left.filter({ drawn[$0].shape < 0 }).min(by: { distance($0) < distance($1) }) else {
            most.missing += 1
            most.notes.append("no trail \(ribbon.points[0]) alpha \(ribbon.color.w)")
            return
        }
        left.remove(best)
        most.trails += 1
        let other = drawn[best]
        if distance(best) > max(0.8, most.trail) {
            most.notes.append(
                "trail \(distance(best)) age \(other.age) rest \(other.rest) \(ribbon.points[0]) \(other.points[0])"
            )
        }
        most.trail = max(most.trail, distance(best))
        let widths = ribbon.width - other.width
        most.trailWidth = max(most.trailWidth, abs(widths.x), abs(widths.y))
        if abs(ribbon.color.w - other.color.w) > max(0.03, most.trailAlpha) {
            most.notes.append("trail alpha \(ribbon.color.w) \(other.color.w) age \(other.age) rest \(other.rest)")
        }
        most.trailAlpha = max(
            most.trailAlpha,
            abs(ribbon.color.w - other.color.w),
            abs(ribbon.color.w * ribbon.endAlpha - other.color.w * other.endAlpha)
        )
    }

    @Test(arguments: presets, 1...2)
    func `everything is where, and looks as, the draw lists have it at any moment`(_ preset: String, _ seed: Int) throws
    {
        let found = try Self.differences(preset, seed: seed, moments: 6)
        #expect(found.items + found.trails > 3)
        #expect(found.missing == 0 && found.extra == 0, "\(found.notes)")
        #expect(found.place < 0.5 && found.rim < 0.6, "\(found.place) \(found.rim) \(found.notes)")
        #expect(found.alpha < 0.03 && found.color < 0.03, "\(found.alpha) \(found.color) \(found.notes)")
        #expect(found.trail < 1 && found.trailWidth < 0.3 && found.trailAlpha < 0.05, "\(found.notes)")
        #expect(found.swapped == 0, "\(found.swapped)")
    }

    /// Regression: opacities of a whole were those of its parts.
    @Test func `parts of one whole share a run, an opacity and a mask`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 1, "fps": 30}, "layers": [
                {"type": "transition", "name": "push", "transition": "push", "opacity": 0.5, "from": "red", "to": "blue", "duration": 1}]}
                """
        )
        let reader = try TracksReader(try Self.document(Simulation(spec)).text)
        let runs = reader.layers().compactMap { $0.value["run"]?.double }
        let draws = Simulation(spec).drawList(at: 0.5).groups.compactMap(\.run)
        #expect(runs.count >= draws.count && Set(runs) == Set(draws.map(Double.init)))
    }

    /// Regression: shadows and soft edges stood still.
    @Test func `shadows and soft edges change as they do in the draw lists`() throws {
        let spec = try EffectSpec(
            text: """
                {"canvas": {"width": 100, "height": 100}, "timing": {"duration": 2, "fps": 30}, "layers": [
                {"type": "group", "name": "g", "shadowOpacity": 0.5, "shadowRadius": 3, "shadowOffset": [0, 4],
                 "animations": [{"type": "basic", "keyPath": "transform.scale", "from": 1, "to": 3, "duration": 2}],
                 "layers": [{"type": "shape", "name": "s", "path": "M0 0h20v20h-20z", "fillColor": "red"}]}]}
                """
        )
        let simulation = Simulation(spec)
        let reader = try TracksReader(try Self.document(simulation).text)
        for time in [0.1, 0.77, 1.9] {
            let shadow = try #require(simulation.drawList(at: time).groups.first?.shadow)
            let own = try #require(reader.layers().compactMap { $0.value["shadow"] }.first)
            let feather = TracksReader.value(own["feather"], at: time / 2)
            #expect(abs(feather - shadow.feather) < 0.5, "\(feather) instead of \(shadow.feather)")
        }
    }

    @Test func `a cancelled document ends`() throws {
        let simulation = try VectorSceneTests.simulation("confetti", seed: 1)
        #expect(throws: VectorError.stopped) { try Self.document(simulation) { true } }
    }

    @Test func `documents keep their limits of pieces and bytes`() throws {
        let simulation = try VectorSceneTests.simulation("confetti", seed: 1)
        let scene = try VectorScene(simulation, maximumPieces: 1000, curves: .tracks) { false }
        func write(elements: Int, bytes: Int) throws {
            let options = TracksDocument.Options(elements: elements, bytes: bytes)
            _ = try TracksDocument(scene, of: simulation.spec, sprites: simulation.sprites, options) {
                false
            } image: { _ in
                nil
            }
        }
        #expect(throws: VectorError.tooLarge(limit: 5000)) { try write(elements: 1000, bytes: 5000) }
        #expect(throws: VectorError.tooManyPieces(found: 21, limit: 20)) { try write(elements: 20, bytes: 1 << 20) }
        try write(elements: 1000, bytes: 1 << 20)
    }

    @Test func `names of a hostile spec stay out of the document`() throws {
        let spec = try EffectSpec(
            json: Specs.one(emitter: [.init("name", "</script>\"alert")], cell: [.init("name", "\"],alert")])
        )
        #expect(!(try Self.document(Simulation(spec)).text.contains("alert")))
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["HANABI_TRACKS"] != nil))
    func `figures of all presets`() throws {
        let asked = ProcessInfo.processInfo.environment["HANABI_TRACKS"] ?? ""
        let names = asked == "all" ? Preset.all.keys.sorted() : asked.split(separator: ",").map(String.init)
        for name in names {
            do {
                let simulation = try VectorSceneTests.simulation(name, seed: 1)
                let text = try Self.document(simulation).text
                let packed = try GzipStream.packed(Array(text.utf8)).count
                let d = try Self.differences(name, seed: 1, moments: 12)
                print(
                    "FIG",
                    name,
                    text.utf8.count,
                    packed,
                    "items",
                    d.items,
                    "place",
                    String(format: "%.2f", d.place),
                    "rim",
                    String(format: "%.2f", d.rim),
                    "alpha",
                    String(format: "%.3f", d.alpha),
                    "color",
                    String(format: "%.3f", d.color),
                    "missing",
                    d.missing,
                    "extra",
                    d.extra,
                    "swapped",
                    d.swapped,
                    "trail",
                    String(format: "%.2f %.2f %.3f", d.trail, d.trailWidth, d.trailAlpha)
                )
                for note in d.notes.suffix(5) { print("   ", note) }
            } catch { print("FIG", name, "refused", error) }
        }
    }
}
