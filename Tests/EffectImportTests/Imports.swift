import EffectModel
import EffectSimulation
import EffectImport
import Testing

/// A document that has been imported.
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

    /// Fields that are not in the effect.
    var ignored: [String] { result.ignored.map(\.field) }
    /// Fields that are there in another way.
    var approximated: [String] { result.approximated.map(\.field) }

    /// The member at a path like `layers.0.emitterCells.1.velocity`.
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

    /// `[lowest, highest]`.
    func ends(_ path: String) -> [Double] {
        guard case .array(let elements)? = self[path] else { return [] }
        return elements.map { plain($0) }
    }

    /// Where pieces are at a time, in points from the middle of the canvas.
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

/// The number; 0 for what is none.
func plain(_ value: JSONValue?) -> Double {
    if case .number(let number)? = value { return number }
    return 0
}
