import ArgumentParser
import EffectService
import FoundationEssentials
import Glibc

struct Sign: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign the URL of an effect, for a service that requires signed URLs.",
        discussion: """
            Prints the URL with the parameter sig, and with exp if it expires. The path is signed as the service sees it; the host is \
            not signed. A key is written as id:hex, one per line in a file, with # before comments. Keep keys in a file, or in the \
            environment variable HANABI_SIGNING_KEYS (separated by commas or line breaks): other users of the machine can read --key in \
            the list of processes.

            Try:
              (umask 077; hanabi sign --new-key > keys)
              hanabi sign --key-file keys 'https://example.org/v1/effects/confetti.png?w=400&h=300'
              hanabi sign --key-file keys --expires 3600 '/v1/effects/confetti.png?seed=7'
            """
    )

    @Argument(
        help: ArgumentHelp("Absolute URL, or a path with a query. The output has the same form.", valueName: "url")
    )
    var url: String?

    @Option(help: ArgumentHelp("File with signing keys; - is standard input.", valueName: "file"))
    var keyFile: String?
    @Option(help: ArgumentHelp("Signing key itself, which is visible in the list of processes.", valueName: "id:hex"))
    var key: String?
    @Option(
        help: ArgumentHelp(
            "Id of the key to use; by default the first key. With --new-key, the id of the new key.",
            valueName: "id"
        )
    )
    var keyId: String?
    @Option(help: ArgumentHelp("Seconds from now until the URL expires.", valueName: "seconds"))
    var expires: Int64?
    @Option(help: ArgumentHelp("Time at which the URL expires, in seconds since 1970.", valueName: "time"))
    var exp: Int64?
    @Flag(help: "Print a new random key instead of signing a URL.")
    var newKey = false

    /// Far more bytes than any set of keys.
    private static let maximumKeyBytes = 1 << 20
    private static let variable = "HANABI_SIGNING_KEYS"
    /// More than a hundred years in seconds, and far from overflow.
    private static let times: ClosedRange<Int64> = 1...10_000_000_000

    func validate() throws {
        if newKey {
            guard url == nil, keyFile == nil, key == nil, expires == nil, exp == nil else {
                throw ValidationError("--new-key can be combined with --key-id only.")
            }
            return
        }
        guard url != nil else { throw ValidationError("Give a URL to sign, or --new-key to make a key.") }
        guard keyFile == nil || key == nil else {
            throw ValidationError("Give either --key-file or --key, not both.")
        }
        guard expires == nil || exp == nil else {
            throw ValidationError("Give either --expires or --exp, not both.")
        }
        for (name, value) in [("--expires", expires), ("--exp", exp)] {
            guard let value, !Self.times.contains(value) else { continue }
            let allowed = "\(Self.times.lowerBound)...\(Self.times.upperBound)"
            throw ValidationError("\(name) is \(value); allowed \(allowed)")
        }
    }

    func run() throws {
        if newKey {
            do throws(KeyError) {
                return print(try SigningKey.random(id: keyId).exposedText)
            } catch {
                throw Failure("--key-id: \(error)")
            }
        }
        let keys = try keys()
        guard let key = keyId.map({ id in keys.first { $0.id == id } }) ?? keys.first else {
            let known = keys.map(\.id).joined(separator: ", ")
            throw Failure("--key-id is not the id of a known key; allowed: \(known)")
        }
        let end = exp ?? expires.map { Int64(time(nil)) + $0 }
        do throws(URLSignature.Failure) {
            print(try URLSignature.sign(url ?? "", with: key, expires: end))
        } catch {
            throw Failure("Can't sign the URL: \(error)")
        }
    }

    private func keys() throws(Failure) -> [SigningKey] {
        if let key { return try keys(key, from: "--key") }
        if let keyFile {
            let bytes = try InputFile.read(keyFile, maximum: Self.maximumKeyBytes)
            return try keys(String(decoding: bytes, as: UTF8.self), from: keyFile)
        }
        guard let text = ProcessInfo.processInfo.environment[Self.variable] else {
            throw Failure("No signing key given; use --key-file, \(Self.variable) or --key.")
        }
        return try keys(text, from: Self.variable)
    }

    private func keys(_ text: String, from place: String) throws(Failure) -> [SigningKey] {
        do throws(KeyError) {
            return try SigningKey.keys(text: text)
        } catch {
            throw Failure("\(place): \(error)")
        }
    }
}
