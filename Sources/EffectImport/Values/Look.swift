import EffectModel
import StrictJSON

/// Appearance of particles.
enum Look {
    /// An image of the library, or within the document.
    case picture(String)
    /// A shape of the spec format, and its size in points.
    case shape(String, Double)

    var asset: JSONValue {
        switch self {
        case .picture(let source): ["image": .string(source)]
        case .shape(let name, let size): ["shape": .string(name), "size": .number(size)]
        }
    }
}
