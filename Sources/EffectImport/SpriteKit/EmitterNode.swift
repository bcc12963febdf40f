/// An archived SKEmitterNode in SpriteKit's own terms, with y up and angles counterclockwise.
///
/// Defaults are those of a new node.
struct EmitterNode: Sendable {
    /// A property that differs from particle to particle and changes with age.
    struct Varying: Sendable {
        var mean: Double
        /// Full width of the range, half of it to either side of the mean.
        var range = 0.0
        /// Change per second.
        var speed = 0.0
        /// Values over life; replaces all the others.
        var sequence: KeyframeSequence?
    }

    var name: String?
    /// Opacity of the node in its scene.
    var alpha = 1.0
    var depth = 0.0
    var rotation = 0.0
    var scale = SIMD2(1.0, 1.0)

    /// Particles per second.
    var birthRate = 0.0
    /// Total number of particles; 0 is endless.
    var count = 0.0
    /// Render order: 0 is oldest last, 1 oldest first, 2 unordered.
    var renderOrder = 0.0
    /// Lifetime in seconds.
    var lifetime = Varying(mean: 0)
    /// Position in points, relative to the node.
    var position = SIMD2(0.0, 0.0)
    var positionRange = SIMD2(0.0, 0.0)
    /// Speed in points per second; its own `speed` is unused.
    var velocity = Varying(mean: 0)
    /// Direction in radians; its `speed` is unused.
    var angle = Varying(mean: 0)
    var acceleration = SIMD2(0.0, 0.0)
    var turn = Varying(mean: 0)

    var size = Varying(mean: 1)
    var opacity = Varying(mean: 1)
    /// Share of the color in the texture's color: 0 is the texture unchanged.
    var blendFactor = Varying(mean: 0)
    /// Red, green, blue, alpha, 0...1.
    var color = SIMD4(0.0, 0.0, 0.0, 0.0)
    var colorRange = SIMD4(0.0, 0.0, 0.0, 0.0)
    var colorSpeed = SIMD4(0.0, 0.0, 0.0, 0.0)
    var colorSequence: KeyframeSequence?
    /// Raw value of SKBlendMode.
    var blendMode = 0.0
    /// Size in points; zero uses the texture's.
    var particleSize = SIMD2(0.0, 0.0)
    var texture: EmitterTexture?

    /// Reads all known properties, and notes the others.
    ///
    /// - Throws: ``ImportError/notTheFormat(_:_:)`` for archives of other objects.
    init(_ archive: KeyedArchive, _ report: inout EmitterReport) throws(ImportError) {
        let root = archive.root
        // A subclass in a game lists its ancestors too.
        guard root.classNames.contains("SKEmitterNode") else {
            let found = root.classNames.first.map { "of the class \($0.string.excerpt)" } ?? root.excerpt
            let isSceneKit = root.classNames.contains { $0.string.hasPrefix("SCN") }
            let other = isSceneKit ? " (SceneKit's files have the format \(ImportFormat.sceneKit.rawValue))" : ""
            throw .notTheFormat(.spriteKit, "the archive's root is \(found); allowed: SKEmitterNode\(other)")
        }
        var reader = ArchiveReader(root)
        readNode(&reader)
        readBirth(&reader)
        readMotion(&reader)
        readLook(&reader)
        readColor(&reader)
        reader.refuse(ArchiveKey.notHonored)
        reader.ignore(ArchiveKey.bookkeeping)
        reader.refuseTheRest()
        report = reader.report
    }

    private mutating func readNode(_ reader: inout ArchiveReader) {
        name = reader.take(.nodeName, \.text)
        alpha = reader.number(.nodeAlpha, 1)
        depth = reader.number(.nodeDepth)
        rotation = reader.number(.nodeRotation)
        scale = SIMD2(reader.number(.nodeXScale, 1), reader.number(.nodeYScale, 1))
        if let speed = reader.take(.nodeSpeed), speed.number != 1 {
            reader.note(.nodeSpeed, speed, "the node's clock runs at normal speed")
        }
    }

