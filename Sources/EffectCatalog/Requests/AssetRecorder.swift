package import EffectModel
import Synchronization

/// An asset library that digests everything it returns: the same spec is another image when a file or a font has
/// changed.
package final class AssetRecorder: AssetLibrary {
    private let library: any AssetLibrary
    private let given = Mutex(Digest())
    private let held = Atomic(0)

    package init(_ library: any AssetLibrary) { self.library = library }

    /// Digest of everything returned so far, in order.
    package var digest: [UInt8] { given.withLock { $0.bytes } }

    /// Upper bound of the bytes held by images made for this spec alone. Images from files are shared and not counted.
    package var heldBytes: Int { held.load(ordering: .relaxed) }

    package func picture(_ source: String, maximumPixels: Int) throws(AssetFault) -> Picture {
        let picture = try library.picture(source, maximumPixels: maximumPixels)
        if source.hasPrefix("data:") { hold(picture) }
        // Data from a `data:` URI is part of the spec already.
        if !source.hasPrefix("data:") { note(picture) }
        return picture
    }

    package func glyphs(of text: TextStyle, maximumPixels: Int) throws(AssetFault) -> Glyphs {
        let glyphs = try library.glyphs(of: text, maximumPixels: maximumPixels)
        switch glyphs {
        case .picture(let picture, let size):
            hold(picture)
            note(picture)
            note([size.x, size.y])
        case .outline(let outline):
            given.withLock { $0.add(outline) }
        }
        return glyphs
    }

    package func check(_ text: TextStyle) throws(AssetFault) { try library.check(text) }

    private func hold(_ picture: Picture) {
        let bytes = picture.levels.reduce(0) { $0 + $1.pixels.count * MemoryLayout<UInt32>.stride }
        held.wrappingAdd(bytes, ordering: .relaxed)
    }

    private func note(_ picture: Picture) {
        let own = picture.digest {
            var digest = Digest()
            digest.add(Double(picture.width))
            digest.add(picture.levels[0].pixels)
            return digest.bytes
        }
        given.withLock { $0.add(own) }
    }

    private func note(_ numbers: [Double]) { given.withLock { $0.add(numbers) } }
}

extension Digest {
    /// Adds the points of an outline.
    fileprivate mutating func add(_ outline: Outline) {
        var numbers: [Double] = []
        numbers.reserveCapacity(5 * outline.segments.count)
        for segment in outline.segments {
            switch segment {
            case .move(let a): numbers += [0, a.x, a.y]
            case .line(let a): numbers += [1, a.x, a.y]
            case .quadratic(let a, let b): numbers += [2, a.x, a.y, b.x, b.y]
            case .cubic(let a, let b, let c): numbers += [3, a.x, a.y, b.x, b.y, c.x, c.y]
            case .close: numbers.append(4)
            }
        }
        add(numbers)
    }
}
