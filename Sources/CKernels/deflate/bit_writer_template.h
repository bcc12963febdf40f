// Bit writer of DEFLATE: values of up to 56 bits, appended lowest bit first (RFC 1951 §3.1.1).
//
// Bits gather in a 64-bit register. A flush stores all eight bytes of it, whatever they hold, advances by the whole
// ones and shifts those out: no branch depends on how many there are. What the store writes behind the last whole byte
// is overwritten by the next one, so callers reserve eight bytes more than the data takes. At most seven bits remain
// after a flush, so 56 more fit before the next.
//
// The same code serves all instruction sets: with BMI2, the compiler shifts in one instruction each. Like all kernels,
// it is for little-endian processors.

HANABI_INLINE void put_bits(hanabi_bit_writer *writer, uint64_t value, uint64_t length) {
    writer->bits |= value << writer->count;
    writer->count += length;
}

HANABI_INLINE void flush_bits(hanabi_bit_writer *writer) {
    memcpy(writer->end, &writer->bits, 8);
    writer->end += writer->count >> 3;
    writer->bits >>= writer->count & ~7ull;
    writer->count &= 7;
}
