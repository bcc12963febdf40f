import ArgumentParser

/// Path of a file or directory, or `none`. A file of that name is written `./none`.
struct OptionalPath: ExpressibleByArgument, Equatable, CustomStringConvertible {
    /// The path; `nil` for none.
    let path: String?

    init() { path = nil }
    init?(argument: String) { path = argument == "none" ? nil : argument }

    var description: String { path ?? "none" }
}
