import Foundation

/// Independent programs that decode our files. Tests of missing programs are skipped with a reason.
public enum ForeignDecoder {
    /// Runs a program until it exits.
    public static func run(_ arguments: [String], input: [UInt8] = []) throws -> (status: Int32, output: [UInt8]) {
        try ForeignProgram.run(arguments, input: input)
    }

    /// Returns the bytes decompressed by gzip.
    public static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let result = try run(["gzip", "-dc"], input: bytes)
        guard result.status == 0 else { throw Failure() }
        return result.output
    }

    private struct Failure: Error {}

    /// Whether a program is on the path.
    public static func has(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    /// A Python whose Pillow composes animations as the APNG specification requires.
    public static let pythonWithPillow: String? = ["/usr/bin/python3", "python3"].first { python in
        (try? run([python, "-c", pillowProbe]).status) == 0
    }

    /// Two frames, each drawn over the first one and then disposed to the previous content. Pillow 13.0 keeps the drawn
    /// frame as "previous" and fails; versions from 9.4 to 12.0 are correct.
    private static let pillowProbe = """
        import io, struct, zlib
        from PIL import Image

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        def control(number, dispose):
            return chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, 2, 1, 0, 0, 1, 10, dispose, number > 0))

        def row(left, right):
            return zlib.compress(b"\\0" + left + right)

        red, green, clear = b"\\xff\\0\\0\\xff", b"\\0\\xff\\0\\xff", b"\\0\\0\\0\\0"
        file = b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 6, 0, 0, 0))
        file += chunk(b"acTL", struct.pack(">II", 3, 0)) + control(0, 0) + chunk(b"IDAT", row(red, red))
        file += control(1, 2) + chunk(b"fdAT", struct.pack(">I", 2) + row(green, clear))
        file += control(3, 2) + chunk(b"fdAT", struct.pack(">I", 4) + row(clear, green)) + chunk(b"IEND", b"")
        picture = Image.open(io.BytesIO(file))
        shown = []
        for number in range(3):
            picture.seek(number)
            shown.append(picture.convert("RGBA").tobytes())
        assert shown == [red + red, green + red, red + green]
        """

    /// Runs `body` with a temporary file.
    public static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let path = NSTemporaryDirectory() + "hanabi-\(UUID().uuidString).png"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    /// Returns every frame as composed by ffmpeg: straight RGBA of the whole canvas.
    ///
    /// - Parameter format: Demuxer of ffmpeg.
    public static func ffmpegFrames(
        _ bytes: [UInt8],
        format: String = "apng",
        width: Int,
        height: Int
    ) throws -> [[UInt8]] {
        let result = try withFile(bytes) { path in
            try run([
                "ffmpeg", "-v", "error", "-f", format, "-i", path, "-fps_mode", "passthrough", "-f", "rawvideo",
                "-pix_fmt", "rgba", "-",
            ])
        }
        return frames(result.output, width, height)
    }

    /// Returns every frame as composed by Pillow.
    public static func pillowFrames(_ bytes: [UInt8], python: String, width: Int, height: Int) throws -> [[UInt8]] {
        let script = """
            import sys
            from PIL import Image
            picture = Image.open(sys.argv[1])
            for number in range(picture.n_frames):
                picture.seek(number)
                sys.stdout.buffer.write(picture.convert("RGBA").tobytes())
            """
        let result = try withFile(bytes) { try run([python, "-c", script, $0]) }
        return frames(result.output, width, height)
    }

    /// Splits bytes into frames in the form of ``APNGReader/composed()``.
    private static func frames(_ bytes: [UInt8], _ width: Int, _ height: Int) -> [[UInt8]] {
        let size = width * height * 4
        return stride(from: 0, to: bytes.count / size * size, by: size).map { Array(bytes[$0..<$0 + size]).canonical }
    }
}

/// A video as ffmpeg decodes it.
extension ForeignDecoder {
    /// Returns every frame: straight RGBA of the whole picture.
    ///
    /// - Parameter decoder: Decoder of ffmpeg; `nil` for the usual one, which knows no alpha of VP9.
    public static func videoFrames(_ bytes: [UInt8], decoder: String? = nil, width: Int, height: Int) throws
        -> [[UInt8]]
    {
        let result = try withFile(bytes) { path in
            try run(
                ["ffmpeg", "-v", "error"] + (decoder.map { ["-c:v", $0] } ?? [])
                    + ["-i", path, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
            )
        }
        let size = width * height * 4
        return stride(from: 0, to: result.output.count / size * size, by: size).map {
            Array(result.output[$0..<$0 + size])
        }
    }

    /// Returns what ffprobe says of the video stream, by name.
    public static func videoProperties(_ bytes: [UInt8]) throws -> [String: String] {
        let result = try withFile(bytes) { path in
            try run([
                "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_streams", "-show_format", "-of",
                "default=noprint_wrappers=1", path,
            ])
        }
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        return Dictionary(
            lines.compactMap { line in
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            },
            uniquingKeysWith: { first, later in first == "N/A" ? later : first }
        )
    }
}
