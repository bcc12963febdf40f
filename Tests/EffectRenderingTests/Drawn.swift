import EffectModel
import EffectSimulation
import SoftwareRaster

/// Bitmap of a moment of a simulation, on the canvas of its spec.
func drawn(_ list: DrawList, of simulation: Simulation) -> Bitmap {
    let canvas = simulation.spec.canvas
    var rasterizer = Rasterizer(
        width: canvas.pixelWidth,
        height: canvas.pixelHeight,
        background: canvas.background,
        sprites: simulation.sprites
    )
    rasterizer.draw(list)
    return rasterizer.bitmap
}