    private mutating func readBirth(_ reader: inout ArchiveReader) {
        birthRate = reader.number(.birthRate)
        count = reader.number(.count)
        if count != 0, count < 1 {
            reader.report.note(.count, count, "the value is not a number of particles; the emitter is endless")
            count = 0
        }
        renderOrder = reader.number(.renderOrder)
        lifetime = Varying(mean: reader.number(.lifetime), range: reader.number(.lifetimeRange))
    }

    private mutating func readMotion(_ reader: inout ArchiveReader) {
        position = reader.take(.position, \.pair) ?? .zero
        positionRange = reader.take(.positionRange, \.pair) ?? .zero
        depth += reader.number(.depth)
        velocity = Varying(mean: reader.number(.speed), range: reader.number(.speedRange))
        angle = Varying(mean: reader.number(.angle), range: reader.number(.angleRange))
        readAcceleration(&reader)
        turn = Varying(
            mean: reader.number(.rotation),
            range: reader.number(.rotationRange),
            speed: reader.number(.rotationSpeed)
        )
    }

    /// Reads the acceleration as a vector or as two numbers. If a file has both, the vector counts.
    private mutating func readAcceleration(_ reader: inout ArchiveReader) {
        let both = reader.take(.acceleration, \.pair)
        acceleration = both ?? .zero
        for (axis, key) in [ArchiveKey.xAcceleration, .yAcceleration].enumerated() {
            guard let part = reader.take(key, \.number) else { continue }
            if both == nil {
                acceleration[axis] = part
            } else if part != acceleration[axis] {
                reader.report.note(key, part, "\(ArchiveKey.acceleration.archived) takes precedence")
            }
        }
    }

    private mutating func readLook(_ reader: inout ArchiveReader) {
        size = Varying(
            mean: reader.number(.scale, 1),
            range: reader.number(.scaleRange),
            speed: reader.number(.scaleSpeed),
            sequence: reader.sequence(.scaleSequence)
        )
        opacity = Varying(
            mean: reader.number(.alpha, 1),
            range: reader.number(.alphaRange),
            speed: reader.number(.alphaSpeed),
            sequence: reader.sequence(.alphaSequence)
        )
        blendMode = reader.number(.blendMode)
        particleSize = reader.take(.size, \.pair) ?? .zero
        if let value = reader.take(.texture) {
            let texture = EmitterTexture(value)
            reader.report.append(texture.report)
            self.texture = texture
        }
    }

    private mutating func readColor(_ reader: inout ArchiveReader) {
        blendFactor = Varying(
            mean: reader.number(.blendFactor),
            range: reader.number(.blendFactorRange),
            speed: reader.number(.blendFactorSpeed),
            sequence: reader.sequence(.blendFactorSequence)
        )
        color = reader.take(.color, \.color) ?? .zero
        for channel in 0..<4 {
            color[channel] = reader.number(ArchiveKey.colors[channel], color[channel])
            colorRange[channel] = reader.number(ArchiveKey.colorRanges[channel])
            colorSpeed[channel] = reader.number(ArchiveKey.colorSpeeds[channel])
        }
        colorSequence = reader.sequence(.colorSequence, \.color)
    }
}

extension ArchiveReader {
    /// Takes a sequence of colors or numbers.
    fileprivate mutating func sequence(
        _ key: ArchiveKey,
        _ read: (ArchivedValue) -> SIMD4<Double>? = { $0.number.map { SIMD4(repeating: $0) } }
    ) -> KeyframeSequence? {
        guard let value = take(key) else { return nil }
        guard let sequence = KeyframeSequence(value, read) else {
            note(key, value, "the value is invalid and ignored")
            return nil
        }
        for loss in sequence.losses { note(key, value, loss) }
        return sequence
    }
}
