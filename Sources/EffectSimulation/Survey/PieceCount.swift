internal import EffectModel

/// Outlines and trails of pieces, for forms that write those of each piece once.
struct PieceCount {
    private struct Cell: Hashable {
        let layer, cell: Int
    }

    private struct Sums {
        var items = 0.0
        /// Segments of the outlines that the items show.
        var segments = 0.0
        /// Items with trails.
        var trails = 0.0
        /// Widths of the trails at their heads, in pixels.
        var widths = 0.0
    }

    private var cells: [Cell: Sums] = [:]
    /// The most segments that items of a layer show in a frame, by layer.
    private var layers: [Int: Double] = [:]

    mutating func add(_ groups: [DrawList.Group], _ sprites: [Sprite]) {
        var segments: [Int: Double] = [:]
        add(groups, sprites, &segments)
        layers.merge(segments, uniquingKeysWith: max)
    }

    private mutating func add(_ groups: [DrawList.Group], _ sprites: [Sprite], _ segments: inout [Int: Double]) {
        for group in groups {
            add(group.groups, sprites, &segments)
            for item in group.items {
                var sums = cells[Cell(layer: group.layer, cell: item.cell)] ?? Sums()
                sums.items += 1
                if group.ribbons.indices.contains(item.ribbon) {
                    sums.trails += 1
                    sums.widths += group.ribbons[item.ribbon].width.x
                }
                if sprites.indices.contains(item.sprite), case .outline(let outline) = sprites[item.sprite].contents {
                    let count = Double(outline.segments.count)
                    // An image of a sheet has its part of the outline.
                    let part = sprites[item.sprite].part.size
                    sums.segments += count * part.x * part.y
                    segments[group.layer, default: 0] += count
                }
                cells[Cell(layer: group.layer, cell: item.cell)] = sums
            }
        }
    }

    /// Mean over the items of a cell; 0 if none of them shows an outline.
    func segments(ofCell cell: Int, layer: Int) -> Double {
        cells[Cell(layer: layer, cell: cell)].map { $0.segments / $0.items } ?? 0
    }

    /// Share of the items of a cell that have trails, and width in pixels of the trails' heads, as a mean over all items.
    func trails(ofCell cell: Int, layer: Int) -> (share: Double, width: Double) {
        cells[Cell(layer: layer, cell: cell)].map { ($0.trails / $0.items, $0.widths / $0.items) } ?? (0, 0)
    }

    /// Sum over the layers that have no particles of cells, such as texts and images that shatter.
    func segments(outside crowds: Set<Int>) -> Double {
        layers.reduce(0) { crowds.contains($1.key) ? $0 : $0 + $1.value }
    }
}
