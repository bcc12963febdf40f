import EffectCoding
public import EffectCost
public import EffectModel
public import EffectRendering
import StrictJSON

/// A still image as requested by a URL or the command line with the parameter `at`.
public struct SnapshotRequest: Sendable {
    /// Number of moments in the image.
    public enum Kind: Sendable {
        /// A single moment.
        case still
        /// Several moments, side by side.
        case strip
    }

    /// Name of the parameter.
    public static let parameter = QueryParameter.moments
    /// Maximum number of images in a strip.
    public static let maximumPictures = 16
    /// Four moments, evenly spaced: effects are often empty at their start and faded at their end.
    static let defaultStrip = "20%,40%,60%,80%"
    private static let best = "best"

    private let kind: Kind
    /// The requested moments; `nil` for the best frame.
    private let moments: [Moment]?

    /// Reads the parameter `at`, if present.
    ///
    /// - Parameters:
    ///   - parameters: All parameters that concern the image; any other name is an error.
    ///   - others: Additional names the request may use, for suggestions.
    /// - Throws: ``PresetRequest/Failure`` with everything that can be found wrong without the effect.
    public init(
        _ kind: Kind,
        _ parameters: [PresetRequest.Parameter],
        besides others: [String] = []
    ) throws(PresetRequest.Failure) {
        self.kind = kind
        var faults: [ParameterFault] = []
        var text: String?
        for parameter in parameters where faults.count < SpecError.maximumFaults {
            if parameter.name != Self.parameter {
                let names = ([Self.parameter] + others).joined(separator: ", ")
                faults.append(ParameterFault(unknownBesideSpec: parameter.name, only: names))
            } else if text != nil {
                faults.append(ParameterFault(repeated: parameter.name))
            } else {
                text = parameter.value
            }
        }
        let given = text ?? (kind == .still ? Self.best : Self.defaultStrip)
        moments = kind == .still && given == Self.best ? nil : Self.moments(given, kind: kind, faults: &faults)
        if !faults.isEmpty { throw .faults(faults) }
    }

    private static func moments(_ text: String, kind: Kind, faults: inout [ParameterFault]) -> [Moment] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if kind == .still, parts.count > 1 {
            let allowed = "one moment; a strip (.strip.png) has several"
            faults.append(ParameterFault(.outOfRange, parameter, found: "\(parts.count) moments", allowed: allowed))
            return []
        }
        if parts.count > maximumPictures {
            let allowed = "at most \(maximumPictures)"
            faults.append(ParameterFault(.tooMuch, parameter, found: "\(parts.count) moments", allowed: allowed))
            return []
        }
        return parts.compactMap { part in
            let moment = Moment(part)
            if moment == nil {
                let found = JSONValue.string(String(part)).excerpt
                faults.append(ParameterFault(.wrongType, parameter, found: found, allowed: allowed(kind, "seconds")))
            }
            return moment
        }
    }

    private static func allowed(_ kind: Kind, _ seconds: String) -> String {
        "\(seconds) (or \"250ms\", \"50%\" of the duration)" + (kind == .still ? ", or \"\(best)\"" : "")
    }

    /// Resolves the moments for `spec`, and checks the cost of the image.
    ///
    /// - Throws: ``PresetRequest/Failure`` for moments before the start or far beyond the end of the effect, and for a
    ///   strip with too many pixels or too much work.
    public func snapshot(of spec: EffectSpec, limits: RenderLimits) throws(PresetRequest.Failure) -> Snapshot {
        let snapshot = try resolved(for: spec, limits: limits)
        guard case .times(let times) = snapshot else { return snapshot }
        let faults = Self.faults(of: RenderPrice(of: spec, .times(times)), count: times.count, over: limits)
        if !faults.isEmpty { throw .faults(faults) }
        return snapshot
    }

    /// Limits exceeded by an image of `count` moments. The spec was checked for the cost of its own frames; a strip may
    /// need more images, and particles may be born after the last frame.
    package static func faults(of price: RenderPrice, count: Int, over limits: RenderLimits) -> [ParameterFault] {
        let noun = count == 1 ? "1 image" : "\(count) images"
        return price.excesses(over: limits).map { excess in
            ParameterFault(.tooMuch, parameter, found: "\(excess.found) for \(noun)", allowed: excess.allowed)
        }
    }

    /// Resolves the moments for `spec`, regardless of cost.
    ///
    /// - Throws: ``PresetRequest/Failure`` for moments before the start or far beyond the end of the effect, and for a
    ///   strip with too many pixels.
    package func resolved(for spec: EffectSpec, limits: RenderLimits) throws(PresetRequest.Failure) -> Snapshot {
        guard let moments else { return .best }
        var faults: [ParameterFault] = []
        // Effects continue after their last frame: a firework has faded, and revealed content stays.
        let latest = max(limits.maximumDuration, spec.timing.duration) * spec.timing.speed
        let times = moments.compactMap { moment in
            let time = moment.time(in: spec.timing, latest: latest)
            if time == nil {
                let bound = String(decoding: JSONWriter.bytes(of: .number(latest)), as: UTF8.self)
                let allowed = Self.allowed(kind, "seconds in 0...\(bound)")
                faults.append(ParameterFault(.outOfRange, Self.parameter, found: moment.excerpt, allowed: allowed))
            }
            return time
        }
        let pixels = spec.canvas.pixelWidth * spec.canvas.pixelHeight * moments.count
        // Unlike frames, the images of a strip are all in memory at once.
        let limit = limits.maximumStripPixels
        if kind == .strip, pixels > limit {
            let found = "\(pixels) pixels in \(moments.count) images"
            faults.append(ParameterFault(.tooMuch, Self.parameter, found: found, allowed: "at most \(limit)"))
        }
        if !faults.isEmpty { throw .faults(faults) }
        return .times(times)
    }
}
