internal import EffectModel
internal import PackagedFiles
import StrictJSON

/// A palette with a name.
package struct NamedPalette: Sendable {
    /// Human-readable title.
    package let title: String
    /// Colors as written in a spec.
    package let colors: [String]

    /// Every palette, by name.
    package static let all: [String: NamedPalette] = {
        guard case .object(let members)? = try? JSONParser.parse(PackagedFile.bytes("palettes.json")) else {
            preconditionFailure(
                "the file of palettes is invalid: a fault of the package, caught by the package's tests"
            )
        }
        return Dictionary(
            uniqueKeysWithValues: members.map { member in
                guard let title = member.value["title"]?.text, case .array(let colors) = member.value["colors"] else {
                    preconditionFailure(
                        "the palette \(member.name) is invalid: a fault of the package, caught by the package's tests"
                    )
                }
                return (member.name, NamedPalette(title: title, colors: colors.compactMap(\.text)))
            }
        )
    }()
}
