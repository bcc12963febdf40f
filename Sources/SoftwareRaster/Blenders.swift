internal import EffectModel

/// What becomes of four pixels under four others.
protocol Blender<Format> {
    associatedtype Format: PixelFormat

    /// Whether opaque pixels replace those below them.
    static var replaces: Bool { get }

    /// Below a source of 0, pixels stay.
    func blended(_ source: Format.Block, _ below: Format.Block) -> Format.Block
}

/// Source over destination.
struct OverBlender<Format: PixelFormat>: Blender {
    @inline(__always)
    static var replaces: Bool { true }

    @inline(__always)
    func blended(_ source: Format.Block, _ below: Format.Block) -> Format.Block { Format.over(source, below) }
}

/// Sums of light.
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
        Format.blended(source, below, blend)
    }
}
