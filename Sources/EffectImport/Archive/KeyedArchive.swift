/// An archive of NSKeyedArchiver: a property list whose objects refer to each other by UIDs.
///
/// - Source: NSKeyedArchiver's output: `$top` names the roots, `$objects` holds all objects, the first of them "$null".
final class KeyedArchive: Sendable {
    fileprivate let values: [PropertyList.Value]
    /// Indices of the archive's objects in ``values``; a UID is an index into this array.
    fileprivate let objects: [Int]
    fileprivate let names: MemberNames
    private let rootPlace: Int

    /// The archived root object.
    var root: ArchivedValue { ArchivedValue(self, at: rootPlace) }

    /// - Throws: ``PropertyListError/notAnArchive(_:)``
    init(_ list: PropertyList) throws(PropertyListError) {
        values = list.values
        let names = MemberNames(of: list.values)
        self.names = names
        func member(_ name: PlainText, of place: Int) -> Int? {
            guard case .dictionary(let keys, let places) = list.values[place] else { return nil }
            return names.index(of: name, among: keys[...]).map { places[$0] }
        }
        guard let table = member("$objects", of: list.root), case .array(let objects) = list.values[table] else {
            throw .notAnArchive("the archive has no $objects")
        }
        self.objects = objects
        guard let top = member("$top", of: list.root), let root = member("root", of: top) else {
            throw .notAnArchive("the archive's $top names no root")
        }
        rootPlace = root
        if self.root.isNull { throw .notAnArchive("the archive's root is null") }
    }
}

/// A value of an archive, with its reference resolved. Values are visited on demand, one step at a time, so that
/// neither depth nor cycles matter.
///
/// A hostile archive may refer to one large value a hundred thousand times. The work for a value that is only visited
/// must not grow with its size.
struct ArchivedValue: Sendable {
    private let archive: KeyedArchive
    private let value: PropertyList.Value

    /// - Parameter place: Index in the archive's property list.
    fileprivate init(_ archive: KeyedArchive, at place: Int) {
        self.archive = archive
        guard case .uid(let number) = archive.values[place] else {
            value = archive.values[place]
            return
        }
        // A reference names an object; archivers never write a reference to a reference.
        let object = number < archive.objects.count ? archive.values[archive.objects[number]] : .null
        if case .uid = object { value = .null } else { value = object }
    }

    /// Whether the value is null, or a reference to null.
    var isNull: Bool {
        switch value {
        case .null: true
        case .text(let text): text == Self.nothing
        default: false
        }
    }

    /// Placeholder of archives for null.
    private static let nothing: PlainText = "$null"

    /// Finite number of any type.
    var number: Double? {
        switch value {
        case .whole(let number): Double(number)
        case .real(let number): number.isFinite ? number : nil
        case .flag(let flag): flag ? 1 : 0
        default: nil
        }
    }

    var text: String? {
        guard case .text(let text) = value, text != Self.nothing else { return nil }
        return text.string
    }

    /// Bytes, directly or within an NSData.
    var data: [UInt8]? {
        if case .data(let bytes) = value { return bytes }
        if case .data(let bytes)? = self["NS.data"]?.value { return bytes }
        return nil
    }

    /// Number of elements of an NSArray, an NSSet, or a plain array; `nil` for other values.
    var elementCount: Int? { elementPlaces?.count }

    /// Returns the elements, at most `most`.
    func elements(atMost most: Int) -> [ArchivedValue]? {
        elementPlaces.map { $0.prefix(most).map { ArchivedValue(archive, at: $0) } }
    }

    private var elementPlaces: [Int]? {
        if case .array(let places) = value { return places }
        guard case .array(let places)? = self["NS.objects"]?.value else { return nil }
        return places
    }

    /// Returns names and values of an object's members, at most `most`, in the order of the file.
    func members(atMost most: Int = .max) -> [(name: String, value: ArchivedValue)] {
        guard case .dictionary(let keys, let places) = value else { return [] }
        return zip(keys, places).prefix(most).compactMap { key, place in
            guard case .text(let name) = archive.values[key] else { return nil }
            let isShort = name.string.utf8.count <= MemberNames.maximumBytes
            let shortened = isShort ? name.string : String(name.string.unicodeScalars.prefix(64)) + "…"
            return (shortened, ArchivedValue(archive, at: place))
        }
    }

    /// Member by its name. An emitter, which has the most members, has about eighty.
    subscript(name: String) -> ArchivedValue? { member(PlainText(name), atMost: 256) }

    private func member(_ name: PlainText, atMost most: Int) -> ArchivedValue? {
        guard case .dictionary(let keys, let places) = value,
            let index = archive.names.index(of: name, among: keys.prefix(most))
        else { return nil }
        return ArchivedValue(archive, at: places[index])
    }

    /// Names of the object's class and its ancestors; empty for other values.
    var classNames: [PlainText] {
        guard let description = member("$class", atMost: .max) else { return [] }
        let names =
            [description["$classname"]].compactMap(\.self) + (description["$classes"]?.elements(atMost: 32) ?? [])
        return names.compactMap { $0.text.map { PlainText($0) } }
    }

    /// Short description of the value.
    var excerpt: String {
        if let count = elementCount { return count == 0 ? "an empty list" : "a list of \(count) elements" }
        switch value {
        case .null: return "nothing"
        case .flag(let flag): return flag ? "true" : "false"
        case .whole(let number): return "\(number)"
        case .real(let number): return "\(number.shortestText)"
        case .text(let text): return text == Self.nothing ? "nothing" : text.string.excerpt
        case .data(let bytes): return "\(bytes.count) bytes"
        case .date: return "a date"
        case .uid: return "a reference"
        case .array, .dictionary:
            if let rectangle { return "{\(rectangle.lowHalf.asPair), \(rectangle.highHalf.asPair)}" }
            if let pair { return pair.asPair }
            return self["$class"]?["$classname"]?.text?.excerpt ?? "a dictionary"
        }
    }

    /// Whether the value has no effect: null, zero, false, or empty.
    var isNeutral: Bool {
        if isNull || number == 0 || text?.isEmpty == true || pair == .zero { return true }
        return elementCount == 0
    }
}
