/** Bits on the wire a byte: start, eight data, stop. */
const BITS_PER_BYTE = 10;

/** How long one byte takes on the wire, in ms. */
export const characterMs = (baud: number): number => (BITS_PER_BYTE * 1000) / baud;
