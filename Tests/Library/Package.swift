// swift-tools-version: 6.2
import PackageDescription

// A package as others write it: it knows the library's products, and nothing else of Hanabi.
let package = Package(
    name: "library-test",
    dependencies: [.package(name: "hanabi", path: "../..")],
    targets: [
        .executableTarget(name: "library-test", dependencies: [.product(name: "Hanabi", package: "hanabi")])
    ],
    swiftLanguageModes: [.v6]
)
