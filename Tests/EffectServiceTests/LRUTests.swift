import Testing

@testable import EffectService

/// Retention and eviction of cache entries.
struct LRUTests {
    @Test func `the least recently used value is evicted`() {
        var cache = LRU<Int>(capacity: 30)
        func insert(_ value: Int, size: Int, for name: String) -> Bool { cache.insert(value, size: size, for: name) }
        func value(_ name: String) -> Int? { cache.value(name) }
        for number in 1...3 { #expect(insert(number, size: 10, for: "\(number)")) }
        #expect(value("1") == 1)
        // The first insertion of a new name into a full cache only registers it.
        #expect(!insert(4, size: 10, for: "4") && value("4") == nil && cache.count == 3)
        #expect(insert(4, size: 10, for: "4"))
        #expect(value("2") == nil && value("1") == 1 && value("3") == 3 && value("4") == 4)
        #expect(cache.size == 30 && cache.evictions == 1)
        // A new value replaces the old one of the same name.
        #expect(insert(5, size: 5, for: "1") && value("1") == 5 && cache.size == 25)
        #expect(!insert(6, size: 31, for: "6"))
    }

    @Test func `a flood of names used once evicts nothing`() {
        var cache = LRU<Int>(capacity: 1000)
        for number in 0..<100 { cache.insert(number, size: 10, for: "kept \(number)") }
        for number in 0..<100_000 { cache.insert(number, size: 10, for: "flood \(number)") }
        for number in 0..<100 {
            let value = cache.value("kept \(number)")
            #expect(value == number)
        }
        #expect(cache.evictions == 0 && cache.size == 1000)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `the cache stays consistent under random operations`(_ seed: UInt64) {
        var cache = LRU<Int>(capacity: 500)
        var state = seed &+ 1
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var last: [String: Int] = [:]
        for step in 0..<5000 {
            let name = "\(random(60))"
            if random(3) == 0 {
                // A cached value is the last one inserted.
                if let value = cache.value(name) { #expect(value == last[name]) }
            } else {
                if cache.insert(step, size: random(80), for: name) { last[name] = step }
            }
            #expect(cache.size <= 500 && cache.count <= 60)
        }
        #expect(cache.count > 5)
    }

    @Test func `a cache without capacity keeps nothing`() {
        var cache = LRU<Int>(capacity: 0)
        let isKept = cache.insert(1, size: 1, for: "a")
        let value = cache.value("a")
        #expect(!isKept && value == nil)
    }
}

struct AnswerCacheTests {
    private func entry(_ name: String, _ count: Int) -> ResponseCache.Entry {
        let bytes = [UInt8](repeating: 0, count: count)
        return ResponseCache.Entry(tag: EntityTag(of: Array(name.utf8)), type: "image/png", bytes: bytes, reduced: nil)
    }

    /// A part of the capacity is for requests, and each response takes slightly more than its bytes.
    @Test(arguments: [0, 100, 256, 300, 1000, 8000, 1 << 20])
    func `a response up to the maximum entry size fits`(_ capacity: Int) {
        for most in [0, 1, capacity / 2, capacity * 7 / 8, capacity, 1 << 30] {
            let cache = ResponseCache(capacity: capacity, maximumEntryBytes: most)
            #expect(cache.maximumEntryBytes <= most && cache.maximumEntryBytes >= 0)
            guard cache.maximumEntryBytes > 0 else { continue }
            let (whole, more) = (entry("whole", cache.maximumEntryBytes), entry("more", cache.maximumEntryBytes + 1))
            cache.store(more)
            #expect(cache[more.tag] == nil && cache.figures.entries == 0)
            cache.store(whole)
            #expect(cache[whole.tag]?.bytes.count == cache.maximumEntryBytes)
        }
        // The configured maximum applies if the capacity allows.
        #expect(ResponseCache(capacity: 1 << 20, maximumEntryBytes: 1 << 19).maximumEntryBytes == 1 << 19)
    }
}
