/// What it costs to put layers together and to encode them.
extension RenderCost {
    /// - Parameters:
    ///   - area: Pixels that one piece of the asset covers, and those around it.
    ///   - reach: Of its box, both sides together.
    ///   - down: Rows that it covers.
    ///   - scale: Pixels per sprite unit.
    ///   - isAligned: Whether its rows all start and end at the same column.
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
        case .shape(.circle): break
        case .shape, .path, .glyphs: spans = max(1, Double(asset.outline.segments.count) / 8)
        }
        // Long edges pack better than short ones.
        let short = min(down, 16)
        let edges =
            isAligned
            ? down * Self.workPerStraightEdge : short * Self.workPerEdge + (down - short) * Self.workPerLongEdge
        let each = min(area * inside + edges * spans, area * max(inside, Self.workPerSoftPixel))
        encoding += each * alive * Double(frames)
        cover(area, reach, alive)
    }

    /// Adds so many pieces that cover `area` pixels each, in boxes whose two sides have `reach` together.
    private mutating func cover(_ area: Double, _ reach: Double, _ alive: Double) {
        covered += area * alive * Double(frames)
        // What is w wide and h high in all, meets blocks of side b whose area is at most (w + b) · (h + b) in the mean; turned, a box is
        // √2 as wide and high together.
        let side = 16.0
        coveredBlocks += (area + 2.0.squareRoot() * reach * side + side * side) * alive * Double(frames)
    }

    /// Adds a mask: all that it can do to what lies below is to make it soft.
    ///
    /// - Parameters:
    ///   - covered: What ``covered`` was before the layer.
    ///   - add: Adds the mask's sprite.
    mutating func addMask(over covered: Double, _ add: (inout RenderCost) -> Void) {
        let most = encoding + (self.covered - covered) * Self.workPerSoftPixel
        add(&self)
        encoding = min(encoding, most)
    }

    /// - Parameter area: Pixels of soft light, of each piece.
    mutating func addEncoding(ofSoft area: Double, reach: Double, alive: Double) {
        encoding += area * alive * Self.workPerSoftPixel * Double(frames)
        cover(area, reach, alive)
    }

    /// Adds what it takes to finish a layer's steps on their own, and their masks, and to put them onto the canvas.
    mutating func addWhole(_ layer: Layer, _ spec: EffectSpec) {
        let masks = (layer.mask == nil ? 0 : 1) + (layer.needsBounds ? 1 : 0)
        let isWhole = layer.blend != nil || masks > 0 || layer.canFade
        let bitmaps = (max(isWhole ? 1 : 0, masks) + masks) * layer.content.steps
        let canvasPixels = Double(spec.canvas.pixelWidth) * Double(spec.canvas.pixelHeight)
        during(layer.content.framesShown(in: layer, of: spec)) {
            $0.work += canvasPixels * Double($0.frames) * Double(bitmaps) * Self.workPerFadedPixel
        }
    }

    /// Adds what is done for each pixel of the canvas, and for those that were drawn.
    mutating func addCanvasWork(_ output: Output) {
        switch output.format {
        case .gif: work += pixels * Self.workPerGIFPixel
        case .webp:
            let worst = Self.workPerWebPPixel(output)
            work += pixels * (Self.workPerEmptyWebPPixel + worst / 30) + min(pixels, coveredBlocks) * worst
        case .apng, .json, .ndjson, nil: addDeflating(output)
        }
    }

    /// To encode a frame of which no pixel is empty.
    func workOfFullCanvas(_ output: Output) -> Double {
        let canvas = pixels / Double(max(1, frames))
        switch output.format {
        case .gif: return canvas * Self.workPerGIFPixel
        case .webp: return canvas * (Self.workPerEmptyWebPPixel + 2 * Self.workPerWebPPixel(output))
        case .apng, .json, .ndjson, nil:
            let factor = output.effort == .small ? Self.workOfSmall : 1
            return canvas * (Self.workPerEmptyPixel + max(Self.workPerSoftPixel, encodingOfPixel)) * factor
        }
    }

    private mutating func addDeflating(_ output: Output) {
        let small = output.palette == .off ? Self.workOfSmall : Self.workOfSmallIndexed
        let factor = output.effort == .small ? small : 1
        work += pixels * Self.workPerEmptyPixel * factor
        // However many pieces lie on one pixel, it is encoded once.
        work += min(encoding, pixels * max(Self.workPerSoftPixel, encodingOfPixel)) * factor
    }

    // Twice what was measured at the most. What lies over each other packs like soft light.
    /// Of ground that changes into another one.
    private static let workPerEmptyPixel = 5.0
    private static let workPerFlatPixel = 4.0
    /// Of a row of a piece: where it starts, and where it ends.
    private static let workPerEdge = 300.0
    private static let workPerLongEdge = 120.0
    /// Where the row above says it all.
    private static let workPerStraightEdge = 60.0
    private static let workPerSoftPixel = 40.0
    /// Of a picture of nothing but noise.
    private static let workPerNoisePixel = 60.0
    /// To make it opaque or nothing, to find its colour's place, and to code that.
    private static let workPerGIFPixel = 60.0
    /// Of noise, which is the worst there is.
    private static func workPerWebPPixel(_ output: Output) -> Double {
        let isLossless = output.quality == .lossless
        return switch output.effort {
        case .fast: isLossless ? 250 : 150
        case .balanced: isLossless ? 600 : 250
        case .small: isLossless ? 1200 : 500
        }
    }
    /// Within the box of what changes.
    private static let workPerEmptyWebPPixel = 15.0
    /// How much more it takes to look for the shortest coding.
    private static let workOfSmall = 6.0
    /// The same of indexed pixels, which are a quarter of the bytes.
    private static let workOfSmallIndexed = 4.0
    /// To put a layer that is finished on its own onto the canvas, and to clear it; likewise for its mask.
    static let workPerFadedPixel = 4.0
}
