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
            .frames: 235, .soft: 0.674, .steep: 0.041, .pictured: 0.000392, .grainy: 1.51, .box: 0.0155,
            .background: 0.00117, .edges: 12.7,
        ],
        .indexed: [
            .frames: 579, .soft: 0.155, .steep: 0.00945, .grainy: 0.347, .box: 0.00518, .background: 0.000391,
            .edges: 4.24,
        ],
        .gif: [
            .frames: 1472, .soft: 0.0773, .steep: 0.0047, .grainy: 0.173, .box: 0.00275, .background: 0.000208,
            .edges: 2.25,
        ],
        .lossy: [
            .frames: 1199, .soft: 0.0499, .steep: 0.00303, .grainy: 0.112, .box: 0.0104, .background: 0.000787,
            .edges: 8.53,
        ],
        .lossless: [
            .frames: 350, .soft: 0.679, .steep: 0.0413, .pictured: 0.000395, .grainy: 1.52, .box: 0.013,
            .background: 0.00098, .edges: 10.6,
        ],
        .still: [
            .frames: 1556, .soft: 1.04, .steep: 0.0634, .pictured: 0.000607, .grainy: 2.33, .box: 0.0204,
            .background: 0.00154, .edges: 16.7,
        ],
        .pngSmall: [
            .frames: 680, .soft: 0.597, .steep: 0.0363, .pictured: 0.000348, .grainy: 1.33, .box: 0.00864,
            .background: 0.000651, .edges: 7.07,
        ],
        .indexedSmall: [
            .frames: 5.83, .soft: 0.195, .steep: 0.0119, .pictured: 0.000114, .grainy: 0.437, .box: 0.00499,
            .background: 0.000376, .edges: 4.08,
        ],
        .lossyFast: [
            .frames: 4062, .soft: 0.301, .steep: 0.0183, .pictured: 0.000175, .grainy: 0.673, .box: 0.00217,
            .background: 0.000164, .edges: 1.78,
        ],
        .lossySmall: [
            .frames: 214, .soft: 0.112, .steep: 0.00684, .grainy: 0.251, .box: 0.00498, .background: 0.000376,
            .edges: 4.08,
        ],
        .losslessFast: [
            .frames: 345, .soft: 0.634, .steep: 0.0386, .pictured: 0.00037, .grainy: 1.42, .box: 0.00515,
            .background: 0.000388, .edges: 4.21,
        ],
        .losslessSmall: [
            .frames: 842, .soft: 0.537, .steep: 0.0326, .pictured: 0.000313, .grainy: 1.2, .box: 0.0106,
            .background: 0.000798, .edges: 8.66,
        ],
        .losslessIndexed: [
            .frames: 899, .soft: 0.122, .steep: 0.00744, .grainy: 0.273, .box: 0.00472, .background: 0.000356,
            .edges: 3.86,
        ],
        .stillIndexed: [
            .frames: 4598, .soft: 0.119, .steep: 0.00721, .grainy: 0.265, .box: 0.00285, .background: 0.000215,
            .edges: 2.33,
        ],
        .stillSmall: [
            .frames: 678, .soft: 1.03, .steep: 0.0629, .pictured: 0.000602, .grainy: 2.31, .box: 0.00731,
            .background: 0.000552, .edges: 5.98,
        ],
        .avif: [.frames: 32.2, .soft: 0.028, .grainy: 0.063, .box: 0.00422, .background: 0.000318, .edges: 3.45],
        .avifFast: [.frames: 131, .soft: 0.0279, .steep: 0.0017, .grainy: 0.0625, .box: 0.00122, .edges: 0.996],
        .avifSmall: [.frames: 129, .soft: 0.0237, .steep: 0.00144, .grainy: 0.0531, .box: 0.00104, .edges: 0.853],
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
