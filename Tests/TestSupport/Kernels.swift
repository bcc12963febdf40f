public import CKernels

/// The innermost loops that this processor can run: all give the same, to the bit.
public struct Kernels: Sendable {
    /// For what kind of processors they are.
    public let name: String
    private let index: Int32

    /// The loops themselves.
    public var loops: UnsafePointer<hanabi_kernels> { hanabi_kernels_at(index).unsafelyUnwrapped }

    /// From the plainest up.
    public static let all: [Kernels] = (0..<8).compactMap { index in
        hanabi_kernels_at(index).map { Kernels(name: String(cString: $0.pointee.name), index: index) }
    }
}
