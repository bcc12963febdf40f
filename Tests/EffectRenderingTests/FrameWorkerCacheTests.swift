import Testing
@testable import EffectRendering

/// Cache of frame workers between the parts of animations.
struct ToolShelfTests {
    @Test func `the oldest workers are evicted first`() {
        let shelf = FrameWorkerCache(most: 100)
        let all = (0..<4).map { _ in FrameWorkers() }
        for tools in all { shelf.keep(tools, bytes: 40) }
        // Two fit; taking one releases its room.
        #expect(shelf.count == 2)
        shelf.take(all[3])
        #expect(shelf.count == 1)
        shelf.keep(all[0], bytes: 60)
        #expect(shelf.count == 2)
        // Workers that are kept twice count once.
        shelf.keep(all[0], bytes: 60)
        #expect(shelf.count == 2)
        shelf.keep(all[1], bytes: 101)
        #expect(shelf.count == 0)
    }

    @Test func `the cache holds workers weakly`() {
        let shelf = FrameWorkerCache(most: 100)
        var tools: FrameWorkers? = FrameWorkers()
        if let tools { shelf.keep(tools, bytes: 1) }
        weak let old = tools
        tools = nil
        #expect(old == nil)
        shelf.keep(FrameWorkers(), bytes: 1)
        #expect(shelf.count == 1)
    }
}
