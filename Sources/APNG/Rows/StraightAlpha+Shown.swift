extension StraightAlpha {
    /// Premultiplies a straight color by its own alpha.
    @inline(__always)
    static func premultiplied(_ color: UInt32) -> UInt32 { premultiplied(color, by: color &>> 24) }
}
