public import EffectCoding
public import EffectCost
public import EffectModel

/// The layout of a sprite sheet: row by row, with the number of columns that makes the sheet closest to a square.
public struct SheetLayout: Sendable, Equatable {
    /// Frames per row.
    public let columns: Int
    /// Number of rows. The last one may have fewer frames.
    public let rows: Int
    package let spec: EffectSpec

    /// Width of one frame in pixels.
    var frameWidth: Int { spec.canvas.pixelWidth }
    var frameHeight: Int { spec.canvas.pixelHeight }
    package var frameCount: Int { spec.timing.frameCount }

    /// - Throws: ``SpecError`` for a sheet with more pixels than ``RenderLimits/maximumStripPixels``, since all of them
    ///   are in memory at once, and for a spec with a byte budget, which could remove frames that the atlas lists.
    public init(_ spec: EffectSpec, limits: RenderLimits) throws(SpecError) {
        let (width, height) = (spec.canvas.pixelWidth, spec.canvas.pixelHeight)
        let count = spec.timing.frameCount
        let columns =
            (1...count).min { a, b in
                max(a * width, (count + a - 1) / a * height) < max(b * width, (count + b - 1) / b * height)
            } ?? 1
        self.spec = spec
        self.columns = columns
        rows = (count + columns - 1) / columns
        var faults: [SpecFault] = []
        let pixels = columns * width * rows * height
        if pixels > limits.maximumStripPixels {
            let found = "\(pixels) pixels in a sheet of \(count) frames"
            faults.append(
                SpecFault(
                    .tooMuch,
                    at: "/canvas",
                    found: found,
                    allowed:
                        "at most \(limits.maximumStripPixels): a smaller canvas, fewer frames per second or a shorter duration"
                )
            )
        }
        if spec.output.maxBytes != nil {
            let fault = SpecFault(
                .conflict,
                at: "/output/maxBytes",
                found: "a byte budget for a sprite sheet",
                allowed: "no byte budget"
            )
            faults.append(fault)
        }
        if !faults.isEmpty { throw SpecError(faults) }
    }

    /// The snapshot that renders the sheet's image.
    public var snapshot: Snapshot { .sheet(columns: columns) }

    /// The upper-left corner of a frame, in pixels.
    package func place(of frame: Int) -> (x: Int, y: Int) {
        (frame % columns * frameWidth, frame / columns * frameHeight)
    }

    /// Duration of a frame in milliseconds.
    package func milliseconds(of frame: Int) -> Int {
        FrameClock(spec.timing, stepsPerSecond: 1000, frameCount: frameCount).duration(of: frame)
    }
}
