package import EffectModel

/// A Lottie of an effect: layers with keyframes, for players on the web and in apps.
package struct LottieDocument: Sendable {
    /// Text of the document.
    package let text: String
    /// Losses of the form, for `Hanabi-Reduced`.
    package let losses: [String]

    /// URL of an image by index of its sprite and factors of red, green and blue.
    package typealias Image = (Int, SIMD3<Double>) -> String?

    /// Bounds and conventions of a document.
    package struct Options: Sendable {
        /// Maximum number of layers and bands of trails.
        let elements: Int
        /// Maximum number of bytes.
        let bytes: Int
        /// Whether the document keeps to Telegram's rules for stickers.
        let isSticker: Bool
        /// Largest distance in pixels that a fit may miss by.
        package let tolerance: Double
        /// Whether layers are counted instead of written, and contents checked.
        let isCounted: Bool

        /// - Parameters:
        ///   - elements: Maximum number of layers and bands of trails.
        ///   - bytes: Maximum number of bytes.
        ///   - isSticker: Whether the document keeps to Telegram's rules for stickers.
        ///   - tolerance: Largest distance in pixels that a fit may miss by.
        ///   - isCounted: Whether layers are counted instead of written, and contents checked.
        package init(
            elements: Int,
            bytes: Int,
            isSticker: Bool = false,
            tolerance: Double = LottieDocument.tolerance,
            isCounted: Bool = false
        ) {
            (self.elements, self.bytes, self.isSticker) = (elements, bytes, isSticker)
            (self.tolerance, self.isCounted) = (tolerance, isCounted)
        }
    }

    /// Largest distance in pixels that a fit may miss by, where nothing else is asked for. Turns and squeezes are fitted
    /// once more, so less than for other forms.
    package static let tolerance = VectorScene.tolerance / 2
    /// Frames per second.
    static let rate = 60.0

    /// - Parameters:
    ///   - scene: The effect's pieces, with ``VectorScene/Curves/cubics``.
    ///   - spec: The effect; background, size and playback are taken from it.
    ///   - sprites: Sprites that the pieces refer to.
    ///   - moment: Share of the loop, 0...1, whose frame is the only one; `nil` moves.
    ///   - ground: URL of the background as an image, if it is a gradient that a Lottie cannot say.
    ///   - isStopped: Checked between pieces.
    ///   - image: URLs of images.
    package init(
        _ scene: VectorScene,
        of spec: EffectSpec,
        sprites: [Sprite],
        still moment: Double? = nil,
        _ options: Options,
        ground: String? = nil,
        unless isStopped: @escaping () -> Bool = { false },
        image: @escaping Image
    ) throws(VectorError) {
        let timing = spec.timing
        let playback = Double(timing.frameCount) / timing.fps
        let seconds = playback + timing.hold
        var losses: [String] = []
        var frames = max(1, Int((seconds * Self.rate).rounded()))
        // A round that is not a whole number of frames is played a little faster or slower.
        var rate = Double(frames) / seconds
        var kept = frames
        if options.isSticker {
            rate = Self.rate
            if frames > StickerRules.frames {
                kept = StickerRules.frames
                if timing.loop == .seamless {
                    frames = kept
                    losses.append("speed: \(SVGNumber.text(seconds, digits: 2)) s are played in 3")
                } else {
                    losses.append("all after 3 s")
                }
            }
        }
        let size = SIMD2(Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight))
        let clock = LottieClock(frames: frames, active: Double(frames) * playback / seconds, kept: kept)
        var writer = LottieWriter(
            clock: clock,
            sprites: sprites,
            size: size,
            options: options,
            unless: isStopped,
            image: image
        )
        var layers = try writer.layers(of: scene.children, layer: 0, blend: .normal)
        switch spec.canvas.background {
        case .transparent: break
        case .color(let color): layers.append(writer.background(color.components))
        case .gradient(let gradient):
            if options.isSticker, !gradient.isFlat, !gradient.isVector { losses.append("the background's gradient") }
            layers.append(writer.background(gradient, image: options.isSticker ? nil : ground))
        }
        if writer.dropsShadows { losses.append("drop shadows") }
        if writer.screensLight { losses.append("added light") }

        var (width, height) = (size.x, size.y)
        if options.isSticker {
            let scale = min(StickerRules.side / size.x, StickerRules.side / size.y)
            layers = [writer.fitted(layers, scale: scale, into: StickerRules.side)]
            (width, height) = (StickerRules.side, StickerRules.side)
        }
        var (first, last) = (0, kept)
        if let moment {
            first = min(kept - 1, Int((max(0, moment) * clock.active).rounded()))
            last = first + 1
        }
        let pace = LottieProperty.number(rate, digits: 4)
        let sides = [width, height].map { LottieProperty.number($0, digits: 0) }
        let mark = options.isSticker ? "\"tgs\":1," : ""
        let parts = writer.finished(layers)
        text =
            "{\(mark)\"v\":\"5.7.0\",\"fr\":\(pace),\"ip\":\(first),\"op\":\(last),\"w\":\(sides[0]),\"h\":\(sides[1]),\"ddd\":0,\"assets\":[\(parts.assets)],\"layers\":[\(parts.layers)]}\n"
        self.losses = losses
        guard text.utf8.count <= options.bytes else { throw .tooLarge(limit: options.bytes) }
    }
}

/// Rules of Telegram for animated stickers.
package enum StickerRules {
    /// Width and height in pixels.
    package static let side = 512.0
    /// Maximum number of frames: three seconds.
    package static let frames = 180
    /// Maximum number of bytes of the compressed file.
    package static let bytes = 65_536
}
