/// An AVIF file assembled from its frames: an image sequence with a color track and, if anything is translucent, an alpha
/// track. Its first frame is a still image, too, for viewers that know no sequences; a single frame is that image alone.
///
/// - Source: AV1 Image File Format 1.1 (§2 items, §3 sequences, §4 alpha), AV1 Codec ISO Media File Format Binding 1.2
///   (§2.2 `av01`, §2.3 `av1C`), ISO/IEC 14496-12 (boxes), ISO/IEC 23008-12 (items, `auxi`).
struct AVIFFile {
    /// Frames of color, or of alpha.
    struct Track {
        var samples: [[UInt8]] = []
    }

    /// Durations are in these parts of a second. A multiple of the usual frame rates.
    static let stepsPerSecond = 12_000

    let width: Int
    let height: Int
    /// Number of plays, 0 for endless.
    let plays: Int
    /// Duration of each frame.
    let durations: [Int]
    let color: Track
    let alpha: Track?

    /// Bytes of the file.
    ///
    /// - Throws: ``AVIFError/length``.
    func bytes() throws(AVIFError) -> [UInt8] {
        guard let first = color.samples.first, let header = OBU.sequenceHeader(of: first) else { throw .length }
        let alphaHeader = alpha?.samples.first.flatMap(OBU.sequenceHeader)
        let tracks = [color] + (alpha.map { [$0] } ?? [])
        let size = tracks.reduce(0) { $0 + $1.samples.reduce(0) { $0 + $1.count } }
        guard size < Int(Int32.max) - 1 << 20 else { throw .length }
        let configurations = [Configuration(header)] + (alphaHeader.map { [Configuration($0)] } ?? [])
        let isSequence = color.samples.count > 1

        var writer = BoxWriter()
        var patches: [(place: Int, track: Int)] = []
        writer.box("ftyp") { box in
            box.text(isSequence ? "avis" : "avif")
            box.four(0)
            box.text("avif")
            box.text("mif1")
            box.text("miaf")
            if isSequence {
                box.text("avis")
                box.text("msf1")
                box.text("iso8")
            }
            box.text("MA1B")
        }
        writeItems(&writer, tracks: tracks, configurations: configurations, patches: &patches)
        if isSequence { writeMovie(&writer, tracks: tracks, configurations: configurations, patches: &patches) }

        // The samples of color, then those of alpha.
        let start = writer.bytes.count + 8
        writer.box("mdat") { box in
            for track in tracks { for sample in track.samples { box.raw(sample) } }
        }
        var places: [Int] = []
        var place = start
        for track in tracks {
            places.append(place)
            place += track.samples.reduce(0) { $0 + $1.count }
        }
        for patch in patches { writer.patch(at: patch.place, with: places[patch.track]) }
        return writer.bytes
    }

