import EffectCoding
import EffectModel
import Foundation
@testable import EffectImport
import StrictJSON
import TestSupport
import Testing

/// Malformed files, which are refused or imported, but never trap or take long.
struct HostileFileTests {
    /// A file with every supported member.
    private static let rich = EmitterArchive.emitter { archive in
        let colors = ["1 1 0", "1 0 0 0"].map { archive.color($0) }
        let texture = archive.texture([
            ("_imgName", archive.reference(.text("spark"))), ("_pixelSize", archive.size("{8, 8}")),
            ("_imageData", .data([0xFF, 0xD8, 0xFF, 0])),
        ])
        return [
            ("_particleColorSequence", archive.sequence([0, 1], colors)), ("_startColorMix", .real(1)),
            ("_particleScaleSequence", archive.numbers([0, 0.4], [1, 2], mode: 2, repeats: 2)),
            ("_particleTexture", texture), ("_acceleration", archive.reference(.text("{1, 2}"))),
            ("_name", archive.reference(.text("Glühwürmchen"))),
        ]
    }

    /// Imports the bytes. A resulting document must be valid for the spec's reader, apart from the limits.
    @discardableResult
    private func attempt(_ bytes: [UInt8]) -> Result<ImportResult, ImportError> {
        do throws(ImportError) {
            return .success(try EffectImporter(.spriteKit).effect(from: bytes))
        } catch {
            if case .refused(let faults) = error {
                #expect(faults.faults.allSatisfy { $0.kind == .tooMuch }, "\(error)")
            }
            return .failure(error)
        }
    }

