import Testing

@testable import EffectRendering

/// Values handed from the thread of one frame to that of the next.
struct SharedFramesTests {
    @Test func `a frame gets the value of the frame before`() {
        let frames = SharedFrames<String>(most: 1)
        #expect(frames.exchange("zero", number: 0) == nil)
        #expect(frames.exchange("one", number: 1) == "zero")
        #expect(frames.exchange("two", number: 2) == "one")
        // Taken by then.
        #expect(frames.exchange("one", number: 1) == nil)
    }

    @Test func `a value that comes too late is not kept`() {
        let frames = SharedFrames<Int>(most: 3)
        #expect(frames.exchange(5, number: 5) == nil)
        #expect(frames.exchange(4, number: 4) == nil)
        // Frame 4 is not there for another frame 5, but frame 5 is for frame 6.
        #expect(frames.exchange(5, number: 5) == nil)
        #expect(frames.exchange(6, number: 6) == 5)
    }

    @Test func `the earliest frames go first`() {
        let frames = SharedFrames<Int>(most: 2)
        for number in [20, 0, 10] { #expect(frames.exchange(number, number: number) == nil) }
        #expect(frames.exchange(1, number: 1) == nil)
        #expect(frames.exchange(11, number: 11) == 10)
        #expect(frames.exchange(21, number: 21) == 20)
    }

    @Test func `known frames that show nothing are not unknown`() {
        let frames = SharedFrames<Int?>(most: 2)
        _ = frames.exchange(nil, number: 0)
        let before: Int?? = frames.exchange(1, number: 1)
        #expect(before == .some(nil))
    }
}
