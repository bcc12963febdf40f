import EffectModel
import StrictJSON

/// Takes the members of an object one by one. Members that were not taken are reported, so that the report lists every
/// unsupported field.
///
/// `null` counts as absent. A value of the wrong type is reported and counts as absent.
final class FieldReader {
    /// Path of the object in the document; empty for the document itself.
    let path: String
    let notes: ImportNotes
    /// Whether numbers may be written as text, as the format's own reader allows.
    private let readsText: Bool
    private var members: [(name: String, value: JSONValue)] = []
    private var places: [String: Int] = [:]

    /// - Parameter path: Readable path of the object.
    init(_ members: [JSONValue.Member], at path: String, _ notes: ImportNotes, readsText: Bool = false) {
        (self.path, self.notes, self.readsText) = (path, notes, readsText)
        for member in members {
            guard places[member.name] == nil else {
                notes.ignore(place(member.name), member.value.shown, "the field is repeated; the first value counts")
                continue
            }
            places[member.name] = self.members.count
            self.members.append((member.name, member.value))
        }
    }

    /// Returns the path of a member.
    func place(_ name: String) -> String { path.isEmpty ? name.asKey : "\(path).\(name.asKey)" }

    /// Whether any of the members is present and not null, taken or not.
    func has(_ names: String...) -> Bool {
        names.contains { name in places[name].map { members[$0].value != .null } ?? false }
    }

    /// Takes a member; `nil` if it is absent or null.
    func take(_ name: String) -> JSONValue? {
        guard let place = places.removeValue(forKey: name), members[place].value != .null else { return nil }
        return members[place].value
    }

    /// Takes a number, clamped to `bounds`; `absent` if there is none.
    func number(_ name: String, _ absent: Double, in bounds: ClosedRange<Double> = -1e9...1e9) -> Double {
        optionalNumber(name, in: bounds) ?? absent
    }

    /// Takes a number, clamped to `bounds`; `nil` if there is none.
    func optionalNumber(_ name: String, in bounds: ClosedRange<Double> = -1e9...1e9) -> Double? {
        guard let value = take(name) else { return nil }
        guard let number = number(of: value) else { return refuse(name, value, allowed: "a number") }
        return notes.kept(number, in: bounds, place(name))
    }

    func number(of value: JSONValue) -> Double? {
        switch value {
        case .number(let number): return number
        case .string(let text) where readsText && text.utf8.count <= 400:
            let bare = text.filter { !$0.isWhitespace }
            return Double(bare).flatMap { $0.isFinite ? $0 : nil }
        default: return nil
        }
    }

    func flag(_ name: String, _ absent: Bool = false) -> Bool {
        guard let value = take(name) else { return absent }
        if case .bool(let flag) = value { return flag }
        if readsText {
            switch value {
            case "true", "YES", "yes": return true
            case "false", "NO", "no": return false
            default: if let number = number(of: value) { return number != 0 }
            }
        }
        return refuse(name, value, allowed: "true or false") ?? absent
    }

    func text(_ name: String) -> String? {
        guard let value = take(name) else { return nil }
        guard case .string(let text) = value else { return refuse(name, value, allowed: "a string") }
        return text
    }

    func list(_ name: String) -> [JSONValue]? {
        guard let value = take(name) else { return nil }
        guard case .array(let elements) = value else { return refuse(name, value, allowed: "an array") }
        return elements
    }

    /// Takes a member if it is an object; leaves it otherwise.
    func members(ofObject name: String) -> [JSONValue.Member]? {
        guard let place = places[name], case .object(let inner) = members[place].value else { return nil }
        places[name] = nil
        return inner
    }

    func object(_ name: String) -> FieldReader? {
        guard let value = take(name) else { return nil }
        guard case .object(let members) = value else { return refuse(name, value, allowed: "an object") }
        return FieldReader(members, at: place(name), notes, readsText: readsText)
    }

    /// Takes an array of `count` numbers.
    func numbers(_ name: String, count: Int, in bounds: ClosedRange<Double> = -1e9...1e9) -> [Double]? {
        guard let value = take(name) else { return nil }
        guard case .array(let elements) = value, elements.count == count else {
            return refuse(name, value, allowed: "an array of \(count) numbers")
        }
        let numbers = elements.compactMap { number(of: $0) }
        guard numbers.count == count else { return refuse(name, value, allowed: "an array of \(count) numbers") }
        return numbers.map { notes.kept($0, in: bounds, place(name)) }
    }

    /// Takes an unsupported member, and reports it unless its value is harmless.
    func ignore(_ name: String, unless harmless: JSONValue..., because reason: String) {
        guard let value = take(name), !harmless.contains(value) else { return }
        notes.ignore(place(name), value.shown, reason)
    }

    /// Takes members that do not affect the appearance.
    func forget(_ names: String...) { for name in names { _ = take(name) } }

    /// Reports all remaining members as unknown.
    func refuseTheRest(_ reason: String = "the field is unknown and ignored") {
        for (name, value) in members {
            guard places.removeValue(forKey: name) != nil, value != .null else { continue }
            notes.ignore(place(name), value.shown, reason)
        }
    }

    @discardableResult private func refuse<Value>(_ name: String, _ value: JSONValue, allowed: String) -> Value? {
        notes.ignore(place(name), value.shown, "the value is not \(allowed) and is ignored")
        return nil
    }
}
