internal import EffectSimulation

extension PriceTable {
    /// Nanoseconds for each unit counted, by stage and count.
    static let prices: [Stage: [Tally.Count: Double]] = [
        .prepare: [.setupWork: 0.3, .birthWork: 0.485, .stepWork: 0.324, .bodyWork: 1],
        .follow: [
            .frames: 4034, .items: 132, .followingWork: 0.966, .placeWork: 0.0388, .replayWork: 0.293,
            .ribbonPoints: 27.1, .outlineSegments: 3.99,
        ],
        .drawWide: [
            .frames: 3795, .smallShapes: 184, .smallShapePixels: 1.17, .smallShapeLines: 12.5,
            .largeShapePixels: 1.08, .largeShapeEdges: 10.2, .largeShapeLines: 29.2, .cutLines: 25,
            .dots:
                373, .dotPixels: 0.871, .smallDots: 24.4, .pictures: 1237, .turnedPixels: 0.969,
            .turnedReads:
                4.95, .uprightReads: 0.971, .ribbons: 784, .ribbonPoints: 29.2, .ribbonLength: 83.5,
            .ribbonPixels: 29.8, .blendedPixels: 2, .wholePixels: 1.6, .touched: 1.19,
        ],
        .beginWide: [.canvas: 0.203, .box: 3.54, .wholePixels: 5.84],
        .draw: [
            .dots: 373, .dotPixels: 0.871, .smallDots: 24.4, .frames: 560, .smallShapes: 168,
            .smallShapePixels: 1.39, .smallShapeLines: 12.5, .largeShapes: 106, .largeShapePixels: 1.2,
            .largeShapeEdges: 11, .largeShapeLines: 12.7, .cutLines: 25.4, .pictures: 870,
            .uprightPixels:
                0.638, .turnedReads: 4.88, .uprightReads: 0.962, .ribbons: 1770, .ribbonPoints: 11.2,
            .ribbonLength: 80, .ribbonPixels: 21.4, .blendedPixels: 2, .wholePixels: 0.425,
            .touched:
                0.0392,
        ],
        .begin: [.frames: 6687, .canvas: 0.00532],
        .png: [
            .frames: 30_635, .canvas: 0.0289, .box: 0.782, .background: 0.518, .touched: 1.55, .soft: 1.68,
            .steep: 4.24, .pictured: 12.4, .edges: 122,
        ],
        .still: [
            .canvas: 4.45, .box: 1.49, .background: 0.888, .tangled: 0.605, .soft: 6.6, .grainy: 8.64,
            .edges:
                75.3, .pictured: 0.864,
        ],
        .weigh: [.frames: 2459, .touched: 1.08, .box: 0.109, .background: 0.13],
        .vector: [.frames: 10_000, .items: 1900, .ribbonPoints: 160, .outlineSegments: 400],
        .document: [.frames: 4_000_000],
        .dump: [.frames: 13_446, .items: 1113, .ribbonPoints: 262, .outlineSegments: 732],
        .embed: [.pictured: 37.9],
        .count: [.box: 1.88, .background: 0.466, .edges: 262],
        .choose: [.frames: 783_429],
        .indexed: [
            .frames: 77_551, .background: 1.28, .steep: 33.7, .grainy: 34.5, .edges: 110, .soft: 5.06,
            .pictured: 3.45,
        ],
        .gif: [
            .frames: 40_974, .canvas: 1.78, .box: 4.13, .background: 4.73, .steep: 18, .grainy: 23.4,
            .edges:
                136, .soft: 2.69, .pictured: 2.34,
        ],
        .stillIndexed: [.canvas: 4.79, .background: 1.27, .soft: 13.6, .grainy: 31, .pictured: 3.1],
        .stillSmall: [
            .canvas: 8.34, .box: 7.62, .background: 23.7, .touched: 10.6, .hard: 1.18, .tangled: 4.91,
            .soft:
                10.9, .steep: 55.5, .grainy: 40.3, .edges: 742, .pictured: 4.03,
        ],
        .pngSmall: [
            .frames: 13_878, .canvas: 0.0891, .box: 6.32, .background: 1.47, .touched: 10.9, .soft: 131,
            .steep:
                5.2, .pictured: 145, .edges: 1672,
        ],
        .indexedSmall: [
            .canvas: 0.0317, .box: 3.27, .background: 2.43, .touched: 1.26, .steep: 82, .grainy: 122,
            .edges:
                801, .soft: 12.3, .pictured: 12.2,
        ],
        .lossyFast: [
            .frames: 165_778, .box: 26.5, .background: 11.1, .steep: 13.9, .grainy: 35.4, .edges: 796,
            .soft:
                2.08, .pictured: 3.54,
        ],
        .lossy: [
            .frames: 116_911, .box: 41.2, .background: 12.7, .steep: 44.7, .grainy: 48.9, .edges: 466,
            .soft:
                6.71, .pictured: 4.89,
        ],
        .lossySmall: [
            .frames: 156_142, .canvas: 0.0321, .box: 83.8, .background: 28.4, .tangled: 140, .soft: 74,
            .steep:
                100, .grainy: 152, .edges: 1284, .pictured: 15.2,
        ],
        .losslessFast: [
            .frames: 100_000, .canvas: 0.05, .box: 1.6, .background: 2.5, .touched: 4, .soft: 8, .steep: 16,
            .grainy: 20,
            .pictured: 20, .edges: 300,
        ],
        .lossless: [
            .frames: 110_000, .canvas: 0.05, .box: 1.8, .background: 3, .touched: 4.5, .soft: 9, .steep: 18,
            .grainy: 24,
            .pictured: 24, .edges: 350,
        ],
        .losslessSmall: [
            .frames: 900_000, .canvas: 0.3, .box: 15, .background: 20, .touched: 30, .soft: 60, .steep: 120,
            .grainy: 160,
            .pictured: 160, .edges: 2500,
        ],
        .losslessIndexed: [
            .frames: 175_500, .canvas: 0.0675, .box: 2.43, .background: 4.73, .touched: 6.08, .soft: 18.9, .steep: 40.5,
            .grainy: 54, .pictured: 40.5, .edges: 473,
        ],
    ]
}
