internal import CoreMetrics
internal import EffectRendering
internal import SmallHTTP
import Synchronization
internal import WorkScheduling

/// Gauges, updated on each request for the metrics page.
final class ServiceGauges: Sendable {
    /// Current values of all gauges.
    struct Readings {
        var connections = ConnectionCounts()
        var unsentBytes = 0
        var rendering = WorkerPool.Figures()
        var reading = WorkerPool.Figures()
        var cache = ResponseCache.Figures()
        /// Number of stream slots taken, for frame dumps and for animations.
        var dumps = 0
        var animations = 0
        var process: ProcessFigures?
    }

    private let connections: [(Meter, @Sendable (ConnectionCounts) -> Int)]
    private let unsentBytes: Meter
    private let queueLength: Meter
    private let queueWork: Meter
    private let queueDrain: Meter
    private let callers: Meter
    private let readingLength: Meter
    private let running: Meter
    private let pixels: Meter
    private let work: Meter
    private let dumps: Meter
    private let animations: Meter
    private let cacheBytes: Meter
    private let cacheEntries: Meter
    private let cacheEvictions: Counter
    private let memory: Meter
    private let processor: FloatingPointCounter
    private let descriptors: Meter
    private let maximumDescriptors: Meter
    private let start: Meter
    /// Last values of counters maintained elsewhere, for computing increments.
    private let counted = Mutex((evictions: 0, processorSeconds: 0.0))

    init(_ factory: any MetricsFactory) {
        func meter(_ name: String, _ dimensions: [(String, String)] = []) -> Meter {
            Meter(label: name, dimensions: dimensions, factory: factory)
        }
        func connections(
            _ state: String,
            _ count: @escaping @Sendable (ConnectionCounts) -> Int
        ) -> (Meter, @Sendable (ConnectionCounts) -> Int) {
            (meter("hanabi_connections", [("state", state)]), count)
        }
        self.connections = [
            connections("idle", \.idle), connections("reading", \.reading), connections("handling", \.handling),
            connections("writing", \.writing), connections("closing", \.closing),
        ]
        unsentBytes = meter("hanabi_unsent_bytes")
        queueLength = meter("hanabi_queue_length")
        queueWork = meter("hanabi_queue_work")
        queueDrain = meter("hanabi_queue_drain_seconds")
        callers = meter("hanabi_queue_callers")
        readingLength = meter("hanabi_reading_queue_length")
        running = meter("hanabi_renders_running")
        pixels = meter("hanabi_cost_in_flight_pixels")
        work = meter("hanabi_cost_in_flight_work")
        dumps = meter("hanabi_streams", [("kind", "dump")])
        animations = meter("hanabi_streams", [("kind", "animation")])
        cacheBytes = meter("hanabi_cache_bytes")
        cacheEntries = meter("hanabi_cache_entries")
        cacheEvictions = Counter(label: "hanabi_cache_evictions_total", factory: factory)
        memory = meter("process_resident_memory_bytes")
        processor = FloatingPointCounter(label: "process_cpu_seconds_total", factory: factory)
        descriptors = meter("process_open_fds")
        maximumDescriptors = meter("process_max_fds")
        start = meter("process_start_time_seconds")
        meter("hanabi_build_info", [("version", hanabiVersion)]).set(1)
    }

    func set(_ readings: Readings) {
        for (meter, count) in connections { meter.set(count(readings.connections)) }
        unsentBytes.set(readings.unsentBytes)
        queueLength.set(readings.rendering.waiting)
        queueWork.set(readings.rendering.waitingWork)
        queueDrain.set(readings.rendering.drain.milliseconds / 1000)
        callers.set(readings.rendering.callers)
        readingLength.set(readings.reading.waiting)
        running.set(readings.rendering.running)
        pixels.set(readings.rendering.runningPixels)
        work.set(readings.rendering.runningWork)
        dumps.set(readings.dumps)
        animations.set(readings.animations)
        cacheBytes.set(readings.cache.bytes)
        cacheEntries.set(readings.cache.entries)
        counted.withLock { counted in
            cacheEvictions.increment(by: max(0, readings.cache.evictions - counted.evictions))
            counted.evictions = readings.cache.evictions
            guard let seconds = readings.process?.processorSeconds else { return }
            processor.increment(by: max(0, seconds - counted.processorSeconds))
            counted.processorSeconds = seconds
        }
        guard let process = readings.process else { return }
        memory.set(process.residentBytes)
        descriptors.set(process.openDescriptors)
        maximumDescriptors.set(process.maximumDescriptors)
        start.set(process.startTime)
    }
}
