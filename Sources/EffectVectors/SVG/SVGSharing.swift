/// Parts of style attributes that elements of a class have in common, which the class's rule says once.
///
/// Pieces of a burst are born together, and drag and gravity relate their coefficients: a value may be that of all elements of
/// the class, that of another property, or a multiple of one. Elements are written with marks, and their style attributes
/// follow once all of them are known.
struct SVGSharing {
    /// Style attribute of an element, in parts.
    struct Element {
        /// Index of the class.
        let rule: Int
        /// Declarations of the element alone.
        let own: [String]
        /// Custom properties that the rule refers to, in the order of ``Formulas/name(_:)``.
        let values: [String]
        /// Values of custom properties that elements within refer to, named after ``values``.
        let inherited: [String]
        /// Start and end of the window, as percentages; `nil` for what the timing function says.
        let window: (start: String, end: String)?
        /// Timing function; `nil` for that of the rule.
        let timing: String?

        /// Values by name, without the timing function.
        fileprivate var variables: [String] {
            values + inherited + (window.map { [$0.start, $0.end] } ?? [])
        }

        /// Names of ``variables``.
        fileprivate var names: [String] {
            (0..<(values.count + inherited.count)).map(Formulas.name) + (window == nil ? [] : ["y", "z"])
        }

        /// Bytes of the whole attribute, about.
        var bytes: Int { variables.reduce(0) { $0 + $1.utf8.count + 5 } + own.reduce(0) { $0 + $1.utf8.count + 1 } }
    }

    /// Terms and declarations of a rule that stand in place of those of its elements.
    private struct Plan {
        /// Whether elements leave a variable out, by index; the last one is the timing function.
        var isShared: [Bool]
        /// Terms that take the place of variables in the rule, by name.
        var terms: [String: String] = [:]
        /// Declarations that are added to the rule.
        var declarations: [String] = []
    }

    private let elements: [Element]
    private let plans: [Plan?]

    /// - Parameter rules: Number of classes.
    init(_ elements: [Element], rules: Int) {
        self.elements = elements
        var members = [[Int]](repeating: [], count: rules)
        for index in elements.indices { members[elements[index].rule].append(index) }
        plans = members.map { Self.plan(for: $0.map { elements[$0] }) }
    }

    /// Text of a rule's declarations.
    func body(ofRule rule: Int, _ text: String) -> String {
        guard let plan = plans[rule] else { return text }
        return ([Self.replacing(plan.terms, in: text)] + plan.declarations).joined(separator: ";")
    }

