/// Encodes images as the chunks of animation frames. Reuses its memory: use one encoder per thread.
///
/// Each frame depends only on its own image and on its base. On an empty canvas, a frame is cropped to its drawn pixels
/// and cleared afterwards (`dispose_op` background, `blend_op` source). Over the frame before, it is cropped to the
/// difference, and stays (`dispose_op` none); over the first frame, the canvas is restored afterwards (`dispose_op`
/// previous). If all differing pixels are opaque, only these are encoded (`blend_op` over, which some decoders handle
/// well for opaque pixels only). With a palette, pixels differ from the frame before if their entries do. A frame with a
/// palette over the first one has all pixels of its box, as Pillow 13 restores the canvas too late.
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`fcTL`), §11.3.6.3 (`fdAT`).
public final class FrameEncoder {
    private let deflater: FrameDeflater
    private let difference: IndexedDifference?
    private let hasPoster: Bool

    /// - Parameters:
    ///   - effort: Compression effort.
    ///   - palette: Palette of the file, if any: each pixel becomes its nearest color.
    ///   - hasPoster: Whether a separate static image precedes the frames.
    public init(effort: Effort = .balanced, palette: Palette? = nil, hasPoster: Bool = false) {
        self.hasPoster = hasPoster
        deflater = FrameDeflater(effort, palette: palette)
        difference = deflater.lookup.map(IndexedDifference.init)
    }

    /// Returns the chunk of a static image that is not a frame, for viewers that can't animate.
    ///
    /// - Parameter isStopped: Polled now and then; `true` ends the call with ``APNGError/stopped``.
    /// - Throws: ``APNGError``.
    /// - Source: PNG Specification, Third Edition, §4.3 (static image).
    public func poster(_ picture: Picture, unless isStopped: () -> Bool = { false }) throws(APNGError) -> [UInt8] {
        try Self.check(picture)
        return try deflater.chunk(of: picture, Part(whole: picture), sequence: nil, unless: isStopped).get()
    }

    /// Returns the chunks of one frame: `fcTL`, and `IDAT` or `fdAT`.
    ///
    /// - Parameters:
    ///   - number: Frame number, from 0. Determines the sequence numbers: each frame takes two, but frame 0 takes one
    ///     if it is an `IDAT`.
    ///   - baseFrame: Base of the frame, of the same kind for all frames of an animation.
    ///   - isStopped: Polled now and then; `true` ends the call with ``APNGError/stopped``.
    /// - Throws: ``APNGError``. The encoder stays usable.
    /// - Complexity: O(pixels in the box), less where blocks are known.
    public func encode(
        _ picture: Picture,
        number: Int,
        delay: Delay,
        over baseFrame: BaseFrame = .nothing,
        unless isStopped: () -> Bool = { false }
    ) throws(APNGError) -> [UInt8] {
        let (width, height) = (picture.width, picture.height)
        try Self.check(picture)
        let (shown, part) = part(of: picture, number: number, over: baseFrame)
        let box = part.box
        guard !box.x.isEmpty, !box.y.isEmpty, box.x.lowerBound >= 0, box.y.lowerBound >= 0,
            box.x.upperBound <= width, box.y.upperBound <= height,
            let sequence = UInt32(exactly: hasPoster ? 2 * number : max(0, 2 * number - 1))
        else { throw .box(frame: number) }

        let control = try Chunk("fcTL") { data in
            data.append(bigEndian: sequence)
            for side in [box.x.count, box.y.count, box.x.lowerBound, box.y.lowerBound] {
                data.append(bigEndian: UInt32(side))
            }
            data.append(bigEndian: delay.numerator)
            data.append(bigEndian: delay.denominator)
            data.append(part.dispose.rawValue)
            data.append(part.isBlended ? 1 : 0)  // blend_op: source, over
        }
        let place = number == 0 && !hasPoster ? nil : sequence + 1
        return try deflater.chunk(of: shown, part, after: control.bytes, sequence: place, unless: isStopped).get()
    }

    /// Returns the image that a frame encodes a part of, and that part.
    private func part(of picture: Picture, number: Int, over baseFrame: BaseFrame) -> (Picture, Part) {
        if let difference, number > 0, case .previous(let before?) = baseFrame,
            let found = difference.find(in: picture, over: before)
        {
            return (found.picture, Part(found.difference, number: number, over: baseFrame))
        }
        let isIndexed = deflater.lookup != nil
        return (picture, Part(of: picture, number: number, over: baseFrame, isIndexed: isIndexed))
    }

    /// Checks that pixels, block maps and straight colors have as many entries as the image's size requires.
    private static func check(_ picture: Picture) throws(APNGError) {
        let (width, height) = (picture.width, picture.height)
        let count = width * height
        guard picture.pixels.count == count, width > 0, height > 0 else {
            throw .wrongPixelCount(found: picture.pixels.count, expected: count)
        }
        for blocks in [picture.blocks, picture.backgroundBlocks] {
            guard let blocks, blocks.count != picture.wordsPerRow * height else { continue }
            throw .wrongPixelCount(found: blocks.count, expected: picture.wordsPerRow * height)
        }
        if let known = picture.straightColors, known.count != count {
            throw .wrongPixelCount(found: known.count, expected: count)
        }
    }
}
