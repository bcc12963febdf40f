internal import EffectCatalog
internal import PackagedFiles
internal import SystemSupport

/// Files of the pages, under two names each. `/edit.js` refers to others by their own names. `/edit.0123456789ab.js`, which
/// pages refer to, has a hash of the file and of all that it refers to, so that browsers may keep it for good.
enum PageFiles {
    /// A file under the name with its hash.
    struct Hashed: Sendable {
        /// Name with the hash.
        let name: String
        /// The file, with references to hashed names.
        let text: [UInt8]
    }

    private static let folder = "Pages/"
    private static let hashLength = 12

    /// Names of all files in `Sources/CResources/Pages`.
    static let names = Set(PackagedFile.paths(in: "Pages").map { String($0.dropFirst(folder.count)) })

    /// Every file but the HTML pages, by its own name.
    static let hashed: [String: Hashed] = {
        var known: [String: Hashed] = [:]
        for name in names.sorted() where !name.hasSuffix(".html") { _ = hashed(name, below: [], &known) }
        return known
    }()

    /// Copy of a file as it is sent: a script without its comments, which are for readers of the source.
    static func bytes(_ name: String) -> [UInt8] {
        let bytes = PackagedFile.bytes(folder + name)
        return name.hasSuffix(".js") ? Array(withoutComments(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    }

    /// Script without the comments that have lines of their own. No template of the pages has a line that begins like one.
    /// Code behind the end of a comment stays.
    static func withoutComments(_ script: String) -> String {
        var isInside = false
        var kept: [Substring] = []
        for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            guard isInside || text.hasPrefix("/*") else {
                if !text.hasPrefix("//") { kept.append(line) }
                continue
            }
            // The star of an opening closes nothing: `/*/`.
            let comment = isInside ? text : text.dropFirst(2)
            let end = comment.firstRange(of: "*/")?.upperBound
            isInside = end == nil
            let code = comment[(end ?? comment.endIndex)...]
            if code.contains(where: { $0 != " " }) { kept.append(code) }
        }
        return kept.joined(separator: "\n")
    }

    /// HTML whose style sheets, scripts and icons have hashed names.
    static func withHashes(_ html: String) -> String {
        html.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let refers = ["<link ", "<script ", "<img "].contains { line.contains($0) }
            return refers ? referring(String(line)) { hashed[$0]?.name } : String(line)
        }.joined(separator: "\n")
    }

    /// The file that a path's segment with a hash names, and whether the hash is that of its content; `nil` for any other
    /// segment.
    static func file(ofHashed segment: String) -> (name: String, isCurrent: Bool)? {
        let parts = segment.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].utf8.count == hashLength, parts[1].utf8.allSatisfy({ $0.hexDigitValue != nil })
        else { return nil }
        let name = "\(parts[0]).\(parts[2])"
        return hashed[name].map { (name, $0.name == segment) }
    }

    /// Makes a file's hashed name and text, after those of the files that it refers to.
    ///
    /// - Parameter chain: Files that refer to this one, which it must not refer to.
    private static func hashed(_ name: String, below chain: [String], _ known: inout [String: Hashed]) -> Hashed {
        if let file = known[name] { return file }
        precondition(!chain.contains(name), "\(chain) refer to each other: a fault of the package, caught by its tests")
        var bytes = bytes(name)
        if name.hasSuffix(".js") {
            let text = referring(String(decoding: bytes, as: UTF8.self)) { other in
                names.contains(other) && !other.hasSuffix(".html") && other != name
                    ? hashed(other, below: chain + [name], &known).name : nil
            }
            bytes = Array(text.utf8)
        }
        var digest = Digest()
        digest.add(bytes)
        let digits = Array("0123456789abcdef".utf8)
        let hash = digest.bytes.prefix(hashLength / 2).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let file = Hashed(name: "\(name[..<dot]).\(String(decoding: hash, as: UTF8.self))\(name[dot...])", text: bytes)
        known[name] = file
        return file
    }

    /// Text with other names in place of those that stand in quotes, whole or after `/` or `./`.
    private static func referring(_ text: String, to name: (String) -> String?) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
            let start = rest.index(after: open)
            result += rest[..<start]
            rest = rest[start...]
            // A longer text between quotes is no name.
            guard let end = rest.prefix(maximumNameLength).firstIndex(of: text[open]) else { continue }
            let path = rest[..<end]
            let own = path.hasPrefix("./") ? path.dropFirst(2) : path.hasPrefix("/") ? path.dropFirst() : path
            guard own.contains("."), let other = name(String(own)) else { continue }
            result += path.prefix(path.count - own.count) + other
            rest = rest[end...]
        }
        return result + rest
    }

    private static let maximumNameLength = 48
}
