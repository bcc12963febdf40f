import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import SoftwareRaster
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

/// Effects of the seed documents: numbers that the authors' originals have, checked over many seeds.
struct SeedEffectTests {
    private static let library = LocalAssets(fontDirectories: TestFonts.directories)

    private func simulation(_ preset: String, _ parameters: (String, String)...) throws -> Simulation {
        let view = Self.views[preset] ?? []
        return Simulation(
            try PresetRequest.spec(
                preset: preset,
                (parameters + view).map { PresetRequest.Parameter($0.0, $0.1) },
                limits: RenderLimits(),
                library: Self.library
            )
        )
    }

    /// Views of the originals, which are larger than the presets.
    private static let views = [
        "firework": view("500"), "fountain": view("500"), "like": view("500"), "stars": view("500"),
        "confetti": view("812"),
    ]

    private static func view(_ height: String) -> [(String, String)] {
        [("w", "375"), ("h", height), ("fit", "native")]
    }

    private func items(_ simulation: Simulation, at time: Double, layer: String) -> [DrawList.Item] {
        simulation.drawList(at: time).groups
            .filter { simulation.spec.layers[$0.layer].name == layer }.flatMap(\.items)
    }

    // MARK: Fireworks

    @Test func `a classic firework has two sparks in each quarter, on their arcs, below or above the button`() throws {
        var depths: Set<Int> = []
        for seed in 0..<100 {
            let simulation = try simulation("firework", ("seed", "\(seed)"), ("layers.1.count", "1"))
            let list = simulation.drawList(at: 0.2)
            let groups = list.groups.filter { simulation.spec.layers[$0.layer].name == "firework" }
            let sparks = groups.flatMap(\.items)
            #expect(sparks.count == 8)
            // The layer below is drawn before the button, the layer above after it.
            let order = list.groups.map { $0.layer }.filter { $0 < 2 }
            #expect(order.first == 1 && order.last == 1 && order.contains(0))
            for (place, group) in [groups.first, groups.last].enumerated() where group?.items.isEmpty == false {
                depths.insert(place)
            }
            // The origin is within 7.5 points of one of the button's corners, and each spark is at most 9 points off.
            let corners = [107.5, 267.5].flatMap { x in [222.0, 278].map { SIMD2(x, $0) } }
            let middle = sparks.map(\.position).reduce(SIMD2(0, 0), +) / 8
            let corner = try #require(corners.min { ($0 - middle).length < ($1 - middle).length })
            var quarters: [Int] = [0, 0, 0, 0]
            let ids = sparks.sorted { $0.id < $1.id }
            for spark in ids {
                let offset = spark.position - corner
                #expect(abs(offset.x) < 24 + 9 + 8 && abs(offset.y) < 20 + 9 + 8)
                #expect(spark.color.w == 1)
                let size = spark.scale.x * 12
                #expect((0.75 * 7...1.35 * 7).contains(size), "\(size / 7)")
            }
            // Classified by the side of the heading and the half of the trajectory, which the origin's jitter cannot
            // change.
            for spark in ids {
                let right = abs(spark.rotation) < .pi / 2
                let start = try #require(
                    simulation.drawList(at: 0).groups.flatMap(\.items).first { $0.id == spark.id }
                )
                let rise = spark.position.y - start.position.y
                quarters[(right ? 0 : 1) + (rise < 0 ? 0 : 2)] += 1
                let way = spark.position - start.position
                if rise < 0 {
                    #expect((10...25).contains(abs(way.x)) && (10...21).contains(-way.y), "\(way)")
                } else {
                    #expect((9...25).contains(abs(way.x)) && (2...8).contains(way.y), "\(way)")
                }
            }
            #expect(quarters == [2, 2, 2, 2], "\(quarters)")
            // Each pastel color twice.
            let colors = Dictionary(grouping: ids) { "\($0.color)" }.mapValues(\.count)
            #expect(colors.count == 4 && colors.values.allSatisfy { $0 == 2 })
            // Opaque until 95 %, gone at 98 %.
            #expect(items(simulation, at: 0.379, layer: "firework").allSatisfy { $0.color.w == 1 })
            #expect(items(simulation, at: 0.393, layer: "firework").isEmpty)
        }
        #expect(depths == [0, 1])
    }

    @Test func `the slow-motion firework shows the same instants`() throws {
        let real = try simulation("firework")
        let slow = try simulation("firework", ("slow", "5"))
        #expect(slow.spec.timing.frameCount == 5 * real.spec.timing.frameCount)
        #expect(slow.drawList(ofFrame: 25) == real.drawList(at: slow.spec.timing.time(ofFrame: 25)))
        #expect(abs(slow.spec.timing.time(ofFrame: 25) - 0.2) < 1e-9)
    }

    @Test func `a fountain emits sparks one by one up a narrow stem without falling back`() throws {
        var sides: Set<Int> = []
        for seed in 0..<100 {
            let simulation = try simulation("fountain", ("seed", "\(seed)"))
            let top = SIMD2(187.5, 347.0)
            // The first after 0.05 s, the last at 1 s with a lifetime of 0.7 s.
            #expect(items(simulation, at: 0.049, layer: "fountain").isEmpty)
            #expect([0.05, 0.1, 0.15, 0.2].map { items(simulation, at: $0, layer: "fountain").count } == [1, 2, 3, 4])
            #expect((13...14).contains(items(simulation, at: 1, layer: "fountain").count))
            #expect(items(simulation, at: 1.64, layer: "fountain").isEmpty == false)
            #expect(items(simulation, at: 1.7, layer: "fountain").isEmpty)
            for item in items(simulation, at: 1, layer: "fountain") {
                let offset = item.position - top
                #expect((-90.1...45.1).contains(offset.x) && (-165...0.1).contains(offset.y))
                if offset.y > -50 { #expect(abs(offset.x) < 35) }
            }
            var heights: [Int: Double] = [:]
            for frame in 0..<50 {
                for item in items(simulation, at: Double(frame) / 30, layer: "fountain") {
                    #expect(item.position.y <= heights[item.id, default: .infinity] + 0.01)
                    heights[item.id] = item.position.y
                    if item.age > 0.66 { sides.insert(Int(((item.position.x - top.x) / 45).rounded())) }
                }
            }
        }
        #expect(sides == [-2, -1, 0, 1])
    }

    // MARK: Starfield, reveal, shatter

    @Test func `stars are sparse, everywhere, soft and slow`() throws {
        var (soon, later, crowded, followed) = (0, 0, 0, 0)
        for seed in 0..<100 {
            let simulation = try simulation("stars", ("seed", "\(seed)"))
            let first = items(simulation, at: 0.2, layer: "stars")
            let second = items(simulation, at: 1, layer: "stars")
            soon += first.count
            later += second.count
            #expect(first.allSatisfy { abs($0.scale.x) * 64 <= 8.5 })
            crowded += second.count { ($0.position - SIMD2(187.5, 250)).length < 40 }
            let after = items(simulation, at: 2, layer: "stars")
            #expect((10...90).contains(after.count))
            for star in second {
                guard let moved = after.first(where: { $0.id == star.id }) else { continue }
                #expect((moved.position - star.position).length <= 30.1)
                followed += 1
            }
        }
        #expect((100...500).contains(soon), "\(soon)")
        #expect(Double(followed) > 0.8 * Double(later))
        #expect((1000...3500).contains(later), "\(later)")
        #expect(Double(crowded) < 0.2 * Double(later))
        // Prewarmed: hundreds of stars, evenly distributed.
        let warm = try simulation("stars", ("t0", "20"), ("d", "1"))
        let stars = items(warm, at: 0, layer: "stars")
        // All of them live; stars emitted off the canvas have left it.
        #expect((400...700).contains(warm.birthCount) && (100...400).contains(stars.count), "\(stars.count)")
        let largest = stars.map { abs($0.scale.x) * 64 }.max() ?? 0
        #expect((20...36).contains(largest), "\(largest)")
        #expect(stars.allSatisfy { warm.sprites[$0.sprite].asset.content == .shape(.dot) })
    }

    @Test func `the revealed circle grows evenly to the farthest corner`() throws {
        for (reverse, radii) in [("false", [0, 200, 400]), ("true", [500, 300, 100])] {
            let simulation = try simulation("reveal", ("layers.0.reverse", reverse))
            for (time, radius) in zip([0, 0.2, 0.4], radii) {
                let groups = simulation.drawList(at: time).groups
                let mask = groups.compactMap(\.mask).first
                if radius == 0 {
                    #expect(groups.count == 1 && mask == nil)
                } else {
                    #expect(abs((mask?.scale.x ?? 0) * 6 - Double(radius)) < 0.01)
                    #expect(mask?.position == SIMD2(300, 100) && mask?.isInverted == (reverse == "false"))
                }
            }
            let last = simulation.drawList(at: 0.5).groups
            #expect(last.count == 1 && last[0].mask == nil && last[0].items.map(\.cell) == [0])
        }
        // A sharp edge: at most one pixel on either side of the circle.
        let simulation = try simulation("reveal", ("layers.0.from", "white"), ("layers.0.to", "black"))
        let bitmap = pixels(simulation, at: 0.2)
        for y in stride(from: 0, to: 500, by: 7) {
            for x in 0..<375 {
                let distance = (SIMD2(Double(x) + 0.5, Double(y) + 0.5) - SIMD2(300, 100)).length
                let value = bitmap[y * 375 + x] & 0xFF
                if distance < 199 { #expect(value == 0) }
                if distance > 201 { #expect(value == 255) }
            }
        }
    }

    private func pixels(_ simulation: Simulation, at time: Double) -> [UInt32] {
        drawn(simulation.drawList(at: time), of: simulation).pixels
    }

    @Test(arguments: ["dynamics", "linear", "sprites"])
    func `the first frame of a shatter is the intact picture, and its tiles are complete`(_ mode: String) throws {
        let broken = try simulation("shatter", ("layers.0.mode", mode))
        let card = #"""
            {"canvas": {"width": 375, "height": 500}, "layers": [{"type": "sprite", "contents": {"image": "built-in/card-dark"}}]}
            """#
        let whole = Simulation(try EffectSpec(json: JSONParser.parse(Array(card.utf8)), library: Self.library))
        let isIntact = pixels(broken, at: 0) == pixels(whole, at: 0)
        #expect(isIntact)
        // Hardly moved tiles show the same picture apart from seams: every tile exactly once.
        let still =
            mode == "dynamics"
            ? try simulation(
                "shatter",
                ("layers.0.gravity", "[0,0]"),
                ("layers.0.pushX", "0"),
                ("layers.0.pushY", "0")
            )
            : try simulation(
                "shatter",
                ("layers.0.mode", mode),
                ("layers.0.spreadX", "0"),
                ("layers.0.spreadY", "0")
            )
        let isComplete = pixels(still, at: 0.5) == pixels(whole, at: 0)
        #expect(isComplete)
    }

    @Test func `tiles fly as in UIKit Dynamics, UIView and OpenGL`() throws {
        for seed in 0..<100 {
            let seed = ("seed", "\(seed)")
            let dynamics = try simulation("shatter", seed)
            var starts: [Int: SIMD2<Double>] = [:]
            for tile in items(dynamics, at: 1e-9, layer: "shatter") where tile.cell == 0 {
                starts[tile.id] = tile.position
            }
            #expect(starts.count == 19 * 25)
            for tile in items(dynamics, at: 0.2, layer: "shatter") where tile.cell == 0 {
                let moved = tile.position - (try #require(starts[tile.id]))
                #expect(abs(moved.x) <= 75.1 && (-55.1...20.1).contains(moved.y))
                #expect(tile.rotation == 0 && tile.scale == SIMD2(1, 1))
            }
            #expect(items(dynamics, at: 2, layer: "shatter").allSatisfy { $0.cell == 1 })
            let sprites = try simulation("shatter", seed, ("layers.0.mode", "sprites"))
            starts = [:]
            for tile in items(sprites, at: 1e-9, layer: "shatter") { starts[tile.id] = tile.position }
            let flying = items(sprites, at: 0.2, layer: "shatter").filter { $0.cell == 0 }
            #expect(flying.count > 100)
            for tile in flying {
                let moved = tile.position - (try #require(starts[tile.id]))
                #expect(abs(moved.x) <= 20.1 && (49.9...65.1).contains(moved.y))
            }
        }
    }

    @Test func `dynamics can rotate, slow down and bounce within the canvas`() throws {
        let spinning = try simulation("shatter", ("layers.0.angularVelocity", "[2,3]"), ("layers.0.behind", "null"))
        let turned = items(spinning, at: 0.2, layer: "shatter").map(\.rotation)
        #expect(!turned.isEmpty && turned.allSatisfy { (0.4 - 1e-6...0.6 + 1e-6).contains($0) })
        let kept = try simulation(
            "shatter",
            ("layers.0.collision", "true"),
            ("layers.0.elasticity", "0.6"),
            ("layers.0.resistance", "0.5"),
            ("layers.0.behind", "null")
        )
        let tiles = items(kept, at: 1.9, layer: "shatter")
        #expect(tiles.count == 19 * 25)
        #expect(tiles.allSatisfy { (9.9...365.1).contains($0.position.x) && (9.9...490.1).contains($0.position.y) })
    }

    // MARK: Like

    @Test func `a tap throws five to seven emoji, each with its own rotation, drawn by the seed`() throws {
        var counts: [Int] = []
        var choices: Set<String> = []
        for seed in 0..<100 {
            let simulation = try simulation("like", ("seed", "\(seed)"), ("layers.0.button", "null"))
            let emoji = items(simulation, at: 0.2, layer: "like")
            counts.append(items(simulation, at: 0.1, layer: "like").count)
            for item in emoji {
                let offset = item.position - SIMD2(187.5, 375)
                #expect(offset.y < 0 && offset.length < 100)
                #expect(abs(offset.x) <= -offset.y * 1.1 + 1)
            }
            if emoji.count > 1 { #expect(Set(emoji.map(\.rotation)).count > 1) }
            #expect(items(simulation, at: 1.9, layer: "like").allSatisfy { $0.color.w < 0.2 })
            guard case .like(let like) = simulation.spec.layers[0].content else {
                Issue.record("no like")
                continue
            }
            choices.insert(like.emoji.joined())
            #expect(like.emoji.count == 9)
        }
        #expect(choices.count > 95)
        let mean = Double(counts.reduce(0, +)) / 100
        // Nine cells at 7 per second for 0.1 s, each with its own phase: 6.3.
        #expect((5.5...7).contains(mean), "\(mean)")
        #expect(counts.allSatisfy { (1...9).contains($0) })
    }

    @Test func `the counter of a held button counts and shows a word by level`() throws {
        let simulation = try simulation("like", ("layers.0.press", "1.2"))
        guard case .like(let like) = simulation.spec.layers[0].content else {
            Issue.record("no like")
            return
        }
        let counter = try #require(like.counter)
        #expect(counter.count(at: 0.1) == nil && counter.count(at: 0.15) == 2 && counter.count(at: 1) == 7)
        #expect([1, 3, 4, 6, 7, 999].map { counter.level(of: $0) } == [0, 0, 1, 1, 2, 2])
        #expect(counter.count(at: 149.8) == 999 && counter.count(at: 149.86) == nil)
        func parts(_ time: Double) -> [String] {
            let cells = like.emitter.allCells.count
            return items(simulation, at: time, layer: "like").filter { $0.cell == cells + 1 }
                .map { simulation.sprites[$0.sprite].name }
        }
        #expect(parts(0.1).isEmpty && parts(0.5) == ["digit", "word"] && parts(1.25).isEmpty)
        #expect((35...75).contains(items(simulation, at: 1, layer: "like").count))
        // The button bounces along a spline through 1.5, 0.8, 1, 1.2, 1.
        let button = try #require(like.button)
        for (time, scale) in zip([0, 0.125, 0.25, 0.375, 0.5, 9], [1.5, 0.8, 1, 1.2, 1, 1]) {
            #expect(abs(button.scale(at: time) - scale) < 1e-9)
        }
    }

    // MARK: Confetti and the story

    @Test func `confetti starts at the top edge, falls, and is gone at the end`() throws {
        var born: [Int] = []
        for seed in 0..<100 {
            let simulation = try simulation("confetti", ("seed", "\(seed)"))
            let soon = items(simulation, at: 0.2, layer: "confetti")
            #expect((40...62).contains(soon.count) && soon.allSatisfy { $0.position.y < 160 })
            let one = items(simulation, at: 1, layer: "confetti")
            #expect((180...235).contains(one.count))
            let median = one.map(\.position.y).sorted()[one.count / 2]
            #expect((170...250).contains(median), "\(median)")
            #expect(simulation.drawList(at: 4).groups.isEmpty)
            born.append(simulation.birthCount)
        }
        #expect(born.allSatisfy { (310...315).contains($0) })
    }

    @Test func `confetti-all has every kind of contents`() throws {
        let simulation = try simulation("confetti-all")
        let kinds = Set(items(simulation, at: 1, layer: "confetti").map { simulation.sprites[$0.sprite].name })
        #expect(kinds == ["circle", "triangle", "square", "star", "duck", "party", "word", "curl"])
    }

    @Test func `the story goes from stars to a card, a dark card, a burst, and back`() throws {
        let simulation = try simulation("story")
        func shown(_ time: Double) -> Set<String> {
            Set(
                simulation.drawList(at: time).groups.filter { !$0.items.isEmpty }
                    .map { simulation.spec.layers[$0.layer].name }
            )
        }
        #expect(shown(0.5) == ["stars"])
        #expect(shown(2) == ["stars", "night", "button"])
        #expect(shown(2.9) == ["stars", "theme", "button"])
        #expect(shown(4) == ["stars", "theme", "behind", "button", "before"])
        #expect(shown(6).isSuperset(of: ["stars", "shatter"]) && !shown(6).contains("button"))
        #expect(shown(7.9) == ["stars"])
    }

    // MARK: Built-in pictures

    /// Returns the pixels of an opaque still.
    private func still(of spec: EffectSpec) throws -> [UInt32] {
        let pool = WorkerPool(threads: 1, maximumWaiting: 0)
        defer { pool.stop() }
        let renderer = EffectRenderer(pool: pool, limits: RenderLimits())
        let rgba = try #require(LibPNG.decode(try renderer.renderSnapshot(.times([0]), of: spec))).rgba
        return stride(from: 0, to: rgba.count, by: 4).map { index in
            (0..<4).reduce(0) { $0 | UInt32(rgba[index + $1]) << (8 * $1) }
        }
    }

    @Test(arguments: ["button", "card-dark", "card-light", "cat", "duck"])
    func `the built-in pictures match their source documents`(_ name: String) throws {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let document = try String(contentsOfFile: "/\(folder)/Drawings/\(name).json", encoding: .utf8)
        let spec = try EffectSpec(json: JSONParser.parse(Array(document.utf8)), library: Self.library)
        let picture = try Self.library.picture("built-in/\(name)", maximumPixels: 1_000_000)
        #expect((picture.width, picture.height) == (spec.canvas.pixelWidth, spec.canvas.pixelHeight))
        let shown =
            #"{"canvas": {"width": \#(picture.width), "height": \#(picture.height)}, "layers": [{"type": "sprite", "contents": {"image": "built-in/\#(name)"}}]}"#
        let again = Simulation(try EffectSpec(json: JSONParser.parse(Array(shown.utf8)), library: Self.library))
        // Pictures of many colors have a palette, which stills apply.
        let drawn =
            spec.output.palette == Output().palette ? pixels(Simulation(spec), at: 0) : try still(of: spec)
        let kept = pixels(again, at: 0)
        // A PNG stores straight alpha, which costs translucent edges a step.
        func channels(_ pixels: [UInt32]) -> [Int] {
            pixels.flatMap { pixel in [0, 8, 16, 24].map { Int(pixel >> $0 & 255) } }
        }
        let apart = zip(channels(drawn), channels(kept)).count { abs($0 - $1) > 2 }
        #expect(apart == 0)
    }
}

extension SIMD2<Double> {
    fileprivate var length: Double { (self * self).sum().squareRoot() }
}
