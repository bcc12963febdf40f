// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that measuring never adds to what the product builds.
let package = Package(
    name: "hanabi-benchmarks",
    dependencies: [.package(name: "hanabi", path: "..")],
    targets: [
        .executableTarget(
            name: "hanabi-benchmarks",
            dependencies: [
                .product(name: "HanabiCore", package: "hanabi"),
                .product(name: "HanabiService", package: "hanabi"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
