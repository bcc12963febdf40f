extension StraightAlpha {
    /// Premultiplies a straight color by its own alpha.
    @inline(__always)
    static func premultiplied(_ colour: UInt32) -> UInt32 { premultiplied(colour, by: colour &>> 24) }
}
