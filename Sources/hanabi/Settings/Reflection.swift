import ArgumentParser

/// Options as names and values.
enum Reflection {
    struct Member {
        let name: String
        let value: String
        /// Whether it is switched by its name alone.
        var isFlag = false
        var isSecret = false
    }

    /// In the order in which they are declared; those in groups where the group is.
    static func settings(of options: any ParsableArguments) -> [Member] {
        Mirror(reflecting: options).children.flatMap { child -> [Member] in
            if let group = child.value as? any OptionGroupLike { return settings(of: group.members) }
            guard let label = child.label else { return [] }
            if let flag = child.value as? any FlagLike {
                return flag.isOn.map { [Member(name: name(label), value: "\($0)", isFlag: true)] } ?? []
            }
            guard let option = child.value as? any OptionLike else { return [] }
            return [Member(name: name(label), value: option.text, isSecret: option.isSecret)]
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
private protocol OptionLike {
    var text: String { get }
    var isSecret: Bool { get }
}
private protocol FlagLike { var isOn: Bool? { get } }

extension Flag: FlagLike {
    fileprivate var isOn: Bool? { wrappedValue as? Bool }
}

extension OptionGroup: OptionGroupLike {
    fileprivate var members: any ParsableArguments { wrappedValue }
}

extension Option: OptionLike {
    fileprivate var isSecret: Bool { wrappedValue is SecretText }

    /// As it would be written: an option that may have no value has a type of its own, with a word for that.
    fileprivate var text: String {
        switch wrappedValue {
        case let value as any RawRepresentable<String>: value.rawValue
        // 10, not 10.0.
        case let value as Double: Int(exactly: value).map { "\($0)" } ?? "\(value)"
        case let value: "\(value)"
        }
    }
}
