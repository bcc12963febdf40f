/// The places of a document that parameters have set: none of them twice, and none within another, where the one that is set
/// last would win in silence.
struct TakenPlaces {
    /// Parameters by their places.
    private var names: [[String]: String] = [:]
    /// For each place that another one lies in, one of those parameters.
    private var within: [[String]: String] = [:]

    /// The parameter that has `place` already, or a part of it, or a whole that it belongs to.
    func owner(of place: [String]) -> String? {
        if let name = names[place] ?? within[place] { return name }
        return place.indices.lazy.compactMap { names[Array(place[..<$0])] }.first
    }

    /// The parameters that have places within `whole`.
    func owners(within whole: [String]) -> Set<String> {
        guard within[whole] != nil else { return [] }
        return Set(names.filter { $0.key.count > whole.count && $0.key.starts(with: whole) }.map(\.value))
    }

    mutating func take(_ place: [String], for name: String) {
        names[place] = name
        for length in place.indices { within[Array(place[..<length])] = name }
    }

    /// Names by JSON Pointers, as faults have them.
    var pointers: [String: String] {
        Dictionary(names.map { ("/" + $0.joined(separator: "/"), $1) }) { first, _ in first }
    }
}
