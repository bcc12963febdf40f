import APNG
import EffectModel
import EffectSimulation
import Foundation
import Memory
import SoftwareRaster

// Milliseconds of processor time of each pipeline stage, on one thread: the median of several runs after a warm-up run.

/// Returns the processor time of this thread in milliseconds, unaffected by other processes.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

struct Parts {
    var simulate = 0.0
    var draw = 0.0
    var encode = 0.0
    var bytes = 0
    var items = 0
    var touched = 0

    var total: Double { simulate + draw + encode }
}

/// Renders every frame of `spec` and times each stage.
func measure(_ spec: EffectSpec) throws -> Parts {
    var parts = Parts()
    func timed<Result>(_ part: WritableKeyPath<Parts, Double>, _ body: () throws -> Result) rethrows -> Result {
        let start = processorTime()
        let result = try body()
        parts[keyPath: part] += processorTime() - start
        return result
    }
    let simulation = timed(\.simulate) { Simulation(spec) }
    var rasterizer = Rasterizer(
        width: spec.canvas.pixelWidth,
        height: spec.canvas.pixelHeight,
        background: spec.canvas.background,
        sprites: simulation.sprites,
        recordsStraightColors: true,
        sumsLight: spec.sumsLight
    )
    let encoder = FrameEncoder(effort: Effort(rawValue: spec.output.effort.rawValue) ?? .balanced)
    let joiner = RepeatedFrames()
    let delay = try Delay(framesPerSecond: spec.timing.fps)
    for number in 0..<spec.timing.frameCount {
        let list = timed(\.simulate) { simulation.drawList(ofFrame: number) }
        timed(\.draw) { _ = rasterizer.draw(list) }
        parts.items += list.groups.reduce(0) { $0 + $1.items.count }
        parts.touched += rasterizer.bitmap.touched.reduce(0) { $0 + $1.count }
        parts.bytes += try timed(\.encode) {
            let bitmap = rasterizer.bitmap
            let picture = FrameEncoder.Picture(
                pixels: bitmap.pixels,
                width: bitmap.width,
                height: bitmap.height,
                box: bitmap.shownBox,
                blocks: bitmap.backgroundColor == 0 ? bitmap.touchedBlocks : nil,
                straightColors: bitmap.inkMarks.map {
                    .init($0.colors, count: $0.count, of: $0.owner, frame: $0.frame)
                }
            )
            return try joiner.take(encoder.encode(picture, number: number, delay: delay)).count
        }
    }
    parts.bytes += try timed(\.encode) { try joiner.end().count }
    return parts
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func padded(_ text: String, _ width: Int) -> String {
    text.count < width ? String(repeating: " ", count: width - text.count) + text : text
}

/// Times drawing alone and prints the fastest run, because noise only ever adds time.
func printDrawing(runs: Int, only part: String) throws {
    print("\(runs) runs each, one thread; milliseconds of processor time for 90 frames, fastest")
    print("drawing                       ms   µs/item")
    for drawing in Drawing.all where part.isEmpty || drawing.name.contains(part) {
        let results = try (0..<runs).map { _ in try drawing.measure() }
        let best = results.map(\.milliseconds).min() ?? 0
        let each = best * 1000 / Double(max(1, results.first?.items ?? 1))
        let name = drawing.name + String(repeating: " ", count: max(0, 24 - drawing.name.count))
        print("\(name) \(padded(String(format: "%.1f", best), 8)) \(padded(String(format: "%.3f", each), 9))")
    }
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "draw" {
    let runs = arguments.dropFirst().first.flatMap { Int($0) } ?? 25
    let part = arguments.dropFirst(2).first ?? ""
    try printDrawing(runs: runs, only: part)
    try measureDrawing(runs: runs, only: part)
    exit(0)
}
if arguments.first == "states" {
    try States.run()
    exit(0)
}
// Predicted and measured render times.
if arguments.first == "prices" {
    try Prices.run(Array(arguments.dropFirst()))
    exit(0)
}
// Encodes a raw file, to compare codecs on the same pixels.
if arguments.first == "encode" {
    try RawFile.encode(Array(arguments.dropFirst()))
    exit(0)
}
let runs = arguments.first.flatMap { Int($0) } ?? 5
// A single workload, for profiling.
let part = arguments.dropFirst().first
print("\(runs) runs each, one thread; milliseconds of processor time for all frames, median")
print("workload                     items/frame  simulate     draw   encode    total       bytes")
for workload in Workload.all where part.map(workload.name.contains) ?? true {
    let spec = try workload.spec()
    _ = try measure(spec)
    let results = try (0..<runs).map { _ in try measure(spec) }
    let figures = [\Parts.simulate, \.draw, \.encode, \.total].map { path in
        padded(String(format: "%.1f", median(results.map { $0[keyPath: path] })), 9)
    }
    let items = padded("\(results[0].items / spec.timing.frameCount)", 11)
    let name = workload.name + String(repeating: " ", count: max(0, 28 - workload.name.count))
    print("\(name) \(items) \(figures.joined()) \(padded("\(results[0].bytes)", 11))")
}
if part == nil {
    try States.run()
    try measureDrawing(runs: runs)
}