    /// The first frame as items: color, and its alpha.
    private func writeItems(
        _ writer: inout BoxWriter,
        tracks: [Track],
        configurations: [Configuration],
        patches: inout [(place: Int, track: Int)]
    ) {
        var found: [(place: Int, track: Int)] = []
        writer.fullBox("meta") { meta in
            meta.fullBox("hdlr") { box in
                box.four(0)
                box.text("pict")
                box.zeros(12)
                box.one(0)
            }
            meta.fullBox("pitm") { $0.two(1) }
            meta.fullBox("iloc") { box in
                box.one(0x44)
                box.one(0)
                box.two(tracks.count)
                for (index, track) in tracks.enumerated() {
                    box.two(index + 1)
                    box.two(0)
                    box.two(1)
                    found.append((box.bytes.count, index))
                    box.four(0)
                    box.four(track.samples[0].count)
                }
            }
            meta.fullBox("iinf") { box in
                box.two(tracks.count)
                for index in tracks.indices {
                    box.fullBox("infe", version: 2) { entry in
                        entry.two(index + 1)
                        entry.two(0)
                        entry.text("av01")
                        entry.terminated(index == 0 ? "Color" : "Alpha")
                    }
                }
            }
            if tracks.count > 1 {
                meta.fullBox("iref") { box in
                    box.box("auxl") { reference in
                        reference.two(2)
                        reference.two(1)
                        reference.two(1)
                    }
                }
            }
            meta.box("iprp") { box in
                box.box("ipco") { properties in
                    properties.fullBox("ispe") { size in
                        size.four(width)
                        size.four(height)
                    }
                    for (index, configuration) in configurations.enumerated() {
                        configuration.write(&properties)
                        properties.fullBox("pixi") { depth in
                            let channels = index == 0 ? 3 : 1
                            depth.one(channels)
                            for _ in 0..<channels { depth.one(8) }
                        }
                        if index == 0 {
                            writeColor(&properties)
                        } else {
                            properties.fullBox("auxC") { $0.terminated("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha") }
                        }
                    }
                }
                box.fullBox("ipma") { association in
                    association.four(tracks.count)
                    // Properties by number from 1; the highest bit marks those that a reader must know.
                    association.two(1)
                    association.one(4)
                    for property in [1, 0x82, 3, 4] { association.one(property) }
                    if tracks.count > 1 {
                        association.two(2)
                        association.one(4)
                        for property in [1, 0x85, 6, 7] { association.one(property) }
                    }
                }
            }
        }
        patches += found
    }

    private func writeColor(_ writer: inout BoxWriter) {
        writer.box("colr") { box in
            box.text("nclx")
            box.two(1)
            box.two(13)
            box.two(6)
            box.one(0x80)
        }
    }

