import AssetFiles
import EffectService
import Foundation
import TestSupport
import Testing

/// Likes with custom pictures, over HTTP.
struct LikePictureServerTests {
    @Test func `a custom like can be written as a URL`() throws {
        let server = try ServerTests.server { $0.library = LocalAssets(fontDirectories: TestFonts.directories) }
        let client = try TestClient(port: server.port)
        func encoded(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        }
        let digits = "[" + Array(repeating: #""star""#, count: 10).joined(separator: ",") + "]"
        let query =
            "w=150&h=200&d=2&fps=10&layers.0.press=0.6&layers.0.presses=2&layers.0.pause=0.3&layers.0.quirk=true"
            + "&layers.0.contents=\(encoded(#"[{"image":"built-in/cat"},"heart"]"#))&layers.0.counter.digits=\(encoded(digits))"
            + "&layers.0.counter.words=\(encoded(#"["ok",{"shape":"heart","size":20}]"#))"
        let dump = try client.get("/v1/effects/like.json?\(query)")
        #expect(dump.status == 200 && dump.text.contains("built-in/cat"))
        #expect(try client.get("/v1/effects/like.png?\(query)").status == 200)
        let short =
            "w=150&h=200&d=2&fps=10&press=0.6&presses=2&pause=0.3&quirk=1&pictures=built-in/cat,heart"
            + "&words=ok,picture:built-in/duck"
        let shortDump = try client.get("/v1/effects/like.json?\(short)")
        #expect(shortDump.status == 200 && shortDump.text.contains("built-in/cat"), "\(shortDump.text.prefix(300))")
        #expect(try client.get("/v1/effects/like.png?\(short)").status == 200)
        let refused = try client.get("/v1/effects/confetti.png?quirk=1&on-error=problem")
        #expect(refused.status == 400 && refused.text.contains("quirk"))
    }
}
