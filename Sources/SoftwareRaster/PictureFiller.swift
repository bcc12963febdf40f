internal import EffectModel

/// Draws pictures: stretched, turned and sheared as their matrix says, their box antialiased once.
struct PictureFiller {
    private var boxes = BoxFiller()
    private let upright: UprightPicture?

    /// - Parameter upright: Draws what it can; `nil` leaves all to the ways that draw anything.
    init(_ upright: UprightPicture? = UprightPicture()) { self.upright = upright }

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that it covers).
    mutating func draw(_ shape: PictureShape, _ item: DrawList.Item, _ blend: DrawList.Blend, on target: inout Bitmap) {
        let placement = Placement(item)
        guard let box = boxes.place(placement, size: shape.size, on: target) else { return }
        let ink = Ink(item.color)
        guard ink.solid != 0, let sampler = PictureSampler(shape, at: placement) else { return }
        shape.sizes[sampler.index].withReadable { size in
            if sampler.isNearest {
                fill(box, NearestReader(sampler.near, size), ink, blend, on: &target)
                return
            }
            let near = LinearReader(sampler.near, size)
            guard let far = sampler.far else {
                if upright?.draw(size, sampler.near, in: box, ink, blend, on: &target) == true { return }
                return fill(box, near, ink, blend, on: &target)
            }
            shape.sizes[sampler.index + 1].withReadable { size in
                let reader = TrilinearReader(
                    near: near,
                    far: LinearReader(far.lattice, size),
                    weight: far.weight
                )
                fill(box, reader, ink, blend, on: &target)
            }
        }
    }

    @inline(__always)
    private mutating func fill(
        _ box: BoxFiller.Box,
        _ reader: some PictureReader,
        _ ink: Ink,
        _ blend: DrawList.Blend,
        on target: inout Bitmap
    ) {
        boxes.forEachWindow(box, on: &target) { window, surface in
            switch blend {
            case .normal: window.fill(reader, ink, PictureOver(), onto: &surface)
            case .add: window.fill(reader, ink, PictureSum(), onto: &surface)
            case .screen, .maximum: window.fill(reader, ink, PictureBlend(blend: blend), onto: &surface)
            }
        }
    }
}

/// What becomes of pixels under a picture.
protocol PicturePainter {
    /// Whether opaque pixels replace what is below them.
    static var replaces: Bool { get }
    /// Four pixels; those under clear ones stay.
    func painted(_ pixels: SIMD4<UInt32>, _ source: SIMD4<UInt32>) -> SIMD4<UInt32>
}

struct PictureOver: PicturePainter {
    @inline(__always)
    static var replaces: Bool { true }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ source: SIMD4<UInt32>) -> SIMD4<UInt32> {
        PixelBlock(source).over(PixelBlock(pixels)).pixels
    }
}

struct PictureSum: PicturePainter {
    @inline(__always)
    static var replaces: Bool { false }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ source: SIMD4<UInt32>) -> SIMD4<UInt32> { PixelBlock.sum(source, pixels) }
}

struct PictureBlend: PicturePainter {
    let blend: DrawList.Blend

    @inline(__always)
    static var replaces: Bool { false }

    @inline(__always)
    func painted(_ pixels: SIMD4<UInt32>, _ source: SIMD4<UInt32>) -> SIMD4<UInt32> {
        PixelBlock(source).blended(PixelBlock(pixels), blend).pixels
    }
}
