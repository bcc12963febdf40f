import EffectModel
import StrictJSON

/// Effect that a document describes, before the duration of the render is known.
struct SpecDraft {
    /// Progress of an effect in time.
    enum Playback {
        /// Ends with the last particle, after the given number of seconds.
        case once(Double)
        /// Endless: rendered as a seamless loop, of a multiple of `step` seconds if given. At a low `rate`, in births
        /// per second, the loop has a whole number of births.
        case endless(rate: Double, step: Double?)
        /// Endless with a visible beginning: repeated after the given number of seconds.
        case repeated(Double)
    }

    /// Canvas size in points, if the document has one.
    var canvas: SIMD2<Double>?
    var playback: Playback
    /// Background of the canvas, if the document has one.
    var background: String?
    /// Meaning of a range in the format.
    var rangeConvention = RangeConvention.full
    var assets: [JSONValue.Member] = []
    /// Layers of an effect of the given duration.
    var layers: (_ seconds: Double) -> [JSONValue]
}
