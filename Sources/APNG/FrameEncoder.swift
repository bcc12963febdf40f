/// Turns pictures into the chunks of animation frames. One for each thread: it reuses its memory.
///
/// Each frame is a function of its own picture alone. On a transparent canvas (`keepsGround` false) it is cropped to
/// what it shows and cleared away afterwards (`dispose_op` background, `blend_op` source), so no frame depends on the
/// one before. With a ground that must stay, each frame is the whole canvas.
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`fcTL`), §11.3.6.3 (`fdAT`).
public final class FrameEncoder {
    private let deflater: FrameDeflater

    /// - Parameters:
    ///   - effort: How small the frames become.
    ///   - palette: The file's, if it has one: each pixel becomes the nearest of its colours.
    public init(effort: Effort = .balanced, palette: Palette? = nil) { deflater = FrameDeflater(effort, palette) }

    /// A picture to encode.
    public struct Picture {
        let pixels: [UInt32]
        let width: Int
        let height: Int
        let box: (x: Range<Int>, y: Range<Int>)?
        let blocks: [UInt64]?
        let isStraight: Bool

        /// Pixels for each bit of the blocks.
        public static let blockWidth = 16

        /// - Parameters:
        ///   - pixels: `width × height`, rows top to bottom, R G B A in memory.
        ///   - box: Outside of it every pixel is transparent; `nil` if all are. The whole canvas is always right.
        ///   - blocks: For each row so many words of 64 bits as it takes, a bit for every ``blockWidth`` pixels, from the
        ///     lowest one up: where it is 0, all of them are transparent. `nil` if that is not known.
        ///   - isStraight: Whether colours are as they are, not premultiplied. Those of transparent pixels are lost.
        public init(
            pixels: [UInt32],
            width: Int,
            height: Int,
            box: (x: Range<Int>, y: Range<Int>)?,
            blocks: [UInt64]?,
            isStraight: Bool = false
        ) {
            (self.pixels, self.width, self.height, self.box, self.blocks) = (pixels, width, height, box, blocks)
            self.isStraight = isStraight
        }

        /// Words for a row.
        var wordsPerRow: Int { (width + 64 * Self.blockWidth - 1) / (64 * Self.blockWidth) }
    }

    /// The chunks of one frame: `fcTL`, and `IDAT` or `fdAT`.
    ///
    /// - Parameter number: From 0. It decides the sequence numbers: frame 0 takes one, each later frame two.
    /// - Throws: ``APNGError``. The encoder stays usable.
    /// - Complexity: O(pixels in the box).
    public func encode(_ picture: Picture, number: Int, delay: Delay, keepsGround: Bool) throws(APNGError) -> [UInt8] {
        let (width, height) = (picture.width, picture.height)
        guard picture.pixels.count == width * height else {
            throw .wrongPixelCount(found: picture.pixels.count, expected: width * height)
        }
        if let blocks = picture.blocks, blocks.count != picture.wordsPerRow * height {
            throw .wrongPixelCount(found: blocks.count, expected: picture.wordsPerRow * height)
        }
        var box = (x: 0..<width, y: 0..<height)
        if number > 0, !keepsGround {
            box = picture.box ?? (0..<1, 0..<1)  // A frame has at least one pixel.
        }
        guard !box.x.isEmpty, !box.y.isEmpty, box.x.lowerBound >= 0, box.y.lowerBound >= 0,
            box.x.upperBound <= width, box.y.upperBound <= height,
            let sequence = UInt32(exactly: number == 0 ? 0 : 2 * number - 1)
        else { throw .box(frame: number) }

        let control = try Chunk("fcTL") { data in
            data.append(bigEndian: sequence)
            for side in [box.x.count, box.y.count, box.x.lowerBound, box.y.lowerBound] {
                data.append(bigEndian: UInt32(side))
            }
            data.append(bigEndian: delay.numerator)
            data.append(bigEndian: delay.denominator)
            data.append(keepsGround ? 0 : 1)  // dispose_op: none, background
            data.append(0)  // blend_op: source
        }
        let image = deflater.chunk(of: picture, box, sequence: number == 0 ? nil : sequence + 1)
        return control.bytes + (try image.get()).bytes
    }
}

extension FrameDeflater {
    /// `IDAT`, or `fdAT` if there is a sequence number.
    fileprivate func chunk(
        of picture: FrameEncoder.Picture,
        _ box: (x: Range<Int>, y: Range<Int>),
        sequence: UInt32?
    ) -> Result<Chunk, APNGError> {
        picture.withSource(box) { source in
            withStream(of: source) { packed in
                do throws(APNGError) {
                    return .success(
                        try Chunk(sequence == nil ? "IDAT" : "fdAT", reserving: packed.count + 4) { data in
                            if let sequence { data.append(bigEndian: sequence) }
                            data.append(contentsOf: packed)
                        }
                    )
                } catch {
                    return .failure(error)
                }
            }
        }
    }
}

extension FrameEncoder.Picture {
    /// The part within `box`, which lies in the picture.
    func withSource<Result>(_ box: (x: Range<Int>, y: Range<Int>), _ body: (PixelSource) -> Result) -> Result {
        pixels.withUnsafeBufferPointer { pixels in
            (blocks ?? []).withUnsafeBufferPointer { words in
                guard let start = pixels.baseAddress else { preconditionFailure("a picture without a pixel") }
                return body(
                    PixelSource(
                        pixels: start,
                        rowLength: width,
                        box: box,
                        blocks: blocks == nil ? nil : words.baseAddress,
                        wordsPerRow: wordsPerRow,
                        isStraight: isStraight
                    )
                )
            }
        }
    }
}
