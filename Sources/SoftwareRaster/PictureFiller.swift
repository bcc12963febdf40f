internal import EffectModel

/// Draws images, transformed by their matrix, with an antialiased box.
struct PictureFiller {
    private var boxes = BoxFiller()
    private let upright: UprightPicture?

    /// - Parameter upright: Fast path for upright images; `nil` draws all images by the general path.
    init(_ upright: UprightPicture? = UprightPicture()) { self.upright = upright }

    /// Draws one item.
    ///
    /// - Complexity: O(pixels of the canvas that the item covers).
    mutating func draw<Target: DrawingTarget>(
        _ shape: PictureShape,
        item: DrawList.Item,
        blend: DrawList.Blend,
        on target: inout Target
    ) {
        let placement = Placement(item)
        guard let box = boxes.place(placement, size: shape.size, on: target) else { return }
        let ink = Ink(item.color)
        guard Target.Format.isSeen(ink), let sampler = PictureSampler(shape, at: placement) else { return }
        shape.sizes[sampler.index].withReadable { size in
            switch sampler.reading {
            case .nearest: fill(box, reader: NearestReader(sampler.near, size), ink: ink, blend: blend, on: &target)
            case .linear:
                if upright?.draw(size, lattice: sampler.near, in: box, ink: ink, blend: blend, on: &target) == true {
                    return
                }
                fill(box, reader: LinearReader(sampler.near, size), ink: ink, blend: blend, on: &target)
            case .area(let places):
                if upright?.draw(
                    size,
                    lattice: sampler.near,
                    places: places,
                    in: box,
                    ink: ink,
                    blend: blend,
                    on: &target
                ) == true {
                    return
                }
                fill(
                    box,
                    reader: AreaReader(sampler.near, size: size, places: places),
                    ink: ink,
                    blend: blend,
                    on: &target
                )
            case .trilinear(let far, let weight):
                let near = LinearReader(sampler.near, size)
                shape.sizes[sampler.index + 1].withReadable { size in
                    let reader = TrilinearReader(near: near, far: LinearReader(far, size), weight: weight)
                    fill(box, reader: reader, ink: ink, blend: blend, on: &target)
                }
            }
        }
    }

    @inline(__always)
    private mutating func fill<Target: DrawingTarget>(
        _ box: BoxFiller.Box,
        reader: some PictureReader,
        ink: Ink,
        blend: DrawList.Blend,
        on target: inout Target
    ) {
        boxes.forEachWindow(box, on: &target) { window, surface in
            switch blend {
            case .normal: window.fill(reader, ink: ink, blender: OverBlender<Target.Format>(), onto: &surface)
            case .add: window.fill(reader, ink: ink, blender: SumBlender<Target.Format>(), onto: &surface)
            case .screen, .maximum:
                window.fill(reader, ink: ink, blender: AnyBlender<Target.Format>(blend: blend), onto: &surface)
            }
        }
    }
}
