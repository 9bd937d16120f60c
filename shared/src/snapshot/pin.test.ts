import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { PinVerifier } from './entries.ts';
import { pinMatches, pinProblem, verifierOf } from './pin.ts';

describe('a PIN', () => {
  it.each(['246810', '190283', '000001', '121212', '111222333444'])('%s is one', (pin) =>
    expect(pinProblem(pin)).toBeUndefined(),
  );
  it.each([
    '',
    '12345',
    '1234567890123',
    '12a456',
    ' 123457',
    '000000',
    '999999999999',
    '123456',
    '654321',
    '890123',
    '210987',
  ])('%j is none, or the first that anybody tries', (pin) => expect(pinProblem(pin)).toMatch(/^A PIN/));

  it('is recognised by what says nothing of it', async () => {
    const verifier = await verifierOf('246810', systemRandom);
    expect(PinVerifier.parse(verifier)).toEqual(verifier);
    expect(await pinMatches('246810', verifier)).toBe(true);
    expect(await pinMatches('246811', verifier)).toBe(false);
    expect((await verifierOf('246810', systemRandom)).key).not.toBe(verifier.key);
  });
});
