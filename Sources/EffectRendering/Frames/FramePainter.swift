internal import APNG
internal import EffectModel
internal import EffectSimulation
internal import SoftwareRaster

/// Draws frames of one effect. Reuses its memory, so each thread needs its own.
final class FramePainter {
    /// Canvases that take turns.
    private var rasterizers: [Rasterizer]
    private var turn = 0
    private let simulation: Simulation

    /// - Parameters:
    ///   - recordsStraightColors: Whether bitmaps record the straight colors from which translucent pixels were made.
    ///   - isBare: Whether to leave out the canvas background.
    ///   - keepsLast: Whether a bitmap is still needed while the next one is drawn: two canvases take turns.
    init(
        _ simulation: Simulation,
        recordsStraightColors: Bool = false,
        isBare: Bool = false,
        keepsLast: Bool = false
    ) {
        self.simulation = simulation
        let canvas = simulation.spec.canvas
        rasterizers = (0..<(keepsLast ? 2 : 1)).map { _ in
            Rasterizer(
                width: canvas.pixelWidth,
                height: canvas.pixelHeight,
                background: isBare ? .transparent : canvas.background,
                ground: simulation.ground,
                sprites: simulation.sprites,
                recordsStraightColors: recordsStraightColors,
                sumsLight: simulation.spec.sumsLight
            )
        }
    }

    /// Draws `list`, and with a shutter the moments after it. A bitmap still referenced when its canvas is drawn on again is
    /// copied.
    ///
    /// - Parameter later: Draw list of a later moment; `nil` takes it from the painter's simulation. Moments are made one
    ///   at a time, so that few of a crowd's items are in memory.
    /// - Throws: ``RenderError`` when `watch` cancels or times out.
    func draw(
        _ list: DrawList,
        _ watch: RenderContext,
        later: ((Double) -> DrawList)? = nil
    ) throws(RenderError) -> Bitmap {
        turn = (turn + 1) % rasterizers.count
        let times = simulation.spec.timing.furtherTimes(of: list.time)
        guard !times.isEmpty else {
            let isDone = watch.times.measure(.raster) { rasterizers[turn].draw(list, unless: { watch.isOver }) }
            if !isDone { try watch.check() }
            return rasterizers[turn].bitmap
        }
        var moment = list
        for number in 0...times.count {
            if number > 0 {
                let time = times[number - 1]
                moment = watch.times.measure(.simulation) { later?(time) ?? simulation.drawList(at: time) }
            }
            let isDone = watch.times.measure(.raster) { rasterizers[turn].expose(moment, unless: { watch.isOver }) }
            if !isDone {
                try watch.check()
                return rasterizers[turn].bitmap
            }
        }
        watch.times.measure(.raster) { rasterizers[turn].develop() }
        return rasterizers[turn].bitmap
    }
}

extension Bitmap {
    /// The smallest box outside of which every pixel is transparent; with a background, the whole canvas. `nil` if all
    /// pixels are transparent.
    var boxOfPixels: (x: Range<Int>, y: Range<Int>)? { backgroundColor == 0 ? shownBox : (0..<width, 0..<height) }
}

extension FrameEncoder.Picture {
    /// A drawn frame as the encoder's input.
    init(_ bitmap: Bitmap) {
        self.init(
            pixels: bitmap.pixels,
            width: bitmap.width,
            height: bitmap.height,
            box: bitmap.shownBox,
            blocks: bitmap.backgroundColor == 0 ? bitmap.touchedBlocks : nil,
            backgroundBlocks: bitmap.touchedBlocks,
            straightColors: bitmap.inkMarks.map {
                StraightColors($0.colors, count: $0.count, of: $0.owner, frame: $0.frame)
            }
        )
    }
}

extension EarlierFrame {
    /// A drawn frame that later ones are compared with.
    convenience init(_ bitmap: Bitmap) { self.init(pixels: bitmap.pixels, blocks: bitmap.touchedBlocks) }
}