    @Test func `a truncated file is refused`() {
        for file in [Self.rich.binary(), EmitterArchive.emitter().xml()] {
            // Truncation after XML's last element loses no content.
            let end = file.count - (file.first == UInt8(ascii: "<") ? "</plist>\n".utf8.count : 0)
            for length in 0..<end {
                guard case .failure = attempt(Array(file[..<length])) else {
                    Issue.record("\(length) of \(file.count) bytes are taken for a whole file")
                    continue
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `files with flipped bytes are refused or imported`(seed: UInt64) {
        var random = SplitMix64(state: seed)
        for file in [Self.rich.binary(referenceSize: 1), Self.rich.xml()] {
            for _ in 0..<40 {
                var bytes = file
                for _ in 0...Int(random.next() % 4) {
                    bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next() >> 8)
                }
                attempt(bytes)
            }
        }
    }

    /// Numbers at the limits of floats, integers and specs, and times that hardly differ.
    private static let edges: [Double] = [
        0, -0.0, 1, -1, 1e-9, 0.5, 3, 61, 999, 1001, 99_999, 1e5, 1e7, 1e15, 0x1p63, -0x1p63, 1e38, 1e39, 1e300, -1e300,
        .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 0.1234566, 0.12345665, Double(Float(0.12345665)),
        0.123456649999,
    ]

    @Test(arguments: UInt64(0)..<60)
    func `files with any numbers are refused or imported`(seed: UInt64) {
        var random = SplitMix64(state: seed)
        func number() -> Double { Self.edges[Int(random.next() % UInt64(Self.edges.count))] }
        func numbers(_ count: UInt64) -> [Double] { (0..<(1 + Int(random.next() % count))).map { _ in number() } }
        let keys = [
            "_birthrate", "_numParticlesToEmit", "_lifetime", "_lifetimeVariance", "_startSpeed", "_startColorR",
            "_startColorMix", "_startColorBlendVariance", "_colorBlendSpeed", "_startOpacity", "_opacitySpeed",
            "_startOpacityVariance", "_startColorVarianceG", "_colorSpeedB", "_startColorA", "_startScale",
            "_scaleSpeed",
            "_emissionAngle", "_startRotation", "_zRotation", "_xScale", "particleRenderOrder", "_particleBlendMode",
        ]
        for _ in 0..<10 {
            let file = EmitterArchive.emitter { archive in
                var members: [(String, Plist?)] = keys.filter { _ in random.next() % 3 == 0 }.map {
                    ($0, .real(number()))
                }
                for key in ["Scale", "Alpha", "ColorBlendFactor"] where random.next() % 2 == 0 {
                    let (mode, rounds) = (1 + Int(random.next() % 3), 1 + Int(random.next() % 2))
                    let sequence = archive.numbers(numbers(90), numbers(90), mode: mode, repeats: rounds)
                    members.append(("_particle\(key)Sequence", sequence))
                }
                if random.next() % 2 == 0 {
                    let colors = (0..<3).map { _ in archive.color("\(number()) 0.5 \(number())") }
                    members.append(("_particleColorSequence", archive.sequence(numbers(3), colors)))
                }
                for key in ["_startPosition", "_startPositionVariance", "_acceleration", "_startSize"]
                where random.next() % 2 == 0 {
                    members.append((key, archive.reference(.text("{\(number()), \(number())}"))))
                }
                return members
            }
            attempt(file.binary())
        }
    }

    @Test(arguments: 0..<32)
    func `every byte of the trailer may have any value`(place: Int) {
        let file = Self.rich.binary()
        for value in 0...255 {
            var bytes = file
            bytes[file.count - 32 + place] = UInt8(value)
            attempt(bytes)
        }
    }

    // MARK: Malicious files

    private func refusal(_ bytes: [UInt8]) -> String? {
        guard case .failure(let error) = attempt(bytes) else { return nil }
        return error.descriptionWithoutFormat
    }

    @Test func `counts and offsets beyond the end are refused`() {
        func length(_ kind: UInt8) -> [UInt8] { [kind << 4 | 0xF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7) }
        for kind: UInt8 in [0x4, 0x5, 0x6, 0xA, 0xC, 0xD] {
            #expect(refusal(binaryFile([length(kind)]))?.contains("extends past the end") == true)
        }
        let negative: [UInt8] = [0x4F, 0x13] + Array(repeating: 0xFF, count: 8)
        #expect(refusal(binaryFile([negative]))?.contains("extends past the end") == true)
        #expect(refusal(binaryFile([[0x4F, 0x08]]))?.contains("not a number") == true)
        #expect(refusal(binaryFile([[0xA1, 9]]))?.contains("does not exist") == true)
        #expect(refusal(binaryFile([[0x08]], root: 1))?.contains("trailer") == true)
        var outside = binaryFile([[0x08]])
        outside[outside.count - 34] = 0xFF
        #expect(refusal(outside)?.contains("outside") == true)
        #expect(refusal(binaryFile([[0x70]]))?.contains("unknown kind") == true)
        #expect(refusal(binaryFile([[0x87] + Array(repeating: 0xFF, count: 8)]))?.contains("reference") == true)
    }

    /// Expanded as a tree, the file would have 8⁴⁰ leaves.
    @Test func `nested containers cost no more than their length`() {
        let laughs: [[UInt8]] = (1...40).map { [0xA8] + Array(repeating: UInt8($0), count: 8) } + [[0x09]]
        #expect(refusal(binaryFile(laughs))?.contains("$objects") == true)
        let deep: [[UInt8]] = (1...250).map { [0xA1, UInt8($0)] } + [[0x09]]
        #expect(refusal(binaryFile(deep))?.contains("$objects") == true)
        #expect(refusal(binaryFile([[0xA1, 0]]))?.contains("$objects") == true)
        let levels = 100_000
        let xml = String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
        #expect(refusal(Array("<plist>\(xml)</plist>".utf8))?.contains("64 levels") == true)
    }

    @Test func `overlapping values are refused`() {
        // A thousand lists that share the same thousand elements.
        var file = binaryFile([[0xAF, 0x11, 3, 0xE8] + Array(repeating: 0, count: 1000)])
        let trailer = Array(file.suffix(32))
        file.removeLast(34)
        let table = file.count
        file += Array(repeating: [0, 8], count: 1000).flatMap(\.self) + trailer
        file.replaceSubrange((file.count - 18)..<(file.count - 16), with: [3, 0xE8])
        file.replaceSubrange((file.count - 2)..., with: [UInt8(table >> 8), UInt8(table & 0xFF)])
        #expect(refusal(file)?.contains("values overlap") == true)
    }

    @Test func `circular references resolve to nothing`() throws {
        // The root is a reference to itself.
        let circle = Plist.dictionary([
            ("$top", .dictionary([("root", .uid(0))])), ("$objects", .array([.uid(0), .uid(1)])),
        ])
        #expect(refusal(circle.binary())?.contains("root is null") == true)
        // Every object of the emitter is the emitter itself.
        var archive = EmitterArchive()
        _ = archive.object(
            "SKEmitterNode",
            ["_particleTexture", "_particleColorSequence", "_children", "_startPosition", "_startScale", "_name"]
                .map { ($0, .uid(2)) } + [("_values", .uid(2)), ("_times", .uid(2)), ("NS.objects", .uid(2))]
        )
        let made = try ImportedEmitter(archive.plist(root: .uid(2)))
        #expect(made.keys.contains("particleColorSequence"))
    }

    /// Quadratic time would take minutes.
    @Test(.timeLimit(.minutes(5)))
    func `a large value with many references is read once`() throws {
        let count = 20_000
        let file = EmitterArchive.emitter { archive in
            let long = archive.list(Array(repeating: .flag(true), count: count))
            let wide = archive.reference(.dictionary((0..<count).map { ("k\($0)", .flag(true)) }))
            let text = archive.reference(.text(String(repeating: "1 ", count: count)))
            let times = archive.list(Array(repeating: .real(0), count: count))
            func sequence(_ value: Plist) -> Plist {
                archive.object(
                    "SKKeyframeSequence",
                    [("_times", times), ("_values", archive.list(Array(repeating: value, count: count)))]
                )
            }
            return (0..<count).map { ("unknown\($0)", long) } + [
                ("_particleTexture", archive.texture((0..<count).map { ("wide\($0)", wide) })),
                ("_particleColorSequence", sequence(wide)), ("_particleScaleSequence", sequence(long)),
                ("_particleAlphaSequence", sequence(archive.object("NSColor", [("NSRGB", text)]))),
            ]
        }
        let made = try EffectImporter(.spriteKit).effect(from: file.binary(referenceSize: 4))
        #expect(made.notes.count == 201)
        // A single key of a megabyte for every member.
        let key: [UInt8] = [0x5F, 0x12, 0, 0x10, 0, 0] + Array(repeating: UInt8(ascii: "k"), count: 1 << 20)
        let members: [UInt8] = [0xDF, 0x11, 0xEA, 0x60] + Array(repeating: 1, count: 2 * 60_000)
        #expect(refusal(binaryFile([members, key], offsetSize: 4))?.contains("$objects") == true)
    }

    /// Swift normalizes combining marks at every string comparison, unless prevented.
    @Test(.timeLimit(.minutes(5)))
    func `a name of combining marks is compared in linear time`() throws {
        let marks = String(repeating: "\u{301}", count: 1000)
        let file = EmitterArchive.emitter { archive in
            let color = archive.reference(.dictionary((0..<256).map { _ in ("N" + marks, .real(1)) }))
            let name = archive.reference(.text("$null" + marks))
            return [
                (
                    "_particleColorSequence",
                    archive.sequence(Array(repeating: 0.5, count: 4096), Array(repeating: color, count: 4096))
                ),
                ("_particleTexture", archive.texture((0..<2000).map { ("x\($0)" + marks, name) })),
            ]
        }
        #expect(try EffectImporter(.spriteKit).effect(from: file.binary(referenceSize: 4)).notes.count > 1)
        // All members have the same wrong name.
        let units: [UInt8] = [0, UInt8(ascii: "$")] + Array(repeating: [0x03, 0x01], count: 200_000).flatMap(\.self)
        let key: [UInt8] = [0x6F, 0x12, 0, 0x03, 0x0D, 0x41] + units
        let members: [UInt8] = [0xDF, 0x11, 0xEA, 0x60] + Array(repeating: 1, count: 2 * 60_000)
        #expect(refusal(binaryFile([members, key], offsetSize: 4))?.contains("$objects") == true)
        let element = "<\(String(repeating: "k" + marks, count: 100))>"
        #expect(refusal(Array("<plist>\(element)".utf8))?.contains("unknown element") == true)
    }

    /// Processor time of this thread in seconds.
    private func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `a long text shared by all colors of a sequence is not copied for each`() throws {
        let file = EmitterArchive.emitter { archive in
            let text = archive.reference(.text(String(repeating: "1 ", count: 3 << 20)))
            let color = archive.object("NSColor", [("NSRGB", text), ("NSWhite", text), ("NSComponents", text)])
            let times = Array(repeating: 0.5, count: 4096)
            return [("_particleColorSequence", archive.sequence(times, Array(repeating: color, count: times.count)))]
        }
        let bytes = file.xml()
        // Measured on this thread alone, because tests run concurrently.
        let start = threadSeconds()
        _ = try EffectImporter(.spriteKit).effect(from: bytes)
        // Copies would take half a minute.
        #expect(threadSeconds() - start < 10)
    }

    @Test func `references beyond the objects resolve to nothing`() throws {
        let made = try ImportedEmitter { _ in [("_particleTexture", .uid(999)), ("_startSpeed", .uid(65535))] }
        #expect(made.asset["shape"] == "rectangle" && made.cell["velocity"] == nil)
    }

    @Test func `a file other than an emitter is refused with its kind`() {
        #expect(refusal([]) == "The file is neither a binary nor an XML property list.")
        #expect(refusal(Array("hello".utf8)) == "The file is neither a binary nor an XML property list.")
        #expect(refusal(Plist.text("hello").binary())?.contains("the archive has no $objects") == true)
        #expect(refusal(Plist.dictionary([("$objects", .array([]))]).binary())?.contains("no root") == true)
        let scene = EmitterArchive.emitter(className: "SKScene").binary()
        #expect(
            refusal(scene) == "The archive's root is of the class \"SKScene\"; allowed: SKEmitterNode."
        )
        #expect(
            refusal(SceneArchive.system().binary())
                == """
                The archive's root is of the class "SCNParticleSystem"; allowed: SKEmitterNode (SceneKit's files have the \
                format scenekit).
                """
        )
        let document = Array("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>".utf8)
        #expect(refusal(document)?.contains("a document type with declarations") == true)
        let large = Array("<plist>".utf8) + Array(repeating: UInt8(ascii: " "), count: PropertyList.maximumBytes)
        #expect(refusal(large)?.contains("at most") == true)
        let many = Array("<plist><array>\(String(repeating: "<true/>", count: 500_001))".utf8)
        #expect(refusal(many)?.contains("500000") == true)
    }

    @Test func `a subclass of SKEmitterNode is an emitter`() throws {
        let ancestors = ["SKEmitterNode", "SKNode", "NSObject"]
        let file = EmitterArchive.emitter(className: "Game.Fire", ancestors: ancestors)
        #expect(try ImportedEmitter(file).cell["birthRate"] == 10)
    }
}
