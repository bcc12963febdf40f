// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Packages of the service and the command line, which a program that only uses the library need not fetch.
let service = TargetDependencyCondition.when(traits: ["Service"])

let package = Package(
    name: "hanabi",
    products: [
        .executable(name: "hanabi", targets: ["HanabiProgram"]),
        // The library: `import Hanabi`, and `import EffectModel` to build specs in Swift.
        .library(name: "Hanabi", targets: ["Hanabi", "EffectModel"]),
    ],
    traits: [
        .default(enabledTraits: ["Service"]),
        .trait(name: "Service", description: "The service and the command line. The library needs neither."),
    ],
    // Exact, so that every build of a version has the same: no Package.resolved is kept.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // C libraries.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CAOM", pkgConfig: "aom", providers: [.apt(["libaom-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        // Pango itself has no pkg-config file that SwiftPM can use (see Sources/CPango/shim.h); it depends on HarfBuzz.
        .systemLibrary(name: "CPango", pkgConfig: "harfbuzz", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "gobject-2.0", providers: [.apt(["libpango1.0-dev"])]),

        // Effects: what is asked for, what happens, what it looks like.
        // JSON as values: it has never heard of an effect.
        .target(name: "StrictJSON"),
        // What a spec says, as values.
        .target(name: "EffectModel", dependencies: ["StrictJSON"]),
        // What a spec costs, from its numbers alone.
        .target(name: "EffectCost", dependencies: ["EffectModel"]),
        // Specs from JSON, checked, and as JSON; the schema.
        .target(name: "EffectCoding", dependencies: ["EffectCost", "EffectModel", "StrictJSON"]),
        .systemLibrary(name: "CSine"),
        // Rigid bodies: Box2D, which is C++, behind functions of C.
        .target(name: "CBox2D", linkerSettings: [.linkedLibrary("box2d")]),
        .target(
            name: "EffectSimulation",
            dependencies: ["EffectCost", "EffectModel", "CBox2D", "CSine", "StrictJSON"]
        ),
        // Innermost loops, for several kinds of processors.
        .target(name: "CKernels"),
        .target(name: "SoftwareRaster", dependencies: ["EffectModel", "CKernels", "Memory"]),
        // Pictures from files and data: URIs, letters from the installed fonts.
        .target(
            name: "AssetFiles",
            dependencies: [
                "Compression", "EffectCoding", "EffectModel", "Memory", "PackagedFiles", "CPNG", "CTurboJPEG", "CPango",
                "CGLib", "StrictJSON",
            ]
        ),

        // Presets, the gallery's pages, a few drawings and the API description travel inside the binary.
        .target(name: "CResources", exclude: ["Drawings", "Pages", "Presets", "palettes.json"]),
        .target(name: "PackagedFiles", dependencies: ["CResources", "Memory"]),

        // Targets that have never heard of an effect.
        // Threads, a lock, durations, digits.
        .target(name: "SystemSupport", dependencies: ["Memory"]),
        // Owners and views of memory: where pointers are.
        .target(name: "Memory"),
        .target(name: "Compression", dependencies: ["CZlib", "Memory"]),
        // Documents for browsers. The library has none, and does without.
        .target(name: "Brotli", dependencies: ["CBrotli", "Memory"]),
        // The compressor of PNG's pixels, faster for drawings than zlib.
        // Its declarations are public, not package: the compiler inlines @inlinable ones across targets only then, and
        // APNG calls them for each symbol.
        .target(name: "Deflate", dependencies: ["CKernels", "Memory"]),
        .target(name: "APNG", dependencies: ["CKernels", "CZlib", "Deflate", "Memory"]),
        .target(name: "GIF", dependencies: ["CGIF"]),
        .target(name: "WebP", dependencies: ["CWebP"]),
        // AVIF: pictures in, AV1 by libaom, boxes of our own.
        .target(name: "AVIF", dependencies: ["CAOM", "ColorBleed", "Memory"]),
        // Lossless WebP, many times as fast as libwebp.
        .target(name: "WebPLossless", dependencies: ["CKernels", "Deflate", "Memory"]),
        // Colors for transparent pixels, which lossy encoders take.
        .target(name: "ColorBleed"),
        // Programs that run beside this one, in C: Swift can't see all of the system's calls.
        .target(name: "CChildProcess"),
        // Videos by the program ffmpeg, which runs beside this one.
        .target(name: "Video", dependencies: ["CChildProcess", "ColorBleed"]),
        // Metrics as a page, log lines.
        .target(
            name: "Telemetry",
            dependencies: [
                "SystemSupport",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        // Linux's epoll, which Glibc's module leaves out.
        .systemLibrary(name: "CEpoll"),
        // Its allocator's own calls, likewise.
        .systemLibrary(name: "CMalloc"),
        .target(
            name: "SmallHTTP",
            dependencies: [
                "CEpoll", "SystemSupport",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),

        // A fair queue, and the threads that work on it.
        .target(name: "WorkScheduling", dependencies: ["SystemSupport"]),
        // Effects as formulas instead of frames: pieces, and files of them.
        .target(name: "EffectVectors", dependencies: ["Compression", "EffectModel", "EffectSimulation"]),
        // Specs to bytes.
        .target(
            name: "EffectRendering",
            dependencies: [
                "EffectCoding", "EffectCost", "EffectModel", "EffectSimulation", "EffectVectors", "SoftwareRaster",
                "APNG", "AVIF", "Compression", "GIF", "Memory", "Video", "WebP", "WebPLossless", "WorkScheduling",
                "StrictJSON",
            ]
        ),
        // Presets, palettes, and the parameters that change them.
        .target(
            name: "EffectCatalog",
            dependencies: [
                "Compression", "CSodium", "EffectCoding", "EffectCost", "EffectModel", "EffectRendering",
                "PackagedFiles", "StrictJSON", "SystemSupport",
            ]
        ),
        // The library for other programs.
        .target(
            name: "Hanabi",
            dependencies: [
                "AssetFiles", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel", "EffectRendering",
                "StrictJSON", "WorkScheduling",
            ]
        ),
        // Requests to responses.
        .target(
            name: "EffectService",
            dependencies: [
                "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel", "EffectRendering", "SoftwareRaster",
                "APNG", "Brotli", "SmallHTTP", "Compression", "EffectImport", "PackagedFiles", "SystemSupport",
                "Telemetry", "CMalloc", "CSodium", "Video", "WorkScheduling", "StrictJSON",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: service),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        // Particle effects of other programs → specs.
        .target(
            name: "EffectImport",
            dependencies: ["EffectCoding", "EffectCost", "EffectModel", "Compression", "StrictJSON"]
        ),
        // What a crash says, in C: a handler of signals may do very little.
        .target(name: "CCrash"),
        // The name differs from the library's in more than case, for file systems that ignore it.
        .executableTarget(
            name: "HanabiProgram",
            dependencies: [
                "AssetFiles", "CCrash", "EffectCatalog", "EffectImport", "EffectCoding", "EffectCost", "EffectModel",
                "EffectRendering",
                "EffectService", "SmallHTTP", "SystemSupport", "Telemetry", "Video", "WorkScheduling", "StrictJSON",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: service),
            ]
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: [
                "CChildProcess", "CKernels", "EffectCoding", "EffectCost", "EffectModel", "CZlib", "CPNG", "StrictJSON",
            ],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "StrictJSONTests",
            dependencies: ["EffectCoding", "EffectModel", "StrictJSON", "TestSupport"]
        ),
        .testTarget(
            name: "EffectModelTests",
            dependencies: ["EffectCoding", "EffectCost", "EffectModel", "StrictJSON", "TestSupport"]
        ),
        .testTarget(
            name: "EffectCostTests",
            dependencies: ["EffectCoding", "EffectCost", "EffectModel", "StrictJSON", "TestSupport"]
        ),
        .testTarget(
            name: "EffectCodingTests",
            dependencies: ["EffectCoding", "EffectCost", "EffectModel", "StrictJSON", "TestSupport"]
        ),
        .testTarget(
            name: "EffectSimulationTests",
            dependencies: [
                "EffectCoding", "EffectCost", "EffectModel", "EffectSimulation", "TestSupport", "StrictJSON",
            ]
        ),
        .testTarget(
            name: "EffectVectorsTests",
            dependencies: [
                "AssetFiles", "Compression", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel",
                "EffectSimulation", "EffectVectors", "StrictJSON", "TestSupport",
            ]
        ),
        .testTarget(
            name: "SoftwareRasterTests",
            dependencies: [
                "CKernels", "EffectCoding", "EffectModel", "Memory", "SoftwareRaster", "TestSupport", "StrictJSON",
            ]
        ),
        .testTarget(
            name: "AssetFilesTests",
            dependencies: [
                "AssetFiles", "EffectCoding", "EffectCost", "EffectModel", "TestSupport", "CMalloc", "StrictJSON",
            ]
        ),
        .testTarget(
            name: "EffectImportTests",
            dependencies: [
                "AssetFiles", "EffectImport", "EffectCoding", "EffectCost", "EffectModel", "EffectSimulation",
                "TestSupport", "StrictJSON",
            ]
        ),
        .testTarget(name: "MemoryTests", dependencies: ["Memory"]),
        .testTarget(name: "DeflateTests", dependencies: ["CKernels", "Deflate", "Memory", "TestSupport"]),
        .testTarget(
            name: "WebPLosslessTests",
            dependencies: ["CKernels", "CWebP", "Memory", "TestSupport", "WebP", "WebPLossless"]
        ),
        .testTarget(name: "AVIFTests", dependencies: ["AVIF", "Memory", "TestSupport"]),
        .testTarget(name: "VideoTests", dependencies: ["TestSupport", "Video"]),
        .testTarget(
            name: "APNGTests",
            dependencies: ["APNG", "CKernels", "CZlib", "Deflate", "Memory", "TestSupport"]
        ),
        // Specs and presets to pixels and files, and their prices, without a server.
        .testTarget(
            name: "EffectRenderingTests",
            dependencies: [
                "APNG", "AssetFiles", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel", "EffectRendering",
                "EffectSimulation", "EffectVectors", "PackagedFiles", "SoftwareRaster", "StrictJSON", "TestSupport",
                "WebP", "WorkScheduling",
            ]
        ),
        .testTarget(
            name: "EffectServiceTests",
            dependencies: [
                "AssetFiles", "Brotli", "Compression", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel",
                "EffectRendering", "EffectService", "PackagedFiles", "SmallHTTP", "StrictJSON", "Telemetry",
                "TestSupport", "Video", "WorkScheduling",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: service),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        // What Tests/Fuzzing drives with a fuzzer, driven by its corpus.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "AssetFiles", "CKernels", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel",
                "EffectRendering", "EffectSimulation", "SoftwareRaster",
                "EffectService", "Memory", "SmallHTTP", "EffectImport", "TestSupport", "WebPLossless",
                "WorkScheduling",
                "StrictJSON",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        .testTarget(
            name: "HanabiTests",
            dependencies: [
                "HanabiProgram", "AssetFiles", "CBox2D", "EffectCost", "EffectModel", "EffectService", "SmallHTTP",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service),
            ]
        ),
        .testTarget(
            name: "HanabiLibraryTests",
            dependencies: [
                "Hanabi", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel", "EffectRendering",
                "TestSupport", "WorkScheduling",
            ]
        ),
        .testTarget(name: "SystemSupportTests", dependencies: ["SystemSupport"]),
        .testTarget(
            name: "TelemetryTests",
            dependencies: [
                "Telemetry",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        .testTarget(
            name: "SmallHTTPTests",
            dependencies: [
                "SmallHTTP", "TestSupport",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    // Spans that depend on the memory they are made of.
    target.swiftSettings = settings + (target.name == "Memory" ? [.enableExperimentalFeature("Lifetimes")] : [])
}

// Tests whose own loops are short. Optimizing them takes longer than it saves; what they test is optimized.
let quickTests: Set = [
    "AVIFTests", "AssetFilesTests", "EffectCodingTests", "EffectCostTests", "EffectImportTests", "EffectModelTests",
    "EffectRenderingTests", "EffectServiceTests", "EffectSimulationTests", "FuzzTests", "HanabiLibraryTests",
    "HanabiTests", "MemoryTests", "SmallHTTPTests", "StrictJSONTests", "SystemSupportTests", "TelemetryTests",
]
for target in package.targets where quickTests.contains(target.name) {
    target.swiftSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// The image's program is half of the image. What has no loops over pixels, samples or particles is built for size there. That costs
// nothing measurable where images are made, and about 5 % of the processor time of a request that makes an SVG.
if Context.environment["HANABI_SMALL"] != nil {
    let quick: Set = [
        "APNG", "AVIF", "ColorBleed", "Compression", "Deflate", "EffectSimulation", "GIF", "Memory", "SoftwareRaster",
        "WebP", "WebPLossless",
    ]
    for target in package.targets where [.regular, .executable].contains(target.type) && !quick.contains(target.name) {
        target.swiftSettings = settings + [.unsafeFlags(["-Osize"])]
    }
}

// Programs for development, which only `make bench`, `make fuzz` and the checks of a landing build.
switch Context.environment["HANABI_EXTRA"] {
case "benchmarks":
    package.targets.append(
        .executableTarget(
            name: "hanabi-benchmarks",
            dependencies: [
                "APNG", "AssetFiles", "EffectCatalog", "EffectCoding", "EffectCost", "EffectModel", "EffectRendering",
                "EffectService", "EffectSimulation", "Memory", "SoftwareRaster", "StrictJSON", "WorkScheduling",
            ],
            path: "Benchmarks/Sources/hanabi-benchmarks"
        )
    )
case "fuzzing":
    // Its targets are files of FuzzTests.
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .executableTarget(
            name: "hanabi-fuzz",
            dependencies: [
                "AssetFiles", "CKernels", "EffectCatalog", "EffectCoding", "EffectCost", "EffectImport", "EffectModel",
                "EffectRendering", "EffectService", "EffectSimulation", "Memory", "SmallHTTP", "SoftwareRaster",
                "StrictJSON", "WebPLossless", "WorkScheduling",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ],
            path: "Tests/Fuzzing/Sources/hanabi-fuzz",
            swiftSettings: settings
        )
    )
default: break
}
