internal import EffectVectors

/// The reason a valid spec could not be rendered.
public enum RenderError: Error, Sendable, Equatable {
    /// The output would exceed the operator's limit in bytes.
    case outputTooLarge(limit: Int)
    /// No step of the ladder produces a file within the budget.
    case budgetTooSmall(budget: Int, smallest: Int)
    /// No sticker of the effect has as few bytes as Telegram allows, without a lower budget of the spec's.
    case stickerTooLarge(smallest: Int)
    /// A frame dump could have more items than the operator allows.
    case tooManyItems(found: Double, limit: Int)
    /// A layer, given by name and by JSON Pointer, or the canvas, which has no name, has contents that vectors can't
    /// express, given as a noun phrase; `instead` is one for the endings of forms that can.
    case notAVector(contents: String, layer: String?, pointer: String, form: String, instead: String)
    /// A vector would have more pieces than the operator allows.
    case tooManyPieces(found: Int, limit: Int, form: String)
    /// Videos of a form, given by its ending, need a program that is not there: what it is, and a clause that tells what
    /// there is instead; `nil` if no program was asked for.
    case noVideo(form: String, requirement: String, reason: String?)
    /// The render exceeded its deadline.
    case outOfTime
    /// The render was cancelled: no client waits for its result.
    case cancelled

    /// Phrase for the endings of images, which show everything, and of other forms.
    static func endings(of others: [String]) -> String {
        guard let last = others.last else { return "the ending of an image, such as .png" }
        let list = others.dropLast().map { ".\($0), " }.joined() + ".\(last)"
        return "the ending \(list), or that of an image, such as .png"
    }

    /// Maximum number of bytes of a Telegram sticker, which has a budget without being asked for one.
    package static let bytesOfSticker = StickerRules.bytes
}
