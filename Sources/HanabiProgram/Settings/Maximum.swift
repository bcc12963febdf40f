import ArgumentParser

/// An upper bound, or `none` for no limit.
struct Maximum: ExpressibleByArgument, Equatable, CustomStringConvertible {
    var value: Int?

    init(_ value: Int?) { self.value = value }

    init?(argument: String) {
        guard argument != "none" else {
            value = nil
            return
        }
        guard let number = Int(argument) else { return nil }
        value = number
    }

    var description: String { value.map { "\($0)" } ?? "none" }
}
