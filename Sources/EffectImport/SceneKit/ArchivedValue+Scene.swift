import EffectModel
import StrictJSON

/// Values in SceneKit's archive encoding.
extension ArchivedValue {
    /// Numbers of an SCNVector3 or SCNVector4, archived as their bytes in memory: floats or doubles.
    func vector(_ count: Int) -> [Double]? {
        guard let bytes = data else { return nil }
        let numbers: [Double]
        switch bytes.count {
        case count * 4: numbers = bytes.numbers(of: 4, isBigEndian: false)
        case count * 8: numbers = bytes.numbers(of: 8, isBigEndian: false)
        default: return nil
        }
        // Extreme numbers would overflow in later calculations.
        return numbers.allSatisfy(\.isFinite) ? numbers.map { $0.clamped(to: -1e6...1e6) } : nil
    }

    /// Keys and values of an NSDictionary, at most `most`.
    func entries(atMost most: Int = 64) -> [(name: String, value: ArchivedValue)] {
        guard let keys = self["NS.keys"]?.elements(atMost: most), let values = elements(atMost: most) else { return [] }
        return zip(keys, values).compactMap { key, value in key.text.map { ($0, value) } }
    }

    /// The value of an NSDictionary for a key.
    func entry(_ name: String) -> ArchivedValue? { entries().first { $0.name == name }?.value }

    /// Color, archived directly or as the bytes of an archive of its own.
    var archivedColor: SIMD4<Double>? {
        if let color { return color }
        // A color with its own profile takes 4 kB.
        guard let bytes = data, bytes.count <= 65_536,
            let archive = try? KeyedArchive(PropertyList(bytes))
        else { return nil }
        return archive.root.color
    }

    /// Members as JSON, so that they are read and reported like those of a document: numbers, texts and vectors, and a
    /// few words for everything else.
    func fields(besides others: Set<String>) -> [JSONValue.Member] {
        members(atMost: 256).compactMap { name, value in
            guard name != "$class", !others.contains(name), !value.isNull else { return nil }
            // Xcode archives some zeros as the smallest float.
            if let number = value.number { return .init(name, .number(abs(number) < 1e-30 ? 0 : number.tidy)) }
            if let vector = value.vector(3) ?? value.vector(4) { return .init(name, .numbers(vector)) }
            return .init(name, .string(value.text ?? value.excerpt))
        }
    }
}

extension [UInt8] {
    /// Parses IEEE numbers of `size` bytes each.
    func numbers(of size: Int, isBigEndian: Bool) -> [Double] {
        stride(from: 0, through: count - size, by: size).map { start in
            let bytes = isBigEndian ? Array(self[start..<start + size]) : self[start..<start + size].reversed()
            let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        }
    }
}
