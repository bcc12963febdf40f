// swift-tools-version: 6.2
import PackageDescription

// A package as others write it: it knows the library's products, and nothing else of Hanabi.
// Without the trait "Service", no other package is fetched. With it, what `make build` has built is used.
let traits: Set<Package.Dependency.Trait> = Context.environment["HANABI_BARE"] == nil ? [.defaults] : []

let package = Package(
    name: "library-test",
    dependencies: [.package(name: "hanabi", path: "../..", traits: traits)],
    targets: [
        .executableTarget(name: "library-test", dependencies: [.product(name: "Hanabi", package: "hanabi")])
    ],
    swiftLanguageModes: [.v6]
)
