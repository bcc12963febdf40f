internal import EffectSimulation

extension PriceTable {
    /// By stage, and by what it is done with.
    static let prices: [Stage: [Tally.Count: Double]] = [
        .prepare: [.setupWork: 0.3, .birthWork: 0.373, .stepWork: 0.184, .bodyWork: 1],
        .follow: [.frames: 3642, .items: 92.3, .followingWork: 5.15, .placeWork: 0.12, .ribbonPoints: 1.73],
        .drawWide: [
            .frames: 2905, .smallShapes: 163, .smallShapePixels: 1.65, .smallShapeLines: 15.2, .largeShapePixels: 1.49,
            .largeShapeEdges: 8.35, .largeShapeLines: 27.5, .cutLines: 25, .dots: 396, .dotPixels: 0.965,
            .smallDots: 197, .pictures: 808, .turnedPixels: 5.03, .uprightPixels: 1.99, .ribbons: 1121,
            .ribbonPoints: 10, .ribbonLength: 106, .ribbonPixels: 2, .blendedPixels: 2, .touched: 2.39,
        ],
        .beginWide: [.frames: 101_233, .canvas: 0.0612, .wholePixels: 40.4],
        .draw: [
            .dots: 396, .dotPixels: 0.965, .smallDots: 197, .frames: 279, .smallShapes: 240, .smallShapePixels: 1.17,
            .smallShapeLines: 10.9, .largeShapes: 342, .largeShapePixels: 0.807, .largeShapeEdges: 6.41,
            .largeShapeLines: 23.6, .cutLines: 25, .pictures: 331, .turnedPixels: 8.66, .uprightPixels: 2.52,
            .ribbons: 500, .ribbonPoints: 10, .ribbonLength: 127, .ribbonPixels: 2, .blendedPixels: 2,
            .wholePixels: 0.677,
        ],
        .begin: [.frames: 38_253, .canvas: 0.0539, .wholePixels: 26.3],
        .png: [
            .frames: 39_405, .canvas: 0.0452, .box: 0.287, .touched: 1.71, .tangled: 0.151, .soft: 10.3,
            .pictured: 10.6, .grainy: 4.39, .edges: 191,
        ],
        .still: [.canvas: 3.8, .box: 1.68, .tangled: 17.6, .soft: 8.54, .grainy: 13.9],
        .weigh: [.frames: 2255, .touched: 1.01, .box: 0.0782],
        .dump: [.frames: 9819, .items: 1174, .ribbonPoints: 149],
        .embed: [.pictured: 42.9],
        .count: [.canvas: 0.0227, .grainy: 47, .edges: 272],
        .indexed: [.frames: 116_740, .box: 1.11, .tangled: 10.5, .soft: 10.7, .grainy: 8.21],
        .gif: [.frames: 39_291, .canvas: 2.29, .box: 5.4, .hard: 1.55, .tangled: 17.1, .soft: 6.21, .pictured: 2.58],
        .stillIndexed: [.frames: 41_039, .canvas: 3.35, .box: 2.66, .tangled: 4.22, .soft: 13.3],
        .losslessIndexed: [.frames: 126_941, .box: 21.7, .tangled: 158, .soft: 100, .grainy: 121, .edges: 149],
        .pngSmall: [.frames: 184_088, .box: 2.66, .touched: 25.4, .soft: 233, .pictured: 189, .edges: 2219],
        .indexedSmall: [
            .frames: 69_320, .canvas: 0.0394, .box: 6.37, .tangled: 5.36, .soft: 96.9, .grainy: 124, .edges: 969,
        ],
        .lossyFast: [.frames: 367_801, .box: 18.5, .hard: 0.958, .grainy: 31.9, .edges: 620],
        .lossy: [.frames: 254_427, .box: 28.5, .soft: 0.418, .grainy: 49.5, .edges: 1270],
        .lossySmall: [.frames: 414_220, .box: 56.6, .soft: 34, .grainy: 131, .edges: 2451],
        .losslessFast: [.frames: 103_643, .box: 29, .touched: 78.1, .soft: 244, .grainy: 195, .edges: 816],
        .lossless: [.frames: 77_001, .box: 43.8, .soft: 740, .grainy: 932, .edges: 6648],
        .losslessSmall: [.frames: 208_090, .box: 80.4, .touched: 133, .soft: 620, .grainy: 833, .edges: 7961],
        .stillSmall: [.frames: 100_000, .canvas: 15, .touched: 24, .soft: 188, .pictured: 155, .edges: 961],
    ]
}
