extension EffectSpec {
    /// Maximum size of a document file in bytes; allows for embedded images.
    public static let maximumFileBytes = 16 << 20

    /// Maximum size of a document in a request, in bytes, unless the service is configured otherwise.
    public static let maximumRequestBytes = 256 << 10
}
