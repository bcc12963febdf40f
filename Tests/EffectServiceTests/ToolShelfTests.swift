import Testing
@testable import EffectRendering

@testable import EffectService

/// What is drawn with, between the parts of animations.
struct ToolShelfTests {
    @Test func `those that were put there first give way`() {
        let shelf = FrameWorkerCache(most: 100)
        let all = (0..<4).map { _ in Animation.Tools() }
        for tools in all { shelf.keep(tools, bytes: 40) }
        // Two have room; who takes one out leaves a place.
        #expect(shelf.count == 2)
        shelf.take(all[3])
        #expect(shelf.count == 1)
        shelf.keep(all[0], bytes: 60)
        #expect(shelf.count == 2)
        // Once more is no second place.
        shelf.keep(all[0], bytes: 60)
        #expect(shelf.count == 2)
        shelf.keep(all[1], bytes: 101)
        #expect(shelf.count == 0)
    }

    @Test func `it keeps nothing alive`() {
        let shelf = FrameWorkerCache(most: 100)
        var tools: Animation.Tools? = Animation.Tools()
        if let tools { shelf.keep(tools, bytes: 1) }
        weak let old = tools
        tools = nil
        #expect(old == nil)
        shelf.keep(Animation.Tools(), bytes: 1)
        #expect(shelf.count == 1)
    }
}
