public import Memory

extension FrameEncoder {
    /// An image to encode.
    public struct Picture {
        let pixels: [UInt32]
        let width: Int
        let height: Int
        let box: (x: Range<Int>, y: Range<Int>)?
        let blocks: [UInt64]?
        let isStraight: Bool
        let backgroundBlocks: [UInt64]?
        let straightColors: StraightColors?

        /// Colors that translucent pixels were drawn with: several straight colors share a premultiplied value.
        public struct StraightColors {
            let colors: MemoryView<UInt32>
            let count: Int
            let frame: UInt8
            /// Owner of the colors' memory.
            private let owner: AnyObject

            /// - Parameters:
            ///   - colors: `count` entries, one per pixel: straight R G B from the lowest byte up, and a frame number above.
            ///     An entry is used only if it premultiplies to its pixel.
            ///   - owner: Keeps `colors` alive.
            ///   - frame: Number of the frame whose entries are used.
            public init(_ colors: MemoryView<UInt32>, count: Int, of owner: AnyObject, frame: UInt8) {
                (self.colors, self.count, self.owner, self.frame) = (colors, count, owner, frame)
            }
        }

        /// Pixels per bit of a block map.
        public static let blockWidth = PixelSource.blockWidth

        /// - Parameters:
        ///   - pixels: Pixels, `width × height`, rows top to bottom, R G B A in memory.
        ///   - box: Bounding box outside of which every pixel is transparent; `nil` if all are. The whole canvas is
        ///     always valid.
        ///   - blocks: Block map: as many 64-bit words per row as needed, one bit for every ``blockWidth`` pixels,
        ///     lowest bit first. Where a bit is 0, all pixels of the block are transparent. `nil` if unknown.
        ///   - backgroundBlocks: Block map in which a 0 means that all pixels of the block equal a background shared by all
        ///     frames; `blocks` if `nil`.
        ///   - straightColors: Colors of translucent pixels, where known.
        ///   - isStraight: Whether colors are straight, not premultiplied. Colors of transparent pixels are lost.
        public init(
            pixels: [UInt32],
            width: Int,
            height: Int,
            box: (x: Range<Int>, y: Range<Int>)?,
            blocks: [UInt64]?,
            backgroundBlocks: [UInt64]? = nil,
            straightColors: StraightColors? = nil,
            isStraight: Bool = false
        ) {
            (self.pixels, self.width, self.height, self.box, self.blocks) = (pixels, width, height, box, blocks)
            (self.backgroundBlocks, self.isStraight) = (backgroundBlocks ?? blocks, isStraight)
            self.straightColors = isStraight ? nil : straightColors
        }

        /// Pixels given to ``init(pixels:width:height:box:blocks:backgroundBlocks:straightColors:isStraight:)``.
        package var shownPixels: [UInt32] { pixels }
        /// Bounding box given to the initializer.
        package var shownBox: (x: Range<Int>, y: Range<Int>)? { box }

        /// Number of 64-bit words per row of a block map.
        var wordsPerRow: Int { (width + 64 * Self.blockWidth - 1) / (64 * Self.blockWidth) }
    }
}

extension FrameEncoder.Picture {
    /// Runs `body` with the pixels of a part, which must be within the image.
    func withSource<Result>(_ part: FrameEncoder.Part, _ body: (PixelSource) -> Result) -> Result {
        pixels.withMemory { pixels in
            (part.blocks ?? []).withMemory { words in
                (part.base?.pixels ?? []).withMemory { base in
                    let source = PixelSource(
                        pixels: pixels,
                        base: part.base == nil ? nil : base,
                        straightColors: straightColors?.colors,
                        frame: straightColors?.frame ?? 0,
                        pixelCount: width * height,
                        rowLength: width,
                        box: part.box,
                        blocks: part.blocks == nil ? nil : words,
                        wordsPerRow: wordsPerRow,
                        isStraight: isStraight
                    )
                    // Keeps the owner of the colors alive during the call.
                    return withExtendedLifetime(straightColors) { body(source) }
                }
            }
        }
    }
}
