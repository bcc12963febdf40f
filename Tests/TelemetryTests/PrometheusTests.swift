import CoreMetrics
import Telemetry
import Testing

@Suite struct `Prometheus metrics page` {
    private let registry = PrometheusRegistry(
        [
            "orders_total": .init("Orders.\nAll of them."),
            "wait_seconds": .init("Waiting.", buckets: [0.1, 0.5]),
        ],
        maximumSeries: 3
    )

    @Test func `counters, gauges and histograms are written in the Prometheus format`() {
        Counter(label: "orders_total", dimensions: [("kind", "a\"b\\c\nd")], factory: registry).increment(by: 3)
        Meter(label: "load", factory: registry).set(0.25)
        let timer = Timer(label: "wait_seconds", dimensions: [("route", "x")], factory: registry)
        timer.recordNanoseconds(100_000_000)
        timer.recordMilliseconds(400)
        timer.recordSeconds(2)
        #expect(
            registry.page() == #"""
                # TYPE load gauge
                load 0.25
                # HELP orders_total Orders.\nAll of them.
                # TYPE orders_total counter
                orders_total{kind="a\"b\\c\nd"} 3
                # HELP wait_seconds Waiting.
                # TYPE wait_seconds histogram
                wait_seconds_bucket{route="x",le="0.1"} 1
                wait_seconds_bucket{route="x",le="0.5"} 2
                wait_seconds_bucket{route="x",le="+Inf"} 3
                wait_seconds_sum{route="x"} 2.5
                wait_seconds_count{route="x"} 3

                """#
        )
    }

    @Test func `equal names and dimensions share one series`() {
        for _ in 0..<2 { Counter(label: "n_total", dimensions: [("a", "1")], factory: registry).increment() }
        #expect(registry.page() == "# TYPE n_total counter\nn_total{a=\"1\"} 2\n")
    }

    @Test func `dimensions beyond the limit add no series`() {
        for number in 0..<10 {
            Counter(label: "n_total", dimensions: [("a", "\(number)")], factory: registry).increment()
        }
        #expect(registry.page().split(separator: "\n").count == 1 + 3)
    }

    @Test func `a name of another kind or with invalid characters does not break the page`() {
        Counter(label: "n", factory: registry).increment()
        Meter(label: "n", factory: registry).set(7)
        Meter(label: "9 lives", dimensions: [("what:ever", "1")], factory: registry).set(Double.infinity)
        #expect(registry.page() == "# TYPE _9_lives gauge\n_9_lives{what_ever=\"1\"} +Inf\n# TYPE n counter\nn 1\n")
    }

    @Test func `counts from many threads add up`() async {
        let counter = Counter(label: "n_total", factory: registry)
        let timer = Timer(label: "wait_seconds", factory: registry)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 {
                        counter.increment()
                        timer.recordNanoseconds(1_000_000_000)
                    }
                }
            }
        }
        let page = registry.page()
        #expect(page.contains("n_total 8000\n"))
        #expect(page.contains("wait_seconds_sum 8000\n"))
        #expect(page.contains("wait_seconds_count 8000\n"))
    }
}
