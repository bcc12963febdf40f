extension EffectSpec {
    /// Bytes of a document that is read from a file. With a large picture in it, it has most of them.
    public static let maximumFileBytes = 16 << 20

    /// Bytes of a document that comes in a request, unless the service is set up to take more.
    public static let maximumRequestBytes = 256 << 10
}
