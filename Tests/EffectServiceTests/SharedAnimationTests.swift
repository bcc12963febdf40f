import AssetFiles
import CoreMetrics
import EffectModel
import Foundation
import SmallHTTP
import Synchronization
import Testing

@testable import EffectService

/// Animations that are sent while they are made, to all who ask for them meanwhile.
struct SharedAnimationTests {
    /// A reader's way to the end.
    private final class Reading: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        private let end = DispatchSemaphore(value: 0)

        init(_ source: any BodySource) { ask(source) }

        private func ask(_ source: any BodySource) {
            source.next { [self] chunk in
                guard case .bytes(let more) = chunk else { return _ = end.signal() }
                bytes.withLock { $0 += more }
                ask(source)
            }
        }

        func finished() -> [UInt8]? {
            end.wait(timeout: .now() + 20) == .success ? bytes.withLock { $0 } : nil
        }
    }

    /// Who asked in between had it made again: sixty at once for one URL made two renders of it.
    @Test func `it can be joined until it is in the cache`() throws {
        let pool = RenderPool(threads: 2, maximumWaiting: 8)
        let limits = RenderLimits()
        let parameters = [("w", "90"), ("h", "70"), ("d", "0.5"), ("fps", "20")].map {
            PresetRequest.Parameter($0.0, $0.1)
        }
        let spec = try PresetRequest.spec(preset: "confetti", parameters, limits: limits, library: LocalAssets())
            .delivered(as: .apng, limits: limits)
        let caller = Caller(try #require(IPAddress("192.0.2.1")))
        let watch = RenderWatch { false }
        let late = Mutex<Reading?>(nil)
        let kept = Mutex<[UInt8]?>(nil)
        let animation = try SharedAnimation(
            Animation(spec, pool: pool, watch),
            pool: pool,
            place: try #require(Places(2).take(for: caller)),
            Charge(ticket: RenderPool.Ticket(caller), kind: .apng, RenderCost(of: spec)),
            SharedAnimation.Limits(maximumBytes: 1 << 20, maximumKeptBytes: 1 << 20, timeout: .seconds(10)),
            watch,
            RenderRecord(ServiceMetrics(NOOPMetricsHandler.instance), effect: nil, form: nil)
        ) { animation, bytes in
            // Where it goes into the cache.
            kept.withLock { $0 = bytes }
            late.withLock { $0 = animation.reader(for: RequestRecord()).map(Reading.init) }
        }
        let first = Reading(try #require(animation.reader(for: RequestRecord())))
        let whole = try #require(first.finished())
        let joined = try #require(late.withLock { $0 }, "nobody could join it when it was whole")
        #expect(whole.count > 1000 && joined.finished() == whole && kept.withLock { $0 } == whole)
        #expect(animation.reader(for: RequestRecord()) == nil)
    }
}
