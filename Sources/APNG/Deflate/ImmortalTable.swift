extension UnsafePointer {
    /// A table that loops read, which stays for ever.
    static func immortal(_ values: [Pointee]) -> UnsafePointer<Pointee> {
        let memory = UnsafeMutablePointer<Pointee>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafePointer(memory)
    }
}
