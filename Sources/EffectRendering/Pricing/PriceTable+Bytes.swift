internal import EffectModel
internal import EffectSimulation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Bytes of files, from which a byte budget's search is predicted.
///
/// Fitted by `Benchmarks/prices.py bytes`: four files in five have 0.6 to 2 times as many as predicted.
extension PriceTable {
    /// Bytes for each unit counted, by the stage that encodes a file.
    static let sizes: [Stage: [Tally.Count: Double]] = [
        .png: [
            .frames: 127, .background: 0.000933, .soft: 0.12, .softRows: 0.124, .steep: 0.518, .grainy: 0.902,
            .edges: 2.37, .scattered: 9.87, .spread: 0.28, .broken: 0.473,
        ],
        .indexed: [
            .frames: 319, .box: 0.034, .background: 0.0231, .soft: 0.05, .softRows: 1.02, .grainy: 0.192,
            .edges: 0.6, .scattered: 8.95, .spread: 0.0646,
        ],
        .gif: [
            .frames: 240, .box: 0.0199, .background: 0.0226, .soft: 0.025, .softRows: 1.17, .grainy: 0.255,
            .edges: 0.837, .scattered: 2.67, .spread: 0.0503,
        ],
        .lossy: [
            .frames: 90.5, .moving: 0.0509, .soft: 0.02, .softRows: 0.087, .grainy: 0.08, .edges: 2.5,
            .scattered: 6.97, .spread: 0.0581,
        ],
        .lossless: [
            .frames: 37.4, .background: 0.000086, .soft: 0.12, .softRows: 1.21, .steep: 0.221, .grainy: 0.636,
            .edges: 3.36, .scattered: 9.8, .spread: 0.209, .broken: 0.294,
        ],
        .still: [
            .frames: 6590, .box: 0.0183, .background: 0.0301, .moving: 0.0477, .soft: 0.395, .softRows: 1.03,
            .grainy: 0.511, .edges: 2.96, .scattered: 2.52, .spread: 0.191,
        ],
        .pngSmall: [
            .frames: 582, .box: 0.0672, .background: 0.0392, .soft: 0.1, .softRows: 4.17, .grainy: 0.44, .edges: 1.75,
            .scattered: 10, .spread: 0.309,
        ],
        .indexedSmall: [.frames: 192, .soft: 0.05, .grainy: 0.217, .scattered: 3.42, .spread: 0.0777, .broken: 0.343],
        .lossyFast: [
            .frames: 333, .box: 0.00684, .background: 0.00105, .moving: 0.00328, .soft: 0.06, .mixed: 0.023,
            .grainy: 0.178, .edges: 1.11, .scattered: 1.51, .spread: 0.0889, .broken: 0.0845,
        ],
        .lossySmall: [
            .frames: 84.2, .background: 0.000362, .soft: 0.03, .grainy: 0.1, .edges: 0.829, .scattered: 3.87,
            .spread: 0.269, .broken: 0.297,
        ],
        .losslessFast: [
            .frames: 114, .box: 0.000931, .background: 0.000175, .soft: 0.149, .steep: 0.367, .pictured: 0.0375,
            .grainy: 1.07, .edges: 4.74, .scattered: 5.76, .spread: 0.000197,
        ],
        .losslessSmall: [
            .frames: 139, .soft: 0.0859, .softRows: 0.5, .steep: 0.246, .grainy: 1.12, .edges: 1.15, .scattered: 6.58,
            .spread: 0.147, .broken: 0.123,
        ],
        .losslessIndexed: [
            .frames: 132, .soft: 0.03, .softRows: 0.577, .steep: 0.0619, .grainy: 0.157, .scattered: 6.48,
            .spread: 0.111, .broken: 0.281,
        ],
        .stillIndexed: [
            .frames: 4000, .box: 0.0199, .background: 0.00647, .moving: 0.012, .soft: 0.03, .softRows: 0.354,
            .steep: 0.146, .grainy: 0.209, .edges: 1.18, .scattered: 3.14, .spread: 0.0113,
        ],
        .stillSmall: [
            .frames: 678, .box: 0.00731, .background: 0.000552, .soft: 1.03, .steep: 0.0629, .pictured: 0.000602,
            .grainy: 2.31, .edges: 5.98,
        ],
        .avif: [
            .frames: 122, .soft: 0.012, .grainy: 0.03, .edges: 0.6, .scattered: 5.66, .spread: 0.0361, .broken: 0.106,
        ],
        .avifFast: [
            .frames: 146, .moving: 0.000157, .hard: 0.00345, .soft: 0.01, .steep: 0.00494, .grainy: 0.146, .edges: 0.6,
            .scattered: 5.96, .spread: 0.0251, .broken: 0.0376,
        ],
        .avifSmall: [
            .frames: 159, .moving: 0.00194, .soft: 0.01, .grainy: 0.173, .edges: 0.6, .scattered: 5.82,
            .broken: 0.00709,
        ],
    ]

    /// Predicted bytes of a file.
    static func bytes(_ stage: Stage, _ tally: Tally) -> Double {
        (sizes[stage] ?? [:]).reduce(0) { $0 + $1.value * tally[$1.key] }
    }

    /// Bytes of a file by its quality or its palette, relative to those of the table, which are of the default's.
    static func bytes(relativeTo output: Output) -> Double {
        guard output.isLossy else {
            return output.palette.most.map { 1 - savedByFewColors * (1 - Double($0) / 256) } ?? 1
        }
        guard case .lossy(let quality) = output.quality else { return 1 }
        return exp(growthWithQuality * Double(quality - qualityOfTable(output)))
    }

    /// Quality of the lossy files that a table was fitted to.
    static func qualityOfTable(_ output: Output) -> Int {
        guard output.format == .webp else { return 75 }
        return switch output.effort {
        case .fast: 50
        case .balanced: 75
        case .small: 90
        }
    }

    /// Share of the bytes that a palette of very few colors saves.
    private static let savedByFewColors = 0.4
    /// Growth of a lossy file with each step of its quality.
    private static let growthWithQuality = 0.016
}
