internal import EffectModel
import StrictJSON

/// Converts particle effects of other programs to effect specs.
///
/// Documents are untrusted: the cost of reading one is bounded by its size. The resulting spec is validated like any
/// other before it is returned. A spec that exceeds the limits is refused rather than reduced, except that an emitter of
/// SpriteKit is thinned.
public struct EffectImporter: Sendable {
    /// Maximum size of a document in bytes; larger ones are refused.
    public static let maximumBytes = PropertyList.maximumBytes

    /// Format of the documents.
    public let format: ImportFormat
    /// Settings that documents do not contain.
    public var options: ImportOptions

    /// An importer with `options`.
    public init(_ format: ImportFormat, _ options: ImportOptions = ImportOptions()) {
        (self.format, self.options) = (format, options)
    }

    /// Reads a document.
    ///
    /// - Throws: ``ImportError`` for a document that is not of the format, shows nothing, or exceeds the limits.
    /// - Complexity: O(`bytes.count`), images excluded.
    public func effect(from bytes: [UInt8]) throws(ImportError) -> ImportResult {
        guard bytes.count <= Self.maximumBytes else {
            throw .notTheFormat(format, "found \(bytes.count) bytes; allowed: at most \(Self.maximumBytes)")
        }
        let notes = ImportNotes()
        let setting = ImportSetting(
            notes: notes,
            canvas: options.canvas(of: format),
            width: options.width,
            height: options.height,
            library: options.library,
            limits: options.limits
        )
        let draft: SpecDraft
        switch format {
        case .canvasConfetti: draft = try ConfettiDocument(json(bytes), setting).draft()
        case .particleEmitter: draft = try PixiDocument(json(bytes), setting).draft()
        case .vortex: draft = try VortexDocument(json(bytes), setting).draft()
        case .cocosPlist: draft = try CocosDocument(bytes, setting).draft()
        case .caml: draft = try CAMLDocument(tree(bytes), setting).draft()
        case .sceneKit: draft = try SceneKitDocument(archive(bytes).root, setting).draft()
        case .tsParticles: draft = try TSParticlesDocument(json(bytes), setting).draft()
        // An emitter is thinned until it is within the limits, so it is not a draft.
        case .spriteKit: return try EmitterDocument(archive(bytes), options).result()
        }
        return try SpecBuilder(format: format, options: options, notes: notes).result(of: draft)
    }

    // MARK: Bytes

    private func json(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
        do throws(JSONError) { return try JSONParser.parse(bytes) } catch { throw .notTheFormat(format, "\(error)") }
    }

    private func tree(_ bytes: [UInt8]) throws(ImportError) -> XMLTree {
        do throws(XMLError) { return try XMLReader.parse(bytes) } catch { throw .notTheFormat(format, "\(error)") }
    }

    private func archive(_ bytes: [UInt8]) throws(ImportError) -> KeyedArchive {
        do throws(PropertyListError) {
            return try KeyedArchive(PropertyList(bytes))
        } catch {
            throw .notAPropertyList(format, error)
        }
    }
}
