import Testing

@testable import EffectRendering

/// Values handed from the thread of one frame to that of the next.
struct SharedFramesTests {
    @Test func `a value is taken once`() {
        let frames = SharedFrames<String>(most: 3)
        frames.share("zero", number: 0)
        frames.share("one", number: 1)
        #expect(frames.take(0) == "zero")
        #expect(frames.take(0) == nil)
        #expect(frames.take(1) == "one")
    }

    @Test func `a value that comes too late is not kept`() {
        let frames = SharedFrames<Int>(most: 3)
        #expect(frames.take(4) == nil)
        frames.share(4, number: 4)
        #expect(frames.take(4) == nil)
    }

    @Test func `the earliest frames go first`() {
        let frames = SharedFrames<Int>(most: 2)
        for number in [3, 1, 2] { frames.share(number, number: number) }
        #expect(frames.take(1) == nil)
        #expect(frames.take(2) == 2)
        #expect(frames.take(3) == 3)
    }

    @Test func `known frames that show nothing are not unknown`() {
        let frames = SharedFrames<Int?>(most: 2)
        frames.share(nil, number: 0)
        let known = frames.take(0)
        #expect(known == .some(nil))
    }
}
