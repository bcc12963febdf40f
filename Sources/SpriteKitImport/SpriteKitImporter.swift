public import EffectModel

/// Turns SpriteKit's emitter files into effect specs.
///
/// An emitter file (`.sks`) is what Xcode's particle editor saves: a keyed archive, as a binary or XML property list, whose
/// root is an SKEmitterNode. Files are read as they come from strangers: what they can cost is bounded by their size.
///
/// - Source: SKEmitterNode's documentation for what the properties mean; files that Xcode wrote for how they are archived.
public struct SpriteKitImporter: Sendable {
    /// What a file does not say.
    public struct Options: Sendable {
        /// Points; the emitter stands in the middle.
        public var width = 320.0
        /// Points.
        public var height = 480.0
        /// Seconds. `nil` is until the last particle has died, as far as ``limits`` let it last, and for an emitter without
        /// an end the longest of ``SpriteKitImporter/endlessDurations`` that keeps to them; of one that has few births, so much
        /// more or less that a whole number is born.
        public var duration: Double?
        /// Frames a second.
        public var fps = 30.0
        /// The canvas' ground, as a spec has it; `nil` is transparent.
        public var background: String?
        /// Pictures to take for textures, by the texture's name, with its ending or without: names in ``library``, or
        /// `data:` URIs.
        public var pictures: [String: String] = [:]
        /// Where pictures come from, besides those within files.
        public var library: any AssetLibrary = NoAssets()
        /// What the document must keep to.
        public var limits = RenderLimits()

        /// The defaults.
        public init() {}
    }

    /// What became of a file.
    public struct Result: Sendable, Equatable {
        /// An effect spec with only those members that the file asks for.
        public let document: JSONValue
        /// The same, read and checked.
        public let spec: EffectSpec
        /// What of the file is not in it, or is there in another way.
        public let remarks: [ImportRemark]
    }

    /// Seconds of a loop in which an emitter without an end is seen, about. What it costs grows with the loop, and how it looks
    /// hardly changes.
    public static let endlessDurations = [4.0, 3, 2, 1]

    /// Bytes of a file; larger ones are refused.
    public static let maximumBytes = PropertyList.maximumBytes

    /// What files don't say.
    public var options: Options

    /// An importer with `options`.
    public init(_ options: Options = Options()) { self.options = options }

    /// Reads an emitter file.
    ///
    /// - Throws: ``SpriteKitImportError`` for what is no emitter file or a damaged one, and where the effect goes over the
    ///   limits.
    /// - Complexity: O(`bytes.count`), pictures apart.
    public func effect(from bytes: [UInt8]) throws(SpriteKitImportError) -> Result {
        let archive = try KeyedArchive(PropertyList(bytes))
        var report = ImportReport()
        let node = try EmitterNode(archive, &report)
        let asset = ParticleAsset(node, options)
        // What is too much is thinned, which the report says, rather than refused: a game draws more particles than a
        // service lets anyone ask for.
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
