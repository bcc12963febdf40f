extension StraightAlpha {
    /// What a straight colour becomes under its own alpha.
    @inline(__always)
    static func premultiplied(_ colour: UInt32) -> UInt32 { premultiplied(colour, by: colour &>> 24) }
}
