import Testing

@testable import EffectVectors

/// Parts of style attributes that elements of a class have in common.
struct SharingTests {
    private func element(_ values: [String], rule: Int = 0, timing: String? = nil) -> SVGSharing.Element {
        SVGSharing.Element(rule: rule, own: [], values: values, inherited: [], window: nil, timing: timing)
    }

    private let body = "scale:calc(var(--a) + var(--b)*var(--c))"

    @Test func `a rule has what is the same in all elements, and multiples of what is not`() {
        let elements = (1...4).map { number in
            element(["190", "\(number).5", "\(2 * number + 1)"], timing: "linear(0,1 \(10 * number + 5)%,1)")
        }
        let sharing = SVGSharing(elements, rules: 1)
        #expect(
            sharing.body(ofRule: 0, body)
                == "scale:calc(190 + var(--b)*calc(var(--b)*2));animation-timing-function:linear(0,1 calc(var(--b)*10%),1)"
        )
        #expect(sharing.written("<a\(SVGSharing.mark(of: 2))/>") == "<a style=\"--b:3.5\"/>")
    }

    @Test func `values that are no multiples stay with their elements`() {
        let rows = [["1", "2", "5"], ["2", "4", "9"], ["3", "6.2", "14"], ["4", "8", "19"]]
        let sharing = SVGSharing(rows.map { element($0) }, rules: 1)
        #expect(sharing.body(ofRule: 0, body) == body)
        #expect(sharing.written(SVGSharing.mark(of: 2)) == " style=\"--a:3;--b:6.2;--c:14\"")
    }

    @Test func `elements with other variables, and single ones, have all of theirs`() {
        let others = SVGSharing([element(["1"]), element(["1", "2"])], rules: 1)
        #expect(others.body(ofRule: 0, body) == body && others.written(SVGSharing.mark(of: 0)) == " style=\"--a:1\"")
        let single = SVGSharing([element(["1"])], rules: 1)
        #expect(single.written(SVGSharing.mark(of: 0)) == " style=\"--a:1\"")
    }

    @Test func `properties that elements within refer to are declared by the rule`() {
        let elements = ["3", "4"].map { value in
            SVGSharing.Element(
                rule: 0,
                own: ["fill:red"],
                values: [value],
                inherited: ["7%"],
                window: ("1%", "2.5%"),
                timing: nil
            )
        }
        let sharing = SVGSharing(elements, rules: 1)
        #expect(
            sharing.body(ofRule: 0, "x:var(--a) var(--b) var(--y) var(--z)") == "x:var(--a) var(--b) 1% 2.5%;--b:7%"
        )
        #expect(sharing.written(SVGSharing.mark(of: 1)) == " style=\"fill:red;--a:4\"")
    }

    @Test func `a multiple is within a step of the last decimal of what was written`() throws {
        // Rounded to three decimals, and multiplied by 28.48 and rounded to one.
        let bases = [0.994, 1.083, 15.601, 17.005, 21.046]
        let rows = bases.map { base in
            ["\(base)", "\((base * 28.48 * 10).rounded() / 10)"]
        }
        let sharing = SVGSharing(rows.map { element($0) }, rules: 1)
        let text = sharing.body(ofRule: 0, "x:calc(var(--b))")
        let factor = try #require(Double(text.dropFirst("x:calc(calc(var(--a)*".count).dropLast(2)))
        for row in rows {
            #expect(abs((Double(row[0]) ?? 0) * factor - (Double(row[1]) ?? 0)) < 0.1)
        }
    }
}
