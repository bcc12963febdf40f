public import EffectModel
import SpriteKitImport

/// Converts particle effects of other programs to effect specs.
///
/// Documents are untrusted: the cost of reading one is bounded by its size. The resulting spec is validated like any
/// other before it is returned, and refused rather than reduced if it exceeds the limits.
public struct ForeignImporter: Sendable {
    /// Settings that a document does not contain.
    public struct Options: Sendable {
        /// Width of the canvas in points; `nil` is the document's, or ``ForeignImporter/defaultCanvas(of:)``.
        public var width: Double?
        /// Height of the canvas in points; `nil` is the document's, or ``ForeignImporter/defaultCanvas(of:)``.
        public var height: Double?
        /// Duration in seconds. `nil` lasts until the last particle has died, within ``limits``; for an endless effect
        /// it is the longest of ``ForeignImporter/endlessDurations`` within the limits.
        public var duration: Double?
        /// Frames per second.
        public var fps = 30.0
        /// Background of the canvas in a spec's syntax; `nil` is transparent.
        public var background: String?
        /// Source of images, besides those within documents.
        public var library: any AssetLibrary = NoAssets()
        /// Limits on the spec.
        public var limits = RenderLimits()

        /// The defaults.
        public init() {}
    }

    /// Result of an import.
    public struct Result: Sendable, Equatable {
        /// Effect spec with only the members that the document requires.
        public let document: JSONValue
        /// The effect spec, parsed and validated.
        public let spec: EffectSpec
        /// Parts of the document that the spec lacks.
        public let ignored: [ImportNote]
        /// Parts of the document that the spec approximates.
        public let approximated: [ImportNote]

        /// The result as the JSON of a response.
        public var json: JSONValue {
            [
                "spec": document, "ignored": .array(ignored.map(\.json)),
                "approximated": .array(approximated.map(\.json)),
            ]
        }
    }

    /// Approximate loop durations of an endless effect in seconds, in order of preference.
    public static let endlessDurations = SpriteKitImporter.endlessDurations

    /// Maximum size of a document in bytes; larger ones are refused.
    public static let maximumBytes = SpriteKitImporter.maximumBytes

    /// Canvas size in points for a document without one: Particle Designer's stage for cocos2d, the default of
    /// SpriteKit's importer for SpriteKit.
    public static func defaultCanvas(of format: ForeignFormat) -> (width: Double, height: Double) {
        format == .cocosPlist || format == .spriteKit ? (320, 480) : (400, 400)
    }

    /// Format of the documents.
    public let format: ForeignFormat
    /// Settings that documents do not contain.
    public var options: Options

    /// An importer with `options`.
    public init(_ format: ForeignFormat, _ options: Options = Options()) {
        (self.format, self.options) = (format, options)
    }

    /// Reads a document.
    ///
    /// - Throws: ``ForeignImportError`` for a document that is not of the format, shows nothing, or exceeds the limits.
    /// - Complexity: O(`bytes.count`), images excluded.
    public func effect(from bytes: [UInt8]) throws(ForeignImportError) -> Result {
        guard bytes.count <= Self.maximumBytes else {
            throw .notTheFormat(format, "\(bytes.count) bytes, of which at most \(Self.maximumBytes) are read")
        }
        let notes = ImportNotes()
        switch format {
        case .canvasConfetti:
            let json = try self.json(bytes)
            return try result(ConfettiDocument(json, setting(notes)).draft(), notes)
        case .particleEmitter:
            let json = try self.json(bytes)
            return try result(PixiDocument(json, setting(notes)).draft(), notes)
        case .vortex:
            let json = try self.json(bytes)
            return try result(VortexDocument(json, setting(notes)).draft(), notes)
        case .cocosPlist: return try result(CocosDocument(bytes, setting(notes)).draft(), notes)
        case .caml:
            let tree: XMLTree
            do throws(XMLError) { tree = try XMLReader.parse(bytes) } catch { throw .notTheFormat(format, "\(error)") }
            return try result(CAMLDocument(tree, setting(notes)).draft(), notes)
        case .spriteKit: return try emitter(bytes)
        case .sceneKit:
            let archive: KeyedArchive
            do throws(SpriteKitImportError) {
                archive = try KeyedArchive(PropertyList(bytes))
            } catch {
                throw .notTheFormat(format, error.reason)
            }
            return try result(SceneKitDocument(archive.root, setting(notes)).draft(), notes)
        case .tsParticles:
            let json = try self.json(bytes)
            return try result(TSParticlesDocument(json, setting(notes)).draft(), notes)
        }
    }

    /// Imports a file with SpriteKit's importer and converts its result.
    private func emitter(_ bytes: [UInt8]) throws(ForeignImportError) -> Result {
        var own = SpriteKitImporter.Options()
        (own.width, own.height) = (options.width ?? own.width, options.height ?? own.height)
        (own.duration, own.fps, own.background) = (options.duration, options.fps, options.background)
        (own.library, own.limits) = (options.library, options.limits)
        let made: SpriteKitImporter.Result
        do throws(SpriteKitImportError) {
            made = try SpriteKitImporter(own).effect(from: bytes)
        } catch {
            if case .refused(let faults) = error { throw .refused(faults) }
            throw .notTheFormat(format, error.reason)
        }
        try Self.checkLength(of: made.document)
        let notes = made.remarks.map { ($0.isLeftOut, ImportNote(field: $0.key, found: $0.value, reason: $0.reason)) }
        return Result(
            document: made.document,
            spec: made.spec,
            ignored: notes.filter(\.0).map(\.1),
            approximated: notes.filter { !$0.0 }.map(\.1)
        )
    }

