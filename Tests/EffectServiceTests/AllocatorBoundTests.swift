import Testing

@testable import EffectService

struct AllocatorBoundTests {
    @Test func `allocator bounds set in the environment are kept`() {
        func left(_ variables: Set<String>, _ tunables: String) -> [String] {
            AllocatorBounds.chosen(isSet: { variables.contains($0) }, tunables).map(\.tunable)
        }
        #expect(left([], "") == ["arena_max", "mmap_threshold", "trim_threshold"])
        #expect(left(["MALLOC_ARENA_MAX"], "") == ["mmap_threshold", "trim_threshold"])
        #expect(left([], "glibc.rtld.nns=2:glibc.malloc.trim_threshold=65536") == ["arena_max", "mmap_threshold"])
    }
}
