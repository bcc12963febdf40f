// swift-tools-version: 6.2
import PackageDescription

// A package of its own, since it is built with a sanitizer and counts what it runs through. What it drives lies with the
// tests, which drive it too.
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
