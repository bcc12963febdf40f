import AssetFiles
import CoreMetrics
import EffectCoding
import EffectCost
import EffectModel
import Foundation
import SmallHTTP
import StrictJSON
import Synchronization
import TestSupport
import Testing
@testable import EffectCatalog
@testable import EffectRendering
@testable import WorkScheduling

@testable import EffectService

/// Coalesced streaming: animations that are sent to all their readers while they are rendered.
struct SharedAnimationTests {
    /// A reader that collects bytes to the end.
    private final class Reading: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        private let end = DispatchSemaphore(value: 0)

        init(_ source: any BodySource) { ask(source) }

        private func ask(_ source: any BodySource) {
            source.next { [self] chunk in
                guard case .pieces(let more) = chunk else { return _ = end.signal() }
                bytes.withLock { bytes in for piece in more { bytes += piece } }
                ask(source)
            }
        }

        func finished() -> [UInt8]? {
            end.wait(timeout: .now() + 60) == .success ? bytes.withLock { $0 } : nil
        }
    }

    /// Waits for the job of the last part: a reader may have all bytes before the animation is closed.
    private func waitUntilQuiet(_ pool: WorkerPool) {
        let end = ContinuousClock.now + .seconds(60)
        while pool.turnsBeforeQuiet == nil, ContinuousClock.now < end { usleep(1000) }
    }

    private func shared(
        _ spec: EffectSpec,
        _ pool: WorkerPool,
        maximumBytes: Int = 1 << 20,
        onClose: @escaping @Sendable (AnimationBroadcast, [UInt8]?) -> Void
    ) throws -> AnimationBroadcast {
        let caller = Caller(try #require(IPAddress("192.0.2.1")))
        let watch = RenderContext { false }
        return try AnimationBroadcast(
            RenderSession(AnimationRenderer(spec, pool: pool, watch), maximumBytes: maximumBytes),
            pool: pool,
            workers: FrameWorkerCache(),
            slot: try #require(StreamSlots(2).take(for: caller)),
            charge: StreamedWork(ticket: WorkerPool.Ticket(caller), kind: .apng, RenderPrice(of: spec), StageTimes()),
            limits: AnimationBroadcast.Limits(maximumKeptBytes: 1 << 20, timeout: .seconds(600)),
            watch: watch,
            render: RenderRecord(ServiceMetrics(NOOPMetricsHandler.instance), effect: nil, form: nil, StageTimes()),
            onClose: onClose
        )
    }

    /// Repeated frames at the start, at the end, throughout and across parts; and none.
    @Test(arguments: [(0.5, 1.0), (0.0, 0.6), (0.0, 9.0), (2.0, 9.0)])
    func `a streamed animation equals the file`(_ birth: Double, _ lifetime: Double) throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 8)
        defer { pool.stop() }
        let spec = try EffectSpec(
            json: [
                "canvas": ["width": 300, "height": 300], "timing": ["duration": 2, "fps": 50],
                "layers": [
                    [
                        "emitterPosition": [150, 150], "beginTime": .number(birth), "emitterSize": [200, 200],
                        "emitterShape": "rectangle",
                        "emitterCells": [
                            [
                                "contents": "star", "burst": ["count": 400], "birthRate": 0, "velocity": 0,
                                "lifetime": .number(lifetime), "color": "#ff8000",
                            ]
                        ],
                    ]
                ],
            ]
        )
        var file: [UInt8] = []
        try EffectRenderer(pool: pool, limits: RenderLimits()).renderAnimation(spec) { file += $0 }
        let reader = try APNGReader(file)
        #expect(reader.frames.count == 100)
        #expect(reader.frames.filter { $0.width == 1 }.count > 20)
        let animation = try shared(spec, pool) { _, _ in }
        let reading = Reading(try #require(animation.reader(for: RequestRecord())))
        #expect(reading.finished() == file)
        // A limit one byte below the size refuses the animation up front or aborts it.
        let closed = Mutex<[[UInt8]?]>([])
        do {
            let limited = try shared(spec, pool, maximumBytes: file.count - 1) { _, bytes in
                closed.withLock { $0.append(bytes) }
            }
            let cut = Reading(try #require(limited.reader(for: RequestRecord())))
            #expect(try #require(cut.finished()).count < file.count)
            waitUntilQuiet(pool)
            #expect(closed.withLock { $0 } == [nil])
        } catch let error as RenderError {
            #expect(error == .outputTooLarge(limit: file.count - 1))
        }
    }

    /// Threads must not wait for a part to be sent, and a slow reader gets one part ahead.
    @Test func `a single part is rendered ahead of the fastest reader`() throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 8)
        defer { pool.stop() }
        let limits = RenderLimits()
        let parameters = [("w", "400"), ("h", "400"), ("rate", "100"), ("d", "4")].map {
            PresetRequest.Parameter($0.0, $0.1)
        }
        let spec = try PresetRequest.spec(
            preset: "confetti",
            parameters,
            limits: limits,
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        .prepared(for: .apng, limits: limits)
        let animation = try shared(spec, pool, maximumBytes: 1 << 25) { _, _ in }
        let readers = try (0..<2).map { _ in try #require(animation.reader(for: RequestRecord())) }
        func read(_ reader: AnimationBroadcast.Reader) -> [UInt8]? {
            let part = Mutex<[UInt8]?>(nil)
            let isHere = DispatchSemaphore(value: 0)
            reader.next { chunk in
                if case .pieces(let pieces) = chunk { part.withLock { $0 = pieces.flatMap(\.self) } }
                isHere.signal()
            }
            isHere.wait()
            return part.withLock { $0 }
        }
        #expect(pool.turnsBeforeQuiet == 0)
        var parts: [[UInt8]?] = []
        for turns in 1...4 {
            parts.append(read(readers[0]))
            while pool.turnsBeforeQuiet ?? 0 < turns { usleep(1000) }
            #expect(pool.turnsBeforeQuiet == turns)
        }
        // A reader that lags gets the same parts without rendering.
        #expect((0..<4).map { _ in read(readers[1]) } == parts && !parts.contains(nil))
        #expect(pool.turnsBeforeQuiet == 4)
    }

    /// Regression: a request between the end and the cache insertion rendered again; sixty concurrent requests for one
    /// URL made two renders.
    @Test func `an animation can be joined until it is cached`() throws {
        let pool = WorkerPool(threads: 2, maximumWaiting: 8)
        let limits = RenderLimits()
        let parameters = [("w", "90"), ("h", "70"), ("d", "0.5"), ("fps", "20")].map {
            PresetRequest.Parameter($0.0, $0.1)
        }
        let spec = try PresetRequest.spec(
            preset: "confetti",
            parameters,
            limits: limits,
            library: LocalAssets(fontDirectories: TestFonts.directories)
        )
        .prepared(for: .apng, limits: limits)
        let late = Mutex<Reading?>(nil)
        let kept = Mutex<[UInt8]?>(nil)
        let animation = try shared(spec, pool) { animation, bytes in
            // Cache insertion.
            kept.withLock { $0 = bytes }
            late.withLock { $0 = animation.reader(for: RequestRecord()).map(Reading.init) }
        }
        let first = Reading(try #require(animation.reader(for: RequestRecord())))
        let whole = try #require(first.finished())
        waitUntilQuiet(pool)
        let joined = try #require(late.withLock { $0 }, "nobody could join it when it was whole")
        #expect(whole.count > 1000 && joined.finished() == whole && kept.withLock { $0 } == whole)
        #expect(animation.reader(for: RequestRecord()) == nil)
    }
}
