extension UnsafePointer {
    /// Returns a lookup table that is never deallocated.
    package static func leakedTable(_ values: [Pointee]) -> UnsafePointer<Pointee> {
        let memory = UnsafeMutablePointer<Pointee>.allocate(capacity: values.count)
        memory.initialize(from: values, count: values.count)
        return UnsafePointer(memory)
    }
}
