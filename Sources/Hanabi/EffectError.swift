internal import EffectCatalog
public import EffectCoding
internal import EffectRendering
internal import WorkScheduling

/// Reason why an effect can't be rendered. A cancelled render throws `CancellationError` instead.
public enum EffectError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No preset has the name; `nearest` is the most similar name.
    case unknownPreset(String, nearest: String?)
    /// The document is not JSON, or too long.
    case malformedJSON(String)
    /// Parameters or the spec have faults, limits that are exceeded included; never empty.
    case invalid([EffectFault])
    /// The file would have more bytes than `RenderLimits.maximumOutputBytes`.
    case outputTooLarge(limit: Int)
    /// The byte budget can't be kept: `smallest` is the size of the smallest version.
    case budgetTooSmall(budget: Int, smallest: Int)
    /// The frame dump could have more items than `RenderLimits.maximumItems`.
    case tooManyItems(found: Double, limit: Int)
    /// A vector of the form can't show the contents of the layer with a name; of the canvas if there is no name.
    case notAVector(contents: String, layer: String?)
    /// A vector would have more pieces than `RenderLimits.maximumPieces`, tracks more than twice as many.
    case tooManyPieces(found: Int, limit: Int)
    /// A video can't be made without a program; what is needed.
    case noVideo(requirement: String)
    /// The renderer has as many waiting renders as it allows.
    case busy
    /// The directory of images can't be used.
    case unusablePictures(String)

    /// Message for people; faults one per line.
    public var description: String {
        switch self {
        case .unknownPreset(let name, let nearest):
            "no preset is called \"\(name.prefix(64))\"" + (nearest.map { "; did you mean \($0)?" } ?? "")
        case .malformedJSON(let reason): "the spec is not JSON: \(reason)"
        case .invalid(let faults): faults.map(\.description).joined(separator: "\n")
        case .outputTooLarge(let limit): "the file would have more than \(limit) bytes"
        case .budgetTooSmall(let budget, let smallest):
            "the file does not fit into \(budget) bytes; the smallest version has \(smallest)"
        case .tooManyItems(let found, let limit):
            "the dump could have \(Int(min(found, 1e15))) items; allowed: \(limit)"
        case .notAVector(let contents, let layer):
            (layer.map { "layer \"\($0)\"" } ?? "the effect") + " has \(contents), which the form can't show"
        case .tooManyPieces(let found, let limit): "the vector would have \(found) pieces or more; allowed: \(limit)"
        case .noVideo(let requirement): "the video needs \(requirement)"
        case .busy: "the renderer has as many waiting renders as it allows"
        case .unusablePictures(let reason): reason
        }
    }
}

/// A fault of an effect: its place, the value found, and the allowed values.
public struct EffectFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// Kind of the fault.
    public let kind: SpecFault.Kind
    /// Name of the parameter at fault; `nil` if no parameter is.
    public let parameter: String?
    /// JSON Pointer into the spec (RFC 6901); empty for the whole document or for a parameter.
    public let pointer: String
    /// The value found, shortened.
    public let found: String
    /// Allowed values.
    public let allowed: String
    private let detail: String

    init(_ fault: SpecFault, parameter: String? = nil) {
        (kind, pointer, found, allowed) = (fault.kind, fault.pointer, fault.found, fault.allowed)
        (detail, self.parameter) = (fault.detail, parameter)
    }

    init(_ fault: ParameterFault) { self.init(fault.fault, parameter: fault.parameter) }

    /// Message for people: place, value found, allowed values.
    public var description: String { "\(parameter ?? (pointer.isEmpty ? "(effect)" : pointer)): \(detail)" }
}

extension EffectError {
    /// Calls `body`, and translates errors of the targets below.
    ///
    /// - Throws: ``EffectError`` or `CancellationError`.
    static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch { throw translated(error) }
    }

    /// The public error for an error of the targets below; any other error is unchanged.
    static func translated(_ error: any Error) -> any Error {
        switch error {
        case let error as SpecError: EffectError.invalid(error.faults.map { EffectFault($0) })
        case PresetRequest.Failure.unknownPreset(let name, let near): EffectError.unknownPreset(name, nearest: near)
        case PresetRequest.Failure.faults(let faults): EffectError.invalid(faults.map { EffectFault($0) })
        case let error as ResponseOptions.WrongVersion:
            EffectError.invalid([
                EffectFault(
                    SpecFault(.notOffered, at: "", found: "\"\(error.found.prefix(64))\"", allowed: hanabiVersion),
                    parameter: "version"
                )
            ])
        case RenderError.outputTooLarge(let limit): EffectError.outputTooLarge(limit: limit)
        case RenderError.budgetTooSmall(let budget, let smallest):
            EffectError.budgetTooSmall(budget: budget, smallest: smallest)
        case RenderError.stickerTooLarge(let smallest):
            EffectError.budgetTooSmall(budget: RenderError.bytesOfSticker, smallest: smallest)
        case RenderError.tooManyItems(let found, let limit): EffectError.tooManyItems(found: found, limit: limit)
        case RenderError.notAVector(let contents, let layer, _, _, _):
            EffectError.notAVector(contents: contents, layer: layer)
        case RenderError.tooManyPieces(let found, let limit, _): EffectError.tooManyPieces(found: found, limit: limit)
        case RenderError.noVideo(_, let requirement, let reason):
            EffectError.noVideo(requirement: requirement + (reason.map { "; \($0)" } ?? ""))
        // No render of the library has a deadline.
        case RenderError.cancelled, RenderError.outOfTime: CancellationError()
        case is WorkerPool.Busy: EffectError.busy
        default: error
        }
    }
}
