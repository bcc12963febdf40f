/// Turns pictures into the chunks of animation frames. One for each thread: it reuses its memory.
///
/// Each frame is a function of its own picture and of what all are put upon. Upon nothing, it is cropped to what it shows and
/// cleared away afterwards (`dispose_op` background, `blend_op` source). Upon the first frame, it is cropped to what
/// differs, and what was there comes back (`dispose_op` previous); if all that differs is opaque, only that is said
/// (`blend_op` over, which some decoders do well on opaque pixels only).
///
/// - Source: PNG Specification, Third Edition, §11.3.6.2 (`fcTL`), §11.3.6.3 (`fdAT`).
public final class FrameEncoder {
    private let deflater: FrameDeflater
    private let isIndexed: Bool
    private let hasPoster: Bool

    /// - Parameters:
    ///   - effort: How small the frames become.
    ///   - palette: The file's, if it has one: each pixel becomes the nearest of its colours.
    ///   - hasPoster: Whether a picture of its own stands before the frames.
    public init(effort: Effort = .balanced, palette: Palette? = nil, hasPoster: Bool = false) {
        self.hasPoster = hasPoster
        deflater = FrameDeflater(effort, palette)
        isIndexed = palette != nil
    }

    /// A picture to encode.
    public struct Picture {
        let pixels: [UInt32]
        let width: Int
        let height: Int
        let box: (x: Range<Int>, y: Range<Int>)?
        let blocks: [UInt64]?
        let isStraight: Bool
        let groundBlocks: [UInt64]?
        let marks: Marks?

        /// Which colours translucent pixels were made of: premultiplied, several give the same.
        public struct Marks {
            let colours: UnsafeBufferPointer<UInt32>
            let frame: UInt8
            /// Keeps the colours where they are.
            private let owner: AnyObject

            /// - Parameters:
            ///   - colours: As many as there are pixels: straight R G B from the lowest byte up, and a frame's number above it.
            ///     They are only believed of pixels that are what becomes of them.
            ///   - owner: As long as it is there, they are.
            ///   - frame: Of which those are that count.
            public init(colours: UnsafeBufferPointer<UInt32>, of owner: AnyObject, frame: UInt8) {
                (self.colours, self.owner, self.frame) = (colours, owner, frame)
            }
        }

        /// Pixels for each bit of the blocks.
        public static let blockWidth = 16

        /// - Parameters:
        ///   - pixels: `width × height`, rows top to bottom, R G B A in memory.
        ///   - box: Outside of it every pixel is transparent; `nil` if all are. The whole canvas is always right.
        ///   - blocks: For each row so many words of 64 bits as it takes, a bit for every ``blockWidth`` pixels, from the
        ///     lowest one up: where it is 0, all of them are transparent. `nil` if that is not known.
        ///   - groundBlocks: The same where a 0 says that all of them are of a ground that all frames share.
        ///   - marks: Colours of translucent pixels, where they are known.
        ///   - isStraight: Whether colours are as they are, not premultiplied. Those of transparent pixels are lost.
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

        /// ``init(pixels:width:height:box:blocks:groundBlocks:marks:isStraight:)``'s.
        package var shownPixels: [UInt32] { pixels }
        /// Likewise.
        package var shownBox: (x: Range<Int>, y: Range<Int>)? { box }

        /// Words for a row.
        var wordsPerRow: Int { (width + 64 * Self.blockWidth - 1) / (64 * Self.blockWidth) }
    }

    /// The chunk of a picture that is no frame: what shows who does not know how to animate.
    ///
    /// - Parameter isStopped: Asked now and then; when it says yes, there is no chunk.
    /// - Throws: ``APNGError``.
    /// - Source: PNG Specification, Third Edition, §4.3 (static image).
    public func poster(_ picture: Picture, unless isStopped: () -> Bool = { false }) throws(APNGError) -> [UInt8] {
        try Self.check(picture)
        return try deflater.chunk(of: picture, Part(whole: picture), sequence: nil, unless: isStopped).get()
    }

    /// The chunks of one frame: `fcTL`, and `IDAT` or `fdAT`.
    ///
    /// - Parameters:
    ///   - number: From 0. It decides the sequence numbers: each frame takes two, but frame 0 one where it is no `fdAT`.
    ///   - underlay: The same for all frames of an animation.
    ///   - isStopped: Asked now and then; when it says yes, there is no frame.
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
        // Pillow 9 puts indexed frames over others as if nothing in them were transparent; and runs of a ground are short.
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

    /// Whether there is as much of all as the picture's size says.
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

    /// What of a picture a frame says, and what becomes of it afterwards.
    struct Part {
        enum Dispose: UInt8 {
            case none, background, previous
        }

        var box: (x: Range<Int>, y: Range<Int>)
        var blocks: [UInt64]?
        var dispose = Dispose.background
        /// What is not said where it is the same.
        var base: FirstFrame?

        /// All of it.
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
                // Where most differs, gaps between it cost more than they save.
                guard difference.isOpaque, difference.count < box.x.count * box.y.count / 2 else { return }
                (blocks, base) = (difference.blocks, first)
            }
        }
    }
}

extension FrameDeflater {
    /// `IDAT`, or `fdAT` if there is a sequence number, behind what stands before it.
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
    /// A part, which lies in the picture.
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
                    // The marks stay until the picture goes.
                    return withExtendedLifetime(marks) { body(source) }
                }
            }
        }
    }
}
