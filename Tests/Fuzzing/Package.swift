// swift-tools-version: 6.2
import PackageDescription

// A separate package, because it is built with a sanitizer and coverage instrumentation. Its targets are shared with
// the tests.
let package = Package(
    name: "hanabi-fuzz",
    dependencies: [
        .package(name: "hanabi", path: "../.."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "hanabi-fuzz",
            dependencies: [
                .product(name: "HanabiCore", package: "hanabi"),
                .product(name: "HanabiService", package: "hanabi"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
