import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seal } from './crc.ts';
import { describeFrame } from './describe.ts';

const framed = (hex: string) => seal(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')));

describe('a frame in words', () => {
  it.each([
    ['01 05 02 00 00 32', 'request', '#1 flash coil 0 on for 5.0 s'],
    ['01 05 00 FF 55 00', 'request', '#1 all coils toggle'],
    ['00 05 00 03 00 00', 'request', 'everyone coil 3 off'],
    ['01 02 00 00 00 08', 'request', '#1 read inputs 0 to 7'],
    ['01 02 01 41', 'reply', '#1 ●○○○○○●○'],
    ['01 0F 00 00 00 08 01 03', 'request', '#1 coils 0 to 7 become ●●○○○○○○'],
    ['01 06 40 00 00 05', 'reply', '#1 done: register 0x4000 is 0x0005'],
    ['01 03 02 00 C8', 'reply', '#1 register is 0x00C8'],
    ['01 85 02', 'reply', '#1 refuses: illegal address'],
    ['01 2B 0E', 'request', '#1 function 43'],
  ] as const)('%s as a %s is "%s"', (hex, direction, text) => expect(describeFrame(framed(hex), direction)).toBe(text));

  it('can be had of any bytes whatever', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), fc.boolean(), (bytes, sealed, asked) => {
        const text = describeFrame(sealed ? seal(bytes) : bytes, asked ? 'request' : 'reply');
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThan(200);
      }),
    );
  });
});
