internal import EffectModel
internal import Video

extension EffectRenderer {
    /// The plan with the codec that its video gets; any other plan is unchanged.
    ///
    /// - Throws: ``RenderError/noVideo(form:requirement:reason:)`` if the video can't be made.
    public func settled(_ plan: RenderPlan) throws(RenderError) -> RenderPlan {
        guard plan.spec.output.format?.isVideo == true else { return plan }
        var plan = plan
        let (program, codec) = try videos.encoder(for: plan.spec.output)
        plan.spec.output.codec = Output.Codec(rawValue: codec.rawValue)
        plan.variant += " " + program.fingerprint(codec)
        return plan
    }
}
