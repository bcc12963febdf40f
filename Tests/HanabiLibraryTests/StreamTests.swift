import EffectCoding
import EffectModel
import EffectRendering
import Foundation
import Synchronization
import TestSupport
import Testing
import WorkScheduling

@testable import Hanabi

@Suite(.timeLimit(.minutes(10))) struct StreamTests {
    private static func confetti() throws -> Effect {
        try Effect.preset("confetti").with(seed: 7, width: 120, height: 80, duration: 0.5, fps: 20)
    }

    /// An effect with many frames.
    private static func long() throws -> Effect {
        try Effect.preset("confetti").with(width: 500, height: 400, duration: 10, fps: 30, effort: .small)
    }

    private let renderer = Renderer(threads: 2, fontDirectories: TestFonts.directories)

    /// Holds a render at its first frame until the gate is opened: the test goes on when the machine lets it.
    private struct Gate {
        private let semaphore = DispatchSemaphore(value: 0)

        func open() { semaphore.signal() }

        func pass() {
            semaphore.wait()
            semaphore.signal()
        }
    }

    /// Waits until no job runs: a job ends shortly after its result is there.
    private func quiet(_ renderer: Renderer) async {
        while renderer.environment.renderer.pool.figures.running > 0 { await Task.yield() }
    }

    @Test func `progress counts every frame in order`() async throws {
        let seen = Mutex<[RenderProgress]>([])
        _ = try await Self.confetti().render(as: .apng, on: renderer) { progress in
            seen.withLock { $0.append(progress) }
        }
        #expect(seen.withLock { $0.map(\.completed) } == Array(1...10))
        #expect(seen.withLock { $0.allSatisfy { $0.total == 10 } && $0.last?.fraction == 1 })
        for format in [EffectFormat.json, .ndjson, .png(at: .seconds(0)), .webp] {
            seen.withLock { $0 = [] }
            _ = try await Self.confetti().render(as: format, on: renderer) { progress in
                seen.withLock { $0.append(progress) }
            }
            #expect(seen.withLock { $0.last } == RenderProgress(completed: 10, total: 10))
        }
    }

    @Test func `cancelling a task stops its render`() async throws {
        let effect = try Self.long()
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        let latest = Mutex(0)
        let (renderer, gate) = (renderer, Gate())
        let task = Task {
            try await effect.render(as: .apng, on: renderer) { progress in
                latest.withLock { $0 = progress.completed }
                signal.yield()
                gate.pass()
            }
        }
        for await _ in begun { break }
        task.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        let stopped = latest.withLock { $0 }
        #expect(stopped < 300)
        // The threads are free again, and nothing goes on behind the error.
        _ = try await Self.confetti().render(as: .png(at: .seconds(0)), on: renderer)
        #expect(latest.withLock { $0 } == stopped)
        await quiet(renderer)
    }

    @Test func `a cancelled task leaves the queue`() async throws {
        let single = Renderer(threads: 1)
        let effect = try Self.long()
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let first = Task {
            try await effect.render(as: .apng, on: single) { _ in
                signal.yield()
                gate.pass()
            }
        }
        for await _ in begun { break }
        let second = Task { try await effect.render(as: .apng, on: single) }
        while single.environment.renderer.pool.figures.waiting == 0 { await Task.yield() }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(single.environment.renderer.pool.figures.waiting == 0)
        first.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func `a full queue refuses a render`() async throws {
        let single = Renderer(threads: 1, maximumWaiting: 0)
        let effect = try Self.long()
        let (begun, signal) = AsyncStream.makeStream(of: Void.self)
        let gate = Gate()
        let first = Task {
            try await effect.render(as: .apng, on: single) { _ in
                signal.yield()
                gate.pass()
            }
        }
        for await _ in begun { break }
        await #expect(throws: EffectError.busy) { try await effect.render(as: .apng, on: single) }
        first.cancel()
        gate.open()
        _ = await first.result
    }

    @Test func `a synchronous render stops in a cancelled task`() async throws {
        let effect = try Self.long()
        let renderer = renderer
        let task = Task {
            func now() throws -> Data { try effect.render(as: .apng, on: renderer) }
            withUnsafeCurrentTask { $0?.cancel() }
            return try now()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `errors come before the first chunk or frame`() async throws {
        let wrong = try Self.confetti().with(width: 0)
        var chunks = wrong.chunks(as: .apng, on: renderer).makeAsyncIterator()
        await #expect(throws: EffectError.self) { try await chunks.next() }
        #expect(try await chunks.next() == nil)
        var frames = wrong.frames(on: renderer).makeAsyncIterator()
        await #expect(throws: EffectError.self) { try await frames.next() }
        #expect(try await frames.next() == nil)
    }

    @Test func `a cancelled task ends its chunks`() async throws {
        let (effect, renderer) = (try Self.long(), renderer)
        let task = Task {
            var count = 0
            for try await _ in effect.chunks(as: .apng, on: renderer) {
                count += 1
                if count == 2 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return count
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `chunks are rendered as they are asked for`() async throws {
        let effect = try Self.long()
        var chunks = effect.chunks(as: .apng, on: renderer).makeAsyncIterator()
        let first = try #require(try await chunks.next())
        #expect(first.count >= 16 << 10 && first.count < 1 << 20)
        await quiet(renderer)
    }

    private struct Dump: Decodable {
        struct Frame: Decodable {
            let time: Double
        }
        let frames: [Frame]
    }

    @Test(arguments: ["confetti", "snowfall"])
    func `frames have the times of the dump and the pixels of the animation`(_ preset: String) async throws {
        let effect = try Effect.preset(preset)
            .with(seed: 3, width: 90, height: 60, scale: 2, duration: 0.5, fps: 16)
            .setting("hold", to: "2").setting("loop", to: "once")
        var frames: [EffectFrame] = []
        for try await frame in effect.frames(on: renderer) { frames.append(frame) }
        let dump = try JSONDecoder().decode(Dump.self, from: await effect.render(as: .json, on: renderer))
        #expect(frames.map(\.number) == Array(0..<8))
        #expect(frames.count == dump.frames.count)
        #expect(zip(frames, dump.frames).allSatisfy { abs($0.time - $1.time) < 1e-6 })
        #expect(frames.allSatisfy { $0.width == 180 && $0.height == 120 && $0.pixels.count == 180 * 120 * 4 })
        #expect(frames.dropLast().allSatisfy { $0.duration == 1.0 / 16 } && frames.last?.duration == 1.0 / 16 + 2)
        // Premultiplied: no channel exceeds alpha.
        let middle = frames[4].pixels
        #expect(
            stride(from: 0, to: middle.count, by: 4).allSatisfy {
                max(middle[$0], middle[$0 + 1], middle[$0 + 2]) <= middle[$0 + 3]
            }
        )
        #expect(middle.contains { $0 != 0 })
        let still = try await effect.with(background: "000000").render(as: .png(at: .seconds(0.25)), on: renderer)
        let opaque = effect.with(background: "000000").frames(on: renderer)
        var shown: [UInt8] = []
        for try await frame in opaque where frame.number == 4 { shown = frame.pixels }
        #expect(try StillReader([UInt8](still)).rgba == shown)
    }

    @Test func `the shared renderer can be replaced`() throws {
        let before = Renderer.shared
        defer { Renderer.shared = before }
        Renderer.shared = Renderer(threads: 3)
        #expect(Renderer.shared.threadCount == 3)
        #expect(try Self.confetti().render(as: .apng) == Self.confetti().render(as: .apng, on: renderer))
    }
}
