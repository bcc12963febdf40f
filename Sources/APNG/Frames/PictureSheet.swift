/// Images in rows, copied into one image as they come, so that none of them needs to be kept.
public struct PictureSheet: Sendable {
    private let width: Int
    private let rowHeight: Int
    private var pixels: [UInt32]
    private var isStraight = false
    /// Place of the next image: pixels from the left, and number of the row.
    private var next = (x: 0, row: 0)

    /// An empty sheet: all transparent.
    ///
    /// - Parameters:
    ///   - width: Pixels of a row.
    ///   - rowHeight: Pixels of an image from top to bottom.
    ///   - rowCount: Rows of images.
    /// - Throws: ``APNGError/size(width:height:)`` for a sheet that a PNG cannot hold.
    public init(width: Int, rowHeight: Int, rowCount: Int) throws(APNGError) {
        _ = try PNGHeader(width: width, height: rowHeight * rowCount)
        (self.width, self.rowHeight) = (width, rowHeight)
        pixels = [UInt32](repeating: 0, count: width * rowHeight * rowCount)
    }

    /// Places an image right of the last one, or at the start of the next row once a row is full.
    ///
    /// - Parameter picture: Premultiplied or straight, as the first one was. The bounding box is ignored.
    /// - Throws: ``APNGError/wrongPixelCount(found:expected:)`` for an image that does not fit.
    public mutating func append(_ picture: FrameEncoder.Picture) throws(APNGError) {
        try picture.check(height: rowHeight)
        if next.x == width { next = (0, next.row + 1) }
        let room = width - next.x
        guard picture.width <= room, (next.row + 1) * rowHeight * width <= pixels.count else {
            throw .wrongPixelCount(found: picture.pixels.count, expected: room * rowHeight)
        }
        isStraight = picture.isStraight
        for y in 0..<rowHeight {
            let start = (next.row * rowHeight + y) * width + next.x
            pixels.replaceSubrange(
                start..<start + picture.width,
                with: picture.pixels[y * picture.width..<(y + 1) * picture.width]
            )
        }
        next.x += picture.width
    }

    /// The image as a whole.
    var whole: FrameEncoder.Picture {
        FrameEncoder.Picture(
            pixels: pixels,
            width: width,
            height: width > 0 ? pixels.count / width : 0,
            box: nil,
            blocks: nil,
            isStraight: isStraight
        )
    }
}

extension FrameEncoder.Picture {
    /// Throws if the image is not `height` pixels high, or has not as many pixels as its size says.
    func check(height: Int) throws(APNGError) {
        guard pixels.count == width * height, self.height == height else {
            throw .wrongPixelCount(found: pixels.count, expected: width * height)
        }
    }
}
