package import EffectModel

/// Costs of compositing layers and encoding images.
extension RenderCost {
    /// Adds the cost of encoding an asset's pixels.
    ///
    /// - Parameters:
    ///   - area: Number of pixels that one item covers, including its border.
    ///   - reach: Width plus height of the item's bounding box in pixels.
    ///   - down: Number of rows that the item covers.
    ///   - scale: Pixels per sprite unit.
    ///   - isAligned: Whether all rows start and end at the same column.
    mutating func addEncoding(
        of asset: Asset,
        area: Double,
        reach: Double,
        down: Double,
        scale: Double,
        isAligned: Bool,
        alive: Double
    ) {
        var inside = Self.workPerFlatPixel
        var spans = 1.0
        switch asset.content {
        case .shape(.dot): inside = Self.workPerSoftPixel
        case .picture(let picture, _):
            let size = SIMD2(Double(picture.width), Double(picture.height))
            inside += picture.grain(at: scale * (asset.size / size).max()) * Self.workPerNoisePixel
            encodingOfPixel = max(encodingOfPixel, inside)
        case .shape, .path, .glyphs:
            if asset.fill != nil {
                inside = Self.workPerSoftPixel
                encodingOfPixel = max(encodingOfPixel, inside)
            }
            guard asset.content != .shape(.circle) else { break }
            spans = max(1, Double(asset.outline.segments.count) / 8)
        }
        // Long edges compress better than short ones.
        let short = min(down, 16)
        let edges =
            isAligned
            ? down * Self.workPerStraightEdge : short * Self.workPerEdge + (down - short) * Self.workPerLongEdge
        let each = min(area * inside + edges * spans, area * max(inside, Self.workPerSoftPixel))
        encoding += each * alive * Double(frames)
        cover(area, reach: reach, alive: alive)
    }

    /// Adds `alive` items of `area` pixels each, with bounding boxes of width plus height `reach`.
    private mutating func cover(_ area: Double, reach: Double, alive: Double) {
        covered += area * alive * Double(frames)
        // An item of total width w and height h intersects blocks of side b with an average area of at most (w + b) ·
        // (h + b). A rotated box is at most √2 times as wide plus high.
        let side = 16.0
        coveredBlocks += (area + 2.0.squareRoot() * reach * side + side * side) * alive * Double(frames)
    }

    /// Adds a mask; it can at most make everything below it soft.
    ///
    /// - Parameters:
    ///   - covered: Value of ``covered`` before the layer.
    ///   - add: Adds the mask's sprite.
    mutating func addMask(over covered: Double, _ add: (inout RenderCost) -> Void) {
        let most = encoding + (self.covered - covered) * Self.workPerSoftPixel
        add(&self)
        encoding = min(encoding, most)
    }

    /// - Parameter area: Number of pixels of soft light per item.
    mutating func addEncoding(ofSoft area: Double, reach: Double, alive: Double) {
        encoding += area * alive * Self.workPerSoftPixel * Double(frames)
        cover(area, reach: reach, alive: alive)
    }

    /// Adds the cost of compositing a layer's steps and masks onto the canvas.
    mutating func addWhole(_ layer: Layer, _ spec: EffectSpec) {
        let masks = (layer.mask == nil ? 0 : 1) + (layer.needsBounds ? 1 : 0)
        let isWhole = layer.blend != nil || masks > 0 || layer.canFade
        let bitmaps = (max(isWhole ? 1 : 0, masks) + masks) * layer.content.steps
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        during(layer.content.framesShown(in: layer, of: spec)) {
            $0.work += canvasPixels * Double($0.frames) * Double(bitmaps) * Self.workPerFadedPixel
        }
    }

    /// Adds the work to blur a layer or its light, or all of a canvas.
    ///
    /// - Parameter lights: Number of blurs.
    mutating func addLight(_ spec: EffectSpec, lights: Double) {
        guard lights > 0 else { return }
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        work += canvasPixels * Double(frames) * lights * Self.workPerLitPixel
        encoding += canvasPixels * Double(frames) * Self.workPerSoftPixel
        covered += canvasPixels * Double(frames)
        coveredBlocks += canvasPixels * Double(frames)
    }

    /// Work per pixel to take light, blur it in the smallest cells, and spread it.
    private static let workPerLitPixel = 40.0

    /// Work to compute a background that is a gradient, once: pixels of a canvas, or the image of a vector that has no
    /// words for it.
    package static func workOfGround(_ spec: EffectSpec) -> Double {
        guard case .gradient(let gradient) = spec.canvas.background else { return 0 }
        let (width, height) = (Double(spec.canvas.pixelWidth), Double(spec.canvas.pixelHeight))
        guard let format = spec.output.format, !format.isRaster else {
            return workPerGround + width * height * workPerGroundPixel(gradient)
        }
        guard [.svg, .lottie, .dotLottie].contains(format), !gradient.isVector, !gradient.isFlat else { return 0 }
        let fit = min(1, Gradient.longestSide / max(width, height))
        return width * height * fit * fit * (workPerGroundPixel(gradient) + workPerImagePixel)
    }

