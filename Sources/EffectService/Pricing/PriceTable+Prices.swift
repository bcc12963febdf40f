internal import EffectSimulation

extension PriceTable {
    /// By stage, and by what it is done with.
    static let prices: [Stage: [Tally.Count: Double]] = [
        .prepare: [.setupWork: 0.3, .birthWork: 0.345, .stepWork: 0.298],
        .follow: [.frames: 2356, .items: 95.7, .followingWork: 2.85, .placeWork: 0.203],
        .drawWide: [
            .frames: 3810, .smallShapes: 213, .smallShapePixels: 1.06, .smallShapeLines: 12.6, .largeShapes: 121,
            .largeShapePixels: 1.11, .largeShapeEdges: 9.53, .largeShapeLines: 27.4, .cutLines: 32.6, .dots: 390,
            .dotPixels: 0.841, .pictures: 1677, .uprightPixels: 0.273, .turnedReads: 4.69, .uprightReads: 0.853,
            .ribbons: 435, .ribbonPoints: 44.7, .ribbonLength: 93.6, .ribbonPixels: 36.7, .blendedPixels: 2,
            .wholePixels: 1.59, .touched: 0.846,
        ],
        .beginWide: [.canvas: 0.151, .box: 4.39, .wholePixels: 6.89],
        .draw: [
            .dots: 390, .dotPixels: 0.841, .frames: 637, .smallShapes: 147, .smallShapePixels: 1.47,
            .smallShapeLines: 12.1, .largeShapePixels: 0.987, .largeShapeEdges: 4.12, .largeShapeLines: 27.4,
            .cutLines: 35.9, .pictures: 453, .turnedReads: 4.85, .uprightReads: 1.8, .ribbons: 1941,
            .ribbonPoints: 10.6, .ribbonLength: 93.6, .ribbonPixels: 8.42, .blendedPixels: 2, .wholePixels: 1.25,
        ],
        .begin: [.frames: 9999, .canvas: 0.0138, .box: 0.534],
        .png: [
            .frames: 30_311, .canvas: 0.029, .box: 0.853, .ground: 0.526, .touched: 1.44, .soft: 2.1, .steep: 3.16,
            .pictured: 10.3, .edges: 128,
        ],
        .still: [
            .canvas: 4.14, .box: 0.821, .ground: 1.26, .tangled: 3.77, .soft: 2.57, .steep: 5.36, .grainy: 14.6,
            .edges: 24.6, .pictured: 1.46,
        ],
        .weigh: [.frames: 2279, .touched: 0.992, .box: 0.0546, .ground: 0.0316],
        .dump: [.frames: 11_905, .items: 1131, .ribbonPoints: 225],
        .embed: [.pictured: 5.24],
        .count: [.pictured: 2.52, .grainy: 25.2, .edges: 309],
        .choose: [.frames: 1_578_456],
        .indexed: [
            .frames: 55_104, .box: 0.386, .ground: 1.38, .steep: 18, .grainy: 11.6, .edges: 155, .soft: 2.7,
            .pictured: 1.16,
        ],
        .gif: [
            .canvas: 1.64, .box: 4.82, .ground: 3.61, .tangled: 1.52, .steep: 13.3, .pictured: 1.54, .edges: 151,
            .soft: 2,
        ],
        .stillIndexed: [.canvas: 4.96, .box: 0.144, .ground: 0.51, .tangled: 0.85, .steep: 13.9, .soft: 2.08],
        .stillSmall: [
            .canvas: 6.9, .box: 7.04, .ground: 22.7, .touched: 10.6, .hard: 5.13, .steep: 95.3, .grainy: 56.3,
            .edges: 836, .soft: 14.3, .pictured: 5.63,
        ],
        .losslessIndexed: [
            .frames: 42_716, .box: 14.5, .ground: 13.9, .steep: 120, .grainy: 117, .edges: 1624, .soft: 18,
            .pictured: 11.7,
        ],
        .pngSmall: [
            .frames: 77_193, .box: 7.3, .ground: 1.27, .touched: 14, .soft: 138, .steep: 25.8, .pictured: 164,
            .edges: 1508,
        ],
        .indexedSmall: [
            .box: 5.55, .ground: 5.53, .soft: 48, .steep: 20.5, .grainy: 85.4, .edges: 650, .pictured: 8.54,
        ],
        .lossyFast: [.frames: 174_584, .box: 24, .ground: 7.97, .grainy: 10.3, .edges: 884, .pictured: 1.03],
        .lossy: [
            .frames: 151_099, .box: 32.1, .ground: 6.09, .steep: 22.5, .grainy: 31.1, .edges: 1315, .soft: 3.37,
            .pictured: 3.11,
        ],
        .lossySmall: [
            .frames: 159_238, .canvas: 0.0341, .box: 68.9, .ground: 20.9, .tangled: 49.9, .steep: 119, .grainy: 69.4,
            .edges: 2500, .soft: 17.8, .pictured: 6.94,
        ],
        .losslessFast: [
            .canvas: 0.589, .box: 37.1, .ground: 15.1, .tangled: 42.7, .soft: 68.2, .steep: 455, .pictured: 85.5,
            .grainy: 138, .edges: 1308,
        ],
        .plainFast: [.frames: 92_003, .box: 12.1, .ground: 2.2, .soft: 29.3, .steep: 2.19, .edges: 415],
        .lossless: [
            .frames: 7166, .box: 59.9, .ground: 21.6, .soft: 220, .steep: 641, .grainy: 717, .edges: 7278,
            .pictured: 71.7,
        ],
        .plain: [
            .frames: 51_128, .canvas: 0.0743, .box: 14.1, .ground: 8.33, .tangled: 18.3, .soft: 71.6, .steep: 4.61,
            .edges: 465,
        ],
        .losslessSmall: [
            .canvas: 0.615, .box: 92, .ground: 17.3, .steep: 2127, .grainy: 731, .edges: 9745, .soft: 319,
            .pictured: 73.1,
        ],
        .plainSmall: [.canvas: 0.0566, .box: 17.7, .ground: 11.2, .soft: 116, .edges: 5111],
    ]
}
