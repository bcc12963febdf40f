import SystemSupport
import Testing

@Suite struct `Digits and durations` {
    @Test func `only ASCII digits are digits`() {
        let digits = (UInt8.min...UInt8.max).filter(\.isASCIIDigit)
        #expect(digits == Array("0123456789".utf8))
    }

    @Test func `hexadecimal digits of either case have values`() {
        let values = Dictionary(uniqueKeysWithValues: zip("0123456789abcdef".utf8, UInt8(0)...15))
        for byte in UInt8.min...UInt8.max {
            let isCapital = (0x41...0x46).contains(byte)
            #expect(byte.hexDigitValue == values[isCapital ? byte + 0x20 : byte])
        }
    }

    @Test func `durations become seconds and nanoseconds`() {
        #expect(Duration.milliseconds(1500).seconds == 1.5)
        #expect(Duration.milliseconds(-1500).seconds == -1.5)
        #expect(Duration.milliseconds(1500).nanoseconds == 1_500_000_000)
        #expect(Duration.seconds(-1).nanoseconds == 0)
        #expect(Duration.seconds(1e12).nanoseconds == .max)
    }
}
