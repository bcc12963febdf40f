import Testing
@testable import EffectRendering

@testable import EffectService

/// Cache of frame workers between the parts of animations.
struct ToolShelfTests {
<<<<<<< HEAD
    @Test func `those that were put there first give way`() {
        let shelf = FrameWorkerCache(most: 100)
=======
    @Test func `the oldest workers are evicted first`() {
        let shelf = ToolShelf(most: 100)
>>>>>>> e30fffb222b7d2d3c8a03126131149261882ad89
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

<<<<<<< HEAD
    @Test func `it keeps nothing alive`() {
        let shelf = FrameWorkerCache(most: 100)
=======
    @Test func `the cache holds workers weakly`() {
        let shelf = ToolShelf(most: 100)
>>>>>>> e30fffb222b7d2d3c8a03126131149261882ad89
        var tools: FrameWorkers? = FrameWorkers()
        if let tools { shelf.keep(tools, bytes: 1) }
        weak let old = tools
        tools = nil
        #expect(old == nil)
        shelf.keep(FrameWorkers(), bytes: 1)
        #expect(shelf.count == 1)
    }
}
