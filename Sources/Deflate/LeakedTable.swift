extension UnsafePointer {
    /// Returns a lookup table that is never deallocated.
    public static func leakedTable(_ values: [Pointee]) -> UnsafePointer<Pointee> {
        let memory = UnsafeMutablePointer<Pointee>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafePointer(memory)
    }
}
