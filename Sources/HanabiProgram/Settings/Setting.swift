import ArgumentParser
import SystemSupport

/// A row in the table of settings: a default, the values that are allowed, and the member of `Root` that takes the
/// value. The property that holds it gives the name, and its `@Option` the help.
///
/// ArgumentParser makes a value from text alone, so a parsed setting lacks its rule until ``SettingGroup`` adds that of
/// the default.
struct Setting<Root: Sendable, Value: ExpressibleByArgument & Sendable>: Sendable {
    let value: Value
    private var rule: Rule?

    private struct Rule: Sendable {
        /// The allowed values, in words.
        let allowed: String
        let allows: @Sendable (Value) -> Bool
        var apply: @Sendable (Value, inout Root) -> Void = { _, _ in }
    }
}

extension Setting: ExpressibleByArgument, CustomStringConvertible {
    init?(argument: String) {
        guard let value = Value(argument: argument) else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { value.defaultValueDescription }
    var description: String { Reflection.text(of: value) }
}

extension Setting where Value == Int {
    /// - Parameter standard: Default in place of the one in `Root`.
    init(
        _ member: any WritableKeyPath<Root, Int> & Sendable,
        in allowed: ClosedRange<Int>,
        default standard: Int? = nil
    ) where Root: DefaultConfiguration {
        value = standard ?? Root()[keyPath: member]
        rule = Rule(allowed: "\(allowed)", allows: allowed.contains) { $1[keyPath: member] = $0 }
    }
}

extension Setting where Value == Maximum, Root: DefaultConfiguration {
    init(_ member: any WritableKeyPath<Root, Int?> & Sendable, in allowed: ClosedRange<Int>) {
        value = Maximum(Root()[keyPath: member])
        rule = Rule(allowed: "\(allowed)", allows: { $0.value.map(allowed.contains) ?? true }) {
            $1[keyPath: member] = $0.value
        }
    }
}

extension Setting where Value == Double {
    /// A number above 0 and up to `maximum`.
    init(_ member: any WritableKeyPath<Root, Double> & Sendable, upTo maximum: Double)
    where Root: DefaultConfiguration {
        value = Root()[keyPath: member]
        rule = Rule(allowed: "up to \(Reflection.text(of: maximum))", allows: { $0 > 0 && $0 <= maximum }) {
            $1[keyPath: member] = $0
        }
    }

    /// A duration in seconds.
    init(
        seconds member: any WritableKeyPath<Root, Duration> & Sendable,
        in allowed: ClosedRange<Double>
    ) where Root: DefaultConfiguration {
        value = Root()[keyPath: member].seconds
        rule = Rule(allowed: Self.text(of: allowed), allows: allowed.contains) {
            $1[keyPath: member] = .seconds($0)
        }
    }

    /// A number that `Root` does not have.
    init(_ standard: Double, in allowed: ClosedRange<Double>) {
        value = standard
        rule = Rule(allowed: Self.text(of: allowed), allows: allowed.contains)
    }

    private static func text(of range: ClosedRange<Double>) -> String {
        "\(Reflection.text(of: range.lowerBound))...\(Reflection.text(of: range.upperBound))"
    }
}

/// A configuration whose defaults are those of the settings.
protocol DefaultConfiguration: Sendable {
    init()
}

/// A setting of any type.
protocol AnySetting {
    var hasRule: Bool { get }
    /// The setting with the rule of its default.
    func ruled(by standard: any AnySetting) -> any AnySetting
    /// An error message if the value is not allowed.
    func refusal(name: String) -> String?
    func apply<Target>(to target: inout Target)
}

extension Setting: AnySetting {
    var hasRule: Bool { rule != nil }

    func ruled(by standard: any AnySetting) -> any AnySetting {
        var ruled = self
        ruled.rule = rule ?? (standard as? Self)?.rule
        return ruled
    }

    func refusal(name: String) -> String? {
        guard let rule, !rule.allows(value) else { return nil }
        return "--\(name) is \(value); allowed \(rule.allowed)"
    }

    func apply<Target>(to target: inout Target) {
        guard let rule, var root = target as? Root else { return }
        rule.apply(value, &root)
        if let changed = root as? Target { target = changed }
    }
}

/// Options some of which are settings: these are checked when they are parsed.
protocol SettingGroup: ParsableArguments {}

extension SettingGroup {
    func validate() throws {
        for (name, setting) in settings {
            if let refusal = setting.refusal(name: name) { throw ValidationError(refusal) }
        }
    }

    /// Writes the values to the members of `target` that the settings name.
    func apply<Target>(to target: inout Target) {
        for (_, setting) in settings { setting.apply(to: &target) }
    }

    private var settings: [(name: String, setting: any AnySetting)] {
        let own = rows
        guard own.contains(where: { !$0.setting.hasRule }) else { return own }
        // Does not recurse: defaults have their rules.
        guard let standard = try? Self.parse([]) else { preconditionFailure("\(Self.self) has an invalid default") }
        return zip(own, standard.rows).map { ($0.name, $0.setting.ruled(by: $1.setting)) }
    }

    private var rows: [(name: String, setting: any AnySetting)] {
        Reflection.settings(of: self).compactMap { member in member.setting.map { (member.name, $0) } }
    }
}
