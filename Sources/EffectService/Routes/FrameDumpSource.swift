internal import SmallHTTP
import Synchronization

/// A frame dump as a response body: each piece is made when the connection has room for it, on the render pool. A slow
/// reader holds the simulation (about 150 bytes for each particle born) and a few kilobytes, but no thread.
final class FrameDumpSource: BodySource {
    private let dump: FrameDump
    private let pool: RenderPool
    private let next = Mutex(0)

    /// Pieces are joined up to about this many bytes.
    private static let chunkBytes = 64 << 10

    init(_ dump: FrameDump, pool: RenderPool) {
        self.dump = dump
        self.pool = pool
    }

    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
        do {
            try pool.submit(continues: true) { [self] in deliver(chunk()) }
        } catch {
            deliver(.failed)
        }
    }

    private func chunk() -> BodyChunk {
        next.withLock { next in
            guard next < dump.pieceCount else { return .end }
            var bytes: [UInt8] = []
            while next < dump.pieceCount, bytes.count < Self.chunkBytes {
                bytes += dump.piece(next)
                next += 1
            }
            return .bytes(bytes)
        }
    }

    func cancel() {
        // Nothing is under way between two pieces.
    }
}
