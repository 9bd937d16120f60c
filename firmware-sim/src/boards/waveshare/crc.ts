/** CRC-16 of MODBUS over serial line V1.02, section 6.2.2: reflected polynomial 0xA001, start 0xFFFF. */
export const crc16 = (bytes: Uint8Array): number => {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
};

/** The frame of a body: the body and its CRC, low byte first. */
export const seal = (body: Uint8Array): Uint8Array => {
  const crc = crc16(body);
  return Uint8Array.of(...body, crc & 0xff, crc >>> 8);
};

/** The body of a frame, or undefined if it is too short or its CRC is wrong. */
export const unseal = (frame: Uint8Array): Uint8Array | undefined => {
  if (frame.length < 4) return undefined;
  const body = frame.subarray(0, -2);
  return crc16(body) === ((frame.at(-1) ?? 0) << 8) + (frame.at(-2) ?? 0) ? body : undefined;
};