    /// A text with terms in place of references to variables.
    private static func replacing(_ terms: [String: String], in text: String) -> String {
        guard !terms.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let opening = Array("var(--".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == opening[0], bytes[place...].starts(with: opening),
                let end = bytes[place...].firstIndex(of: UInt8(ascii: ")"))
            {
                let name = String(decoding: bytes[(place + opening.count)..<end], as: UTF8.self)
                if let term = terms[name] { result += term.utf8 } else { result += bytes[place...end] }
                place = end + 1
            } else {
                result.append(bytes[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Mark for the style attribute of an element.
    static func mark(of element: Int) -> String { "\u{1}\(element)\u{1}" }

    /// A text with style attributes in place of marks.
    func written(_ text: String) -> String {
        guard !elements.isEmpty else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + elements.reduce(0) { $0 + $1.bytes })
        for (number, part) in text.utf8.split(separator: 1, omittingEmptySubsequences: false).enumerated() {
            // Every other part is the number of an element.
            if number % 2 == 0 {
                result += Substring(part)
            } else if let index = Int(Substring(part)) {
                result += style(of: elements[index])
            }
        }
        return result
    }

    private func style(of element: Element) -> String {
        let plan = plans[element.rule]
        var parts = element.own
        for (index, (name, value)) in zip(element.names, element.variables).enumerated()
        where plan?.isShared[index] != true {
            parts.append("--\(name):\(value)")
        }
        if let timing = element.timing, plan?.isShared.last != true {
            parts.append("animation-timing-function:\(timing)")
        }
        return parts.isEmpty ? "" : " style=\"\(parts.joined(separator: ";"))\""
    }

    /// Returns the plan for the elements of a class; `nil` if they are few, or if they have other variables.
    private static func plan(for elements: [Element]) -> Plan? {
        guard let first = elements.first, elements.count >= fewest else { return nil }
        let names = first.names
        let rows = elements.map(\.variables)
        guard
            elements.allSatisfy({
                $0.names == names && $0.values.count == first.values.count
                    && ($0.timing == nil) == (first.timing == nil)
            })
        else { return nil }
        var plan = Plan(isShared: [Bool](repeating: false, count: names.count + 1))
        let inner = first.values.count..<(first.values.count + first.inherited.count)
        for index in names.indices {
            guard let term = term(of: index, names, rows, plan.isShared) else { continue }
            plan.isShared[index] = true
            // Elements within refer to the property itself.
            if inner.contains(index) {
                plan.declarations.append("--\(names[index]):\(term)")
            } else {
                plan.terms[names[index]] = term
            }
        }
        if let timing = first.timing {
            let timings = elements.compactMap(\.timing)
            func shared() -> String? {
                if timings.allSatisfy({ $0 == timing }) { return timing }
                // A window that begins with the loop, and ends with the life.
                let ends = timings.compactMap { end(ofTiming: $0) }
                let (values, isEnd) = ends.count == timings.count ? (ends, true) : (timings, false)
                return multiple(values, names, rows, plan.isShared, before: names.count)
                    .map { isEnd ? "linear(0,1 \($0),1)" : $0 }
            }
            if let text = shared() {
                plan.declarations.append("animation-timing-function:\(text)")
                plan.isShared[names.count] = true
            }
        }
        return plan
    }

    /// Percentage at which a window ends that begins with the loop; `nil` for any other timing function.
    private static func end(ofTiming text: String) -> String? {
        let (start, rest) = ("linear(0,1 ", ",1)")
        guard text.hasPrefix(start), text.hasSuffix(rest) else { return nil }
        let end = text.dropFirst(start.count).dropLast(rest.count)
        return end.last == "%" && !end.contains(where: { $0 == "," || $0 == " " }) ? String(end) : nil
    }

    /// Term of a variable that is the same for all elements, or follows from another one; `nil` for none.
    ///
    /// - Parameters:
    ///   - rows: Values of each element.
    ///   - isShared: Whether elements leave a variable out, as far as that is known.
    private static func term(of index: Int, _ names: [String], _ rows: [[String]], _ isShared: [Bool]) -> String? {
        let values = rows.map { $0[index] }
        if values.allSatisfy({ $0 == values[0] }) { return values[0] }
        return multiple(values, names, rows, isShared, before: index)
    }

    /// Term of values that are those of a variable before `end`, or a multiple of them; `nil` for none.
    private static func multiple(
        _ values: [String],
        _ names: [String],
        _ rows: [[String]],
        _ isShared: [Bool],
        before end: Int
    ) -> String? {
        // A term takes bytes, too.
        guard rows.count >= fewestOfMultiples else { return nil }
        for other in 0..<end where !isShared[other] {
            let bases = rows.map { $0[other] }
            if values == bases { return "var(--\(names[other]))" }
            if let factor = factor(from: bases, to: values) { return "calc(var(--\(names[other]))*\(factor))" }
        }
        return nil
    }

    /// Elements from which on they are compared, and from which on multiples are looked for.
    private static let fewest = 2
    private static let fewestOfMultiples = 4

    /// Number in as few decimals as tell all values from all bases, to within half a step of each; `nil` for none. Values may be
    /// percentages, and so is the factor then.
    private static func factor(from bases: [String], to values: [String]) -> String? {
        let isPercent = values[0].last == "%"
        var pairs: [(base: Double, value: Double)] = []
        var steps = (base: 0, value: 0)
        for (base, value) in zip(bases, values) {
            let digits = isPercent ? value.dropLast() : value[...]
            guard base.last != "%", let from = Double(base), let to = Double(digits) else { return nil }
            // Most are found to differ at once.
            if let first = pairs.first, first.base != 0, first.value != 0, from != 0 {
                guard abs(to / from * first.base / first.value - 1) < roughness else { return nil }
            }
            pairs.append((from, to))
            steps = (max(steps.base, decimals(of: base[...])), max(steps.value, decimals(of: digits)))
        }
        guard let largest = pairs.max(by: { abs($0.base) < abs($1.base) }), largest.base != 0 else { return nil }
        let rough = largest.value / largest.base
        let most = pairs.reduce(0) { max($0, abs($1.value)) }
        // Decimals that are 0 are not written, so a column of few says little about its steps.
        let tolerance = min(
            0.5 * (step(steps.value) + abs(rough) * step(steps.base)),
            step(steps.value),
            finest * most
        )
        var (low, high) = (-Double.infinity, Double.infinity)
        for (base, value) in pairs {
            if base == 0 {
                guard abs(value) <= tolerance else { return nil }
                continue
            }
            let ends = [(value - tolerance) / base, (value + tolerance) / base]
            (low, high) = (max(low, min(ends[0], ends[1])), min(high, max(ends[0], ends[1])))
        }
        guard low <= high else { return nil }
        let text = (0...6).lazy.map { SVGNumber.text((low + high) / 2, digits: $0) }
            .first { text in Double(text).map { $0 != 0 && $0 >= low && $0 <= high } ?? false }
        return text.map { $0 + (isPercent ? "%" : "") }
    }

    /// Largest difference of a value, as a share of the largest one.
    private static let finest = 2e-4
    /// Share by which quotients of small, rounded values may differ.
    private static let roughness = 0.2

    /// Number of decimals of a number's text.
    private static func decimals(of text: Substring) -> Int {
        text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    }

    /// Step of a number's last decimal.
    private static func step(_ decimals: Int) -> Double { (0..<decimals).reduce(1) { step, _ in step / 10 } }
}
