import EffectCoding
import EffectModel
import EffectImport
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Hostile documents: an import ends quickly with a spec or an error, never with a trap.
struct HostileImportTests {
    static let samples: [ImportFormat: String] = [
        .canvasConfetti: #"""
        [{"particleCount": 20, "angle": 60, "spread": 55, "startVelocity": 45, "decay": 0.9, "gravity": 1, "drift": 0.5,
          "flat": false, "ticks": 100, "origin": {"x": 0, "y": 0.6}, "colors": ["#ff0000", "0f0"], "scalar": 1.2, "delay": 10,
          "shapes": ["square", "star", {"type": "path", "path": "M0 0h9v9z", "matrix": [1, 0, 0, 1, -5, -5]}], "zIndex": 1}]
        """#,
        .particleEmitter: PixiImportTests.fountain,
        .vortex: VortexImportTests.fireworks,
        .tsParticles: TSParticlesImportTests.confetti,
    ]

    static let flatPixi = #"""
        {"alpha": {"list": [{"value": 1, "time": 0}, {"value": 0, "time": 1}], "isStepped": true}, "scale": {"start": 0.5, "end": 1,
         "minimumScaleMultiplier": 0.5}, "color": {"start": "#ffffff", "end": "#9ff3ff"}, "speed": {"start": 600, "end": 200},
         "acceleration": {"x": 1, "y": 2}, "maxSpeed": 9, "startRotation": {"min": 260, "max": 280}, "noRotation": false,
         "rotationSpeed": {"min": 1, "max": 5}, "lifetime": {"min": 0.25, "max": 0.5}, "blendMode": "add",
         "frequency": 0.1, "emitterLifetime": 1, "maxParticles": 100, "pos": {"x": 0, "y": 0}, "addAtBack": true,
         "particlesPerWave": 8, "spawnType": "burst", "particleSpacing": 45, "angleStart": 5, "spawnChance": 0.9}
        """#

    static let evil: [JSONValue] = [
        .null, true, 0, -1, 1e308, -1e308, 9_007_199_254_740_993, "", "nan", "1e999",
        .string(String(repeating: "\u{202E}é", count: 400)), [], [[[[]]]], .object([]), ["min": 1e300, "max": -1e300],
        .array(Array(repeating: 1, count: 300)),
    ]

    /// Imports a document without trapping. Errors are fine, and specs have been validated.
    static func survive(_ format: ImportFormat, _ bytes: [UInt8]) {
        var options = ImportOptions()
        // A low frame rate lets more specs pass the limits, without any rendering.
        options.fps = 5
        _ = try? EffectImporter(format, options).effect(from: bytes)
    }

    /// Calls `body` with every variant of a document in which one value is replaced by one of `values`.
    static func each(_ value: JSONValue, _ values: [JSONValue], _ body: (JSONValue) -> Void) {
        for evil in values { body(evil) }
        switch value {
        case .array(let elements):
            for index in elements.indices {
                each(elements[index], values) { changed in
                    var elements = elements
                    elements[index] = changed
                    body(.array(elements))
                }
            }
        case .object(let members):
            for index in members.indices {
                each(members[index].value, values) { changed in
                    var members = members
                    members[index].value = changed
                    body(.object(members))
                }
            }
        default: break
        }
    }

    @Test(arguments: [ImportFormat.canvasConfetti, .particleEmitter, .vortex, .tsParticles])
    func `a wrong value at any place of a document is safe`(_ format: ImportFormat) throws {
        let texts = [Self.samples[format] ?? ""] + (format == .particleEmitter ? [Self.flatPixi] : [])
        for text in texts {
            let json = try JSONParser.parse(Array(text.utf8))
            _ = try Imported(format, text)
            Self.each(json, Self.evil) { Self.survive(format, JSONWriter.bytes(of: $0)) }
        }
    }

    /// Calls `body` with every variant of a document in which one object has an unknown member, and with its path.
    static func strangers(_ value: JSONValue, _ path: String, _ body: (JSONValue, String) -> Void) {
        switch value {
        case .array(let elements):
            for index in elements.indices {
                strangers(elements[index], "\(path)[\(index)]") { changed, place in
                    var elements = elements
                    elements[index] = changed
                    body(.array(elements), place)
                }
            }
        case .object(let members):
            body(.object(members + [.init("zebra", 1)]), path)
            for index in members.indices {
                strangers(members[index].value, path.isEmpty ? members[index].name : "\(path).\(members[index].name)") {
                    changed,
                    place in
                    var members = members
                    members[index].value = changed
                    body(.object(members), place)
                }
            }
        default: break
        }
    }

    @Test(arguments: [ImportFormat.canvasConfetti, .particleEmitter, .vortex, .tsParticles])
    func `an unknown member is reported at any place`(_ format: ImportFormat) throws {
        let texts = [Self.samples[format] ?? ""] + (format == .particleEmitter ? [Self.flatPixi] : [])
        for text in texts {
            let json = try JSONParser.parse(Array(text.utf8))
            let usual = Set(try Imported(format, text).ignored)
            Self.strangers(json, "") { changed, path in
                let made = try? Imported(format, String(decoding: JSONWriter.bytes(of: changed), as: UTF8.self))
                // Reported by its own name or, in a case with exactly one member, as part of the whole.
                let news = Set(made?.ignored ?? []).subtracting(usual)
                let isTold = news.contains { field in
                    // Paths omit Swift's `_0`.
                    field.hasSuffix("zebra") || path.hasPrefix(field)
                }
                #expect(isTold, "\(path): \(news)")
            }
        }
    }

    @Test(arguments: [
        (ImportFormat.canvasConfetti, HostileImportTests.samples[.canvasConfetti] ?? ""),
        (.particleEmitter, HostileImportTests.flatPixi), (.vortex, VortexImportTests.fireworks),
        (.cocosPlist, CocosImportTests.sun), (.caml, CAMLImportTests.snow),
        (.tsParticles, TSParticlesImportTests.confetti),
    ])
    func `a truncated or corrupted document is safe`(_ format: ImportFormat, _ text: String) {
        let bytes = Array(text.utf8)
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: ImportError.self) {
                try EffectImporter(format).effect(from: Array(bytes[..<count]))
            }
        }
        var state: UInt64 = 88_172_645_463_325_252
        func next() -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33)
        }
        for _ in 0..<150 {
            var changed = bytes
            for _ in 0...(next() % 3) { changed[next() % changed.count] = UInt8(next() % 256) }
            Self.survive(format, changed)
        }
    }

    @Test func `numbers of property lists and markup may have any value`() throws {
        for number in [
            "nan", "inf", "-inf", "1e308", "-1e308", "1e-320", "99999999999999999999", "-1", "0", "", "x", "0x1p9",
        ] {
            for kind in ["real", "string", "integer"] {
                for key in CocosImportTests.sun.matches(of: #/<key>(\w+)<\/key>/#).map({ String($0.1) }) {
                    let text = try CocosImportTests.sun.replacing(
                        Regex("<key>\(key)</key><\\w+>[^<]*</\\w+>"),
                        with: "<key>\(key)</key><\(kind)>\(number)</\(kind)>"
                    )
                    Self.survive(.cocosPlist, Array(text.utf8))
                }
            }
            for range in CAMLImportTests.snow.ranges(of: #/="[^"]*"/#) {
                var text = CAMLImportTests.snow
                text.replaceSubrange(range, with: "=\"\(number)\"")
                Self.survive(.caml, Array(text.utf8))
            }
        }
    }

    @Test(arguments: [ImportFormat.canvasConfetti, .particleEmitter, .vortex, .tsParticles])
    func `nesting, repetition and size are limited`(_ format: ImportFormat) {
        let deep = Array((String(repeating: "[", count: 100_000)).utf8)
        #expect(throws: ImportError.self) { try EffectImporter(format).effect(from: deep) }
        var nested = #"{"lifespan": 1}"#
        for _ in 0..<60 { nested = #"{"lifespan": 1, "secondarySystems": [\#(nested)]}"# }
        Self.survive(format, Array(nested.utf8))
        let wide = "[" + Array(repeating: #"{"origin":{}}"#, count: 2000).joined(separator: ",") + "]"
        #expect(throws: ImportError.self) { try EffectImporter(format).effect(from: Array(wide.utf8)) }
        let strangers = (0..<4000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let many = try? Imported(
            format,
            #"{"lifetime": {"min": 1, "max": 1}, "lifespan": 1, "particles": {"number": {"value": 9}}, \#(strangers)}"#
        )
        #expect(many?.ignored.last == "…")
        #expect((many?.ignored.count ?? 0) <= 201)
    }

    @Test func `markup has limited nesting and repetition, and no declarations`() {
        for text in [
            String(repeating: "<CALayer>", count: 100_000),
            "<!DOCTYPE caml [<!ENTITY a \"b\">]><caml>&a;</caml>",
            "<!DOCTYPE caml SYSTEM \"file:///etc/passwd\" [<!ENTITY % a SYSTEM \"file:///etc/passwd\"> %a;]><caml/>",
            "<caml>" + String(repeating: "<CALayer/>", count: 30_000) + "</caml>",
            "<caml a='1' a='2'/>", "<caml><a></b></caml>", "<caml>&nbsp;</caml>", "<caml", "<caml/><caml/>", "<html/>",
            "",
            "\u{FEFF}", "<caml>\u{1}</caml><", "<caml b=\"<\"/>", "<caml><!-- ", "<caml><![CDATA[", "<?", "plain",
        ] {
            #expect(throws: ImportError.self) { try EffectImporter(.caml).effect(from: Array(text.utf8)) }
        }
        Self.survive(.caml, [0xFF, 0xFE, 0x3C, 0])
    }

    @Test func `errors state their reason and place`() {
        func message(_ format: ImportFormat, _ text: String) -> String {
            do {
                _ = try EffectImporter(format).effect(from: Array(text.utf8))
                return "none"
            } catch {
                return "\(error)"
            }
        }
        #expect(message(.vortex, "{\n \"speed\": }").contains("line 2, column 11"))
        #expect(message(.caml, "<caml>\n <a>\n</caml>").contains("line 3, column 1"))
        #expect(message(.cocosPlist, "<plist><dict>\n<key>a</key></dict></plist>").contains("line 2"))
        #expect(message(.vortex, "{\"a\": 1}").contains("no known field"))
        #expect(message(.canvasConfetti, "7").contains("a number"))
        #expect(
            message(.canvasConfetti, #"{"particleCount": 0}"#)
                == "particleCount is not above 0, so no particle would ever be visible."
        )
        #expect(
            message(.canvasConfetti, #"{"particleCount": 900000, "colors": ["fff"], "shapes": ["star"]}"#).contains(
                "/layers/0/emitterCells/0/burst/count"
            )
        )
        #expect(message(.cocosPlist, CocosImportTests.plist(["maxParticles": 9])).contains("particleLifespan"))
        #expect(message(.caml, "<caml/>").contains("no CAEmitterLayer"))
    }

    @Test func `an excessive effect is refused by the spec's limits`() throws {
        #expect {
            try Imported(
                .particleEmitter,
                #"{"lifetime": {"min": 90, "max": 90}, "frequency": 0.00001, "maxParticles": 1e9}"#
            )
        } throws: { error in
            guard case ImportError.refused(let faults)? = error as? ImportError else { return false }
            return faults.faults.allSatisfy { $0.kind == .tooMuch }
        }
    }
}
