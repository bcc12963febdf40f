internal import EffectModel

/// Fills polygons whose corners are known.
struct PolygonFiller {
    private var mask = CoverageMask()

    /// How a shape is filled.
    struct Paint {
        let ink: Ink
        let isEvenOdd: Bool
        let blend: DrawList.Blend
    }

    /// A part of the canvas.
    struct PixelBox {
        let left: Int
        let top: Int
        let right: Int
        let bottom: Int
    }

    /// Fills what lies in `box`, which must lie on the canvas, window by window, each with the lines that `addLines` adds.
    @inline(__always)
    mutating func fill(_ box: PixelBox, _ paint: Paint, on target: inout Bitmap, _ addLines: (CoverageWindow) -> Void) {
        let width = box.right - box.left
        guard width > 0, box.top < box.bottom else { return }
        let rowsAtOnce = CoverageMask.rows(of: width)
        target.withSurface { surface in
            var top = box.top
            while top < box.bottom {
                let rows = min(rowsAtOnce, box.bottom - top)
                mask.withWindow(left: box.left, top: top, width: width, rows: rows) { window in
                    addLines(window)
                    switch paint.blend {
                    case .normal:
                        window.sweep(OverPainter(paint.ink), evenOdd: paint.isEvenOdd, onto: &surface)
                    case .add:
                        window.sweep(SumPainter(paint.ink), evenOdd: paint.isEvenOdd, onto: &surface)
                    case .screen, .maximum:
                        let painter = BlendPainter(ink: paint.ink, blend: paint.blend)
                        window.sweep(painter, evenOdd: paint.isEvenOdd, onto: &surface)
                    }
                }
                top += rows
            }
        }
    }
}
