import EffectService
import Testing

/// Parsing of keys, and secrecy of their printed forms.
struct AccessKeyTests {
    private let secret = "000102030405060708090a0b0c0d0e0f"
    private let token = "a-token.of_20~chars+"

    @Test func `a key file has one key per line and comments`() throws {
        let keys = try SigningKey.keys(text: "# mine\n\n old:\(secret) # until May\r\n  new:\(secret)AB\t\n")
        #expect(keys.map(\.id) == ["old", "new"])
        #expect(keys.map(\.exposedText) == ["old:\(secret)", "new:\(secret)ab"])
        #expect(try SigningKey.keys(text: "a:\(secret),b:\(secret)").map(\.id) == ["a", "b"])
        #expect(try SigningKey(text: " a:\(secret)\n").id == "a")
        #expect(try BearerKey.keys(text: "\(token)\n# none\n\(token)x==\n").count == 2)
    }

    @Test(arguments: [
        ("", KeyError(.empty)), ("# a:b\n", KeyError(.empty)), ("SECRETSECRETSECRET", KeyError(.noColon, line: 1)),
        ("\nSECRET SECRET:00", KeyError(.wrongID, line: 2)), (":0001", KeyError(.wrongID, line: 1)),
        ("SECRETSECRETSECRETSECRETSECRETSEC:\(String(repeating: "0", count: 32))", KeyError(.wrongID, line: 1)),
        ("a:SECRET", KeyError(.notHexadecimal, line: 1)), ("a:000", KeyError(.notHexadecimal, line: 1)),
        ("a:", KeyError(.wrongLength(bytes: 0), line: 1)),
        ("a:\(String(repeating: "0", count: 30))", KeyError(.wrongLength(bytes: 15), line: 1)),
        ("a:\(String(repeating: "0", count: 2050))", KeyError(.wrongLength(bytes: 1025), line: 1)),
        (
            "SECRET:\(String(repeating: "0", count: 32))\nSECRET:\(String(repeating: "1", count: 32))",
            KeyError(.repeated, line: 2)
        ),
    ])
    func `an invalid key is refused with its line and without its text`(_ text: String, _ error: KeyError) {
        #expect(throws: error) { try SigningKey.keys(text: text) }
        #expect(!error.description.contains("SECRET") && !error.description.contains("0000"))
    }

    @Test(arguments: [
        ("", KeyError(.empty)), ("SECRET", KeyError(.wrongTokenLength(characters: 6), line: 1)),
        ("SECRET SECRET SECRET", KeyError(.wrongToken, line: 1)),
        ("SECRETSECRET=SECRET", KeyError(.wrongToken, line: 1)),
        ("SECRETSECRETSECRETé", KeyError(.wrongToken, line: 1)),
        ("SECRETSECRETSECRET\nSECRETSECRETSECRET", KeyError(.repeated, line: 2)),
    ])
    func `an invalid token is refused with its line and without its text`(_ text: String, _ error: KeyError) {
        #expect(throws: error) { try BearerKey.keys(text: text) }
        #expect(!error.description.contains("SECRET"))
    }

    @Test func `printed keys never contain their secrets`() throws {
        let key = try SigningKey(text: "name:\(secret)")
        var policy = AccessPolicy()
        policy.signingKeys = [key]
        policy.bearerKeys = [try BearerKey(text: token)]
        var configuration = EffectServer.Configuration()
        configuration.access = policy
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in [
            "\(key)", String(reflecting: key), "\(policy)", String(reflecting: policy), "\(policy.bearerKeys)",
            String(reflecting: policy.bearerKeys), dumped,
        ] {
            #expect(!text.contains(token) && !text.contains(secret))
            // Secrets do not appear as byte arrays either.
            #expect(!text.contains("1, 2, 3") && !text.contains("- 3\n"))
        }
        #expect("\(key)".contains("name"))
    }

    @Test func `fresh keys differ and round-trip`() throws {
        let keys = try (0..<20).map { _ in try SigningKey.random() }
        #expect(Set(keys.map(\.exposedText)).count == 20 && Set(keys.map(\.id)).count == 20)
        for key in keys { #expect(try SigningKey(text: key.exposedText).exposedText == key.exposedText) }
        #expect(try SigningKey.random(id: "mine").id == "mine")
        #expect(throws: KeyError(.wrongID)) { try SigningKey.random(id: "a:b") }
    }

    @Test func `contradictions in a policy are reported`() throws {
        var policy = AccessPolicy()
        #expect(policy.faults.isEmpty)
        policy.parameterCeilings = ["w": 1...800, "t0": 0...5, "layers.0.opacity": 0...1, "v": 0...300]
        policy.allowedParameters = ["w", "seed", "at", "motion", "explain", "layers.0.opacity"]
        #expect(policy.faults.isEmpty)
        policy.parameterCeilings = ["width": 1...800, "c": 0...1]
        policy.allowedParameters = ["wdth"]
        policy.signingKeys = [try SigningKey(text: "a:\(secret)"), try SigningKey(text: "a:\(secret)00")]
        #expect(policy.faults.count == 4)
    }
}
