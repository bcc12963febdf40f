import Testing
import TestSupport

@testable import WebP
@testable import WebPLossless

struct RepeatedWebPFramesTests {
    private func frame(_ color: UInt32, milliseconds: Int = 40, isCleared: Bool = true, x: Int = 2) throws -> WebPFrame
    {
        var dice = Dice(UInt64(color))
        let image = ImageKind.noise.image(&dice, width: 9, height: 7)
        let place = WebPFrame.Place(
            x: x,
            y: 4,
            width: 9,
            height: 7,
            milliseconds: milliseconds,
            isCleared: isCleared
        )
        return try WebPFrame(losslessImage: image.encoded(by: LosslessEncoder()), at: place)
    }

    private func replaced(_ frames: [WebPFrame]) -> [WebPFrame] {
        RepeatedWebPFrames.replaced(frames.map(\.bytes)).map(WebPFrame.init(bytes:))
    }

    @Test func `different frames stay as they are`() throws {
        let frames = try [frame(1), frame(2), frame(1), frame(1, x: 4)]
        #expect(replaced(frames) == frames)
        #expect(replaced([]).isEmpty)
    }

    @Test func `a repeated frame stays, and its box is cleared with the last repetition`() throws {
        let frames = try [frame(1), frame(1, milliseconds: 50), frame(1, milliseconds: 60), frame(2)]
        let result = replaced(frames)
        #expect(result.count == 4 && result[3] == frames[3])
        #expect(result.map(\.place.milliseconds) == [40, 50, 60, 40])
        #expect(result.map(\.place.isCleared) == [false, false, true, true])
        #expect(result.map(\.place.isBlended) == [false, true, true, false])
        #expect((result[1].place.width, result[1].place.height) == (1, 1))
        #expect((result[2].place.width, result[2].place.height) == (9, 7))
        #expect(result[1].bytes.count == RepeatedWebPFrames.size)
        #expect(result[2].bytes.count == RepeatedWebPFrames.size)
    }

    @Test func `frames that are never cleared need no box`() throws {
        let frames = try (0..<3).map { _ in try frame(1, isCleared: false) }
        #expect(replaced(frames).dropFirst().allSatisfy { $0.place.width == 1 && !$0.place.isCleared })
    }

    @Test(arguments: [(1, 1), (16_384, 1), (375, 812)])
    func `libwebp reads the transparent image`(_ width: Int, _ height: Int) {
        let image = StraightImage(libwebp: RepeatedWebPFrames.transparent(width, height))
        #expect(image == StraightImage(width, height) { _, _ in 0 })
    }
}
