internal import EffectModel

/// A blend operation on four pixels at a time.
protocol Blender<Format> {
    associatedtype Format: PixelFormat

    /// Whether opaque pixels replace the pixels below.
    static var replaces: Bool { get }

    /// Blends four pixels with the pixels below; below a source of 0, pixels stay unchanged.
    func blended(_ source: Format.Block, _ below: Format.Block) -> Format.Block
}

/// Source over destination.
struct OverBlender<Format: PixelFormat>: Blender {
    @inline(__always)
    static var replaces: Bool { true }

    @inline(__always)
    func blended(_ source: Format.Block, _ below: Format.Block) -> Format.Block { Format.over(source, below) }
}

/// Sum of source and destination, clamped.
struct SumBlender<Format: PixelFormat>: Blender {
    @inline(__always)
    static var replaces: Bool { false }

    @inline(__always)
    func blended(_ source: Format.Block, _ below: Format.Block) -> Format.Block { Format.sum(source, below) }
}

/// Any blend mode.
struct AnyBlender<Format: PixelFormat>: Blender {
    let blend: DrawList.Blend

    @inline(__always)
    static var replaces: Bool { false }

    @inline(__always)
    func blended(_ source: Format.Block, _ below: Format.Block) -> Format.Block {
        Format.blended(source, below: below, blend: blend)
    }
}
