internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

/// Draws frames of one effect. One for each thread: it reuses its memory.
final class FramePainter {
    private var rasterizer: Rasterizer

    /// - Parameters:
    ///   - keepsMarks: Whether its pictures say of which colours translucent pixels were made.
    ///   - isBare: Whether they leave out the canvas' background.
    init(_ simulation: Simulation, keepsMarks: Bool = false, isBare: Bool = false) {
        let canvas = simulation.spec.canvas
        rasterizer = Rasterizer(
            width: canvas.pixelWidth,
            height: canvas.pixelHeight,
            background: isBare ? .transparent : canvas.background,
            sprites: simulation.sprites,
            keepsMarks: keepsMarks,
            sumsLight: simulation.spec.sumsLight
        )
    }

    /// The picture of `list`. Who still has it when the next one is drawn, has a copy.
    ///
    /// - Throws: ``RenderError``, when `watch` says so.
    func draw(_ list: DrawList, _ watch: RenderWatch) throws(RenderError) -> Bitmap {
        let isDone = watch.times.measure(.raster) { rasterizer.draw(list, unless: { watch.isOver }) }
        if !isDone { try watch.check() }
        return rasterizer.bitmap
    }
}

extension Bitmap {
    /// The smallest box outside of which every pixel is transparent, ground or not; `nil` if that is all of them.
    var boxOfPixels: (x: Range<Int>, y: Range<Int>)? { ground == 0 ? shownBox : (0..<width, 0..<height) }
}

extension FrameEncoder.Picture {
    /// A drawn frame, for the encoder.
    init(_ bitmap: Bitmap) {
        self.init(
            pixels: bitmap.pixels,
            width: bitmap.width,
            height: bitmap.height,
            box: bitmap.shownBox,
            blocks: bitmap.ground == 0 ? bitmap.touchedBlocks : nil,
            groundBlocks: bitmap.touchedBlocks,
            marks: bitmap.inkMarks.map { Marks(colours: $0.colours, of: $0.owner, frame: $0.frame) }
        )
    }
}
