import Foundation
@testable import EffectImport
import TestSupport
import Testing

/// Both property list formats, and keyed archives in them.
struct PropertyListTests {
    private let everything = Plist.dictionary([
        ("null", .null), ("flag", .flag(true)), ("whole", .whole(-7)), ("large", .whole(.max)), ("real", .real(0.1)),
        ("text", .text("a < b & c")), ("umlaut", .text("Grüße 🎆")), ("data", .data([0, 1, 255])), ("uid", .uid(300)),
        ("date", .date), ("empty", .array([])), ("list", .array((0..<40).map { .whole($0) })),
    ])

    private func members(_ list: PropertyList) -> [String: PropertyList.Value] {
        guard case .dictionary(let keys, let values) = list.values[list.root] else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: zip(keys, values).compactMap { key, value in
                guard case .text(let name) = list.values[key] else { return nil }
                return (name.string, list.values[value])
            }
        )
    }

    @Test func `both formats yield the same values`() throws {
        for bytes in [
            everything.binary(), everything.binary(offsetSize: 8, referenceSize: 8), everything.xml(),
            everything.binary(offsetSize: 3, referenceSize: 1),
        ] {
            let list = try PropertyList(bytes)
            let members = members(list)
            #expect(
                members["flag"] == .flag(true) && members["whole"] == .whole(-7) && members["large"] == .whole(.max)
            )
            #expect(members["real"] == .real(0.1) && members["text"] == .text("a < b & c"))
            #expect(members["umlaut"] == .text("Grüße 🎆") && members["data"] == .data([0, 1, 255]))
            #expect(members["uid"] == .uid(300) && members["date"] == .date && members["empty"] == .array([]))
            guard case .array(let places)? = members["list"] else {
                Issue.record("no list")
                continue
            }
            #expect(places.map { list.values[$0] } == (0..<40).map { .whole($0) })
        }
        #expect(members(try PropertyList(everything.binary()))["null"] == .null)
    }

    @Test func `numbers of all sizes are read`() throws {
        func value(_ bytes: [UInt8]) throws -> PropertyList.Value { try PropertyList(binaryFile([bytes])).values[0] }
        #expect(try value([0x10, 0xFF]) == .whole(255))
        #expect(try value([0x11, 0xFF, 0xFE]) == .whole(65534))
        #expect(try value([0x12, 0xFF, 0xFF, 0xFF, 0xFF]) == .whole(4_294_967_295))
        #expect(try value([0x13] + Array(repeating: 0xFF, count: 8)) == .whole(-1))
        #expect(try value([0x14] + Array(repeating: 0xFF, count: 16)) == .whole(-1))
        #expect(try value([0x14] + Array(repeating: 0, count: 15) + [5]) == .whole(5))
        #expect(try value([0x22, 0x3E, 0x99, 0x99, 0x9A]) == .real(Double(Float(0.3))))
        // An unsigned number too large for a signed one, for example a mask of all bits.
        let mask = Array(repeating: UInt8(0), count: 8) + Array(repeating: 0xFF, count: 8)
        #expect(try value([0x14] + mask) == .real(0x1p64))
        #expect(try value([0x14, 1] + Array(repeating: 0, count: 15)) == .real(0x1p120))
        #expect(try value([0x14, 0x80] + Array(repeating: 0, count: 15)) == .real(-0x1p127))
    }

    @Test func `corner cases of XML are read`() throws {
        func root(_ inside: String) throws -> PropertyList.Value {
            let list = try PropertyList(Array("\u{FEFF} <!-- a > b --><plist version='1.0'>\(inside)</plist>".utf8))
            return list.values[list.root]
        }
        #expect(try root("<string>&lt;&gt;&quot;&apos;&#65;&#x1F386;</string>") == .text("<>\"'A🎆"))
        #expect(try root("<string/>") == .text("") && root("<dict/>") == .dictionary(keys: [], values: []))
        #expect(try root("<true></true >") == .flag(true))
        #expect(try root("<integer> 12 </integer>") == .whole(12))
        #expect(try root("<integer>18446744073709551615</integer>") == .real(0x1p64))
        #expect(try root("<string>a <![CDATA[<b> &amp; ]]>c&amp;<![CDATA[]]></string>") == .text("a <b> &amp; c&"))
        #expect(try root("<dict><key>CF$UID</key><integer>3</integer></dict>") == .uid(3))
        for broken in [
            "", "<string>a", "<string>&nope;</string>", "<string>&#xD800;</string>", "<dict><key>a</key></dict>",
            "</dict>",
            "<dict><true/></dict>", "<array></dict>", "<integer>x</integer>", "<array><key>a</key></array>", "<blink/>",
            "<true/><true/>", "<string><![CDATA[a</string>", "<string><![CDATA[a]]>", "text", "<string>a</strings>",
            "<data>*</data", "<array>", "<string>&amp</string>",
        ] {
            #expect(throws: PropertyListError.self, "\(broken)") { try root(broken) }
        }
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func `UTF-16 XML is refused with its encoding's name`(encoding: String.Encoding) throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>"
        let bytes = [UInt8](try #require(text.data(using: encoding)))
        #expect(throws: PropertyListError.wrongEncoding("UTF-16")) { try PropertyList(bytes) }
    }

    @Test(arguments: [String.Encoding.utf32, .utf32LittleEndian, .utf32BigEndian])
    func `UTF-32 XML is refused with its encoding's name`(encoding: String.Encoding) throws {
        let bytes = [UInt8](try #require("<?xml version=\"1.0\"?><plist><true/></plist>".data(using: encoding)))
        #expect(throws: PropertyListError.wrongEncoding("UTF-32")) { try PropertyList(bytes) }
    }

    /// A list with the text `é` in Latin-1 or UTF-8, which declares an encoding.
    private static func list(_ encoding: String, _ letter: [UInt8], mark: [UInt8] = []) -> [UInt8] {
        mark + Array("<?xml version='1.0' \(encoding)?><plist><string>".utf8) + letter + Array("</string></plist>".utf8)
    }

    @Test(arguments: ["encoding=\"ISO-8859-1\"", "encoding = 'iso-8859-1' standalone='yes'", "encoding='latin1'"])
    func `Latin-1 XML is decoded`(_ declaration: String) throws {
        let list = try PropertyList(Self.list(declaration, [0xE9]))
        #expect(list.values[list.root] == .text("\u{E9}"))
    }

    @Test(arguments: ["encoding='UTF-8'", "encoding='utf-8'", "", "standalone='yes'"])
    func `UTF-8 XML is read as it is`(_ declaration: String) throws {
        let list = try PropertyList(Self.list(declaration, [0xC3, 0xA9]))
        #expect(list.values[list.root] == .text("\u{E9}"))
    }

    @Test(arguments: ["windows-1252", "ISO-8859-15", "UTF-16", "Shift_JIS", ""])
    func `another encoding is refused by its name`(_ name: String) throws {
        let bytes = Self.list("encoding='\(name)'", [0xE9])
        let error = #expect(throws: PropertyListError.self) { try PropertyList(bytes) }
        #expect(error == .wrongEncoding("\"\(name)\""))
        #expect(error?.reason.hasSuffix("allowed: UTF-8, US-ASCII, ISO-8859-1") == true)
    }

    /// Regression: such bytes were replaced, so that a name was another.
    @Test(arguments: ["encoding='UTF-8'", "encoding='US-ASCII'", ""])
    func `bytes that are not UTF-8 are refused`(_ declaration: String) throws {
        let bytes = Self.list(declaration, [0xE9])
        #expect(throws: PropertyListError.damaged("it has bytes that are not UTF-8")) { try PropertyList(bytes) }
    }

    @Test func `Latin-1 after a byte order mark of UTF-8 is refused`() {
        let bytes = Self.list("encoding='ISO-8859-1'", [0xC3, 0xA9], mark: [0xEF, 0xBB, 0xBF])
        #expect(throws: PropertyListError.self) { try PropertyList(bytes) }
    }

    @Test func `texts are compared by their bytes`() {
        #expect(PlainText("\u{E9}") != PlainText("e\u{301}") && PlainText("a") == "a")
        #expect(Set([PlainText("\u{E9}"), "e\u{301}", "a", "a"]).count == 3)
    }

    // MARK: Archives by Foundation

    /// Output of Foundation's archiver for an emitter, in both formats.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func `output of NSKeyedArchiver is read`(format: PropertyListSerialization.PropertyListFormat) throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = format
        archiver.encode(StandIn(), forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        let root = try KeyedArchive(PropertyList([UInt8](archiver.encodedData))).root
        #expect(root.classNames.first?.string.hasSuffix("StandIn") == true)
        #expect(root["_birthrate"]?.number == 12.5 && root["_lifetime"]?.number == 3)
        #expect(root["_name"]?.text == "<flames>" && root["_startPosition"]?.pair == SIMD2(1, 2))
        let archived = try #require(root["_particleScaleSequence"])
        let sequence = KeyframeSequence(archived) { $0.number.map { SIMD4(repeating: $0) } }
        #expect(sequence?.points.map(\.time) == [0, 1] && sequence?.points.map(\.value.x) == [1, 0])
    }
}

/// An emitter for Foundation to archive. Its archiver accepts top-level classes only.
final class StandIn: NSObject, NSCoding {
    override init() {}
    init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        coder.encode(12.5, forKey: "_birthrate")
        coder.encode(Float(3), forKey: "_lifetime")
        coder.encode("<flames>" as NSString, forKey: "_name")
        coder.encode("{1, 2}" as NSString, forKey: "_startPosition")
        coder.encode(StandInKeyframes(), forKey: "_particleScaleSequence")
    }
}

/// The emitter's scale sequence.
final class StandInKeyframes: NSObject, NSCoding {
    override init() {}
    init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        coder.encode([0.0 as NSNumber, 1.0 as NSNumber] as NSArray, forKey: "_times")
        coder.encode([1.0 as NSNumber, 0.0 as NSNumber] as NSArray, forKey: "_values")
    }
}
