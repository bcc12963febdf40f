/// Encodes images as the chunks of animation frames. Reuses its memory: use one encoder per thread.
///
/// Each frame depends only on its own image and on the animation's base. On an empty canvas, a frame is cropped to its
/// drawn pixels and cleared afterwards (`dispose_op` background, `blend_op` source). Over the first frame, it is
/// cropped to the difference, and the canvas is restored afterwards (`dispose_op` previous). If all differing pixels
/// are opaque, only these are encoded (`blend_op` over, which some decoders handle well for opaque pixels only).
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`fcTL`), §11.3.6.3 (`fdAT`).
public final class FrameEncoder {
    private let deflater: FrameDeflater
    private let isIndexed: Bool
    private let hasPoster: Bool

    /// - Parameters:
    ///   - effort: Compression effort.
    ///   - palette: Palette of the file, if any: each pixel becomes its nearest color.
    ///   - hasPoster: Whether a separate static image precedes the frames.
    public init(effort: Effort = .balanced, palette: Palette? = nil, hasPoster: Bool = false) {
        self.hasPoster = hasPoster
        deflater = FrameDeflater(effort, palette)
        isIndexed = palette != nil
    }

    /// An image to encode.
    public struct Picture {
        let pixels: [UInt32]
        let width: Int
        let height: Int
        let box: (x: Range<Int>, y: Range<Int>)?
        let blocks: [UInt64]?
        let isStraight: Bool
        let groundBlocks: [UInt64]?
        let marks: Marks?

        /// Colors that translucent pixels were drawn with: several straight colors share a premultiplied value.
        public struct Marks {
            let colours: UnsafeBufferPointer<UInt32>
            let frame: UInt8
            /// Owner of the colors' memory.
            private let owner: AnyObject

            /// - Parameters:
            ///   - colours: Entries, one per pixel: straight R G B from the lowest byte up, and a frame number above.
            ///     An entry is used only if it premultiplies to its pixel.
            ///   - owner: Keeps `colours` alive.
            ///   - frame: Number of the frame whose entries are used.
            public init(colours: UnsafeBufferPointer<UInt32>, of owner: AnyObject, frame: UInt8) {
                (self.colours, self.owner, self.frame) = (colours, owner, frame)
            }
        }

        /// Pixels per bit of a block map.
        public static let blockWidth = 16

        /// - Parameters:
        ///   - pixels: Pixels, `width × height`, rows top to bottom, R G B A in memory.
        ///   - box: Bounding box outside of which every pixel is transparent; `nil` if all are. The whole canvas is
        ///     always valid.
        ///   - blocks: Block map: as many 64-bit words per row as needed, one bit for every ``blockWidth`` pixels,
        ///     lowest bit first. Where a bit is 0, all pixels of the block are transparent. `nil` if unknown.
        ///   - groundBlocks: Block map in which a 0 means that all pixels of the block equal a background shared by all
        ///     frames; `blocks` if `nil`.
        ///   - marks: Colors of translucent pixels, where known.
        ///   - isStraight: Whether colors are straight, not premultiplied. Colors of transparent pixels are lost.
        public init(
            pixels: [UInt32],
            width: Int,
            height: Int,
            box: (x: Range<Int>, y: Range<Int>)?,
            blocks: [UInt64]?,
            groundBlocks: [UInt64]? = nil,
            marks: Marks? = nil,
            isStraight: Bool = false
        ) {
            (self.pixels, self.width, self.height, self.box, self.blocks) = (pixels, width, height, box, blocks)
            (self.groundBlocks, self.isStraight) = (groundBlocks ?? blocks, isStraight)
            self.marks = isStraight ? nil : marks
        }

        /// Pixels given to ``init(pixels:width:height:box:blocks:groundBlocks:marks:isStraight:)``.
        package var shownPixels: [UInt32] { pixels }
        /// Bounding box given to the initializer.
        package var shownBox: (x: Range<Int>, y: Range<Int>)? { box }

        /// Number of 64-bit words per row of a block map.
        var wordsPerRow: Int { (width + 64 * Self.blockWidth - 1) / (64 * Self.blockWidth) }
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
    ///   - underlay: Base of the animation, the same for all its frames.
    ///   - isStopped: Polled now and then; `true` ends the call with ``APNGError/stopped``.
    /// - Throws: ``APNGError``. The encoder stays usable.
    /// - Complexity: O(pixels in the box), less where blocks are known.
    public func encode(
        _ picture: Picture,
        number: Int,
        delay: Delay,
        upon underlay: Underlay = .nothing,
        unless isStopped: () -> Bool = { false }
    ) throws(APNGError) -> [UInt8] {
        let (width, height) = (picture.width, picture.height)
        try Self.check(picture)
        var part = Part(of: picture, number: number, upon: underlay)
        // Pillow 9 composites indexed frames as if none of their pixels were transparent, and runs of a background are
        // short anyway.
        if isIndexed, part.base != nil { (part.base, part.blocks) = (nil, picture.blocks) }
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
            data.append(part.base == nil ? 0 : 1)  // blend_op: source, over
        }
        let place = number == 0 && !hasPoster ? nil : sequence + 1
        return try deflater.chunk(of: picture, part, after: control.bytes, sequence: place, unless: isStopped).get()
    }

