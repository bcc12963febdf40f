public import CKernels

/// The inner loops that this processor supports; all yield bit-identical results.
public struct Kernels: Sendable {
    /// Instruction set of the loops.
    public let name: String
    private let index: Int32

    /// The table of loops.
    public var loops: UnsafePointer<hanabi_kernels> { hanabi_kernels_at(index).unsafelyUnwrapped }

    /// All supported kernels, from the plainest to the most capable.
    public static let all: [Kernels] = (0..<8).compactMap { index in
        hanabi_kernels_at(index).map { Kernels(name: String(cString: $0.pointee.name), index: index) }
    }
}
