internal import EffectModel

/// What particles look like, colour apart.
extension EffectDocument {
    /// How particles lie over one another.
    mutating func renderMode() -> String {
        // SKBlendMode's numbers.
        switch node.blendMode {
        case 0: break
        case 1: return "additive"
        case 5: return "screen"
        case let mode:
            let names = [2.0: "subtract", 3: "multiply", 4: "multiplyX2", 6: "replace", 7: "multiplyAlpha"]
            let name = names[mode] ?? mode.asWritten
            report.note(ArchiveKey.blendMode.property, name, "is drawn as the usual covering")
        }
        switch node.renderOrder {
        case 0: return "oldestLast"
        case 1: return "oldestFirst"
        default: return "unordered"
        }
    }

    /// The factor of size.
    mutating func scale(_ behaviors: inout [JSONValue]) -> [JSONValue.Member] {
        let factors = -1000.0...1000.0
        var members: [JSONValue.Member] = []
        if let sequence = node.size.sequence {
            let values = sequence.points.map { kept($0.value.x, in: factors, .scaleSequence) }
            behaviors.append(.overLife("scale", sequence, values))
        } else {
            members.add("scale", kept(node.size.mean, in: factors, .scale), unless: 1)
            members.add("scaleRange", kept(node.size.range, in: factors, .scaleRange))
            members.add("scaleSpeed", kept(node.size.speed, in: factors, .scaleSpeed))
        }
        // Our reading; it is written nowhere. By its numbers, the fire that Xcode comes with is at nothing after a second,
        // and still bright: if its flames grew again from there, mirrored, it would have no tip.
        members.append(.init("negativeScale", "hide"))
        return members
    }

    /// What each particle shows.
    ///
    /// Without a texture, SpriteKit draws rectangles. A texture that can't be had becomes a soft spot of its size, which is
    /// what most of them are: the editor's own is one.
    mutating func asset() -> JSONValue {
        let given = node.particleSize.min() > 0 ? node.particleSize : nil
        guard let texture = node.texture else {
            if given == nil {
                let size = "{\(node.particleSize.x.asWritten), \(node.particleSize.y.asWritten)}"
                report.note(
                    ArchiveKey.size.property,
                    size,
                    "says nothing without a texture; \(Self.unknownSize.x.asWritten) is taken"
                )
            }
            return ["shape": "rectangle", "size": box(given ?? Self.unknownSize)]
        }
        let size = given ?? texture.size
        guard let source = picture(of: texture) else {
            return ["shape": "dot", "size": box(size ?? Self.unknownSize)]
        }
        guard let size else { return ["image": .string(source)] }
        return ["image": .string(source), "size": box(size)]
    }

    /// That of the editor's own texture.
    private static let unknownSize = SIMD2(64.0, 64.0)

    private mutating func box(_ size: SIMD2<Double>) -> JSONValue {
        [.number(kept(size.x, in: 0.01...2048, .size)), .number(kept(size.y, in: 0.01...2048, .size))]
    }

    /// The picture as a spec names it: as the options say, or out of the file, or one in the library whose name fits.
    private mutating func picture(of texture: EmitterTexture) -> String? {
        let key = ArchiveKey.texture.property
        if let name = texture.name, let source = options.pictures[name] {
            if let reason = whyNot(source) {
                report.note(key, name.excerpt, "a soft spot stands for it: \(source.excerpt) is \(reason)")
                return nil
            }
            return source
        }
        if let bytes = texture.picture, let type = EmitterTexture.mediaType(of: bytes) {
            let source = "data:\(type);base64,\(bytes.base64)"
            guard let reason = whyNot(source) else { return source }
            report.note(key, "a picture of \(bytes.count) bytes", "a soft spot stands for it: it is \(reason)")
            return nil
        }
        guard let name = texture.name, name.utf8.count <= 256 else {
            report.note(key, texture.name?.excerpt ?? "without a name", "a soft spot stands for it")
            return nil
        }
        // Names from a catalogue have no ending, and in a bundle there may be sizes for sharp screens only.
        let endings = ["", ".png", "@2x.png", "@3x.png", ".jpg", ".jpeg"]
        if let source = endings.lazy.map({ name + $0 }).first(where: { whyNot($0) == nil }) { return source }
        report.note(key, name.excerpt, "a soft spot stands for it: no picture of that name is at hand")
        return nil
    }

    /// `nil` if the library has the picture; else what it has instead.
    private func whyNot(_ source: String) -> String? {
        do throws(AssetFault) {
            _ = try options.library.picture(source, maximumPixels: options.limits.maximumPicturePixels)
            return nil
        } catch {
            switch error {
            case .unusable(let found, _), .tooLarge(let found, _): return found
            }
        }
    }
}

extension JSONValue {
    /// A behaviour that leads a property by the times of `sequence`.
    static func overLife(
        _ keyPath: String,
        _ sequence: KeyframeSequence,
        _ values: [Double],
        multiplied: Bool = false
    ) -> JSONValue {
        var members: [Member] = [
            .init("type", "valueOverLife"), .init("keyPath", .string(keyPath)),
            .init("values", .array(values.map { .number($0) })), .init("locations", sequence.locations),
        ]
        if multiplied { members.append(.init("operation", "multiply")) }
        return .object(members)
    }
}

extension KeyframeSequence {
    /// The times, as a behaviour has them.
    var locations: JSONValue { .array(points.map { .number(min(1, $0.time.tidy)) }) }
}
