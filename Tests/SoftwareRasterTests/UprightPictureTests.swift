import EffectModel
import TestSupport
import Testing

@testable import SoftwareRaster

/// The fast path for axis-aligned pictures, compared bit by bit with the general path for every instruction set.
struct UprightPictureTests {
    @Test(arguments: Kernels.all, UInt64(0)..<300)
    func `the fast path for axis-aligned pictures equals the general path`(_ kernels: Kernels, _ seed: UInt64) throws {
        var dice = Dice(seed)
        let isWide = seed % 20 == 0
        let size = (
            isWide ? dice.whole(200...300) : dice.pick([1, 2, dice.whole(1...40)]),
            dice.pick([1, 2, dice.whole(1...40)])
        )
        let picture = dice.picture(size.0, size.1, opaque: seed % 2 == 0)
        let part = dice.pick([.whole, .whole, UnitRectangle(origin: SIMD2(0.25, 0.5), size: SIMD2(0.5, 0.25))])
        let filter = dice.pick([Sprite.Sampling.Filter.linear, .linear, .linear, .nearest, .trilinear])
        let sprite = try Canvases.sprite(picture, part: part, Canvases.sampling(filter))
        let shape = try #require(PictureShape(sprite))
        let (width, height) = (isWide ? dice.whole(280...700) : dice.whole(1...90), dice.whole(1...40))
        let recordsStraightColors = dice.whole(0...3) == 0
        let backgroundColor: UInt32 = dice.pick([0, 0, 0x8040_2010, 0xFF20_4060])
        var fast = Bitmap(
            width: width,
            height: height,
            backgroundColor: backgroundColor,
            recordsStraightColors: recordsStraightColors
        )
        var slow = fast
        var (filler, general) = (PictureFiller(UprightPicture(RasterKernels(kernels.loops))), PictureFiller(nil))
        let blend = dice.pick(DrawList.Blend.allCases)
        for _ in 0..<dice.whole(1...4) {
            let scale = dice.pick([
                SIMD2(1, 1), SIMD2(dice.number(0.05...4), dice.number(-4...4)), SIMD2(dice.number(-3...3), 1),
                SIMD2(dice.number(-40...40), dice.number(-40...40)),
            ])
            let middle = SIMD2(dice.number(-12...Double(width) + 12), dice.number(-12...Double(height) + 12))
            let item = Canvases.item(
                at: dice.pick([middle, middle.rounded(.down), (middle * 256).rounded(.down) / 256, middle * 1e6]),
                scale: scale,
                color: dice.pick([SIMD4(1, 1, 1, 1), SIMD4(dice.unit(), dice.unit(), dice.unit(), dice.unit())])
            )
            filler.draw(shape, item: item, blend: blend, on: &fast)
            general.draw(shape, item: item, blend: blend, on: &slow)
        }
        let isSame = fast.pixels == slow.pixels
        #expect(isSame, "\(size), \(width) × \(height)")
        // The bitmap knows its touched pixels and can be cleared.
        fast.clear()
        let isClear = fast.pixels.allSatisfy { $0 == backgroundColor }
        #expect(isClear)
    }

    /// Guards the comparison of paths, which could otherwise compare the general path with itself.
    @Test(arguments: [(0.0, 0.0, true), (0.1, 0, false), (0, 0.2, false)])
    func `a rotated or sheared picture does not take the fast path`(_ turn: Double, _ skew: Double, _ isTaken: Bool)
        throws
    {
        var dice = Dice(3)
        let sprite = try Canvases.sprite(dice.picture(20, 20))
        let shape = try #require(PictureShape(sprite))
        for (place, isRoomy) in [(SIMD2(30.0, 30), true), (SIMD2(95, 95), false)] {
            var canvas = Bitmap(width: 100, height: 100)
            let placement = Placement(Canvases.item(at: place, scale: SIMD2(1.5, 1.25), skew: skew, rotation: turn))
            var boxes = BoxFiller()
            let placed = boxes.place(placement, size: shape.size, on: canvas)
            let box = try #require(placed)
            let sampler = try #require(PictureSampler(shape, at: placement))
            var isDone = false
            shape.sizes[sampler.index].withReadable { size in
                isDone = UprightPicture().draw(
                    size,
                    lattice: sampler.near,
                    in: box,
                    ink: .white,
                    blend: .normal,
                    on: &canvas
                )
            }
            // Needs room behind the last pixel it writes, so it fails near the canvas's end.
            #expect(isDone == (isTaken && isRoomy))
            #expect((canvas.shownBox != nil) == isDone)
        }
    }
}
