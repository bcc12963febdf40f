extension FrameEncoder {
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

        init(of picture: Picture, number: Int, over baseFrame: BaseFrame) {
            self.init(whole: picture)
            switch baseFrame {
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
