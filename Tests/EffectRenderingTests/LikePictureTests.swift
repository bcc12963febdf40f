import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectSimulation
import Foundation
import StrictJSON
import TestSupport
import Testing
@testable import EffectCatalog

/// Likes with custom pictures and repeated presses.
struct LikePictureTests {
    private static let library = LocalAssets(fontDirectories: TestFonts.directories)

    private func spec(_ members: String, seed: Int = 1) throws -> EffectSpec {
        let text = #"""
            {"canvas": {"width": 300, "height": 400}, "timing": {"duration": 5, "fps": 20}, "seed": \#(seed),
             "assets": {"mine": {"shape": "star", "size": 40}},
             "layers": [{"type": "like", "origin": [150, 300], \#(members)}]}
            """#
        return try EffectSpec(json: JSONParser.parse(Array(text.utf8)), library: Self.library)
    }

    private func like(_ spec: EffectSpec) throws -> Like {
        guard case .like(let like) = spec.layers[0].content else { throw Missing() }
        return like
    }

    private struct Missing: Error {}

    private static let twelve = (3..<15).map { #"{"shape": "polygon", "corners": \#($0), "size": 30}"# }.joined(
        separator: ", "
    )

    /// Nine draws of twelve with repetition: 12·(1 − (11/12)⁹) distinct ones on average.
    @Test func `contents are drawn at random like emoji`() throws {
        var different = 0
        var counts: [Int: Int] = [:]
        for seed in 0..<100 {
            let spec = try spec(#""contents": [\#(Self.twelve)]"#, seed: seed)
            let like = try like(spec)
            #expect(like.contents.count == 9 && like.emitter.emitterCells.count == 9)
            let corners = like.contents.map { contents -> Int in
                if case .own(let asset) = contents { asset.corners } else { 0 }
            }
            different += Set(corners).count
            for corner in corners { counts[corner, default: 0] += 1 }
            // The canonical document round-trips.
            #expect(try EffectSpec(json: spec.json, library: Self.library) == spec)
        }
        let mean = 6.516
        #expect(abs(Double(different) / 100 - mean) < 0.4, "\(different), not \(mean * 100)")
        #expect(counts.count == 12 && counts.values.allSatisfy { (40...115).contains($0) }, "\(counts)")
    }

    @Test func `few contents are used in turn, by name or inline`() throws {
        let spec = try spec(
            ##""contents": ["mine", {"shape": "heart", "size": 20, "tint": "#ff0000"}], "cells": 4, "press": 1"##
        )
        let like = try like(spec)
        #expect(like.contents.count == 2 && like.emitter.emitterCells.count == 4)
        let simulation = Simulation(spec)
        let items = simulation.drawList(at: 0.9).groups.flatMap(\.items)
        let names = Set(items.map { simulation.sprites[$0.sprite].asset.shapeName })
        #expect(names == ["star", "heart"] && items.count > 10)
    }

    @Test func `digits and words may be pictures in their own colors`() throws {
        let digits = (0..<10).map { number in
            ##"{"shape": "polygon", "corners": \##(number + 3), "size": [20, 30], "tint": "#102030"}"##
        }
        let counter =
            #""counter": {"digits": [\#(digits.joined(separator: ", "))], "words": ["A", {"shape": "star", "size": 20}]}"#
        let spec = try spec(##""cell": {"birthRate": 0}, "press": 3, \##(counter)"##)
        let simulation = Simulation(spec)
        func shown(_ time: Double) -> [DrawList.Item] {
            let cells = spec.layers[0].content.emitter?.allCells.count ?? 0
            return simulation.drawList(at: time).groups.flatMap(\.items).filter { $0.cell == cells + 1 }
        }
        // The counter shows 13 at 12 ticks.
        let items = shown(12.5 * 0.15)
        #expect(items.count == 3)
        #expect(items.prefix(2).map { simulation.sprites[$0.sprite].asset.corners } == [4, 6])
        let dark = Color("#102030")?.components ?? .zero
        for item in items.prefix(2) { #expect((0..<4).allSatisfy { abs(item.color[$0] - dark[$0]) < 1e-3 }) }
        #expect(simulation.sprites[items[2].sprite].asset.shapeName == "star" && items[2].color == SIMD4(1, 1, 1, 1))
        // Side by side.
        #expect(abs(items[1].position.x - items[0].position.x - (20 + 36 * 0.12)) < 0.1)
        // Letters have the counter's color.
        let letters = shown(0.2)
        #expect(letters.count == 2 && letters[1].color != SIMD4(1, 1, 1, 1))
    }

    @Test(arguments: [false, true])
    func `a further press has nine new cells, plus the earlier ones with the quirk`(_ quirk: Bool) throws {
        for seed in 0..<100 {
            let spec = try spec(
                #""press": 1, "presses": 3, "pause": 0.5, "quirk": \#(quirk), "contents": ["mine"]"#,
                seed: seed
            )
            let cells = try like(spec).emitter.emitterCells
            let begins = (0..<27).map { (cell: Int) -> Double in Double(cell / 9) * 1.5 }
            #expect(cells.map(\.beginTime) == begins)
            let births = Double(Simulation(spec).birthCount) - 5
            // Each cell emits 7 per second: 63 a press, or 63, 126 and 189 with the quirk.
            let expected = quirk ? 378.0 : 189
            #expect(abs(births - expected) <= 54, "\(births)")
            let cost = RenderCost(of: spec)
            #expect(births <= cost.births && cost.births <= 4 * births)
        }
        let spec = try spec(#""press": 1, "presses": 3, "pause": 0.5, "quirk": \#(quirk), "contents": ["mine"]"#)
        #expect(try EffectSpec(json: spec.json, library: Self.library) == spec)
        // No particle is emitted between presses.
        let ages = Simulation(spec).drawList(at: 1.45).groups.flatMap(\.items).map(\.age)
        #expect(!ages.isEmpty && ages.allSatisfy { $0 >= 0.45 - 1e-9 })
    }

    @Test func `the button bounces at each touch, and the counter continues`() throws {
        let spec = try spec(
            #""press": 0.45, "presses": 2, "pause": 0.55, "cell": {"birthRate": 0}, "button": {}, "counter": {"words": []}"#
        )
        let like = try like(spec)
        let button = try #require(like.button)
        for time in [0.1, 0.25, 0.35] {
            #expect(abs(button.scale(at: 1 + time, touch: 1) - button.scale(at: time)) < 1e-9)
        }
        let simulation = Simulation(spec)
        func digits(_ time: Double) -> [DrawList.Item] {
            let cells = like.emitter.allCells.count
            return simulation.drawList(at: time).groups.flatMap(\.items).filter { $0.cell == cells + 1 }
        }
        // 2, 3; after three ticks the counter shows 4 and continues from there.
        #expect(digits(0.2).count == 1 && digits(0.7).isEmpty && digits(1.05).count == 1)
        let (first, second) = (digits(0.32), digits(1.17))
        #expect(first.count == 1 && second.count == 1 && first[0].sprite != second[0].sprite)
        #expect(like.counter?.count(at: 0.05, after: 3) == 4 && like.counter?.count(at: 0.2, after: 3) == 5)
        let scales = [0.1, 1.1].map { time in
            simulation.drawList(at: time).groups.flatMap(\.items).first { $0.cell == like.emitter.allCells.count }?
                .scale.x
        }
        #expect(scales[0] != nil && scales[0] == scales[1])
    }

    @Test(arguments: [
        (#""contents": ["nobody"]"#, "/layers/0/contents/0"), (#""contents": []"#, "/layers/0/contents"),
        (#""contents": ["mine"], "emoji": ["🎉"]"#, "/layers/0/contents"),
        (#""contents": ["mine"], "cell": {"contents": "circle"}"#, "/layers/0/contents"),
        (#""counter": {"digits": ["mine"]}"#, "/layers/0/counter/digits"),
        (#""counter": {"words": [7]}"#, "/layers/0/counter/words/0"),
        (#""presses": 8"#, "/layers/0/presses"), (#""presses": 9"#, "/layers/0/presses"),
        (#""pause": 0"#, "/layers/0/pause"),
        (#""quirk": 1"#, "/layers/0/quirk"),
    ])
    func `an invalid member is refused with its pointer`(_ members: String, _ pointer: String) {
        let error = #expect(throws: SpecError.self) { try spec(members) }
        #expect(error?.faults.map(\.pointer) == [pointer], "\(error?.faults ?? [])")
    }

    private func like(_ query: [String: String]) throws -> Like {
        try like(preset("like", query))
    }

    private static let pixel =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    @Test func `short parameters set presses, pictures and the counter`() throws {
        let plain = try like([:])
        #expect(plain.press == 0.1 && plain.presses == 1 && !plain.quirk && plain.cells == 9 && plain.contents.isEmpty)
        let pressed = try like(["press": "600ms", "presses": "2", "pause": "0.3", "cells": "4", "quirk": "1"])
        #expect(pressed.press == 0.6 && pressed.presses == 2 && pressed.pause == 0.3)
        #expect(pressed.quirk && pressed.cells == 4 && pressed.emitter.emitterCells.count == 8)
        // Query decoding turns an unescaped plus sign into a space.
        let pictures = try like(["pictures": "star,\(Self.pixel.replacing("+", with: " ")),built-in/cat", "press": "1"])
        let assets = pictures.contents.map { if case .own(let asset) = $0 { asset } else { Asset() } }
        #expect(assets.count == 3 && assets[0].content == .shape(.star) && assets[0].size == SIMD2(100, 100))
        let images = assets.dropFirst().map {
            if case .picture(let picture, _) = $0.content { picture.width } else { 0 }
        }
        #expect(images[0] == 1 && images[1] > 1)
        let digits = (0..<10).map { $0 == 3 ? "built-in/duck" : "circle" }.joined(separator: ",")
        let counter = try #require(try like(["digits": digits, "words": "Nice,picture:built-in/cat"]).counter)
        #expect(counter.digitContents.count == 10 && counter.words.count == 2)
        if case .text(let text) = counter.words[0] { #expect(text == "Nice") } else { Issue.record("no letters") }
        if case .text = counter.words[1] { Issue.record("no picture") }
        #expect(try like(["words": ""]).counter?.words.isEmpty == true)
        #expect(try like(["emoji": "🐱🐶"]).emoji == ["🐱", "🐶"])
        let both = try like(["emoji": "🐱", "pictures": "star"])
        #expect(both.contents.count == 1 && both.emoji != ["🐱"])
    }

    /// Cells beside a like take them too.
    @Test(arguments: ["like", "story"]) func `emoji reach likes and cells`(_ name: String) throws {
        let spec = try PresetRequest.spec(
            preset: name,
            [PresetRequest.Parameter("emoji", "🦄")],
            limits: RenderLimits(),
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        let likes = spec.layers.compactMap { if case .like(let like) = $0.content { like } else { nil } }
        #expect(!likes.isEmpty && likes.allSatisfy { $0.emoji == ["🦄"] })
        let cells = spec.layers.compactMap(\.content.emitter).flatMap(\.allCells)
        #expect(cells.contains { $0.contents == "emoji-1" })
    }

    @Test(arguments: [
        ("presses", "9"), ("press", "soon"), ("cells", "17"), ("quirk", "maybe"), ("pictures", ""),
        ("pictures", "star,,heart"), ("pictures", "nobody"), ("digits", "circle,star"), ("words", "a,b,c,d"),
        ("words", "a,,c"), ("words", "picture:nobody"),
    ])
    func `a wrong value of a short parameter is refused by its name`(_ name: String, _ value: String) throws {
        let failure = #expect(throws: PresetRequest.Failure.self) { try like([name: value]) }
        guard case .faults(let faults)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(faults.count == 1 && faults.first?.parameter == name, "\(faults)")
    }

    @Test func `a like's parameters are offered where there is a like`() throws {
        for (name, isOffered) in [("like", true), ("story", true), ("twitter-heart", false), ("confetti", false)] {
            let preset = try #require(Preset.all[name])
            for parameter in ["press", "presses", "pause", "cells", "quirk", "pictures", "digits", "words"] {
                #expect(QueryParameter.all[parameter]?.applies(to: preset) == isOffered, "\(name): \(parameter)")
            }
        }
        #expect(throws: PresetRequest.Failure.self) { try preset("confetti", ["quirk": "1"]) }
        // One of the two likes of the story counts.
        let counters = try preset("story", ["words": "ok"]).layers.compactMap { layer in
            if case .like(let like) = layer.content { like.counter } else { nil }
        }
        #expect(counters.map(\.words) == [[.text("ok")]])
        let view = PresetView(try #require(Preset.all["like"]), try preset("like", [:]))
        for (name, value) in [("press", "0.1"), ("presses", "1"), ("pause", "0.5"), ("cells", "9"), ("quirk", "0")] {
            #expect(QueryParameter.all[name]?.current(in: view) == value, "\(name)")
        }
    }
}

extension Asset {
    fileprivate var shapeName: String? { if case .shape(let shape) = content { shape.rawValue } else { nil } }
}
