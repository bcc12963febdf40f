import EffectRendering
import EffectCatalog
import EffectModel
import ForeignImport
import SpriteKitImport

@testable import EffectService

/// Documents of other programs. The first byte selects the format: `0` to `7` the service's formats in the order of
/// ``ForeignFormat``, `8` SpriteKit's importer alone.
enum ImportTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let first = bytes.first else { return }
        let document = Array(bytes.dropFirst())
        let formats = ForeignFormat.allCases
        let number = Int(first & 15) % (formats.count + 1)
        if number < formats.count {
            try read(document, of: formats[number])
        } else {
            try read(emitterFile: document)
        }
    }

    private static func read(_ bytes: [UInt8], of format: ForeignFormat) throws(BrokenPromise) {
        var options = ForeignImporter.Options()
        (options.limits, options.library) = (Service.limits, Service.library)
        let result: ForeignImporter.Result
        do throws(ForeignImportError) {
            result = try ForeignImporter(format, options).effect(from: bytes)
        } catch {
            return try SpecTarget.check(Problem(error))
        }
        try SpecTarget.checkText(of: result.json)
        try check(result.spec, result.document)
    }

    private static func read(emitterFile bytes: [UInt8]) throws(BrokenPromise) {
        var options = SpriteKitImporter.Options()
        (options.limits, options.library) = (Service.limits, Service.library)
        let result: SpriteKitImporter.Result
        do throws(SpriteKitImportError) {
            result = try SpriteKitImporter(options).effect(from: bytes)
        } catch {
            // Printed by the command line.
            return try promise(!error.description.isEmpty, "an error without words")
        }
        for remark in result.remarks { try promise(!"\(remark)".isEmpty, "a remark without words") }
        try check(result.spec, result.document)
    }

    /// Checks that POSTing the resulting document yields the same effect.
    private static func check(_ spec: EffectSpec, _ document: JSONValue) throws(BrokenPromise) {
        let bytes = JSONWriter.prettyBytes(of: document)
        let again = try? EffectSpec(
            json: JSONParser.parse(bytes),
            limits: Service.limits,
            library: Service.library
        )
        try promise(again == spec, "\(String(decoding: bytes, as: UTF8.self)) is another effect")
        try SpecTarget.checkDocument(of: spec)
        try SpecTarget.make(spec, .frames(.png))
    }
}
