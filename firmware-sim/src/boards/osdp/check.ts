/** CRC-16 with polynomial 0x1021, start 0x1D0F, highest bit first (IEC 60839-11-5, the check characters of a message). */
export const crc16 = (bytes: Uint8Array): number => {
  let crc = 0x1d0f;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
};

/** What makes the sum of all bytes zero: for panels too small for a CRC. */
export const checksum = (bytes: Uint8Array): number => -bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
