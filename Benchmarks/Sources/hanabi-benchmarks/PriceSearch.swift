import AssetFiles
import EffectCoding
import EffectCost
import EffectModel
import EffectRendering
import EffectService
import Foundation
import StrictJSON

/// Searches by mutation for effects that take much longer than predicted.
struct PriceSearch {
    private var random: UInt64
    private let watch = Stopwatch()
    private let library = LocalAssets()
    /// The worst effects so far by output form, with the ratio of predicted to measured time.
    private var pools: [String: [(ratio: Double, document: JSONValue)]] = [:]
    private var worst: [(ratio: Double, form: String, time: Double, document: JSONValue)] = []
    private static let poolSize = 12
    /// Milliseconds. Shorter renders drown in the machine's noise; longer predictions take too long to try.
    private static let times = 8.0...400

    init(seed: UInt64) { random = seed &+ 0x9E37_79B9 }

    private mutating func next() -> UInt64 {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return random
    }

    private mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
    private mutating func index(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    /// - Parameter seconds: Wall-clock duration of the search.
    mutating func run(seconds: Double) {
        let end = Date().addingTimeInterval(seconds)
        var (tried, measured) = (0, 0)
        while Date() < end {
            let form = PricedForm.all[index(PricedForm.all.count)]
            let document = candidate(form)
            tried += 1
            guard let ratio = ratio(of: document, form) else { continue }
            measured += 1
            var pool = pools[form.name, default: []]
            pool.append((ratio, document))
            pool.sort { $0.ratio < $1.ratio }
            pools[form.name] = Array(pool.prefix(Self.poolSize))
        }
        worst.sort { $0.ratio < $1.ratio }
        print("\(tried) effects, \(measured) of them measured; predicted : true, the lowest:")
        for one in worst.prefix(20) {
            print(
                String(format: "%.2f %.1f ms", one.ratio, one.time),
                one.form,
                String(decoding: JSONWriter.bytes(of: one.document), as: UTF8.self)
            )
        }
    }

    /// Returns a mutation of one of the worst effects, or with probability 0.15 a new one.
    private mutating func candidate(_ form: PricedForm) -> JSONValue {
        guard let pool = pools[form.name], !pool.isEmpty, unit() > 0.15 else {
            var scene = RandomScene(seed: next())
            return scene.document()
        }
        var document = pool[index(pool.count)].document
        for _ in 0...index(3) { document = mutated(document) }
        return document
    }

    private mutating func ratio(of document: JSONValue, _ form: PricedForm) -> Double? {
        var output = document["output"] ?? .object([])
        for member in form.output { output = output.setting(member.name, to: member.value) }
        let json = document.setting("output", to: output)
        guard let spec = try? EffectSpec(json: json, limits: RenderLimits(), library: library) else { return nil }
        let job = form.job(of: spec)
        let price = RenderPrice(of: spec, job)
        let predicted = price.workOfRender / 1e6
        guard predicted < Self.times.upperBound, var time = try? watch.time(spec, job).milliseconds else { return nil }
        guard time > Self.times.lowerBound else { return nil }
        if predicted / time < 0.6 {
            // A concurrent process may have disturbed the first measurement.
            for _ in 0..<2 { time = min(time, (try? watch.time(spec, job).milliseconds) ?? time) }
        }
        let ratio = predicted / time
        if ratio < 0.7 { worst.append((ratio, form.name, time, json)) }
        return ratio
    }

    /// Returns `document` with one change: a number, or a layer removed, duplicated or taken from another effect.
    private mutating func mutated(_ document: JSONValue) -> JSONValue {
        let numbers = count(document)
        var place = index(numbers + 3)
        if place < numbers { return changed(document, &place) }
        var scene = RandomScene(seed: next())
        let other = scene.document()
        guard case .array(var layers) = document["layers"], case .array(let others) = other["layers"] else {
            return document
        }
        switch place - numbers {
        case 0 where layers.count > 1: layers.remove(at: index(layers.count))
        case 1: layers.append(layers[index(layers.count)])
        default: layers.append(others[index(others.count)])
        }
        return document.setting("layers", to: .array(layers))
    }

    private func count(_ value: JSONValue) -> Int {
        switch value {
        case .number: 1
        case .array(let elements): elements.reduce(0) { $0 + count($1) }
        case .object(let members): members.reduce(0) { $0 + count($1.value) }
        default: 0
        }
    }

    private mutating func changed(_ value: JSONValue, _ place: inout Int) -> JSONValue {
        switch value {
        case .number(let number):
            place -= 1
            guard place == -1 else { return value }
            let factors = [0.1, 0.5, 0.8, 1.25, 2, 4, 10, -1]
            let changed = number == 0 ? unit() * 100 : number * factors[index(factors.count)]
            return .number(number == number.rounded() ? changed.rounded() : changed)
        case .array(let elements):
            var all: [JSONValue] = []
            for element in elements { all.append(changed(element, &place)) }
            return .array(all)
        case .object(let members):
            var all: [JSONValue.Member] = []
            for member in members { all.append(.init(member.name, changed(member.value, &place))) }
            return .object(all)
        default: return value
        }
    }
}
