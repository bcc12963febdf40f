@testable import EffectVectors
import Foundation
import TestSupport
import Testing

/// Descriptions of sampled numbers.
struct ChannelFitTests {
    private let shares = (0..<61).map { (Double($0) + 0.5) / 61 }

    private func worst(_ channel: Channel, _ values: [Double], at shares: [Double]) -> Double {
        zip(shares, values).reduce(0) { max($0, abs(channel.value(at: $1.0) - $1.1)) }
    }

    @Test func `a constant within the tolerance is one number`() {
        let values = shares.indices.map { 5 + ($0.isMultiple(of: 2) ? 0.1 : -0.1) }
        #expect(ChannelFit(shares: shares).channel(of: values, within: 0.11) == .constant(5))
    }

    @Test(arguments: 1...3)
    func `polynomials of low degree are found exactly`(_ degree: Int) throws {
        let expected = [3.0, -120, 90, 41].prefix(degree + 1)
        let values = shares.map { share in expected.reversed().reduce(0) { $0 * share + $1 } }
        let channel = ChannelFit(shares: shares).channel(of: values, within: 0.01)
        guard case .polynomial(let found) = channel else { Issue.record("\(channel)"); return }
        #expect(found.count == degree + 1)
        for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-9) }
    }

    @Test func `a motion that drag slows is a decay of its rate`() throws {
        let values = shares.map { 10 + 30 * $0 + 400 * (1 - exp(-19 * $0)) }
        let channel = ChannelFit(shares: shares, rate: 19).channel(of: values, within: 0.05)
        guard case .decay(let start, let slope, let reach, let rate) = channel else {
            Issue.record("\(channel)"); return
        }
        #expect(abs(start - 10) < 1e-6 && abs(slope - 30) < 1e-6 && abs(reach - 400) < 1e-6 && rate == 19)
    }

    @Test(arguments: 0..<50)
    func `samples of any kind are kept within the tolerance`(_ seed: Int) {
        var random = SplitMix64(state: UInt64(seed))
        var place = 0.0
        let waves = (0..<5).map { _ in
            (Double.random(in: 1...30, using: &random), Double.random(in: 0...40, using: &random))
        }
        let isNoisy = seed.isMultiple(of: 3)
        let values = shares.map { share in
            place += isNoisy ? Double.random(in: -3...3, using: &random) : 0
            return place + waves.reduce(0) { $0 + $1.1 * sin($1.0 * share) }
        }
        let channel = ChannelFit(shares: shares, rate: 3).channel(of: values, within: 0.2)
        #expect(worst(channel, values, at: shares) <= 0.2 + 1e-9)
    }

    /// Regression: lines stood still beyond the outermost samples, a half step before death.
    @Test func `lines go on to the ends of the time`() {
        let values = shares.map { 900 * $0 + 40 * sin(12 * $0) }
        let channel = ChannelFit(shares: shares).channel(of: values, within: 0.02)
        for share in [0, 0.004, 0.996, 1] {
            #expect(abs(channel.value(at: share) - 900 * share - 40 * sin(12 * share)) < 0.2, "\(channel)")
        }
    }

    /// Regression: a bounce between two samples was cut by a straight line, 4 pixels away.
    @Test(arguments: [0.3, 0.503, 0.777])
    func `corners between samples are where both sides meet`(_ place: Double) {
        let shares = (0..<40).map { (Double($0) + 0.5) / 40 }
        func value(_ t: Double) -> Double {
            t < place ? 300 * t * t : 300 * place * place - 500 * (t - place) + 200 * (t - place) * (t - place)
        }
        let channel = ChannelFit(shares: shares).channel(of: shares.map(value), within: 0.05)
        for step in 0...400 {
            let share = Double(step) / 400
            #expect(abs(channel.value(at: share) - value(share)) < 0.12, "\(share)")
        }
    }

    @Test(arguments: 1...4)
    func `few samples never swing between each other`(_ count: Int) {
        let shares = (0..<count).map { (Double($0) + 0.5) / Double(count) }
        let values = shares.indices.map { $0.isMultiple(of: 2) ? 0.0 : 10 }
        let channel = ChannelFit(shares: shares).channel(of: values, within: 0.1)
        for share in stride(from: 0.0, through: 1, by: 0.05) {
            #expect((-5...15).contains(channel.value(at: share)))
        }
    }
}

/// Numbers of a document.
struct SVGNumberTests {
    @Test func `numbers are as short as their precision allows`() {
        #expect(SVGNumber.text(0.5, digits: 2) == ".5" && SVGNumber.text(-0.25, digits: 2) == "-.25")
        #expect(SVGNumber.text(12, digits: 3) == "12" && SVGNumber.text(-0.0001, digits: 2) == "0")
        #expect(SVGNumber.text(1.0051, digits: 2) == "1.01" && SVGNumber.text(3.04, digits: 2) == "3.04")
        #expect(SVGNumber.text(.nan, digits: 2) == "0" && SVGNumber.text(.infinity, digits: 1) == "0")
        // Regression: a seventh decimal ended the process, which a very large sprite with a cubic scale could ask for.
        #expect(SVGNumber.text(1.234_567_8, digits: 7) == "1.234568" && SVGNumber.text(-0.5, digits: 9) == "-.5")
        #expect(SVGNumber.color(SIMD3(1, 0, 0.2)) == "#f03" && SVGNumber.color(SIMD3(0.1, 0.5, 2)) == "#1a80ff")
    }

    @Test(arguments: 0..<200)
    func `numbers are read back within half a step`(_ seed: Int) throws {
        var random = SplitMix64(state: UInt64(seed))
        let value = Double.random(in: -5000...5000, using: &random)
        let digits = Int.random(in: 0...6, using: &random)
        let read = try #require(Double(SVGNumber.text(value, digits: digits)))
        #expect(abs(read - value) <= 0.5 / pow(10, Double(digits)) + 1e-9)
    }
}
