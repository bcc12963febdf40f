extension Layer {
    /// Creates a layer with these contents and the defaults.
    public init(_ content: Content) {
        self.init()
        self.content = content
    }

    /// Creates a layer of particles.
    public init(_ emitter: Emitter) { self.init(.emitter(emitter)) }
}
