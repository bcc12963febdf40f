import ArgumentParser

/// Names and values of options, read by reflection.
enum Reflection {
    struct Member {
        let name: String
        let value: String
        /// Whether the option is a flag, given by its name alone.
        var isFlag = false
        var isSecret = false
        /// The value, if it has a row in the table of settings.
        var setting: (any AnySetting)?
    }

    /// All settings in order of declaration, with those of a group at the position of the group.
    static func settings(of options: any ParsableArguments) -> [Member] {
        Mirror(reflecting: options).children.flatMap { child -> [Member] in
            if let group = child.value as? any OptionGroupLike { return settings(of: group.members) }
            guard let label = child.label else { return [] }
            if let flag = child.value as? any FlagLike {
                return flag.isOn.map { [Member(name: name(label), value: "\($0)", isFlag: true)] } ?? []
            }
            guard let option = child.value as? any OptionLike else { return [] }
            let value = option.value
            return [
                Member(
                    name: name(label),
                    value: text(of: value),
                    isSecret: value is SecretText,
                    setting: value as? any AnySetting
                )
            ]
        }
    }

    /// The value as written on the command line. An optional value has a type of its own, with a word for none.
    static func text(of value: Any) -> String {
        switch value {
        case let value as any RawRepresentable<String>: value.rawValue
        // Integers without a fraction: 10 instead of 10.0.
        case let value as Double: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value: "\(value)"
        }
    }

    /// Converts a property's name to an option's: `_maxSide` to `max-side`.
    private static func name(_ label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-\(letter.lowercased())" : "\(letter)"
        }
    }
}

private protocol OptionGroupLike { var members: any ParsableArguments { get } }
private protocol OptionLike { var value: Any { get } }
private protocol FlagLike { var isOn: Bool? { get } }

extension Flag: FlagLike {
    fileprivate var isOn: Bool? { wrappedValue as? Bool }
}

extension OptionGroup: OptionGroupLike {
    fileprivate var members: any ParsableArguments { wrappedValue }
}

extension Option: OptionLike {
    fileprivate var value: Any { wrappedValue }
}