    /// Work to draw the image of a gradient in contents, with its smaller sizes. Whole numbers, whose sum has no order.
    static func workOfDrawing(_ gradient: Gradient, pixels: Int) -> Double {
        (workPerDrawing + Double(pixels) * workPerDrawnPixel(gradient)).rounded(.up)
    }

    /// Work per pixel of a gradient's image: many colors take longer to find one among.
    private static func workPerDrawnPixel(_ gradient: Gradient) -> Double {
        let search = gradient.colors.count > 8 ? 10.0 : 0
        return switch gradient.kind {
        case .axial:
            gradient.startPoint.x == gradient.endPoint.x || gradient.startPoint.y == gradient.endPoint.y
                ? 4 : 40 + search
        case .radial: 45 + search
        case .conic: 75 + search
        }
    }

    private static let workPerDrawing = 2e5
    private static let workPerGround = 1e6
    /// Work per pixel to mix the color of an image's gradient, and to encode it.
    private static let workPerImagePixel = 80.0
    /// Work per pixel to sum the light of all moments of an image.
    static let workPerExposedPixel = 100.0

    /// Work per pixel of a gradient, and to copy it to each canvas.
    private static func workPerGroundPixel(_ gradient: Gradient) -> Double {
        switch gradient.kind {
        case .axial: gradient.startPoint.x == gradient.endPoint.x ? 4 : 12
        case .radial: 16
        case .conic: 60
        }
    }

    /// Adds the work of every frame and of every document, however small they are.
    mutating func addLeast(_ spec: EffectSpec) {
        let isSmall = spec.output.effort == .small
        switch spec.output.format {
        case .gif: work += Double(frames) * Self.workPerGIFFrame
        case .webp: work += Double(frames) * Self.workPerWebPFrame
        case .avif, .mp4, .webm, .mov, .hevcMOV: break
        case .apng, nil: work += Double(frames) * (isSmall ? 3 : 1) * Self.workPerPNGFrame
        case .json, .ndjson: work += Double(frames) * Self.workPerDataFrame
        case .svg, .lottie, .dotLottie, .tgs, .tracks: work += Self.workPerDocument
        }
    }

    /// Fewest frames of a PNG, GIF or lossless WebP for which one or two are drawn and encoded in two ways, to choose one.
    package static let fewestFramesToTry = 8
    /// Number of frames drawn for such a trial, and of encodings: mostly two, sometimes four.
    package static let meanTriedFrames = 2.0

    /// Most frames that are tried.
    func triedFrames(_ output: Output) -> Int {
        switch output.format {
        case .apng, .gif, nil: frames < Self.fewestFramesToTry ? 0 : 4
        default: 0
        }
    }

    private static let workPerPNGFrame = 1.2e5
    private static let workPerGIFFrame = 1e5
    private static let workPerWebPFrame = 1e6
    private static let workPerDataFrame = 5e4
    /// Work to parse and answer a request for a vector.
    private static let workPerDocument = 3e6

    /// Adds the encoding cost of all canvas pixels and of drawn pixels.
    mutating func addCanvasWork(_ output: Output) {
        switch output.format {
        case .gif: work += pixels * Self.workPerGIFPixel
        case .webp:
            let worst = Self.workPerWebPPixel(output)
            work += pixels * (Self.workPerEmptyWebPPixel + worst / 30) + min(pixels, coveredBlocks) * worst
        case .avif: work += Double(frames) * Self.workPerAVIFFrame + pixels * Self.workPerAVIFPixel(output)
        case .mp4, .webm, .mov, .hevcMOV:
            work +=
                Self.workPerVideo + Double(frames) * Self.workPerVideoFrame + pixels * Self.workPerVideoPixel(output)
        case .apng, .svg, .lottie, .dotLottie, .tgs, .tracks, .json, .ndjson, nil: addDeflating(output)
        }
    }

    /// Work to encode a frame without empty pixels.
    package func workOfFullCanvas(_ output: Output) -> Double {
        let canvas = pixels / Double(max(1, frames))
        switch output.format {
        case .gif: return canvas * Self.workPerGIFPixel
        case .avif: return Self.workPerAVIFFrame + canvas * Self.workPerAVIFPixel(output)
        case .mp4, .webm, .mov, .hevcMOV: return Self.workPerVideoFrame + canvas * Self.workPerVideoPixel(output)
        case .webp: return canvas * (Self.workPerEmptyWebPPixel + 2 * Self.workPerWebPPixel(output))
        case .apng, .svg, .lottie, .dotLottie, .tgs, .tracks, .json, .ndjson, nil:
            let factor = output.effort == .small ? Self.workOfSmall : 1
            return canvas * (Self.workPerEmptyPixel + max(Self.workPerSoftPixel, encodingOfPixel)) * factor
        }
    }

