import EffectCost
internal import EffectModel
import StrictJSON

/// Image or shape of the particles. Found once per file, because images are large.
///
/// SpriteKit draws rectangles where there is no texture. A texture that cannot be found becomes a soft spot of its
/// size, because most textures are soft spots, including that of Xcode's editor.
struct ParticleAsset {
    /// Entry for a spec's `assets`.
    private(set) var json: JSONValue = .null
    /// Members of the cell: the part of the image that is drawn, and its filtering.
    private(set) var members: [JSONValue.Member] = []
    /// Library of the options, extended by the image that was found.
    private(set) var library: any AssetLibrary
    private(set) var report = EmitterReport()

    private let options: ImportOptions
    private let node: EmitterNode

    /// Size in points of the texture of Xcode's editor.
    private static let unknownSize = SIMD2(64.0, 64.0)

    /// Maximum size in bytes of a document without its image.
    private static let otherBytes = 128 << 10

    init(_ node: EmitterNode, _ options: ImportOptions) {
        (self.node, self.options, library) = (node, options, options.library)
        json = node.texture.map { drawn($0) } ?? rectangle()
        noteUnused()
    }

    /// Size in points that the file requests.
    private var given: SIMD2<Double>? { node.particleSize.min() > 0 ? node.particleSize : nil }

    private mutating func rectangle() -> JSONValue {
        if given == nil {
            let reason = "the size is unknown without a texture; \(Self.unknownSize.x.shortestText) points are used"
            let size = node.particleSize.asPair
            report.note(ArchiveKey.size.property, size, reason)
        }
        return ["shape": "rectangle", "size": box(given ?? Self.unknownSize)]
    }

    private mutating func drawn(_ texture: EmitterTexture) -> JSONValue {
        if given == nil, node.particleSize != .zero {
            let size = node.particleSize.asPair
            report.note(ArchiveKey.size.property, size, "the size is invalid; the texture's size is used")
        }
        if texture.isNearest {
            members += [.init("minificationFilter", "nearest"), .init("magnificationFilter", "nearest")]
        }
        let size = given ?? texture.size
        guard let (source, picture) = picture(of: texture) else {
            return ["shape": "dot", "size": box(size ?? Self.unknownSize)]
        }
        library = KnownPicture(source: source, picture: picture, library: options.library)
        var part = SIMD2(1.0, 1.0)
        if let rectangle = texture.part {
            part = rectangle.highHalf
            members.append(.init("contentsRect", Self.contentsRect(rectangle)))
        }
        // The file's sizes are those of the drawn part; an asset's is that of the whole image.
        if let size { return ["image": .string(source), "size": box(size / part, largest: 200_000)] }
        let factor = PictureName.factor(of: source)
        guard factor > 1 else { return ["image": .string(source)] }
        let pixels = SIMD2(Double(picture.width), Double(picture.height))
        return ["image": .string(source), "size": box(pixels / Double(factor))]
    }

    /// Converts a part of an image; SpriteKit's y begins at the lower edge.
    private static func contentsRect(_ part: SIMD4<Double>) -> JSONValue {
        func rounded(_ share: Double) -> Double { min(max((share * 1_000_000).rounded() / 1_000_000, 0), 1) }
        let (width, height) = (rounded(part.z), rounded(part.w))
        let (x, y) = (min(rounded(part.x), 1 - width), min(rounded(1 - part.y - part.w), 1 - height))
        return [.number(x), .number(y), .number(width), .number(height)]
    }

    private mutating func box(_ size: SIMD2<Double>, largest: Double = 2048) -> JSONValue {
        let width = report.kept(size.x, in: 0.01...largest, .size)
        let height = report.kept(size.y, in: 0.01...largest, .size)
        return [.number(width), .number(height)]
    }

    // MARK: Finding the image

    /// Returns the image and its name in a spec: as given by the options, embedded in the file, or from the library by
    /// a matching name.
    private mutating func picture(of texture: EmitterTexture) -> (source: String, Picture)? {
        let key = ArchiveKey.texture.property
        if let name = texture.name, let source = replacement(for: name).map({ options.pictures[$0] ?? "" }) {
            switch found(source) {
            case .success(let picture): return (source, picture)
            case .failure(let reason):
                report.note(key, name.excerpt, "a soft spot replaces the texture: \(source.excerpt) is \(reason.text)")
                return nil
            }
        }
        if let bytes = texture.picture, let type = EmitterTexture.mediaType(of: bytes) {
            let size = "an image of \(bytes.count) bytes"
            guard bytes.count / 3 * 4 <= EffectSpec.maximumFileBytes - Self.otherBytes else {
                let most = "\(EffectSpec.maximumFileBytes) bytes, the limit of a spec"
                report.note(key, size, "a soft spot replaces the texture: as text, the image has more than \(most)")
                return nil
            }
            let source = "data:\(type);base64,\(bytes.base64)"
            switch found(source) {
            case .success(let picture): return (source, picture)
            case .failure(let reason):
                report.note(key, size, "a soft spot replaces the texture: the image is \(reason.text)")
                return nil
            }
        }
        guard let name = texture.name else {
            report.note(key, "no name", "a soft spot replaces the texture")
            return nil
        }
        for source in [name] + PictureName(name).candidates {
            if case .success(let picture) = found(source) { return (source, picture) }
        }
        report.note(key, name.excerpt, "a soft spot replaces the texture: the image is not available")
        return nil
    }

    /// Returns the key of the options' image for this texture: its name, or its name without extension.
    private func replacement(for name: String) -> String? {
        if options.pictures[name] != nil { return name }
        let stem = PictureName(name).stem
        return options.pictures.keys.sorted().first { PictureName($0).stem == stem }
    }

    private mutating func noteUnused() {
        let used = node.texture?.name.flatMap { replacement(for: $0) }
        let unused = options.pictures.keys.sorted().filter { $0 != used }
        guard !unused.isEmpty else { return }
        let texture = node.texture.map { $0.name?.excerpt ?? "unnamed" }
        let reason = "no texture has the name; the texture of the file is \(texture ?? "absent")"
        report.note(ArchiveKey.texture.property, unused.prefix(4).map(\.excerpt).joined(separator: ", "), reason)
    }

    /// Reason why the library cannot provide an image.
    private struct Absence: Error { let text: String }

    private func found(_ source: String) -> Result<Picture, Absence> {
        do throws(AssetFault) {
            return .success(try options.library.picture(source, maximumPixels: options.limits.maximumPicturePixels))
        } catch {
            switch error {
            case .unusable(let found, _), .unknownFont(let found, _), .tooLarge(let found, _):
                return .failure(Absence(text: found))
            }
        }
    }
}

extension PictureName {
    /// Pixels per point of the image of this name; 1 for a `data:` URI.
    fileprivate static func factor(of source: String) -> Int {
        source.utf8.count <= 256 ? PictureName(source).factor : 1
    }
}
