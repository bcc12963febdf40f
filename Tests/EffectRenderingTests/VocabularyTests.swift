@testable import EffectRendering
import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import PackagedFiles
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

/// Query vocabulary: names of parameters and their effect on presets.
struct VocabularyTests {
    private static let library = LocalAssets(fontDirectories: TestFonts.directories)

    private func request(_ preset: String, _ query: [String]) throws(PresetRequest.Failure) -> (
        spec: EffectSpec, document: JSONValue
    ) {
        let parameters = query.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return PresetRequest.Parameter(parts[0], parts[1])
        }
        return try PresetRequest.specAndDocument(
            .preset(preset),
            parameters,
            limits: RenderLimits(),
            library: Self.library
        )
    }

    private func cells(_ preset: String, _ query: String...) throws -> [EmitterCell] {
        let spec = try request(preset, query).spec
        return PresetView(try #require(Preset.all[preset]), spec).spec.layers.compactMap(\.content.emitter)
            .flatMap(\.emitterCells)
    }

    private func faults(_ preset: String, _ query: String...) -> [ParameterFault] {
        do throws(PresetRequest.Failure) {
            _ = try request(preset, query)
            return []
        } catch {
            guard case .faults(let faults) = error else { return [] }
            return faults
        }
    }

    // MARK: Transitions

    private func document(_ preset: String, _ query: String...) throws -> JSONValue {
        try request(preset, query).document
    }

    @Test func `a transition's own direction is one of its directions`() throws {
        for (name, direction) in [("wipe", "right"), ("uncover", "right"), ("push", "left"), ("move-in", "up")] {
            let preset = try #require(Preset.all[name])
            #expect(try QueryParameter.all["dir"]?.current(in: PresetView(preset, request(name, []).spec)) == direction)
            #expect(try document(name, "dir=\(direction)") == preset.document)
        }
        #expect(faults("wipe", "dir=north").first?.fault.allowed == "right, left, down, up")
        #expect(faults("fade", "dir=left").first?.parameter == "dir")
        #expect(faults("wipe", "dir=left", "layers.1.animations.0.from=0").map(\.fault.kind) == [.conflict])
    }

    @Test func `slats open in any direction`() throws {
        #expect(try document("blinds", "angle=-60") == Preset.all["blinds"]?.document)
        #expect(try document("blinds", "angle=90").value(at: ["layers", "0", "shape", "angle"]) == "-90deg")
        let view = PresetView(try #require(Preset.all["blinds"]), try request("blinds", []).spec)
        #expect(QueryParameter.all["angle"]?.current(in: view) == "-60")
    }

    @Test func `an angle beyond what a spec may have is refused in degrees`() {
        #expect(faults("blinds", "angle=99999999").first?.fault.allowed == "degrees in -57295...57295")
        #expect(faults("confetti", "angle=-57296").map(\.fault.kind) == [.outOfRange])
        #expect(faults("confetti", "angle=-57295").isEmpty)
        for name in ["spin", "tumble"] {
            #expect(faults("confetti", "\(name)=90000").first?.fault.allowed == "degrees in -57295...57295")
        }
    }

    // MARK: Single pieces

    @Test func `pieces that are alone in their cells take the colors in turn`() throws {
        func colors(_ preset: String, _ parameters: String...) throws -> [String] {
            try request(preset, parameters).spec.layers.flatMap { $0.content.emitter?.emitterCells ?? [] }.map(
                \.color.hex
            )
        }
        #expect(try colors("twitter-heart", "c=red,lime") == ["#ff0000", "#00ff00"])
        let words = try cells("word-fountain", "c=red,lime,blue").filter { $0.burst?.count == 1 }
        #expect(words.map(\.color.hex) == ["#ff0000", "#00ff00", "#0000ff", "#ff0000", "#00ff00"])
        let dots = try request("twitter-heart", ["shapes=star,heart"]).document
        let cells = ["layers", "2", "layers", "0", "emitterCells"]
        #expect(
            dots.value(at: cells + ["0", "contents"]) == "star" && dots.value(at: cells + ["1", "contents"]) == "heart"
        )
    }

    @Test func `the pieces of a burst are dealt evenly, and none is lost`() throws {
        let own = try cells("realistic").reduce(0) { $0 + ($1.burst?.count ?? 0) }
        for colors in ["red", "red,lime,blue", "red,lime,blue,gold,navy,pink,teal"] {
            let dealt = try cells("realistic", "c=\(colors)")
            #expect(dealt.reduce(0) { $0 + ($1.burst?.count ?? 0) } == own)
            let all = Dictionary(grouping: dealt, by: \.color.hex).mapValues {
                $0.reduce(0) { $0 + ($1.burst?.count ?? 0) }
            }
            let counts = all.values.sorted()
            #expect(try #require(counts.last) - #require(counts.first) <= 2, "\(all)")
        }
    }

    // MARK: Veils

    @Test func `colors reach leaves at all depths`() throws {
        for (preset, count) in [("autumn-leaves", 9), ("sakura", 5), ("fireflies", 2)] {
            #expect(try cells(preset).count == count)
            let hues = Set(try cells(preset, "c=00ff00").map { $0.color.hex.prefix(7) })
            #expect(hues == ["#00ff00"], "\(preset)")
        }
    }

    /// Colors over life of all cells that have any, sub-cells included.
    private func ramps(_ preset: String, _ query: String...) throws -> [[Color]] {
        let spec = try request(preset, query).spec
        return spec.layers.compactMap(\.content.emitter).flatMap { emitter in
            emitter.allCells.compactMap { cell in
                emitter.behaviors(of: cell).last { $0.kind == .colorOverLife && $0.enabled }?.colors
            }
        }
    }

    private func luma(_ color: Color) -> Double { (color.components * SIMD4(0.299, 0.587, 0.114, 0)).sum() }

    @Test(arguments: ["fire", "candle", "embers", "campfire", "spark", "whirlpool", "vortex-fire"])
    func `a flame takes shades of a color, as opaque as its own colors over life and in their order`(preset: String)
        throws
    {
        let own = try ramps(preset)
        #expect(!own.isEmpty)
        for color in ["0b9bff", "000080", "c0f0ff"] {
            let tinted = try ramps(preset, "c=\(color)")
            #expect(own.count == tinted.count)
            for (before, after) in zip(own, tinted) {
                #expect(before.map(\.components.w) == after.map(\.components.w))
                #expect(after.allSatisfy { $0.components.z >= $0.components.x - 1e-9 }, "\(after.map(\.hex))")
                for (one, other) in zip(before.indices, before.indices.dropFirst()) {
                    let (rise, risen) = (luma(before[other]) - luma(before[one]), luma(after[other]) - luma(after[one]))
                    #expect(rise * risen >= -0.004, "\(color): \(after.map(\.hex))")
                }
            }
        }
        // White keeps its shades of gray, and each color of a list has a ramp of its own.
        #expect(try ramps(preset, "c=ffffff").contains { $0.contains { luma($0) < 0.9 } })
        #expect(
            try Set(ramps(preset, "c=0b9bff,ff0000").map { $0.map(\.hex) }).count > Set(own.map { $0.map(\.hex) }).count
        )
    }

    @Test func `more kinds of pieces than an emitter may have are refused by their number`() throws {
        let colors = (0..<65).map { "0000" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }
        let many = colors.joined(separator: ",")
        #expect(faults("fire", "c=\(many)").first?.fault.detail.contains("65 colors") == true)
        // Rows of mist and of drops, in one emitter.
        let some = colors.prefix(33).joined(separator: ",")
        #expect(faults("drizzle", "c=\(some)").map(\.parameter) == ["c"])
        #expect(faults("drizzle", "c=\(some)").first?.fault.detail.contains("66 kinds of particles") == true)
    }

    @Test func `pieces that are born to a beat keep it with lists of colors and shapes`() throws {
        let own = try ofAllCells("matrix")
        let colored = try ofAllCells("matrix", "c=red,lime", "shapes=star,heart")
        #expect(colored.map(\.birthRate) == own.map(\.birthRate) && colored.map(\.birthPhase) == own.map(\.birthPhase))
        let glyphs = colored.filter { !$0.colors.isEmpty }
        #expect(glyphs.count == 12 && glyphs.allSatisfy { $0.colors.map(\.color.hex) == ["#ff0000", "#00ff00"] })
        #expect(glyphs.allSatisfy { $0.choices.count == 2 })
    }

    private func ofAllCells(_ preset: String, _ query: String...) throws -> [EmitterCell] {
        try request(preset, query).spec.layers.compactMap(\.content.emitter).flatMap(\.allCells)
    }

    @Test func `digital rain falls in a loop of any length`() throws {
        for seconds in ["0.7", "1", "2", "3.5", "4", "6"] {
            let spec = try request("matrix", ["d=\(seconds)"]).spec
            let simulation = Simulation(spec)
            #expect(
                simulation.drawList(ofFrame: spec.timing.frameCount / 2).leaves.contains { !$0.items.isEmpty },
                "\(seconds)"
            )
        }
    }

    @Test func `colors over life that a parameter sets remain beside colors, and the others are tinted`() throws {
        let asked = try ramps("fire", "c=0b9bff", "ramp=ff0000,00ff00").map { $0.map(\.hex) }
        #expect(asked[0] == ["#ff0000", "#00ff00"] && asked[2] == asked[0])
        #expect(asked[1] == (try ramps("fire", "c=0b9bff")[1].map(\.hex)))
        let path = "layers.2.emitterBehaviors.2.colors"
        let written = try ramps("fire", "c=0b9bff", #"\#(path)=["red","lime","white"]"#)
        #expect(written[2].map(\.hex) == ["#ff0000", "#00ff00", "#ffffff"])
    }

    @Test func `what flickers after its colors over life flickers in a color, too`() throws {
        for query in ["c=ffa53a", "c=ffa53a,ff0000"] {
            let emitter = try #require(request("vortex-fire", [query]).spec.layers[5].content.emitter)
            for cell in emitter.allCells {
                let looks = emitter.behaviors(of: cell).filter(\.enabled).map(\.kind)
                let last = try #require(looks.lastIndex(of: .colorOverLife))
                #expect(looks[last...].contains(.flicker))
            }
        }
    }

    @Test func `colors reach the flakes in front, which stay as transparent as they are`() throws {
        let own = try cells("snowfall")
        let soft = try #require(own.last)
        let colored = try cells("snowfall", "c=ff0000,00ff0080")
        let veils = colored.filter { $0.name?.hasPrefix("soft") == true }
        #expect(veils.map(\.color.hex) == ["#ff000058", "#00ff002c"])
        #expect(veils.allSatisfy { $0.velocity == soft.velocity && $0.scale == soft.scale })
        #expect(abs(veils.reduce(0) { $0 + $1.birthRate } - soft.birthRate) < 1e-9)
        // In front of all others, as before; no other parameter reaches them.
        #expect(colored.suffix(2).map(\.color.hex) == veils.map(\.color.hex))
        #expect(colored.count == 10 && Set(colored.dropLast(2).map(\.color.hex)) == ["#ff0000", "#00ff0080"])
        let sized = try cells("snowfall", "c=ff0000", "v=10")
        #expect(sized.last?.velocity == soft.velocity && sized.dropLast().allSatisfy { $0.velocity == 10 })
        #expect(try cells("snowfall", "colors=ff0000").last?.color.hex == "#ff000058")
        // Other shapes multiply the cells before them in the list.
        let plates = try cells("snowfall", "shapes=star,heart", "c=red,gold")
        #expect(plates.suffix(2).map(\.color.hex) == ["#ff000058", "#ffd70058"])
        #expect(plates.count == 18 && Set(plates.dropLast(2).map(\.color.hex)) == ["#ff0000", "#ffd700"])
    }

    // MARK: Values

    @Test(arguments: [("2.5", 2.5), (".5", 0.5), ("5.", 5), ("+5", 5), ("+.5", 0.5), (" 5", 5), (" .5", 0.5)])
    func `numbers may start or end with a point and have a sign, even one decoded to a space`(
        _ text: String,
        _ number: Double
    ) throws {
        #expect(try request("confetti", ["d=\(text)"]).spec.timing.duration == number)
        #expect(try request("confetti", ["d=\(text)s"]).spec.timing.duration == number)
        #expect(try request("confetti", ["layers.0.timeOffset=\(text)"]).spec.layers[0].timing.timeOffset == number)
        #expect(try request("confetti", ["layers.0.timeOffset=\(text)s"]).spec.layers[0].timing.timeOffset == number)
        // Three points in a row are ambiguous.
        let range = text.hasSuffix(".") ? "\(text)0..900" : "\(text)..900"
        let cells = try cells("cannon", "v=\(range)", "x=\(text)")
        #expect(cells.allSatisfy { $0.velocity - $0.velocityRange == number })
        let moments = try SnapshotRequest(.still, [PresetRequest.Parameter("at", text)])
        let spec = try request("confetti", ["d=9"]).spec
        #expect(try moments.snapshot(of: spec, limits: RenderLimits()) == .times([number]))
        // Texts are unchanged.
        #expect(try request("confetti", ["seed=\(text)"]).spec.seed == text)
    }

    @Test func `numbers accept ranges, deviations and units`() {
        #expect(ParameterText.range("300..600", .none) == 300...600)
        #expect(ParameterText.range("450~50", .points) == 400...500)
        #expect(ParameterText.range("-3", .none) == -3...(-3))
        #expect(ParameterText.range("-90..-30", .degrees) == -90...(-30))
        #expect(ParameterText.range("500ms..2s", .seconds) == 0.5...2)
        #expect(ParameterText.range("0.5turn", .degrees) == 180...180)
        #expect(ParameterText.range("12px", .points) == 12...12)
        #expect(ParameterText.range("25%", .share) == 0.25...0.25)
        #expect(ParameterText.range(".5", .none) == 0.5...0.5)
        #expect(ParameterText.range(".5..+1.", .none) == 0.5...1)
        #expect(ParameterText.range(" 3~ .5", .none) == 2.5...3.5)
        #expect(ParameterText.range("-.25turn", .degrees) == -90...(-90))
        for wrong in [
            "", "a", "3..", "..3", "3..2", "1...2", ".5...6", "+", ".", " ", "+ 5", "- 5", "--5", "  5", "1~-2", "~",
            "1e3", "nan", "5kg", "2..3..4",
        ] {
            #expect(ParameterText.range(wrong, .seconds) == nil, "\(wrong)")
        }
    }

    @Test func `a parameter removes the animations of its property`() throws {
        let key = "emitterCells.piece.yAcceleration"
        let before = try request("imessage", []).document
        let after = try request("imessage", ["g=-50"]).document
        func keyPaths(_ document: JSONValue) -> [String] {
            guard case .array(let animations) = document.value(at: ["layers", "0", "animations"]) else { return [] }
            return animations.compactMap { $0["keyPath"]?.text }
        }
        #expect(keyPaths(before).contains(key) && keyPaths(after) == keyPaths(before).filter { $0 != key })
        #expect(faults("imessage", "g=3", "layers.0.animations.3.duration=2").map(\.parameter) == ["g"])
        // Animated rates and extents keep their animations.
        #expect(try request("stars", ["rate=0"]).spec.layers[0].animations.count == 1)
        #expect(try request("stars", ["ew=50"]).spec.layers[0].animations.count == 1)
        // Unrelated animations stay.
        #expect(try keyPaths(request("imessage", ["wind=5"]).document) == keyPaths(before))
    }

    @Test(arguments: [("stars", "c=ff0000,00ff00,0000ff"), ("stars", "shapes=star,heart"), ("story", "c=gold,red")])
    func `an animated rate keeps its total when its cells are divided`(_ name: String, _ query: String)
        throws
    {
        func born(_ query: [String]) throws -> Double {
            let spec = try request(name, query).spec
            let simulation = Simulation(spec)
            return (1..<60).reduce(0.0) { (sum: Double, step: Int) -> Double in
                sum + Double(simulation.drawList(at: Double(step) / 20).groups.reduce(0) { $0 + $1.items.count })
            }
        }
        let (plain, divided) = try (born([]), born([query]))
        #expect(plain > 50 && abs(divided - plain) < 0.25 * plain, "\(plain), \(divided)")
    }

    @Test func `an invalid path is refused with its longest valid prefix`() {
        for (path, place, allowed) in [
            ("layers.7.opacity=0.5", "layers.7", "allowed: 0, the only index"),
            ("layers.0.emitterCells.99.scale=1", "layers.0.emitterCells.99", "0..."),
            ("layers.01.opacity=1", "layers.01", "allowed: 0, the only index"),
        ] {
            let fault = faults("cannon", path).first
            #expect(fault?.fault.found.contains("\"\(place)\" does not exist") == true, "\(path)")
            #expect(fault?.fault.allowed.contains(allowed) == true, "\(path): \(fault?.fault.allowed ?? "")")
        }
    }

    @Test func `each parameter sets its property`() throws {
        for cell in try cells(
            "confetti",
            "v=300..600",
            "life=2s",
            "g=120",
            "wind=-30",
            "spin=90",
            "angle=90",
            "spread=60"
        ) {
            #expect(cell.velocity == 450 && cell.velocityRange == 150)
            #expect(cell.lifetime == 2 && cell.lifetimeRange == 0)
            #expect(cell.acceleration == SIMD3(-30, 120, 0))
            #expect(abs(cell.spin - .pi / 2) < 1e-9 && cell.spinRange == 0)
            #expect(abs(cell.emissionLongitude + .pi / 2) < 1e-9 && abs(cell.emissionRange - .pi / 3) < 1e-9)
        }
        #expect(try request("confetti", ["angle=90"]).spec.layers[0].content.emitter?.naturalDirection == .angle(0))
        for cell in try cells(
            "confetti",
            "drag=2",
            "drift=30",
            "size=24",
            "fade=out",
            "grow=2",
            "trail=0.3",
            "tumble=200"
        ) {
            let drags = cell.emitterBehaviors.filter { $0.kind == .drag }
            #expect(drags.map(\.drag) == [2])
            #expect(cell.drift == SIMD3(30, 0, 0))
            #expect(cell.scale == 2 && cell.scaleRange == 0)
            let lives = cell.emitterBehaviors.filter { $0.kind == .valueOverLife }
            #expect(Set(lives.map(\.lifePath)) == [.alpha, .scale])
            #expect(cell.trail?.duration == 0.3)
            #expect(cell.particleType == .plane)
        }
        let emitter = try #require(
            try request("confetti", ["x=0.25", "y=0.5", "es=circle", "ew=40", "blend=add"]).spec.layers[0].content
                .emitter
        )
        #expect(emitter.emitterPosition == SIMD2(0.25 * 375, 406))
        #expect(emitter.emitterShape == .circle && emitter.emitterSize.x == 40 && emitter.renderMode == .additive)
    }

    @Test func `the number of pieces is independent of their colors and shapes`() throws {
        let before = try cells("confetti").reduce(0) { $0 + $1.birthRate }
        let colored = try cells("confetti", "c=f00,0f0,00f")
        #expect(colored.count == 15)
        #expect(abs(colored.reduce(0) { $0 + $1.birthRate } - before) < 1e-9)
        let starred = try cells("confetti", "shapes=star,heart", "c=gold")
        #expect(Set(starred.compactMap(\.contents)) == ["star", "heart"])
        #expect(Set(starred.map(\.color.hex)).count == NamedPalette.all["gold"]?.colors.count)
        #expect(abs(starred.reduce(0) { $0 + $1.birthRate } - before) < 1e-9)
        #expect(abs(try cells("confetti", "rate=90", "c=f00,0f0").reduce(0) { $0 + $1.birthRate } - 90) < 1e-9)
        for count in [1, 7, 50, 333] {
            let all = try cells("cannon", "n=\(count)", "c=gold").filter(\.enabled)
            #expect(all.reduce(0) { $0 + ($1.burst?.total ?? 0) } == count)
        }
    }

    @Test func `pieces keep their size with other contents, and letters stay legible`() throws {
        for cell in try cells("stars", "shapes=square") {
            let before = try #require(try cells("stars").first)
            #expect(abs(cell.scale * 12 - before.scale * 64) < 1e-9)
        }
        let emoji = try request("confetti", ["emoji=🎉🦄"])
        #expect(
            Set(emoji.spec.layers[0].content.emitter?.emitterCells.compactMap(\.contents) ?? []) == [
                "emoji-1", "emoji-2",
            ]
        )
        for cell in try cells("confetti", "text=yay") {
            #expect(cell.contents == "text" && cell.scale * 24 >= 17.9)
        }
        for cell in try cells("confetti", "text=yay", "size=40") { #expect(abs(cell.scale * 24 - 40) < 1e-9) }
    }

    @Test func `new contents of a sheet are whole, and as large as one of its frames`() throws {
        let before = try #require(try cells("matrix").first)
        let size = PresetView(try #require(Preset.all["matrix"]), try request("matrix", []).spec).naturalSize(
            of: before
        )
        for cell in try cells("matrix", "shapes=star") where cell.contents == "star" {
            #expect(cell.frames == SheetFrames())
            #expect(abs(cell.scale * 12 - before.scale * size) < 1e-9)
        }
    }

    @Test func `a word is set by its text, font and weight, and kept within the canvas`() throws {
        let plain = try request("word-burst", ["text=Congratulations"]).spec
        let words = plain.layers.compactMap { layer -> TextStyle? in
            if case .sprite(let sprite) = layer.content, case .own(let asset) = sprite.contents,
                case .glyphs(let outline, let style) = asset.content
            {
                let width = outline.bounds.map { $0.high.x - $0.low.x } ?? 0
                #expect(width <= plain.canvas.width * 0.95 && width > plain.canvas.width * 0.8)
                return style
            }
            return layer.content.emitter?.text?.style
        }
        #expect(words.count >= 2 && Set(words.map(\.text)) == ["Congratulations"])
        // Its sparks stay what they are.
        let sparks = try cells("word-burst").map(\.contents)
        #expect(try cells("word-burst", "text=Congratulations").map(\.contents) == sparks)
        let set = try request("word-burst", ["text=Hi", "font=Lobster Two", "weight=700"]).spec
        let styles: [TextStyle] = set.layers.compactMap { $0.content.emitter?.text?.style }
        #expect(
            !styles.isEmpty && styles.allSatisfy { $0.font == "Lobster Two" && $0.fontWeight == 700 && $0.text == "Hi" }
        )
        #expect(faults("confetti", "font=Lobster").map(\.parameter) == ["font"])
        #expect(Set(faults("word-burst", "font=Nowhere").map(\.parameter)) == ["font"])
    }

    @Test func `pieces from an edge move inward`() throws {
        let ways = ["top": 90.0, "bottom": -90, "left": 0, "right": 180]
        for (side, degrees) in ways {
            let emitter = try #require(try request("cannon", ["from=\(side)"]).spec.layers[0].content.emitter)
            #expect(emitter.naturalDirection == .angle(0) && emitter.emitterShape == .rectangle)
            for cell in emitter.emitterCells { #expect(abs(cell.emissionLongitude - degrees * .pi / 180) < 1e-9) }
        }
        let corners = try request("cannon", ["from=corners", "n=100"]).spec.layers
        #expect(corners.count == 2 && Set(corners.map(\.name)).count == 2)
        let counts = corners.map { $0.content.emitter?.emitterCells.reduce(0) { $0 + ($1.burst?.count ?? 0) } ?? 0 }
        #expect(counts.allSatisfy { abs($0 - 50) <= 8 })
        let aimed = try request("cannon", ["from=left", "angle=30"]).spec.layers[0].content.emitter
        #expect(aimed?.emitterCells.allSatisfy { abs($0.emissionLongitude + .pi / 6) < 1e-9 } == true)
    }

    /// - Source: PRESETS.md's first table, from canvas-confetti's own code.
    @Test func `canvas-confetti's names keep their meaning`() throws {
        let theirs = try cells(
            "cannon",
            "particleCount=40",
            "startVelocity=30",
            "decay=0.94",
            "gravity=0.5",
            "drift=1",
            "ticks=120",
            "scalar=2",
            "origin.x=0.25",
            "origin.y=0.75",
            "colors=bb0000,ffffff",
            "flat=1"
        )
        #expect(theirs.reduce(0) { $0 + ($1.burst?.total ?? 0) } == 40)
        for cell in theirs {
            #expect(cell.velocity == 1800 && cell.velocityRange == 900)
            #expect(cell.drift == SIMD3(60, 90, 0))
            #expect(cell.lifetime == 2)
            #expect(cell.particleType == .sprite)
        }
        let spec = try request("cannon", ["decay=0.9", "origin.x=0.25"]).spec
        let emitter = try #require(spec.layers[0].content.emitter)
        let drag = (emitter.emitterBehaviors + emitter.emitterCells.flatMap(\.emitterBehaviors)).first {
            $0.kind == .drag
        }
        #expect(abs((drag?.drag ?? 0) - 6.3216) < 1e-3)
        #expect(emitter.emitterPosition.x == spec.canvas.width / 4)
        // Drift without other parameters is in points per second.
        #expect(try cells("cannon", "drift=1").allSatisfy { $0.drift.x == 1 })
    }

    // MARK: Errors

    @Test func `synonyms exclude each other in any order`() {
        for pair in [
            ("startVelocity=3", "v=4"), ("n=3", "particleCount=4"), ("x=0.1", "origin.x=0.2"), ("tumble=3", "spin=4"),
            ("x=0.1", "from=top"), ("c=gold", "colors=ff0000"), ("ticks=60", "life=2"), ("size=3", "scalar=2"),
            ("g=3", "layers.0.emitterCells.0.yAcceleration=4"), ("y=0.3", "layers.0.emitterPosition=[0,0]"),
            ("x=0.1", "from=corners"),
        ] {
            for both in [[pair.0, pair.1], [pair.1, pair.0]] {
                let found = faults("cannon", both[0], both[1])
                #expect(found.count == 1 && found.first?.fault.kind == .conflict, "\(both)")
            }
        }
        #expect(faults("cannon", "v=3", "v=3").first?.fault.found == "v twice")
    }

    @Test(arguments: [
        "v=abc", "v=3..", "n=0", "n=1.5", "n=-3", "rate=x", "x=left", "from=up", "es=blob", "angle=north", "spread=a",
        "life=0..x",
        "drag=much", "flat=yes", "align=2", "size=big", "grow=a", "fade=slow", "c=notacolour", "c=", "c=,",
        "ramp=gold,,red",
        "shapes=", "shapes=blob", "emoji=", "text=", "path=zzz", "blend=screen", "trail=x", "decay=0", "decay=2",
        "gravity=g",
        "ticks=-5", "scalar=x", "x=NaN", "v=1e999", "g=999999999",
    ])
    func `an invalid value is reported with its parameter`(_ query: String) {
        let preset = query.hasPrefix("rate") ? "confetti" : "cannon"
        let found = faults(preset, query)
        #expect(!found.isEmpty)
        for fault in found { #expect(fault.parameter == String(query.split(separator: "=")[0]), "\(fault)") }
        #expect(found.allSatisfy { !$0.fault.allowed.isEmpty })
    }

    /// Paths modify the document before parameters are checked.
    @Test(arguments: [
        [#"layers.0.emitterCells.0.contents={"text":"A","fontSize":-1}"#, "size=3..5"],
        [#"layers.0.emitterCells.0.contents={"text":"A","fontSize":0}"#, "size=0..5"],
        [#"layers.0.emitterCells.0.contents={"shape":"star","size":[]}"#, "scalar=3"],
        [#"layers.0.emitterCells.0.burst={"count":1e308}"#, "n=100"],
        ["layers.0.emitterCells.0.burst.count=-140", "n=100"],
        ["layers.0.emitterCells.0.burst.count=-139.9999999999999", "n=100000"],
        ["layers.0.emitterCells.0.birthRate=1e308", "rate=3"],
        ["layers.0.emitterCells.0.burst.count=0.3", "c=red"],
        ["layers.0.emitterCells.7.velocity=1", "c=blue"],
        ["layers.0.emitterCells.0.velocityRange=50", "v=300"],
        ["layers.0.emitterCells.0.color=#ff0000", "emoji=🎉"],
        ["layers.0.emitterCells.0.emissionLongitude=10deg", "from=corners"],
        ["layers.0.naturalDirection=45deg", "from=corners"],
    ])
    func `a path that conflicts with a parameter or is invalid is refused and never traps`(
        _ query: [String]
    ) {
        for order in [query, query.reversed()] {
            do throws(PresetRequest.Failure) {
                _ = try request("explode", order)
                Issue.record("\(order) was taken")
            } catch {}
        }
    }

    @Test func `a parameter that a preset does not support is refused with the supported ones`() {
        let found = faults("shatter", "v=300")
        #expect(found.first?.fault.kind == .conflict && found.first?.fault.allowed.contains("bg") == true)
        #expect(faults("confetti", "n=30").first?.fault.allowed.contains("rate") == true)
        #expect(faults("cannon", "velocty=3").first?.fault.kind == .unknownName)
        // The most common question is the number of pieces, whose parameter depends on the preset.
        for (preset, given, meant) in [
            ("confetti", "n", "rate"), ("snowfall", "n", "rate"), ("confetti", "particleCount", "rate"),
            ("cannon", "rate", "n"), ("explode", "rate", "n"),
        ] {
            let detail = faults(preset, "\(given)=10").first?.fault.detail
            #expect(detail?.contains("; allowed: \(meant) (") == true, "\(preset) \(given)")
            #expect(faults(preset, "\(meant)=10").isEmpty)
        }
        #expect(
            faults("fade", "layers.0.emitterBehaviors.0.type=drag").first?.parameter
                == "layers.0.emitterBehaviors.0.type"
        )
    }

    @Test func `a list of colors is limited by the emitter's number of cells`() {
        let colors = (0..<64).map { "0000" + (($0 < 16 ? "0" : "") + String($0, radix: 16)) }.joined(separator: ",")
        #expect(faults("confetti", "c=\(colors)").isEmpty)
        #expect(faults("cannon", "c=\(colors),0,1").first?.fault.kind == .tooMuch)
    }

    /// Regression: a palette of eight colors was refused where there are nine kinds of pieces.
    @Test func `where cells for all colors would be too many, each piece has one of the colors`() throws {
        let (preset, query) = ("explode", "c=ff0000,ff8800,ffee00,00cc00,0088ff,8800ff,ffffff,000000")
        let colors = try query.dropFirst(2).split(separator: ",").map { try #require(Color(String($0))).hex }
        let (own, colored) = (try cells(preset), try cells(preset, query))
        #expect(colored.count <= own.count && own.count * colors.count > 64)
        #expect(colored.allSatisfy { $0.colors.map(\.color.hex) == colors && $0.color.hex == "#ffffff" })
        // As many pieces as before.
        #expect(colored.reduce(0) { $0 + $1.birthRate } == own.reduce(0) { $0 + $1.birthRate })
        #expect(colored.reduce(0) { $0 + ($1.burst?.count ?? 0) } == own.reduce(0) { $0 + ($1.burst?.count ?? 0) })
    }

    @Test(arguments: ["explode", "emoji-burst", "confetti-all", "parade", "cannon"])
    func `every palette suits every burst`(_ preset: String) {
        for palette in NamedPalette.all.keys.sorted() { #expect(faults(preset, "c=\(palette)").isEmpty, "\(palette)") }
        #expect(faults(preset, "c=gold", "shapes=star,heart,circle,square,triangle").isEmpty)
    }

    // MARK: All presets

    /// All presets in optimized builds, otherwise a diverse selection, because each takes a while.
    private static let presets: [String] = {
        #if DEBUG
            return [
                "cannon", "cc-fireworks", "confetti", "emoji-burst", "galaxy", "imessage", "like", "shatter", "stars",
                "vortex-fireworks", "word-burst",
            ]
        #else
            return Preset.all.keys.sorted()
        #endif
    }()

    @Test(arguments: presets)
    func `every preset accepts its own values, and its document round-trips`(_ name: String) throws {
        let preset = try #require(Preset.all[name])
        let (spec, document) = try request(name, [])
        let again = try JSONParser.parse(JSONWriter.prettyBytes(of: document))
        #expect(try EffectSpec(json: again, limits: RenderLimits(), library: Self.library) == spec)
        let view = PresetView(preset, spec)
        for parameter in QueryParameter.table where parameter.applies(to: preset) {
            let value = parameter.current(in: view)
            guard !value.isEmpty, parameter.name != "c" else { continue }
            let own: EffectSpec
            do throws(PresetRequest.Failure) {
                own = try request(name, ["\(parameter.name)=\(value)"]).spec
            } catch {
                Issue.record("\(name): \(parameter.name)=\(value): \(error)")
                continue
            }
            #expect(parameter.current(in: PresetView(preset, own)) == value, "\(name): \(parameter.name)")
        }
    }

    @Test(arguments: presets)
    func `every preset accepts every parameter that it offers`(_ name: String) throws {
        let preset = try #require(Preset.all[name])
        for parameter in QueryParameter.table where parameter.applies(to: preset) {
            let value: String
            switch parameter.kind {
            case .number(let bounds, let step, _, let isRange):
                let middle = ParameterText.text(
                    bounds.lowerBound + max(step, (bounds.upperBound - bounds.lowerBound) / 20)
                )
                value = isRange ? "\(middle)..\(middle)" : middle
            case .whole(let bounds): value = parameter.group == .canvas ? "64" : String(Int(bounds.lowerBound) + 2)
            case .color: value = "102030"
            case .colors: value = "gold"
            case .choice(let names): value = names[names.count - 1]
            case .flag: value = "1"
            case .bytes: value = "200kB"
            case .text:
                let values = [
                    "loop": "once", "t0": "0.5", "seed": "x", "palette": "64", "colors.palette": "64", "shapes": "star",
                    "emoji": "🎉", "text": "a", "font": "DejaVu Sans", "path": "M0 0L9 0L9 9Z", "quality": "lossless",
                    "poster": "best",
                    "matte": "102030", "keep": "size", "pictures": "star", "words": "ok",
                    "digits": Array(repeating: "circle", count: 10).joined(separator: ","),
                    "from": preset.emitters.isEmpty ? "gold" : "corners", "to": "built-in/cat",
                ]
                value = try #require(values[parameter.name], "a value for \(parameter.name)")
            }
            let small = ["w", "h"].contains(parameter.name) ? [] : ["w=64", "h=64"]
            do throws(PresetRequest.Failure) {
                _ = try request(name, ["\(parameter.name)=\(value)"] + small)
            } catch {
                guard case .faults(let faults) = error else {
                    Issue.record("\(name)")
                    return
                }
                // Limits apply to presets, too; the number of cells is limited.
                let isTooMuch = faults.allSatisfy { $0.fault.kind == .tooMuch }
                #expect(isTooMuch, "\(name): \(parameter.name)=\(value): \(faults)")
            }
        }
    }

    @Test func `every file is a preset with complete catalog entries`() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = top.appendingPathComponent("Sources/CResources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { ["css", "html", "js", "json", "png", "svg"].contains(($0 as NSString).pathExtension) }
        #expect(Set(files).union(["openapi.yaml"]) == Set(PackagedFile.paths))
        for file in files {
            #expect(try [UInt8](Data(contentsOf: folder.appendingPathComponent(file))) == PackagedFile.bytes(file))
        }
        #expect(
            try [UInt8](Data(contentsOf: top.appendingPathComponent("openapi.yaml")))
                == PackagedFile.bytes("openapi.yaml")
        )
        #expect(Preset.inOrder.count == Preset.all.count)
        for preset in Preset.inOrder {
            #expect(preset.summary.hasSuffix(".") && !preset.tags.isEmpty && !preset.title.isEmpty, "\(preset.name)")
            for cell in preset.cells {
                #expect(preset.document.value(at: cell[...])?.kind == "an object", "\(preset.name)")
            }
        }
        for (name, palette) in NamedPalette.all {
            #expect(!palette.colors.isEmpty && palette.colors.allSatisfy { Color($0) != nil }, "\(name)")
            // A palette takes precedence over a color of the same name.
            #expect(Color(name) == nil || ["gold", "silver", "snow"].contains(name), "\(name)")
        }
    }
}