    /// The tracks of a sequence.
    private func writeMovie(
        _ writer: inout BoxWriter,
        tracks: [Track],
        configurations: [Configuration],
        patches: inout [(place: Int, track: Int)]
    ) {
        let once = UInt64(durations.reduce(0, +))
        // An edit of one play, repeated for as long as the track lasts.
        let whole = plays == 0 ? UInt64.max : once * UInt64(plays)
        let matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000]
        var found: [(place: Int, track: Int)] = []
        writer.box("moov") { movie in
            movie.fullBox("mvhd", version: 1) { box in
                box.eight(0)
                box.eight(0)
                box.four(Self.stepsPerSecond)
                box.eight(whole)
                box.four(0x10000)
                box.two(0x100)
                box.zeros(10)
                for value in matrix { box.four(value) }
                box.zeros(24)
                box.four(tracks.count + 1)
            }
            for (index, track) in tracks.enumerated() {
                movie.box("trak") { trak in
                    // Enabled, in the movie.
                    trak.fullBox("tkhd", version: 1, flags: index == 0 ? 3 : 1) { box in
                        box.eight(0)
                        box.eight(0)
                        box.four(index + 1)
                        box.four(0)
                        box.eight(whole)
                        box.zeros(8)
                        box.zeros(8)
                        for value in matrix { box.four(value) }
                        box.four(width << 16)
                        box.four(height << 16)
                    }
                    if index > 0 {
                        trak.box("tref") { $0.box("auxl") { $0.four(1) } }
                    }
                    trak.box("edts") { edits in
                        edits.fullBox("elst", version: 1, flags: plays == 1 ? 0 : 1) { box in
                            box.four(1)
                            box.eight(once)
                            box.eight(0)
                            box.two(1)
                            box.two(0)
                        }
                    }
                    trak.box("mdia") { media in
                        media.fullBox("mdhd", version: 1) { box in
                            box.eight(0)
                            box.eight(0)
                            box.four(Self.stepsPerSecond)
                            box.eight(once)
                            box.two(0x55C4)
                            box.two(0)
                        }
                        media.fullBox("hdlr") { box in
                            box.four(0)
                            box.text(index == 0 ? "pict" : "auxv")
                            box.zeros(12)
                            box.one(0)
                        }
                        media.box("minf") { information in
                            information.fullBox("vmhd", flags: 1) { $0.zeros(8) }
                            information.box("dinf") { data in
                                data.fullBox("dref") { box in
                                    box.four(1)
                                    box.fullBox("url ", flags: 1) { _ in }
                                }
                            }
                            information.box("stbl") { table in
                                self.writeSamples(&table, of: track, configuration: configurations[index], index: index)
                                {
                                    found.append(($0, index))
                                }
                            }
                        }
                    }
                }
            }
        }
        patches += found
    }

    private func writeSamples(
        _ table: inout BoxWriter,
        of track: Track,
        configuration: Configuration,
        index: Int,
        offsetAt: (Int) -> Void
    ) {
        table.fullBox("stsd") { box in
            box.four(1)
            box.box("av01") { entry in
                entry.zeros(6)
                entry.two(1)
                entry.zeros(16)
                entry.two(width)
                entry.two(height)
                // 72 dots per inch, one frame a sample, no name, 24 bits.
                entry.four(0x48_0000)
                entry.four(0x48_0000)
                entry.four(0)
                entry.two(1)
                entry.zeros(32)
                entry.two(0x18)
                entry.two(0xFFFF)
                configuration.write(&entry)
                if index == 0 {
                    writeColor(&entry)
                } else {
                    entry.fullBox("auxi") { $0.terminated("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha") }
                }
                // Later frames refer to any earlier one.
                entry.fullBox("ccst") { $0.four(Int(0x7C00_0000)) }
            }
        }
        table.fullBox("stts") { box in
            var runs: [(count: Int, duration: Int)] = []
            for duration in durations {
                if runs.last?.duration == duration {
                    runs[runs.count - 1].count += 1
                } else {
                    runs.append((1, duration))
                }
            }
            box.four(runs.count)
            for run in runs {
                box.four(run.count)
                box.four(run.duration)
            }
        }
        table.fullBox("stsc") { box in
            box.four(1)
            box.four(1)
            box.four(track.samples.count)
            box.four(1)
        }
        table.fullBox("stsz") { box in
            box.four(0)
            box.four(track.samples.count)
            for sample in track.samples { box.four(sample.count) }
        }
        table.fullBox("stco") { box in
            box.four(1)
            offsetAt(box.bytes.count)
            box.four(0)
        }
        table.fullBox("stss") { box in
            box.four(1)
            box.four(1)
        }
    }
}

extension AVIFFile {
    /// A decoder configuration, from the sequence header of a stream.
    struct Configuration {
        private let header: [UInt8]
        private let profile: Int
        private let level: Int
        private let tier: Int

        /// - Source: AV1 specification §5.5.1. Streams of ours have no timing information and one operating point.
        init(_ header: [UInt8]) {
            self.header = header
            // Behind the unit's own header and its size, a `leb128`.
            var place = header[0] & 4 != 0 ? 2 : 1
            while place < header.count, header[place] & 0x80 != 0 { place += 1 }
            place = (place + 1) * 8
            func bits(_ count: Int) -> Int {
                var value = 0
                for _ in 0..<count {
                    let byte = place / 8 < header.count ? header[place / 8] : 0
                    value = value << 1 | Int(byte >> (7 - UInt8(place % 8)) & 1)
                    place += 1
                }
                return value
            }
            profile = bits(3)
            _ = bits(1)
            if bits(1) == 1 {
                level = bits(5)
                tier = 0
            } else {
                // Timing, display delay, number of operating points, the first of them.
                _ = bits(1 + 1 + 5 + 12)
                level = bits(5)
                tier = level > 7 ? bits(1) : 0
            }
        }

        func write(_ writer: inout BoxWriter) {
            writer.box("av1C") { box in
                box.one(0x81)
                box.one(profile << 5 | level)
                // Three planes, color at half the width and height.
                box.one(tier << 7 | 0b0_1100)
                box.one(0)
                box.raw(header)
            }
        }
    }
}
