extension Bitmap {
    /// How much there is to see, in 255ths of a pixel: the sum of alpha on a transparent ground; on any other one, 255
    /// for each pixel that is not the ground.
    ///
    /// - Complexity: O(touched pixels + ``touchedRows``).
    public var coverage: Int {
        var sum = 0
        for y in touchedRows where spans[y].low < spans[y].high {
            let row = y * width
            for index in row + Int(spans[y].low)..<row + Int(spans[y].high) where pixels[index] != ground {
                sum += ground == 0 ? Int(pixels[index] >> 24) : 255
            }
        }
        return sum
    }
}
