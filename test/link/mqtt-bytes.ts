/** Numbers that look random and are the same in every run. */
export const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
/** A length-prefixed string. */
export const utf8 = (text: string) => [text.length >> 8, text.length & 255, ...Buffer.from(text)];
/** One MQTT 3.1.1 packet: its first byte, the length of its body, the body. */
export const packet = (type: number, body: readonly number[]) => {
  const length: number[] = [];
  for (let n = body.length; ; n = n >> 7) {
    length.push(n > 127 ? (n & 127) | 128 : n);
    if (n <= 127) break;
  }
  return Buffer.from([type, ...length, ...body]);
};
export const connectPacket = (id: string, password: string, flags = 0xc2) =>
  packet(0x10, [...utf8('MQTT'), 4, flags, 0, 30, ...utf8(id), ...utf8(id), ...utf8(password)]);
/** What a box may send once it is in. */
export const afterLogin = (boxId: string) => [
  packet(0x32, [...utf8(`gh/v1/${boxId}/up/beacon`), 0, 7, ...Buffer.from('{"v":1}')]),
  packet(0x34, [...utf8(`gh/v1/${boxId}/up/beacon`), 0, 8, 1]),
  packet(0x82, [0, 9, ...utf8(`gh/v1/${boxId}/down/+`), 1]),
  packet(0xa2, [0, 10, ...utf8(`gh/v1/${boxId}/down/+`)]),
  packet(0x40, [0, 1]),
  packet(0x62, [0, 8]),
  packet(0xc0, []),
  packet(0xe0, []),
];

/** A copy with one to three bytes changed, or cut short. */
export const mutated = (bytes: Buffer, random: () => number): Buffer => {
  const upTo = (n: number) => Math.floor(random() * n);
  const copy = Buffer.from(bytes);
  // Mostly behind the length, so that the packet gets past the guard and into the broker.
  const from = random() < 0.7 ? Math.min(2, copy.length - 1) : 0;
  for (let n = 1 + upTo(3); n > 0; n--) copy[from + upTo(copy.length - from)] = upTo(256);
  return random() < 0.1 ? copy.subarray(0, upTo(copy.length)) : copy;
};
