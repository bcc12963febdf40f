/// Settings of the particle simulation, common to all layers.
struct CrowdSetting: Sendable {
    /// Upper bound of the steps of all motions without a closed form.
    let steps: Double
    let thinning: Thinning
    /// Whether work is counted, for a price.
    let isSurvey: Bool
    /// Cancellation check; once it returns true, no more particles are born.
    let isStopped: @Sendable () -> Bool
}
