import CPNG

/// libpng's own reading of a file: the first frame of an animation.
public enum LibPNG {
    /// Straight RGBA, or `nil` with libpng's complaint printed.
    public static func decode(_ bytes: [UInt8]) -> (width: Int, height: Int, rgba: [UInt8])? {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard bytes.withUnsafeBytes({ png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) }) != 0 else {
            return nil
        }
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var rgba = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 4)
        guard png_image_finish_read(&image, nil, &rgba, 0, nil) != 0 else { return nil }
        return (Int(image.width), Int(image.height), rgba)
    }
}