    /// Adds the encoding of a gradient behind everything, in which few matches are: of the first frame, of all where these are
    /// few, and with a palette of what is around the things that move. Lossy images have their blocks once.
    mutating func addGround(_ spec: EffectSpec) {
        guard case .gradient = spec.canvas.background, spec.output.format?.isRaster != false else { return }
        let isWebP = spec.output.format == .webp
        if spec.output.isLossy {
            if isWebP { work += workOfFullCanvas(spec.output) }
            return
        }
        work += workOfFullCanvas(spec.output) * (isWebP ? Double(min(frames, Self.fewFrames)) : 1)
        if !isWebP, spec.output.palette != .off { work += pixels * Self.workPerIndexedGround }
    }

    /// Number of frames of a lossless WebP up to which each has all of the canvas.
    private static let fewFrames = 8
    /// Work per pixel of a gradient that is encoded again with a palette.
    private static let workPerIndexedGround = 60.0

    /// Adds the frames that a video repeats at its end.
    mutating func addHeldFrames(_ spec: EffectSpec) {
        guard spec.output.format?.isVideo == true, !isOfAnyMoments else { return }
        work += Double(spec.timing.heldFrames) * workOfFullCanvas(spec.output)
    }

    private mutating func addDeflating(_ output: Output) {
        let small = output.palette == .off ? Self.workOfSmall : Self.workOfSmallIndexed
        let factor = output.effort == .small ? small : 1
        work += pixels * Self.workPerEmptyPixel * factor
        // A pixel is encoded once, however many items overlap on it.
        work += min(encoding, pixels * max(Self.workPerSoftPixel, encodingOfPixel)) * factor
    }

    // Twice the highest measured values. Overlapping items compress like soft light.
    /// Work per pixel of background that changes between frames.
    private static let workPerEmptyPixel = 5.0
    private static let workPerFlatPixel = 4.0
    /// Work per row of an item, for its start and end.
    private static let workPerEdge = 300.0
    private static let workPerLongEdge = 120.0
    /// Work per row that repeats the row above.
    private static let workPerStraightEdge = 60.0
    private static let workPerSoftPixel = 40.0
    /// Work per pixel of pure noise.
    private static let workPerNoisePixel = 60.0
    /// Work per pixel for thresholding alpha, finding the palette index and coding.
    private static let workPerGIFPixel = 60.0
    /// Work per pixel of noise, the worst case.
    private static func workPerWebPPixel(_ output: Output) -> Double {
        let isLossless = output.quality == .lossless
        return switch output.effort {
        case .fast: isLossless ? 100 : 150
        case .balanced: isLossless ? 120 : 250
        case .small: isLossless ? 700 : 500
        }
    }
    /// Work per pixel, drawn or not, for converting and coding color and alpha.
    private static func workPerAVIFPixel(_ output: Output) -> Double {
        let quality = if case .lossy(let quality) = output.quality { quality } else { 100 }
        let fineness = 1 + Double(max(0, quality - 75)) / 25
        return switch output.effort {
        case .fast: 500 * fineness
        case .balanced: 900 * fineness
        case .small: 2500 * fineness
        }
    }
    private static let workPerAVIFFrame = 7e6
    /// Work to start the program that encodes videos.
    private static let workPerVideo = 5e8
    private static let workPerVideoFrame = 5e6
    /// Work per pixel, drawn or not, for converting and coding a video.
    private static func workPerVideoPixel(_ output: Output) -> Double {
        let quality = if case .lossy(let quality) = output.quality { quality } else { 100 }
        let fineness = 1 + Double(max(0, quality - 75)) / 25
        let isSmall = output.effort == .small
        return switch output.format {
        case .mp4 where output.codec == .av1: (isSmall ? 1600 : 800) * fineness
        case .webm: (isSmall ? 1000 : 500) * fineness
        case .mov: 200 * fineness
        case .hevcMOV: (isSmall ? 3000 : 1000) * fineness
        default: (isSmall ? 600 : 300) * fineness
        }
    }
    /// Work per unchanged pixel within the bounding box of changes.
    private static let workPerEmptyWebPPixel = 15.0
    /// Factor for optimal parsing.
    private static let workOfSmall = 6.0
    /// Factor for optimal parsing of indexed pixels, which take a quarter of the bytes.
    private static let workOfSmallIndexed = 4.0
    /// Work per pixel to composite a layer onto the canvas and clear it; also used for its mask.
    static let workPerFadedPixel = 4.0
}

extension Gradient {
    /// Time per pixel of a shape that the gradient fills, relative to a radial one: a conic one takes an arc tangent for each.
    package var timeOfFill: Double {
        switch kind {
        case .axial: 0.7
        case .radial: 1
        case .conic: 3
        }
    }
}
