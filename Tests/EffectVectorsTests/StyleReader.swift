import Foundation

/// Computes what an SVG's style sheet says of an element at a moment, as a viewer does: custom properties, clocks and terms.
struct StyleReader {
    /// Declarations of an element, by property; classes and style together.
    struct Element {
        let name: String
        let declarations: [String: String]
        /// Custom properties of the groups around it.
        let inherited: [String: String]
    }

    private(set) var elements: [Element] = []

    init(_ svg: String) {
        let sheet = svg.components(separatedBy: "<style>").last?.components(separatedBy: "</style>").first ?? ""
        var rules: [String: String] = [:]
        for rule in sheet.components(separatedBy: "}") where rule.hasPrefix(".") {
            let parts = rule.dropFirst().components(separatedBy: "{")
            rules[parts[0]] = parts[1]
        }
        var groups: [[String: String]] = []
        let body = svg.components(separatedBy: "</style>").last ?? svg
        for tag in body.components(separatedBy: "<").dropFirst() {
            if tag.hasPrefix("/g>") {
                groups.removeLast()
                continue
            }
            func attribute(_ name: String) -> String {
                tag.components(separatedBy: " \(name)=\"").dropFirst().first?.components(separatedBy: "\"").first ?? ""
            }
            let texts = attribute("class").components(separatedBy: " ").compactMap { rules[$0] } + [attribute("style")]
            var declarations: [String: String] = [:]
            for declaration in texts.flatMap({ $0.components(separatedBy: ";") }) where !declaration.isEmpty {
                let parts = declaration.components(separatedBy: ":")
                declarations[parts[0]] = parts.dropFirst().joined(separator: ":")
            }
            let inherited = groups.reduce(into: [:]) { $0.merge($1) { $1 } }
            let name = tag.prefix { $0.isLetter }
            elements.append(Element(name: String(name), declarations: declarations, inherited: inherited))
            if name == "g", !tag.contains("/>") { groups.append(declarations.filter { $0.key.hasPrefix("--") }) }
        }
    }

    /// Values of a property, separated by spaces, at a share of the loop; `nil` if the element does not declare it.
    static func values(of property: String, _ element: Element, at share: Double) -> [Double]? {
        guard let text = element.declarations[property] else { return nil }
        var reader = TermReader(variables: element.inherited.merging(element.declarations) { $1 }, share: share)
        return split(text, by: " ").map { reader.value(of: $0) }
    }

    /// Value of a term, given the values of custom properties.
    static func value(of term: String, _ variables: [String: String]) -> Double {
        var reader = TermReader(variables: variables, share: 0)
        return reader.value(of: term)
    }

    /// Parts between separators outside of parentheses.
    static func split(_ text: String, by separator: Character) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in text {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if depth == 0, character == separator {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}

/// Reads sums, products, quotients and functions; units count as 1.
private struct TermReader {
    let variables: [String: String]
    let share: Double
    private var text: [Character] = []
    private var place = 0

    init(variables: [String: String], share: Double) { (self.variables, self.share) = (variables, share) }

    mutating func value(of term: String) -> Double {
        var inner = TermReader(variables: variables, share: share)
        inner.text = Array(term)
        return inner.sum()
    }

    private mutating func take(_ word: String) -> Bool {
        let end = place + word.count
        guard end <= text.count, String(text[place..<end]) == word else { return false }
        place = end
        return true
    }

    private mutating func sum() -> Double {
        var value = product()
        while true {
            if take(" + ") {
                value += product()
            } else if take(" - ") {
                value -= product()
            } else {
                return value
            }
        }
    }

    private mutating func product() -> Double {
        var value = factor()
        while true {
            if take("*") {
                value *= factor()
            } else if take("/") {
                value /= factor()
            } else {
                return value
            }
        }
    }

    private mutating func factor() -> Double {
        if take("(") {
            let value = sum()
            _ = take(")")
            return value
        }
        if take("var(--") {
            var name = ""
            while text[place] != ")" {
                name.append(text[place])
                place += 1
            }
            place += 1
            return variable(name)
        }
        for function in ["calc", "min", "max", "clamp", "exp", "cos"] where take(function + "(") {
            var arguments = [sum()]
            while take(",") { arguments.append(sum()) }
            _ = take(")")
            switch function {
            case "min": return arguments.min() ?? .nan
            case "max": return arguments.max() ?? .nan
            case "clamp": return max(arguments[0], min(arguments[1], arguments[2]))
            case "exp": return exp(arguments[0])
            case "cos": return cos(arguments[0])
            default: return arguments[0]
            }
        }
        var number = ""
        while place < text.count, text[place].isNumber || ".-".contains(text[place]) {
            number.append(text[place])
            place += 1
        }
        if take("e-") {
            number += "e-"
            while place < text.count, text[place].isNumber {
                number.append(text[place])
                place += 1
            }
        }
        while place < text.count, text[place].isLetter || text[place] == "%" { place += 1 }
        return Double(number) ?? .nan
    }

    /// Value of a custom property, or of a clock.
    private func variable(_ name: String) -> Double {
        var inner = self
        let clocks = StyleReader.split(variables["animation"] ?? "", by: ",").map { $0.prefix { $0 != " " } }
        if let index = clocks.firstIndex(of: Substring(name)) {
            let timings = StyleReader.split(variables["animation-timing-function"] ?? "linear", by: ",")
            // A list that is too short is repeated.
            return clock(timings[index % timings.count])
        }
        return variables["--" + name].map { inner.value(of: $0) } ?? .nan
    }

    /// Output of a timing function at the share.
    private func clock(_ timing: String) -> Double {
        var reader = self
        if timing == "linear" { return share }
        if timing.hasPrefix("var(--") {
            return clock(variables["--" + timing.dropFirst(6).dropLast()] ?? "linear")
        }
        var stops: [(input: Double, output: Double)] = []
        let parts = StyleReader.split(String(timing.dropFirst(7).dropLast()), by: ",")
        for (number, part) in parts.enumerated() {
            let values = StyleReader.split(part, by: " ").map { reader.value(of: $0) }
            let inputs = values.count > 1 ? values.dropFirst().map { $0 / 100 } : [number == 0 ? 0 : 1]
            for input in inputs { stops.append((max(input, stops.last?.input ?? -.infinity), values[0])) }
        }
        // Outside of the stops, the first and the last line go on.
        let next = max(1, stops.firstIndex { $0.input > share } ?? stops.count - 1)
        let (from, to) = (stops[next - 1], stops[next])
        guard to.input > from.input else { return to.output }
        return from.output + (to.output - from.output) * (share - from.input) / (to.input - from.input)
    }
}
