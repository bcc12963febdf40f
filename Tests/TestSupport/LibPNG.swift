import CPNG

/// libpng as an independent codec; reads the first frame of an animation.
public enum LibPNG {
    /// Returns straight RGBA, or `nil` after printing libpng's error.
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

    /// Returns a PNG of straight RGBA.
    public static func encode(width: Int, height: Int, rgba: [UInt8]) -> [UInt8]? {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var size = png_alloc_size_t(0)
        guard png_image_write_to_memory(&image, nil, &size, 0, rgba, 0, nil) != 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard png_image_write_to_memory(&image, &bytes, &size, 0, rgba, 0, nil) != 0 else { return nil }
        return Array(bytes.prefix(Int(size)))
    }
}