    /// Checks that pixels, block maps and marks have as many entries as the image's size requires.
    private static func check(_ picture: Picture) throws(APNGError) {
        let (width, height) = (picture.width, picture.height)
        let count = width * height
        guard picture.pixels.count == count, width > 0, height > 0 else {
            throw .wrongPixelCount(found: picture.pixels.count, expected: count)
        }
        for blocks in [picture.blocks, picture.groundBlocks] {
            guard let blocks, blocks.count != picture.wordsPerRow * height else { continue }
            throw .wrongPixelCount(found: blocks.count, expected: picture.wordsPerRow * height)
        }
        if let marks = picture.marks, marks.colours.count != count {
            throw .wrongPixelCount(found: marks.colours.count, expected: count)
        }
    }

    /// The region of an image that a frame encodes, and its dispose operation.
    struct Part {
        enum Dispose: UInt8 {
            case none, background, previous
        }

        var box: (x: Range<Int>, y: Range<Int>)
        var blocks: [UInt64]?
        var dispose = Dispose.background
        /// Base frame; pixels equal to it are not encoded. `nil` replaces the canvas.
        var base: FirstFrame?

        /// The whole image.
        init(whole picture: Picture) {
            box = (0..<picture.width, 0..<picture.height)
            blocks = picture.blocks
        }

        init(of picture: Picture, number: Int, upon underlay: Underlay) {
            self.init(whole: picture)
            switch underlay {
            case .nothing where number > 0: box = picture.box ?? (0..<1, 0..<1)  // A frame has at least one pixel.
            case .nothing: break
            case .first where number == 0: dispose = .none
            case .first(let first):
                let difference = first.difference(to: picture)
                dispose = .previous
                box = difference.box ?? (0..<1, 0..<1)
                // Where most pixels differ, the gaps between them cost more than they save.
                guard difference.isOpaque, difference.count < box.x.count * box.y.count / 2 else { return }
                (blocks, base) = (difference.blocks, first)
            }
        }
    }
}

extension FrameDeflater {
    /// Returns `first`, followed by an `IDAT` chunk, or by `fdAT` if there is a sequence number.
    fileprivate func chunk(
        of picture: FrameEncoder.Picture,
        _ part: FrameEncoder.Part,
        after first: [UInt8] = [],
        sequence: UInt32?,
        unless isStopped: () -> Bool
    ) -> Result<[UInt8], APNGError> {
        picture.withSource(part) { source in
            withStream(of: source, unless: isStopped) { packed in
                do throws(APNGError) {
                    let type: StaticString = sequence == nil ? "IDAT" : "fdAT"
                    var bytes = first
                    try bytes.append(chunk: type, reserving: packed.count + 4) { data in
                        if let sequence { data.append(bigEndian: sequence) }
                        data.append(contentsOf: packed)
                    }
                    return .success(bytes)
                } catch {
                    return .failure(error)
                }
            } ?? .failure(.stopped)
        }
    }
}

extension FrameEncoder.Picture {
    /// Runs `body` with the pixels of a part, which must be within the image.
    func withSource<Result>(_ part: FrameEncoder.Part, _ body: (PixelSource) -> Result) -> Result {
        pixels.withUnsafeBufferPointer { pixels in
            (part.blocks ?? []).withUnsafeBufferPointer { words in
                (part.base?.pixels ?? []).withUnsafeBufferPointer { base in
                    guard let start = pixels.baseAddress else { preconditionFailure("a picture without a pixel") }
                    let source = PixelSource(
                        pixels: start,
                        base: part.base == nil ? nil : base.baseAddress,
                        marks: marks?.colours.baseAddress,
                        frame: marks?.frame ?? 0,
                        pixelCount: width * height,
                        rowLength: width,
                        box: part.box,
                        blocks: part.blocks == nil ? nil : words.baseAddress,
                        wordsPerRow: wordsPerRow,
                        isStraight: isStraight
                    )
                    // Keeps the owner of the marks alive during the call.
                    return withExtendedLifetime(marks) { body(source) }
                }
            }
        }
    }
}
