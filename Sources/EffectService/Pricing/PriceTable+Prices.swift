internal import EffectSimulation

extension PriceTable {
    /// Nanoseconds for each unit counted, by stage and count.
    static let prices: [Stage: [Tally.Count: Double]] = [
        .prepare: [.setupWork: 0.3, .birthWork: 0.345, .stepWork: 0.298, .bodyWork: 1.14],
        .follow: [.frames: 2353, .items: 95.8, .followingWork: 2.84, .placeWork: 0.203],
        .drawWide: [
            .frames: 3802, .smallShapes: 213, .smallShapePixels: 1.07, .smallShapeLines: 12.6, .largeShapes: 113,
            .largeShapePixels: 1.12, .largeShapeEdges: 9.53, .largeShapeLines: 27.6, .cutLines: 27.3, .dots: 392,
            .dotPixels: 0.842, .pictures: 1634, .uprightPixels: 0.59, .turnedReads: 4.73, .uprightReads: 0.757,
            .ribbons: 445, .ribbonPoints: 44, .ribbonLength: 93.4, .ribbonPixels: 37.1, .blendedPixels: 2,
            .wholePixels: 1.59, .touched: 0.858,
        ],
        .beginWide: [.canvas: 0.15, .box: 4.31, .wholePixels: 6.89],
        .draw: [
            .dots: 392, .dotPixels: 0.842, .frames: 639, .smallShapes: 147, .smallShapePixels: 1.46,
            .smallShapeLines: 12.1, .largeShapePixels: 0.979, .largeShapeEdges: 4.05, .largeShapeLines: 27.5,
            .cutLines: 42.3, .pictures: 453, .turnedReads: 4.85, .uprightReads: 1.8, .ribbons: 2036,
            .ribbonPoints: 10.3, .ribbonLength: 94.5, .ribbonPixels: 7.72, .blendedPixels: 2, .wholePixels: 1.26,
        ],
        .begin: [.frames: 9953, .canvas: 0.0143, .box: 0.529],
        .png: [
            .frames: 30_447, .canvas: 0.0294, .box: 0.835, .ground: 0.525, .touched: 1.38, .soft: 3.88, .steep: 1.33,
            .pictured: 4.77, .grainy: 5.05, .edges: 131,
        ],
        .still: [
            .canvas: 4.15, .box: 0.833, .ground: 1.25, .tangled: 3.75, .soft: 1.05, .steep: 6.98, .grainy: 14.5,
            .edges: 22.5, .pictured: 1.45,
        ],
        .weigh: [.frames: 2307, .touched: 0.978, .box: 0.0546, .ground: 0.0316],
        .dump: [.frames: 12_047, .items: 1127, .ribbonPoints: 225],
        .embed: [.pictured: 5.23],
        .count: [.pictured: 2.61, .grainy: 26.1, .edges: 312],
        .choose: [.frames: 1_593_608],
        .indexed: [
            .frames: 58_489, .box: 0.382, .ground: 1.41, .steep: 14.8, .grainy: 10.7, .edges: 149, .soft: 2.23,
            .pictured: 1.07,
        ],
        .gif: [.canvas: 1.64, .box: 4.83, .ground: 3.65, .steep: 10.7, .pictured: 1.36, .edges: 148, .soft: 1.61],
        .stillIndexed: [.canvas: 4.96, .box: 0.128, .ground: 0.497, .tangled: 0.826, .soft: 10.9],
        .stillSmall: [
            .canvas: 6.85, .box: 7.22, .ground: 22.7, .touched: 12.8, .hard: 2.76, .soft: 82.1, .grainy: 49.6,
            .edges: 815, .pictured: 4.96,
        ],
        .losslessIndexed: [
            .frames: 42_880, .box: 14.7, .ground: 13.7, .soft: 109, .grainy: 119, .edges: 1589, .pictured: 11.9,
        ],
        .pngSmall: [
            .frames: 73_463, .canvas: 0.0043, .box: 6.47, .ground: 1.44, .touched: 11.7, .soft: 162, .steep: 3.11,
            .pictured: 115, .edges: 1666,
        ],
        .indexedSmall: [.box: 5.57, .ground: 5.55, .soft: 65.8, .grainy: 84.6, .edges: 645, .pictured: 8.46],
        .lossyFast: [.frames: 174_872, .box: 24.1, .ground: 7.96, .grainy: 9.8, .edges: 868, .pictured: 0.98],
        .lossy: [.frames: 160_739, .box: 32.1, .ground: 6.31, .soft: 11, .grainy: 30.9, .edges: 1306, .pictured: 3.09],
        .lossySmall: [
            .frames: 163_776, .canvas: 0.0327, .box: 69.9, .ground: 21.1, .tangled: 89.5, .steep: 102, .grainy: 64.4,
            .edges: 2329, .soft: 15.3, .pictured: 6.44,
        ],
        .losslessFast: [
            .canvas: 0.588, .box: 33.5, .ground: 14, .soft: 428, .pictured: 81.3, .grainy: 171, .edges: 1748,
        ],
        .plainFast: [.frames: 86_889, .box: 12.1, .touched: 31.2, .edges: 328],
        .lossless: [.frames: 3325, .box: 56.7, .ground: 19.6, .soft: 741, .grainy: 723, .edges: 7920, .pictured: 72.3],
        .plain: [
            .frames: 45_776, .canvas: 0.0884, .box: 7.07, .touched: 5.16, .hard: 4.11, .tangled: 12.6, .soft: 73.2,
            .steep: 2.85, .edges: 717,
        ],
        .losslessSmall: [
            .canvas: 0.638, .box: 88.6, .ground: 16.3, .soft: 265, .steep: 1766, .grainy: 752, .edges: 10_143,
            .pictured: 75.2,
        ],
        .plainSmall: [.frames: 63_944, .canvas: 0.0311, .box: 17.8, .tangled: 1410, .soft: 98.5, .steep: 8.02],
    ]
}
