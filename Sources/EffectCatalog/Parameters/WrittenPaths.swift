/// Paths of a document that parameters have set. A path may be set once, and not together with a path inside it: the
/// last one would win silently.
struct WrittenPaths {
    /// Parameter names by path.
    private var names: [[String]: String] = [:]
    /// Name of a parameter that sets a path below each proper prefix.
    private var within: [[String]: String] = [:]

    /// The parameter that has set `place`, a part of it, or an object that contains it.
    func owner(of place: [String]) -> String? {
        if let name = names[place] ?? within[place] { return name }
        return place.indices.lazy.compactMap { names[Array(place[..<$0])] }.first
    }

    /// Parameters that have set paths inside `whole`.
    func owners(within whole: [String]) -> Set<String> {
        guard within[whole] != nil else { return [] }
        return Set(names.filter { $0.key.count > whole.count && $0.key.starts(with: whole) }.map(\.value))
    }

    mutating func take(_ place: [String], for name: String) {
        names[place] = name
        for length in place.indices { within[Array(place[..<length])] = name }
    }

    /// Parameter names by JSON Pointer.
    var pointers: [String: String] {
        Dictionary(names.map { ("/" + $0.joined(separator: "/"), $1) }) { first, _ in first }
    }
}
