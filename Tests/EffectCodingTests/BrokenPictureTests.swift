import Synchronization
import Testing

@testable import EffectCoding
@testable import EffectModel
@testable import StrictJSON

struct BrokenPictureTests {
    /// An asset library whose pictures fail after being decoded to the end; it counts the attempts.
    private final class Broken: AssetLibrary {
        let count = Mutex(0)

        func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
            count.withLock { $0 += 1 }
            throw .unusable(found: "half a picture", allowed: "a whole one")
        }

        func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
            throw .unusable(found: "text", allowed: "none")
        }
    }

    private func faults(_ sources: [String]) -> (count: Int, pointers: [String]) {
        let library = Broken()
        let assets = sources.enumerated().map { JSONValue.Member("a\($0)", ["image": .string($1)]) }
        let layer: JSONValue = ["emitterCells": [["contents": "a0", "birthRate": 1, "lifetime": 1]]]
        let document: JSONValue = ["assets": .object(assets), "layers": [layer]]
        do {
            _ = try EffectSpec(json: document, library: library)
            return (library.count.withLock { $0 }, [])
        } catch {
            return (library.count.withLock { $0 }, error.faults.map(\.pointer))
        }
    }

    /// A broken picture may take as long to decode as a valid one.
    @Test func `decoding embedded pictures stops at the first broken one`() {
        let found = faults((0..<60).map { "\($0 % 2 == 0 ? "data" : "DATA"):image/png;base64,\($0)" })
        #expect(found.count == 1 && found.pointers == ["/assets/a0/image"])
    }

    @Test func `all picture file names are looked up`() {
        let found = faults(["a.png", "b.png", "c.png"])
        #expect(found.count == 3 && found.pointers.count == 3)
    }
}
