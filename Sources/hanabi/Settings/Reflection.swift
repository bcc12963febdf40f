import ArgumentParser

/// Options as names and values.
enum Reflection {
    /// In the order in which they are declared; those in groups where the group is.
    static func settings(of options: any ParsableArguments) -> [(name: String, value: String?)] {
        Mirror(reflecting: options).children.flatMap { child -> [(name: String, value: String?)] in
            if let group = child.value as? any OptionGroupLike { return settings(of: group.members) }
            guard let label = child.label, let option = child.value as? any OptionLike else { return [] }
            return [(name(label), option.text)]
        }
    }

    /// `_maxSide` is `--max-side`.
    private static func name(_ label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)"
        }
    }
}

private protocol OptionGroupLike { var members: any ParsableArguments { get } }
private protocol OptionLike { var text: String? { get } }

extension OptionGroup: OptionGroupLike {
    fileprivate var members: any ParsableArguments { wrappedValue }
}

extension Option: OptionLike {
    fileprivate var text: String? {
        switch wrappedValue {
        case let value as any RawRepresentable<String>: value.rawValue
        case let value as String?: value
        // 10, not 10.0.
        case let value as Double: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value: "\(value)"
        }
    }
}
