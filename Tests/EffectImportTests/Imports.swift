import EffectModel
import EffectSimulation
import EffectImport
import StrictJSON
import Testing

/// An imported document.
struct Imported {
    let result: ImportResult

    init(
        _ format: ImportFormat,
        _ text: String,
        library: any AssetLibrary = NoAssets(),
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws {
        try self.init(format, bytes: Array(text.utf8), library: library, change)
    }

    init(
        _ format: ImportFormat,
        bytes: [UInt8],
        library: any AssetLibrary = NoAssets(),
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) throws {
        var options = ImportOptions()
        options.library = library
        change(&options)
        result = try EffectImporter(format, options).effect(from: bytes)
    }

    /// Fields that are missing from the effect.
    var ignored: [String] { result.ignored.map(\.field) }
    /// Fields that are approximated in the effect.
    var approximated: [String] { result.approximated.map(\.field) }

    /// The member at a path such as `layers.0.emitterCells.1.velocity`.
    subscript(_ path: String) -> JSONValue? {
        var value = result.document
        for part in path.split(separator: ".") {
            if case .array(let elements) = value {
                guard let index = Int(part), elements.indices.contains(index) else { return nil }
                value = elements[index]
            } else {
                guard let member = value[String(part)] else { return nil }
                value = member
            }
        }
        return value
    }

    func number(_ path: String) -> Double {
        if case .number(let number)? = self[path] { return number }
        return .nan
    }

    /// The two ends `[lowest, highest]` of a value.
    func ends(_ path: String) -> [Double] {
        guard case .array(let elements)? = self[path] else { return [] }
        return elements.map { plain($0) }
    }

    /// Positions of the particles at a time, in points from the canvas center.
    func places(at time: Double) -> [SIMD2<Double>] {
        let middle = SIMD2(result.spec.canvas.width, result.spec.canvas.height) / 2
        return items(at: time).map { SIMD2($0.position.x, $0.position.y) - middle }
    }

    func items(at time: Double) -> [DrawList.Item] {
        Simulation(result.spec).drawList(at: time).groups.flatMap(\.items)
    }
}

func expectClose(
    _ found: [Double],
    _ wanted: [Double],
    within: Double = 1e-5,
    _ place: SourceLocation = #_sourceLocation
) {
    #expect(
        found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= within },
        "\(found), not \(wanted)",
        sourceLocation: place
    )
}

/// Returns the number, or 0 for other values.
func plain(_ value: JSONValue?) -> Double {
    if case .number(let number)? = value { return number }
    return 0
}
