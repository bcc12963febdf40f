extension FrameEncoder {
    /// The region of an image that a frame encodes, and how it is composited.
    struct Part {
        enum Dispose: UInt8 {
            case none, background, previous
        }

        var box: (x: Range<Int>, y: Range<Int>)
        var blocks: [UInt64]?
        var dispose = Dispose.background
        /// Whether transparent pixels keep what is below them.
        var isBlended = false
        /// Base frame whose equal pixels count as transparent; `nil` encodes all pixels.
        var base: EarlierFrame?

        /// The whole image.
        init(whole picture: Picture) {
            box = (0..<picture.width, 0..<picture.height)
            blocks = picture.blocks
        }

        /// The part of a frame that differs from its base.
        ///
        /// - Parameter isIndexed: Whether the file has a palette: over the first frame, and where not all pixels are opaque,
        ///   those of the box that equal the base are encoded, too.
        init(of picture: Picture, number: Int, over baseFrame: BaseFrame, isIndexed: Bool) {
            self.init(whole: picture)
            dispose = baseFrame.dispose(of: number)
            guard number > 0 else { return }
            guard let earlier = baseFrame.earlier else {
                if case .nothing = baseFrame { box = picture.box ?? Self.onePixel }
                return
            }
            let difference = earlier.difference(to: picture)
            box = difference.box ?? Self.onePixel
            // Where most pixels differ, the gaps between them cost more than they save.
            guard !isIndexed, difference.isOpaque, difference.count < box.x.count * box.y.count / 2 else { return }
            (isBlended, blocks, base) = (true, difference.blocks, earlier)
        }

        /// A difference that is drawn over the base.
        init(_ difference: EarlierFrame.Difference, number: Int, over baseFrame: BaseFrame) {
            box = difference.box ?? Self.onePixel
            (blocks, isBlended, dispose) = (difference.blocks, true, baseFrame.dispose(of: number))
        }

        /// Box of a frame that shows nothing new: a frame has at least one pixel.
        private static var onePixel: (x: Range<Int>, y: Range<Int>) { (0..<1, 0..<1) }
    }
}

extension BaseFrame {
    /// The frame that later ones are compared with.
    fileprivate var earlier: EarlierFrame? {
        switch self {
        case .nothing: nil
        case .first(let first): first
        case .previous(let before): before
        }
    }

    /// Dispose operation of a frame.
    fileprivate func dispose(of number: Int) -> FrameEncoder.Part.Dispose {
        switch self {
        case .nothing: .background
        case .first: number == 0 ? .none : .previous
        case .previous: .none
        }
    }
}
