import AssetFiles
import EffectModel
import Foundation

/// Holds the predicted cost of a spec against the time that it takes: a prediction must never be too low.
enum Price {
    static func measure(_ file: String) throws {
        var limits = RenderLimits()
        limits.maximumWork = .max
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let start = processorTime()
        let spec = try EffectSpec(json: JSONParser.parse(bytes), limits: limits, library: LocalAssets())
        let reading = processorTime() - start
        let parts = try hanabi_benchmarks.measure(spec)
        let predicted = RenderCost(of: spec).work / 1e6
        let figures = [predicted, parts.total, predicted / parts.total, reading, parts.simulate, parts.draw, parts.encode]
        let name = URL(fileURLWithPath: file).lastPathComponent
        print(([name] + figures.map { String(format: "%.2f", $0) }).joined(separator: "\t"))
    }
}
