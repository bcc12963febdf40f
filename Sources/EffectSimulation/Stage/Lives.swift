/// Totals of a cell's simulated particles.
struct Lives: Equatable {
    var births = 0.0
    /// Seconds of the layer's time at which a particle or its trail is alive, summed over all particles.
    var seconds = 0.0
    /// Seconds of the particles' own time that are stepped through, summed over all particles.
    var ages = 0.0
    /// Seconds among them near walls and solids: near half of those counts half.
    var nearWalls = 0.0
    /// Work of moving rigid bodies of all cells of the layer, extrapolated to all particles; `nil` if too few are
    /// simulated to tell.
    var bodyWork: Double? = 0
}
