internal import Compression
internal import EffectRendering
internal import SmallHTTP
import Synchronization
internal import WorkScheduling

/// A frame dump as a response body: each piece is made on the render pool when the connection has room for it. A slow
/// reader holds the simulation (about 200 bytes for each particle born) and a frame or two, but no thread.
final class FrameDumpSource: BodySource {
    private let dump: FrameDump
    private let pool: WorkerPool
    private let slot: StreamSlots.Slot
    private let charge: StreamedWork
    private let render: RenderRecord
    private let packing: GzipStream?
    private let sent = Mutex(0)
    private let isCancelled = Atomic(false)

    /// Chunk size in bytes up to which pieces are joined.
    private static let chunkBytes = 64 << 10

    init(
        _ dump: FrameDump,
        coding: ContentCoding?,
        pool: WorkerPool,
        slot: StreamSlots.Slot,
        charge: StreamedWork,
        render: RenderRecord
    ) throws {
        packing = try coding.map { _ in try GzipStream(level: GzipStream.dumpLevel) }
        self.dump = dump
        self.pool = pool
        self.slot = slot
        self.charge = charge
        self.render = render
    }

    func next(_ deliver: @escaping @Sendable (BodyChunk) -> Void) {
        let made = sent.withLock { $0 }
        let job = charge.job(left: Double(dump.pieceCount - made) / Double(dump.pieceCount)) { _ in
            deliver(.failed)
        } run: { [self] in
            let chunk = chunk()
            // Computed before delivery, since delivery may start the next piece.
            let share = Double(sent.withLock { $0 } - made) / Double(dump.pieceCount)
            deliver(chunk)
            return share
        }
        do { try pool.submit(job) } catch { deliver(.failed) }
    }

    private func chunk() -> BodyChunk {
        sent.withLock { sent in
            guard sent < dump.pieceCount else {
                render.end(.ok)
                return .end
            }
            var bytes: [UInt8] = []
            while sent < dump.pieceCount, bytes.count < Self.chunkBytes {
                if isCancelled.load(ordering: .relaxed) { return .failed }
                let piece = render.times.measure(.simulation) { dump.piece(sent) }
                sent += 1
                render.times.countFrame()
                bytes += packing.map { packing in render.times.measure(.encoding) { packing.pack(piece) } } ?? piece
            }
            if sent == dump.pieceCount, let packing { bytes += packing.finish() }
            return .bytes(bytes)
        }
    }

    /// Cancels the dump. A piece being made ends within a frame.
    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
        pool.cancel(charge.ticket)
        render.end(.cancelled)
    }
}
