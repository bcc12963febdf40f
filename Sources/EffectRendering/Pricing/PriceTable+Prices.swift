internal import EffectSimulation

extension PriceTable {
    /// Nanoseconds for each unit counted, by stage and count, on one of two cores of a Zen 4.
    static let prices: [Stage: [Tally.Count: Double]] = [
        .prepare: [
            .assetPoints: 735, .setupWork: 0.1, .geometry: 1, .birthWork: 0.598, .stepWork: 0.362, .bodyWork: 1.1,
        ],
        .follow: [
            .frames: 7400, .groups: 1000, .items: 202, .followingWork: 1.39, .placeWork: 0.0685, .replayWork: 0.294,
            .ribbonPoints: 39.6, .outlineSegments: 6.08,
        ],
        .drawWide: [
            .frames: 1912, .smallShapes: 114, .smallShapePixels: 0.73, .smallShapeLines: 11.9,
            .smallShapeEdges: 13.8, .largeShapes: 26.1, .largeShapePixels: 0.857, .largeShapeEdges: 9.16,
            .largeShapeLines: 23.9, .cutLines: 39.7, .dots: 467, .dotPixels: 1.31, .pictures: 1979,
            .turnedReads: 3.63, .uprightReads: 1.19, .ribbons: 1075, .ribbonPoints: 9.73, .ribbonLength: 142,
            .ribbonPixels: 14.5, .blendedPixels: 1.8, .wholePixels: 1.57, .softRows: 12, .touched: 2.31,
            .uprightPixels: 0.454,
            .turnedPixels: 1.89,
        ],
        .fillWide: [.background: 0.6],
        .beginWide: [.frames: 126, .canvas: 0.11, .box: 4.5, .wholePixels: 6.94, .ground: 0.72, .drawing: 0.55],
        .draw: [
            .dots: 467, .dotPixels: 1.31, .frames: 231, .smallShapes: 493, .smallShapePixels: 0.677,
            .smallShapeLines: 10.7, .smallShapeEdges: 2.25, .largeShapePixels: 0.726, .largeShapeEdges: 8.61,
            .largeShapeLines: 12.6, .cutLines: 57.8, .pictures: 600, .uprightPixels: 0.3, .turnedReads: 3.67,
            .uprightReads: 2.6, .ribbons: 467, .ribbonPoints: 72.4, .ribbonLength: 77.5, .ribbonPixels: 20.6,
            .blendedPixels: 1.8, .wholePixels: 1.19, .softRows: 12, .largeShapes: 122, .turnedPixels: 1.01,
        ],
        .begin: [.frames: 20_470, .canvas: 0.0478, .box: 0.204, .wholePixels: 2.74, .ground: 0.72, .drawing: 0.55],
        .png: [
            .frames: 38_391, .canvas: 0.0485, .box: 0.726, .background: 0.489, .touched: 1.83, .soft: 5.79,
            .softRows: 30, .steep: 2.18, .pictured: 2.19, .grainy: 13.7, .edges: 131, .broken: 8, .spread: 0.4,
        ],
        .still: [
            .frames: 25_000, .canvas: 3.56, .box: 0.408, .background: 1.77, .hard: 2.89, .soft: 6.49, .mixed: 1.58,
            .grainy: 20.6,
            .edges: 55.3, .pictured: 2.06,
        ],
        .weigh: [.frames: 15_826, .touched: 1.54, .background: 0.174],
        .dump: [.frames: 15_972, .groups: 3000, .items: 1291, .ribbonPoints: 264, .outlineSegments: 717],
        .embed: [.assetPoints: 550, .pictured: 6, .grainy: 22, .drawing: 0.55, .ground: 0.72],
        .count: [
            .canvas: 0.0685, .background: 0.324, .steep: 16.5, .pictured: 5.83, .grainy: 22, .edges: 110,
            .soft: 2.48,
        ],
        .choose: [.frames: 1_000_000],
        .indexed: [
            .frames: 59_593, .canvas: 0.0739, .box: 1.96, .background: 1.19, .soft: 12.8, .pictured: 1.94,
            .grainy: 80, .edges: 158,
        ],
        .gif: [
            .canvas: 2.85, .box: 4.06, .background: 4.6, .tangled: 11.4, .steep: 6.55, .mixed: 5.95, .pictured: 0.984,
            .grainy: 120, .edges: 112, .soft: 1,
        ],
        .stillIndexed: [
            .frames: 25_000, .canvas: 3.5, .box: 0.744, .background: 0.739, .tangled: 0.639, .steep: 13.3, .mixed: 10.3,
            .grainy: 100, .edges: 149,
            .soft: 1.99,
        ],
        .stillSmall: [
            .frames: 25_000, .canvas: 6.25, .box: 5.7, .background: 27.7, .touched: 20.3, .tangled: 4.87, .steep: 63,
            .mixed: 51.6,
            .grainy: 83.4, .edges: 905, .soft: 9.44, .pictured: 8.34,
        ],
        .losslessIndexed: [
            .frames: 37_166, .box: 2.63, .background: 6.9, .hard: 7.36, .soft: 28.2, .steep: 16.7, .grainy: 65.1,
            .edges: 626, .pictured: 6.51,
        ],
        .pngSmall: [
            .frames: 143_000, .background: 4.47, .touched: 68, .soft: 2.1, .softRows: 75, .steep: 51, .pictured: 6.3,
            .grainy: 140, .edges: 280, .broken: 135, .spread: 56,
        ],
        .indexedSmall: [
            .frames: 26_200, .box: 3.15, .background: 5.78, .touched: 2.1, .tangled: 6.93, .soft: 1.05, .steep: 31.5,
            .pictured: 25.2,
            .grainy: 152, .edges: 472, .broken: 168,
        ],
        .lossyFast: [.frames: 304_463, .box: 24.3, .background: 9.02, .grainy: 12, .edges: 484, .pictured: 1.2],
        .lossy: [
            .frames: 203_000, .box: 11.8, .background: 10.2, .soft: 18.2, .softRows: 58.9, .mixed: 4.28, .grainy: 8.56,
            .edges: 321,
            .moving: 26.8, .scattered: 2090, .spread: 17.1,
        ],
        .lossySmall: [
            .frames: 347_565, .box: 75, .background: 26.1, .steep: 73.4, .mixed: 89.7, .grainy: 39.1, .edges: 1466,
            .soft: 11, .pictured: 3.91,
        ],
        .losslessFast: [
            .frames: 150_000, .canvas: 0.3, .box: 3.03, .background: 1.92, .tangled: 0.602, .soft: 3.22,
            .steep: 13.6, .mixed: 6.22, .grainy: 24.4, .edges: 270, .pictured: 2.44,
        ],
        .lossless: [
            .frames: 140_000, .canvas: 0.3, .box: 4, .background: 1.4, .tangled: 1.25, .soft: 2.12, .softRows: 38,
            .steep: 14.2, .mixed: 5.71, .pictured: 3.2, .grainy: 32, .edges: 340, .broken: 22, .spread: 7.5,
        ],
        .losslessSmall: [
            .frames: 30_000, .background: 7.7, .soft: 1, .steep: 102, .pictured: 34, .grainy: 118, .edges: 1940,
            .spread: 1.2, .broken: 800,
        ],
        .avifFast: [
            .frames: 1_250_000, .canvas: 20.5, .moving: 24.5, .soft: 2, .grainy: 5, .edges: 750, .scattered: 4500,
            .spread: 43, .pictures: 1500,
        ],
        .avif: [
            .frames: 1_430_000, .canvas: 22.5, .moving: 41, .soft: 5, .grainy: 12, .edges: 2100, .scattered: 6600,
            .spread: 71, .pictures: 6100,
        ],
        .avifSmall: [
            .frames: 3_700_000, .canvas: 19.4, .moving: 65.1, .soft: 7.92, .grainy: 26.4, .edges: 2290,
            .scattered: 33_400,
            .spread: 229, .pictures: 17_600,
        ],
        .avifGround: [.canvas: 216],
        .lossyGround: [.canvas: 80],
        // Videos: fitted to the processor time of ffmpeg 5.1 for 33 presets, conversion included. HEVC is not measured: four
        // times H.264, as for twice the planes and a slower encoder.
        .startVideo: [.frames: 45_000_000],
        .h264: [.frames: 250_000, .canvas: 23, .soft: 15, .grainy: 18, .pictured: 12],
        .av1: [.frames: 1_000_000, .canvas: 28, .box: 17, .soft: 19.5, .grainy: 17, .pictured: 10],
        .vp9: [.frames: 1_130_000, .canvas: 38.5, .soft: 21, .edges: 8, .grainy: 26, .pictured: 22],
        .proRes: [.frames: 410_000, .canvas: 29.5, .box: 1.3, .touched: 3.7, .edges: 51, .pictured: 6],
        .hevc: [.frames: 1_000_000, .canvas: 92, .soft: 60, .grainy: 72, .pictured: 48],
        .vector: [
            .items: 1280, .strands: 13_300, .ribbonPoints: 300, .outlineSegments: 278, .formulas: 15_300,
            .dragged: 11_100, .bands: 25_600,
        ],
        .document: [.frames: 1_500_000],
    ]
}
