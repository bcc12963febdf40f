public import EffectModel

/// Converts SpriteKit's emitter files to effect specs.
///
/// An emitter file (`.sks`) is saved by Xcode's particle editor: a keyed archive, as a binary or XML property list,
/// whose root is an SKEmitterNode. Files are untrusted: the cost of reading one is bounded by its size.
///
/// - Source: SKEmitterNode's documentation for the meaning of the properties; files written by Xcode for their
///   encoding.
public struct SpriteKitImporter: Sendable {
    /// Settings that a file does not contain.
    public struct Options: Sendable {
        /// Width of the canvas in points; the emitter is at its center.
        public var width = 320.0
        /// Height of the canvas in points.
        public var height = 480.0
        /// Duration in seconds. `nil` lasts until the last particle has died, within ``limits``. For an endless emitter
        /// it is the longest of ``SpriteKitImporter/endlessDurations`` within the limits, adjusted to a whole number of
        /// births if there are few.
        public var duration: Double?
        /// Frames per second.
        public var fps = 30.0
        /// Background of the canvas in a spec's syntax; `nil` is transparent.
        public var background: String?
        /// Images to use for textures, by the texture's name, with or without extension: names in ``library``, or
        /// `data:` URIs.
        public var pictures: [String: String] = [:]
        /// Source of images, besides those within files.
        public var library: any AssetLibrary = NoAssets()
        /// Limits on the document.
        public var limits = RenderLimits()

        /// The defaults.
        public init() {}
    }

    /// Result of an import.
    public struct Result: Sendable, Equatable {
        /// Effect spec with only the members that the file requires.
        public let document: JSONValue
        /// The effect spec, parsed and validated.
        public let spec: EffectSpec
        /// Parts of the file that the spec lacks or approximates.
        public let remarks: [ImportRemark]
    }

    /// Approximate loop durations of an endless emitter in seconds, in order of preference. The cost grows with the
    /// loop, and the look hardly changes.
    public static let endlessDurations = [4.0, 3, 2, 1]

    /// Maximum size of a file in bytes; larger ones are refused.
    public static let maximumBytes = PropertyList.maximumBytes

    /// Settings that files do not contain.
    public var options: Options

    /// An importer with `options`.
    public init(_ options: Options = Options()) { self.options = options }

    /// Reads an emitter file.
    ///
    /// - Throws: ``SpriteKitImportError`` for files that are damaged or not emitter files, and for effects over the
    ///   limits.
    /// - Complexity: O(`bytes.count`), images excluded.
    public func effect(from bytes: [UInt8]) throws(SpriteKitImportError) -> Result {
        let archive = try KeyedArchive(PropertyList(bytes))
        var report = ImportReport()
        let node = try EmitterNode(archive, &report)
        let asset = ParticleAsset(node, options)
        // An effect over the limits is thinned, and reported, rather than refused: a game draws more particles than a
        // service allows.
        var faults = SpecError([])
        var tried: [Plan] = []
        for share in (0...10).map({ 1 / Double(1 << $0) }) {
            let thinned = node.thinned(to: share, seconds: options.duration ?? Self.endlessDurations[0])
            for plan in Plan.all(for: thinned, options) where !tried.contains(plan) {
                tried.append(plan)
                var document = EffectDocument(thinned, asset, plan, options)
                let json = document.make()
                do throws(SpecError) {
                    let spec = try EffectSpec(json: json, limits: options.limits, library: asset.library)
                    report.append(asset.report)
                    report.noteThinning(of: node, to: thinned)
                    report.noteLoop(plan, of: node)
                    report.append(document.report)
                    report.noteSize(of: json)
                    return Result(document: json, spec: spec, remarks: report.all)
                } catch {
                    faults = error
                }
            }
            if !faults.faults.allSatisfy({ $0.kind == .tooMuch }) { break }
        }
        throw .refused(faults)
    }
}