    private func json(_ bytes: [UInt8]) throws(ForeignImportError) -> JSONValue {
        do throws(JSONError) { return try JSONParser.parse(bytes) } catch { throw .notTheFormat(format, "\(error)") }
    }

    private func setting(_ notes: ImportNotes) -> ImportSetting {
        let usual = Self.defaultCanvas(of: format)
        let canvas = SIMD2(options.width ?? usual.width, options.height ?? usual.height)
        return ImportSetting(notes: notes, canvas: canvas, library: options.library, limits: options.limits)
    }

    // MARK: The spec

    private func result(_ draft: Draft, _ notes: ImportNotes) throws(ForeignImportError) -> Result {
        var faults = SpecError([])
        for plan in plans(for: draft, notes) {
            var document = self.document(draft, plan)
            // One round for each animation that is removed, and one more.
            for _ in 0...64 {
                var spec: EffectSpec?
                do throws(SpecError) {
                    spec = try EffectSpec(json: document, limits: options.limits, library: options.library)
                } catch {
                    faults = error
                }
                if let spec {
                    try Self.checkLength(of: document)
                    return Result(
                        document: document,
                        spec: spec,
                        ignored: notes.allIgnored,
                        approximated: notes.approximated
                    )
                }
                guard let rest = document.withoutAnimations(at: faults.faults, notes) else { break }
                document = rest
            }
            if !faults.faults.allSatisfy({ $0.kind == .tooMuch }) { break }
        }
        throw .refused(faults)
    }

    /// Checks that the spec can be sent: it has no more values than a JSON reader accepts.
    private static func checkLength(of document: JSONValue) throws(ForeignImportError) {
        do throws(JSONError) {
            _ = try JSONParser.parse(JSONWriter.bytes(of: document))
        } catch {
            throw .impossible(field: "", "becomes a spec that nobody could send: it has \(error.reason)")
        }
    }

    private func document(_ draft: Draft, _ plan: Plan) -> JSONValue {
        var canvas: [JSONValue.Member] = [
            .init("width", .number(options.width ?? draft.canvas?.x ?? Self.defaultCanvas(of: format).width)),
            .init("height", .number(options.height ?? draft.canvas?.y ?? Self.defaultCanvas(of: format).height)),
        ]
        if let background = options.background ?? draft.background {
            canvas.append(.init("background", .string(background)))
        }
        var members: [JSONValue.Member] = [
            .init("canvas", .object(canvas)),
            .init(
                "timing",
                ["duration": .number(plan.seconds.tidy), "fps": .number(options.fps), "loop": .string(plan.loop)]
            ),
        ]
        if draft.rangeConvention == .half { members.append(.init("rangeConvention", "half")) }
        if !draft.assets.isEmpty { members.append(.init("assets", .object(draft.assets))) }
        members.append(.init("layers", .array(draft.layers(plan.seconds))))
        return .object(members)
    }

    /// Timing of an effect.
    private struct Plan {
        let seconds: Double
        let loop: String
    }

    /// Timings to try, the best one first.
    private func plans(for draft: Draft, _ notes: ImportNotes) -> [Plan] {
        let most = min(options.limits.maximumDuration, Double(options.limits.maximumFrames) / options.fps)
        switch draft.course {
        case .once(let seconds):
            // Whole frames, the last one empty.
            let whole = max(((seconds * options.fps - 1e-6).rounded(.up) / options.fps), 0.1)
            if options.duration == nil, whole > most {
                let reason = "the last particle is gone only then; \(most.asWritten) s are shown"
                notes.approximate("(document)", "\(seconds.asWritten) s", reason)
            }
            return [Plan(seconds: options.duration ?? min(whole, most), loop: "once")]
        case .repeated(let seconds):
            return [Plan(seconds: options.duration ?? min(max(seconds, 0.1), most), loop: "forever")]
        case .endless(let rate, let step):
            let wanted = options.duration.map { [$0] } ?? Self.endlessDurations
            return wanted.map { seconds in
                guard options.duration == nil else { return Plan(seconds: seconds, loop: "seamless") }
                var seconds = seconds
                if let step, step > 0 {
                    seconds = max(1, (seconds / step).rounded()) * step
                } else if rate > 0, rate * seconds < 100 {
                    seconds = max(1, (rate * seconds).rounded()) / rate
                }
                return Plan(
                    seconds: min(max((seconds * options.fps).rounded(), 1) / options.fps, most),
                    loop: "seamless"
                )
            }
        }
    }
}

extension JSONValue {
    /// Returns the document without the animations that have these errors; `nil` if there are other errors, or none.
    fileprivate func withoutAnimations(at faults: [SpecFault], _ notes: ImportNotes) -> JSONValue? {
        var places: [Int: Set<Int>] = [:]
        for fault in faults {
            // "/layers/0/animations/3/keyPath"
            let parts = fault.pointer.split(separator: "/")
            guard parts.count >= 4, parts[0] == "layers", parts[2] == "animations", let layer = Int(parts[1]),
                let animation = Int(parts[3])
            else { return nil }
            if places[layer, default: []].insert(animation).inserted {
                notes.ignore("animations[\(animation)] of layer \(layer)", "an animation", fault.detail)
            }
        }
        guard !places.isEmpty, case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name == "layers" }),
            case .array(var layers) = members[index].value
        else { return nil }
        for (layer, animations) in places {
            guard layers.indices.contains(layer), case .object(var inner) = layers[layer],
                let place = inner.firstIndex(where: { $0.name == "animations" }),
                case .array(let list) = inner[place].value
            else { return nil }
            inner[place].value = .array(list.indices.filter { !animations.contains($0) }.map { list[$0] })
            layers[layer] = .object(inner)
        }
        members[index].value = .array(layers)
        return .object(members)
    }
}
