internal import EffectModel

/// Outlines and trails of pieces, for forms that write those of each piece once.
struct PieceCount {
    /// Means over the items of a cell.
    struct Mean {
        /// Segments of the whole outline that an item shows.
        var segments = 0.0
        /// Segments of the outline of the sheet of which an item shows an image.
        var sheetSegments = 0.0
        /// Share of the items that have trails.
        var trails = 0.0
        /// Bands of their trails.
        var bands = 0.0
    }

    private struct Cell: Hashable {
        let layer, cell: Int
    }

    private var cells: [Cell: (items: Double, sums: Mean)] = [:]
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
                var (items, sums) = cells[Cell(layer: group.layer, cell: item.cell)] ?? (0, Mean())
                items += 1
                if item.color.w > 1 / 65_535, group.ribbons.indices.contains(item.ribbon) {
                    sums.trails += 1
                    sums.bands += Double(TrailBands.count(ofWidth: group.ribbons[item.ribbon].width.x))
                }
                if sprites.indices.contains(item.sprite), case .outline(let outline) = sprites[item.sprite].contents {
                    let count = Double(outline.segments.count)
                    if sprites[item.sprite].part == .whole {
                        sums.segments += count
                    } else {
                        sums.sheetSegments += count
                    }
                    segments[group.layer, default: 0] += count
                }
                cells[Cell(layer: group.layer, cell: item.cell)] = (items, sums)
            }
        }
    }

    /// Means over the items of a cell; `nil` if none was seen.
    func mean(ofCell cell: Int, layer: Int) -> Mean? {
        cells[Cell(layer: layer, cell: cell)].map { items, sums in
            Mean(
                segments: sums.segments / items,
                sheetSegments: sums.sheetSegments / items,
                trails: sums.trails / items,
                bands: sums.bands / items
            )
        }
    }

    /// Sum of segments over the layers that have no particles of cells, such as texts and images that shatter.
    func segments(outside crowds: Set<Int>) -> Double {
        layers.reduce(0) { crowds.contains($1.key) ? $0 : $0 + $1.value }
    }
}
