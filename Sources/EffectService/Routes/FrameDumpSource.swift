internal import HTTPTypes
internal import SmallHTTP
import Synchronization

/// A frame dump as a response body: each piece is made when the connection has room for it, on the render pool. A slow
/// reader holds the simulation (some 200 bytes for each particle born) and a frame or two, but no thread.
final class FrameDumpSource: BodySource {
    private let dump: FrameDump
    private let pool: RenderPool
    private let place: Places.Place
    private let charge: Charge
    private let log: RequestLog
    private let sent = Mutex((pieces: 0, bytes: 0))
    private let isCancelled = Atomic(false)

    /// Pieces are joined up to about this many bytes.
    private static let chunkBytes = 64 << 10

    init(
        _ dump: FrameDump,
        pool: RenderPool,
        place: Places.Place,
        _ charge: Charge,
        log: RequestLog
    ) {
        self.dump = dump
        self.pool = pool
        self.place = place
        self.charge = charge
        self.log = log
    }

    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
        let made = sent.withLock { $0.pieces }
        let job = charge.job(left: Double(dump.pieceCount - made) / Double(dump.pieceCount)) { _ in
            deliver(.failed)
        } run: { [self] in
            let chunk = chunk()
            // Before it is delivered: the next one may be under way then.
            let share = Double(sent.withLock { $0.pieces } - made) / Double(dump.pieceCount)
            deliver(chunk)
            return share
        }
        do { try pool.submit(job) } catch { deliver(.failed) }
    }

    private func chunk() -> BodyChunk {
        sent.withLock { sent in
            guard sent.pieces < dump.pieceCount else {
                log.write(.ok, bytes: sent.bytes)
                return .end
            }
            var bytes: [UInt8] = []
            while sent.pieces < dump.pieceCount, bytes.count < Self.chunkBytes {
                if isCancelled.load(ordering: .relaxed) { return .failed }
                bytes += dump.piece(sent.pieces)
                sent.pieces += 1
            }
            sent.bytes += bytes.count
            return .bytes(bytes)
        }
    }

    /// What is under way ends within a frame.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        pool.cancel(charge.ticket)
        log.writeCancelled()
    }
}
