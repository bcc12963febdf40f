public import EffectModel
import SpriteKitImport

/// Turns other programs' particle effects into effect specs.
///
/// Documents are read as they come from strangers: what they can cost is bounded by their size. The spec that comes of one
/// is checked as any other before it is handed out, and what is too much is refused rather than thinned.
public struct ForeignImporter: Sendable {
    /// What a document does not say.
    public struct Options: Sendable {
        /// Points; `nil` is as the document says, or ``ForeignImporter/defaultCanvas(of:)``.
        public var width: Double?
        /// Points, likewise.
        public var height: Double?
        /// Seconds. `nil` is until the last particle has died, as far as ``limits`` let it last, and for an effect without an end
        /// the longest of ``ForeignImporter/endlessDurations`` that keeps to them.
        public var duration: Double?
        /// Frames a second.
        public var fps = 30.0
        /// The canvas' ground, as a spec has it; `nil` is transparent.
        public var background: String?
        /// Where pictures come from, besides those within documents.
        public var library: any AssetLibrary = NoAssets()
        /// What the spec must keep to.
        public var limits = RenderLimits()

        /// The defaults.
        public init() {}
    }

    /// What became of a document.
    public struct Result: Sendable, Equatable {
        /// An effect spec with only those members that the document asks for.
        public let document: JSONValue
        /// The same, read and checked.
        public let spec: EffectSpec
        /// What of the document is not in it.
        public let ignored: [ImportNote]
        /// What is in it, but in another way.
        public let approximated: [ImportNote]

        /// As an answer has it.
        public var json: JSONValue {
            [
                "spec": document, "ignored": .array(ignored.map(\.json)),
                "approximated": .array(approximated.map(\.json)),
            ]
        }
    }

    /// Seconds of a loop in which an effect without an end is seen, about.
    public static let endlessDurations = SpriteKitImporter.endlessDurations

    /// Bytes of a document; larger ones are refused.
    public static let maximumBytes = SpriteKitImporter.maximumBytes

    /// Points of the canvas of a document that does not say them: for cocos2d those of Particle Designer's stage, for
    /// SpriteKit's those of its importer.
    public static func defaultCanvas(of format: ForeignFormat) -> (width: Double, height: Double) {
        format == .cocosPlist || format == .spriteKit ? (320, 480) : (400, 400)
    }

    /// Whose documents are read.
    public let format: ForeignFormat
    /// What documents don't say.
    public var options: Options

    /// An importer with `options`.
    public init(_ format: ForeignFormat, _ options: Options = Options()) {
        (self.format, self.options) = (format, options)
    }

    /// Reads a document.
    ///
    /// - Throws: ``ForeignImportError`` for what is not of the format, shows nothing, or goes over the limits.
    /// - Complexity: O(`bytes.count`), pictures apart.
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

    /// What SpriteKit's own importer makes of a file, in this one's words.
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
        return ImportSetting(
            notes: notes,
            canvas: canvas,
            width: options.width,
            height: options.height,
            library: options.library,
            limits: options.limits
        )
    }

    // MARK: The spec

    private func result(_ draft: Draft, _ notes: ImportNotes) throws(ForeignImportError) -> Result {
        var faults = SpecError([])
        for plan in plans(for: draft, notes) {
            var document = self.document(draft, plan)
            // A round for each animation that is taken out, and one more.
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

    /// What is imported is meant to be sent: it has no more values than a reader takes.
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

    /// When an effect is seen.
    private struct Plan {
        let seconds: Double
        let loop: String
    }

    /// Those to try, the best one first.
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
    /// The same without the animations that have these faults; `nil` if there are others, or none.
    fileprivate func withoutAnimations(at faults: [SpecFault], _ notes: ImportNotes) -> JSONValue? {
        var places: [[String]: Set<Int>] = [:]
        for fault in faults {
            // "/layers/0/animations/3/keyPath", or "/layers/0/layers/1/animations/3/keyPath"
            let parts = fault.pointer.split(separator: "/").map(String.init)
            guard parts.first == "layers", let list = parts.firstIndex(of: "animations"), parts.count > list + 1,
                let animation = Int(parts[list + 1])
            else { return nil }
            if places[Array(parts[...list]), default: []].insert(animation).inserted {
                let layer = parts[1..<list].joined(separator: ".")
                notes.ignore("animations[\(animation)] of layer \(layer)", "an animation", fault.detail)
            }
        }
        guard !places.isEmpty else { return nil }
        var rest = self
        for (place, animations) in places {
            guard rest.replace(at: place[...], { $0.without(animations) }) else { return nil }
        }
        return rest
    }

    /// A list without some of its elements.
    private func without(_ indices: Set<Int>) -> JSONValue? {
        guard case .array(let list) = self else { return nil }
        return .array(list.indices.filter { !indices.contains($0) }.map { list[$0] })
    }

    /// Puts something else in the place of what stands at a path; `false` if nothing does, or nothing is made of it.
    private mutating func replace(at path: ArraySlice<String>, _ change: (JSONValue) -> JSONValue?) -> Bool {
        guard let name = path.first else {
            guard let changed = change(self) else { return false }
            self = changed
            return true
        }
        switch self {
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index),
                elements[index].replace(at: path.dropFirst(), change)
            else { return false }
            self = .array(elements)
        case .object(var members):
            guard let index = members.firstIndex(where: { $0.name == name }),
                members[index].value.replace(at: path.dropFirst(), change)
            else { return false }
            self = .object(members)
        default: return false
        }
        return true
    }
}
