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
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        // Pango itself has no pkg-config file that SwiftPM can use (see Sources/CPango/shim.h).
        .systemLibrary(name: "CPango", pkgConfig: "cairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CGLib", pkgConfig: "gobject-2.0", providers: [.apt(["libpango1.0-dev"])]),

        // Effects: what is asked for, what happens, what it looks like.
        .target(name: "EffectModel"),
        .systemLibrary(name: "CSine"),
        // Rigid bodies: Box2D, which is C++, behind functions of C.
        .target(name: "CBox2D", linkerSettings: [.linkedLibrary("box2d")]),
        .target(name: "EffectSimulation", dependencies: ["EffectModel", "CBox2D", "CSine"]),
        // Innermost loops, for several kinds of processors.
        .target(name: "CKernels"),
        .target(name: "SoftwareRaster", dependencies: ["EffectModel", "CKernels"]),
        // Pictures from files and data: URIs, letters from the installed fonts.
        .target(
            name: "AssetFiles",
            dependencies: ["EffectModel", "PackagedFiles", "CPNG", "CTurboJPEG", "CPango", "CGLib"]
        ),

        // Presets, the gallery's pages, a few drawings and the API description travel inside the binary.
        .target(name: "CResources", exclude: ["Drawings", "Pages", "Presets", "palettes.json"]),
        .target(name: "PackagedFiles", dependencies: ["CResources"]),

        // Targets that have never heard of an effect.
        // Threads, a lock, durations, digits.
        .target(name: "SystemSupport"),
        .target(name: "Compression", dependencies: ["CZlib"]),
        // The compressor of PNG's pixels, faster for drawings than zlib.
        // Its declarations are public, not package: the compiler inlines @inlinable ones across targets only then, and
        // APNG calls them for each symbol.
        .target(name: "Deflate", dependencies: ["CKernels"]),
        .target(name: "APNG", dependencies: ["CKernels", "CZlib", "Deflate"]),
        .target(name: "GIF", dependencies: ["CGIF"]),
        .target(name: "WebP", dependencies: ["CWebP"]),
        // Lossless WebP, many times as fast as libwebp.
        .target(name: "WebPLossless", dependencies: ["CKernels", "Deflate"]),
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
        .target(name: "EffectVectors", dependencies: ["EffectModel", "EffectSimulation"]),
        // Specs to bytes.
        .target(
            name: "EffectRendering",
            dependencies: [
                "EffectModel", "EffectSimulation", "EffectVectors", "SoftwareRaster", "APNG", "GIF", "WebP",
                "WebPLossless", "WorkScheduling",
            ]
        ),
        // Presets, palettes, and the parameters that change them.
        .target(
            name: "EffectCatalog",
            dependencies: [
                "Compression", "CSodium", "EffectModel", "EffectRendering", "PackagedFiles", "SystemSupport",
            ]
        ),
        // The library for other programs.
        .target(
            name: "Hanabi",
            dependencies: ["AssetFiles", "EffectCatalog", "EffectModel", "EffectRendering", "WorkScheduling"]
        ),
        // Requests to responses.
        .target(
            name: "EffectService",
            dependencies: [
                "EffectCatalog", "EffectModel", "EffectRendering", "EffectSimulation", "SoftwareRaster", "APNG",
                "SmallHTTP", "Compression", "EffectImport", "PackagedFiles", "SystemSupport", "Telemetry", "CMalloc",
                "CSodium", "WorkScheduling",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: service),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        // Particle effects of other programs → specs.
        .target(name: "EffectImport", dependencies: ["EffectModel", "Compression"]),
        // What a crash says, in C: a handler of signals may do very little.
        .target(name: "CCrash"),
        // The name differs from the library's in more than case, for file systems that ignore it.
        .executableTarget(
            name: "HanabiProgram",
            dependencies: [
                "AssetFiles", "CCrash", "EffectCatalog", "EffectImport", "EffectModel", "EffectRendering",
                "EffectService", "SmallHTTP", "SystemSupport", "Telemetry", "WorkScheduling",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: service),
            ]
        ),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["CKernels", "EffectModel", "CZlib", "CPNG"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "EffectModelTests", dependencies: ["EffectModel", "TestSupport"]),
        .testTarget(
            name: "EffectSimulationTests",
            dependencies: ["EffectModel", "EffectSimulation", "TestSupport"]
        ),
        .testTarget(
            name: "EffectVectorsTests",
            dependencies: [
                "AssetFiles", "EffectCatalog", "EffectModel", "EffectSimulation", "EffectVectors", "TestSupport",
            ]
        ),
        .testTarget(
            name: "SoftwareRasterTests",
            dependencies: ["CKernels", "EffectModel", "SoftwareRaster", "TestSupport"]
        ),
        .testTarget(
            name: "AssetFilesTests",
            dependencies: ["AssetFiles", "EffectModel", "TestSupport", "CMalloc", "CZlib"]
        ),
        .testTarget(
            name: "EffectImportTests",
            dependencies: ["AssetFiles", "EffectImport", "EffectModel", "EffectSimulation", "TestSupport", "CZlib"]
        ),
        .testTarget(name: "DeflateTests", dependencies: ["CKernels", "CZlib", "Deflate", "TestSupport"]),
        .testTarget(
            name: "WebPLosslessTests",
            dependencies: ["APNG", "CKernels", "CWebP", "Deflate", "TestSupport", "WebP", "WebPLossless"]
        ),
        .testTarget(name: "APNGTests", dependencies: ["APNG", "CKernels", "CZlib", "Deflate", "TestSupport"]),
        .testTarget(
            name: "EffectServiceTests",
            dependencies: [
                "AssetFiles", "EffectCatalog", "EffectModel", "EffectRendering", "EffectSimulation", "SoftwareRaster",
                "EffectService", "PackagedFiles", "SmallHTTP", "WebP", "Telemetry", "TestSupport", "WorkScheduling",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        // What Tests/Fuzzing drives with a fuzzer, driven by its corpus.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "AssetFiles", "EffectCatalog", "EffectModel", "EffectRendering", "EffectSimulation", "SoftwareRaster",
                "EffectService", "SmallHTTP", "EffectImport", "WebPLossless", "WorkScheduling",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ]
        ),
        .testTarget(
            name: "HanabiTests",
            dependencies: [
                "HanabiProgram", "AssetFiles", "CBox2D", "EffectCatalog", "EffectModel", "EffectRendering",
                "EffectService",
                "SmallHTTP", "TestSupport", "WorkScheduling",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: service),
            ]
        ),
        .testTarget(
            name: "HanabiLibraryTests",
            dependencies: [
                "Hanabi", "AssetFiles", "EffectCatalog", "EffectModel", "EffectRendering", "TestSupport",
                "WorkScheduling",
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
    target.swiftSettings = settings
}

// Programs for development, which only `make bench` and `make fuzz` build, each in a folder of its own.
switch Context.environment["HANABI_EXTRA"] {
case "benchmarks":
    // No tests: they would only be planned.
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .executableTarget(
            name: "hanabi-benchmarks",
            dependencies: [
                "APNG", "AssetFiles", "EffectCatalog", "EffectModel", "EffectRendering", "EffectService",
                "EffectSimulation", "SoftwareRaster", "WorkScheduling",
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
                "AssetFiles", "EffectCatalog", "EffectImport", "EffectModel", "EffectRendering", "EffectService",
                "EffectSimulation", "SmallHTTP", "SoftwareRaster", "WebPLossless", "WorkScheduling",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: service),
                .product(name: "Logging", package: "swift-log", condition: service),
            ],
            path: "Tests/Fuzzing/Sources/hanabi-fuzz",
            swiftSettings: settings
        )
    )
default: break
}
