/// Opens windows on the canvas for polygons with known corners.
struct PolygonFiller {
    private var mask = CoverageMask()

    /// A rectangle of canvas pixels.
    struct PixelBox {
        let left: Int
        let top: Int
        let right: Int
        let bottom: Int
    }

    /// Bounding box of positions in 1/256 pixel.
    struct FixedBox {
        private var low = SIMD2(Int.max, Int.max)
        private var high = SIMD2(Int.min, Int.min)

        /// Creates an empty box.
        init() {}

        /// Creates a box from its two corners.
        @inline(__always)
        init(low: SIMD2<Int>, high: SIMD2<Int>) {
            (self.low, self.high) = (low, high)
        }

        @inline(__always)
        mutating func add(_ place: SIMD2<Int>) {
            low = SIMD2(min(low.x, place.x), min(low.y, place.y))
            high = SIMD2(max(high.x, place.x), max(high.y, place.y))
        }

        /// Whether the whole box is within `width` × `height` pixels.
        @inline(__always)
        func isInside(width: Int, height: Int) -> Bool {
            low.x >= 0 && low.y >= 0 && high.x <= width &<< 8 && high.y <= height &<< 8
        }

        /// Pixels that the box touches, clipped to the canvas; `nil` if the box is empty.
        @inline(__always)
        func pixels(on target: some DrawingTarget) -> PixelBox? {
            guard low.x <= high.x else { return nil }
            return PixelBox(
                left: max(0, low.x >> 8),
                top: max(0, low.y >> 8),
                right: min(target.width, (high.x + 255) >> 8),
                bottom: min(target.height, (high.y + 255) >> 8)
            )
        }
    }

    /// Covers `box`, which must be on the canvas, with windows, one after another. `body` must add the same lines to
    /// each window, and sweep it.
    @inline(__always)
    mutating func forEachWindow<Target: DrawingTarget>(
        _ box: PixelBox,
        on target: inout Target,
        _ body: (CoverageWindow, inout Surface<Target.Format>) -> Void
    ) {
        let width = box.right - box.left
        guard width > 0, box.top < box.bottom else { return }
        let rowsAtOnce = CoverageMask.rows(of: width)
        target.withSurface { surface in
            var top = box.top
            while top < box.bottom {
                let rows = min(rowsAtOnce, box.bottom - top)
                mask.withWindow(left: box.left, top: top, width: width, rows: rows) { body($0, &surface) }
                top += rows
            }
        }
    }
}
