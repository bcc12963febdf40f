import EffectModel
@testable import EffectImport
import StrictJSON
import Synchronization
import TestSupport

/// Hand-built archives like NSKeyedArchiver's, with the keys and formats of files written by Xcode, such as those in
/// twostraws/HackingWithSwift and veeneck/Particle-Playground. None of these is copied: the first are in the public
/// domain, but the project holds no files that were fetched; the others have no license.
struct EmitterArchive {
    /// The `$objects` array; the first element stands for nil.
    private var objects: [Plist] = [.text("$null")]
    private var classes: [String: Int] = [:]

    mutating func reference(_ object: Plist) -> Plist {
        objects.append(object)
        return .uid(objects.count - 1)
    }

    /// Returns an object of a class that the archive describes once.
    mutating func object(_ name: String, ancestors: [String] = ["NSObject"], _ members: [(String, Plist)]) -> Plist {
        let description: Int
        if let known = classes[name] {
            description = known
        } else {
            let names = ([name] + ancestors).map { Plist.text($0) }
            _ = reference(.dictionary([("$classname", .text(name)), ("$classes", .array(names))]))
            description = objects.count - 1
            classes[name] = description
        }
        return reference(.dictionary(members + [("$class", .uid(description))]))
    }

    mutating func list(_ elements: [Plist]) -> Plist {
        object("NSMutableArray", ancestors: ["NSArray", "NSObject"], [("NS.objects", .array(elements))])
    }

    /// Returns a color as macOS writes it: text with a trailing zero byte.
    mutating func color(_ components: String, space: Int = 2) -> Plist {
        object("NSColor", [("NSColorSpace", .whole(space)), ("NSRGB", .data(Array(components.utf8) + [0]))])
    }

    mutating func sequence(_ times: [Double], _ values: [Plist], mode: Int = 1, repeats: Int = 1) -> Plist {
        let values = list(values)
        let places = list(times.map { reference(.real($0)) })
        return object(
            "SKKeyframeSequence",
            [
                ("_times", places), ("_values", values), ("_interpolationMode", .whole(mode)),
                ("_repeatMode", .whole(repeats)),
            ]
        )
    }

    mutating func numbers(_ times: [Double], _ values: [Double], mode: Int = 1, repeats: Int = 1) -> Plist {
        sequence(times, values.map { reference(.real($0)) }, mode: mode, repeats: repeats)
    }

    mutating func texture(_ members: [(String, Plist)]) -> Plist { object("SKTexture", members) }

    /// Returns an NSValue with a size.
    mutating func size(_ text: String) -> Plist {
        let inner = reference(.text(text))
        return object("NSValue", [("NS.sizeval", inner), ("NS.special", .whole(2))])
    }

    /// Returns the whole property list with `root` archived under that name.
    func plist(root: Plist) -> Plist {
        .dictionary([
            ("$version", .whole(100_000)), ("$archiver", .text("NSKeyedArchiver")),
            ("$top", .dictionary([("root", root)])), ("$objects", .array(objects)),
        ])
    }

    /// Returns an emitter with a texture and the given members; `nil` removes one.
    static func emitter(
        className: String = "SKEmitterNode",
        ancestors: [String] = ["SKNode", "NSResponder", "NSObject"],
        _ members: (inout EmitterArchive) -> [(String, Plist?)] = { _ in [] }
    ) -> Plist {
        var archive = EmitterArchive()
        var all: [(String, Plist?)] = [
            ("_birthrate", .real(10)), ("_lifetime", .real(2)),
            ("_particleTexture", archive.texture([("_imgName", archive.reference(.text("spark.png")))])),
        ]
        let changes = members(&archive)
        all.removeAll { old in changes.contains { $0.0 == old.0 } }
        let kept = (all + changes).compactMap { name, value in value.map { (name, $0) } }
        let root = archive.object(className, ancestors: ancestors, kept)
        return archive.plist(root: root)
    }
}

/// An imported file.
struct ImportedEmitter {
    let result: ImportResult

    init(_ file: Plist, _ options: ImportOptions = ImportOptions()) throws {
        result = try EffectImporter(.spriteKit, options).effect(from: file.binary())
    }

    /// Imports an emitter with these members.
    init(
        options: ImportOptions = ImportOptions(),
        _ members: (inout EmitterArchive) -> [(String, Plist?)]
    ) throws {
        try self.init(EmitterArchive.emitter(members), options)
    }

    var layer: JSONValue { result.document["layers"]?.first ?? .null }
    var cell: JSONValue { layer["emitterCells"]?.first ?? .null }
    var asset: JSONValue { result.document["assets"]?["particle"] ?? .null }

    /// Returns a behavior of the cell.
    func behavior(_ index: Int) -> JSONValue? {
        guard case .array(let behaviors)? = cell["emitterBehaviors"], index < behaviors.count else { return nil }
        return behaviors[index]
    }

    /// Keys with notes.
    var keys: [String] { result.notes.map(\.field) }

    func note(_ key: String) -> ImportNote? { result.notes.first { $0.field == key } }
}

extension JSONValue {
    var first: JSONValue? {
        guard case .array(let elements) = self else { return nil }
        return elements.first
    }
}

/// An asset library with any picture, which counts its requests.
final class CountingPictures: AssetLibrary {
    private let asked = Mutex(0)

    var count: Int { asked.withLock { $0 } }

    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        asked.withLock { $0 += 1 }
        return Picture(width: 1, height: 1, pixels: [.max])
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "pictures")
    }
}

/// An asset library with named pictures of one white pixel, and `data:` URIs.
struct Pictures: AssetLibrary {
    let names: Set<String>

    func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        guard names.contains(source) || source.hasPrefix("data:") else {
            throw .unusable(found: "an unknown picture", allowed: "another")
        }
        return Picture(width: 1, height: 1, pixels: [.max])
    }

    func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        throw .unusable(found: "text", allowed: "pictures")
    }
}
