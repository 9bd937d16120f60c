import { expect, it } from 'vitest';
import { base32, stepAt, stepOfCode, totpCode } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('shows at second %i what RFC 6238 says, in six digits', (second, code) => {
  expect(totpCode(SECRET, stepAt(second * 1_000))).toBe(code);
});

it('takes a code one step early and one late, and says of which step it is', () => {
  const now = 1_111_111_111_000;
  const step = stepAt(now);
  for (const around of [-1, 0, 1]) expect(stepOfCode(SECRET, totpCode(SECRET, step + around), now)).toBe(step + around);
  for (const beyond of [-2, 2]) expect(stepOfCode(SECRET, totpCode(SECRET, step + beyond), now)).toBeUndefined();
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j as RFC 4648 does, without padding', (text, written) => {
  expect(base32(Buffer.from(text))).toBe(written);
});
