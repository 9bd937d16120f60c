/** Values of ASN.1 in DER (X.690), as few kinds as a signature is made of. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts);
/** DER sorts a set by the bytes of its members (section 11.6). */
export const setOf = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts.toSorted(Buffer.compare));
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes);
export const NULL = Buffer.from([0x05, 0x00]);

/** A tag, the length, and the parts behind each other. */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
};
const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
};

/** A whole number that is not negative, from its bytes. */
export const integer = (bytes: Uint8Array): Buffer => {
  const from = bytes.findIndex((byte) => byte !== 0);
  const short = from === -1 ? Buffer.from([0]) : Buffer.from(bytes.subarray(from));
  return tagged(0x02, ...((short[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : []), short);
};

/** Such as `1.2.840.113549.1.7.2`. */
export const identifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};
const base128 = (value: number): number[] => {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 | (rest % 128));
  return digits;
};
