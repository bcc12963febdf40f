import EffectCatalog
import EffectCoding
import EffectImport
import EffectModel
import EffectRendering
import StrictJSON

@testable import EffectService

/// Documents of other programs. The first byte selects the format: `0` to `7` the service's formats in the order of
/// ``ImportFormat``, `8` SpriteKit again, for older corpora.
enum ImportTarget {
    static func run(_ bytes: [UInt8]) throws(BrokenPromise) {
        guard let first = bytes.first else { return }
        let document = Array(bytes.dropFirst())
        let formats = ImportFormat.allCases
        let number = Int(first & 15) % (formats.count + 1)
        try read(document, of: number < formats.count ? formats[number] : .spriteKit)
    }

    private static func read(_ bytes: [UInt8], of format: ImportFormat) throws(BrokenPromise) {
        var options = ImportOptions()
        (options.limits, options.library) = (Service.limits, Service.library)
        let result: ImportResult
        do throws(ImportError) {
            result = try EffectImporter(format, options).effect(from: bytes)
        } catch {
            // Printed by the command line.
            try promise(!error.description.isEmpty, "an error without words")
            return try SpecTarget.check(Problem(error))
        }
        for note in result.notes { try promise(!"\(note)".isEmpty, "a note without words") }
        try SpecTarget.checkText(of: result.json)
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
