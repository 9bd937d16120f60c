import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FacilityId } from '../ids/ids.ts';
import { importPrivateKey, importPublicKey, newDeviceKey } from '../wire/device-keys.ts';
import { signJws } from '../wire/jws.ts';
import { type OutagePass, readPass, signPass } from './outage-pass.ts';
import { CODE_STEP_S, isOfPhone, isStepNow, phoneKey, readShown, type ShownPass } from './pass-code.ts';
import { aPhone } from './testing/a-phone.ts';

const NOW_S = 1_800_000_000;
const issuer = newDeviceKey();
const key = { kid: 'p1', privateKey: importPrivateKey(issuer.privateKeyPem) };
const keyFor = (kid: string) => (kid === 'p1' ? importPublicKey(issuer.publicKey) : undefined);
const phone = aPhone();
const pass: OutagePass = {
  v: 1,
  is: 'outage-pass',
  passId: 'pass_0123456789abcdef',
  facilityId: FacilityId.parse('fac_0123456789abcdef'),
  member: 'A'.repeat(22),
  doors: [0, 2],
  phone: phone.key,
  fromS: NOW_S,
  untilS: NOW_S + 3_600,
  uses: 4,
};
const shownAt = (atS: number): ShownPass => {
  const shown = readShown(phone.show(signPass(pass, key), pass.passId, atS));
  if (shown === undefined) throw new Error('not readable');
  return shown;
};

describe('an outage pass', () => {
  it('is read as it was signed', () => expect(readPass(signPass(pass, key), keyFor)).toEqual(pass));

  it('counts only under a key of the facility', () => {
    const stranger = { kid: 'p1', privateKey: importPrivateKey(newDeviceKey().privateKeyPem) };
    expect(readPass(signPass(pass, stranger), keyFor)).toBeUndefined();
    expect(readPass(signPass(pass, { ...key, kid: 'p2' }), keyFor)).toBeUndefined();
  });

  it('is nothing else that the same key has signed', () => {
    expect(readPass(signJws({ ...pass, is: 'unlock' }, key), keyFor)).toBeUndefined();
    expect(readPass(signJws({ ...pass, more: 1 }, key), keyFor)).toBeUndefined();
  });

  it('fits a QR code that phones and readers manage', () =>
    expect(phone.show(signPass(pass, key), pass.passId, NOW_S).length).toBeLessThan(750));
});

describe('the code on a pass', () => {
  it('is of its phone and of its moment', () => {
    const shown = shownAt(NOW_S);
    expect(isOfPhone(shown, pass)).toBe(true);
    expect(isOfPhone(shown, { ...pass, phone: aPhone().key })).toBe(false);
    expect(isOfPhone(shown, { ...pass, passId: 'pass_0000000000000000' })).toBe(false);
    expect(isOfPhone({ ...shown, step: shown.step + 1 }, pass)).toBe(false);
  });

  it.each([
    [0, true],
    [2 * CODE_STEP_S, true],
    [-2 * CODE_STEP_S, true],
    [3 * CODE_STEP_S, false],
    [-3 * CODE_STEP_S, false],
  ])('of a phone that is %i s off counts: %s', (offS, counts) => {
    const now = Math.floor(NOW_S / CODE_STEP_S) * CODE_STEP_S;
    expect(isStepNow(shownAt(now + offS).step, { fromS: now, toS: now })).toBe(counts);
  });

  it('counts if it may be of now, where the box is not sure of the time', () => {
    const { step } = shownAt(NOW_S);
    expect(isStepNow(step, { fromS: NOW_S - 86_400, toS: NOW_S + 60 })).toBe(true);
    expect(isStepNow(step, { fromS: NOW_S + 120, toS: NOW_S + 86_400 })).toBe(false);
  });

  it('survives being read, and nothing that is not one makes the reader fail', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 900 }), fc.nat(800), (text, at) => {
        const whole = phone.show(signPass(pass, key), pass.passId, NOW_S);
        const garbled = whole.slice(0, at) + text + whole.slice(at + 1);
        for (const candidate of [text, garbled]) {
          const shown = readShown(candidate);
          if (shown !== undefined && candidate !== whole) {
            const read = readPass(shown.jws, keyFor);
            expect(
              read !== undefined && isOfPhone(shown, read) && shown.signature.equals(shownAt(NOW_S).signature),
            ).toBe(false);
          }
        }
      }),
    );
  });

  it.each(['', 'A'.repeat(44), '~'.repeat(44)])('a phone key of %j is none', (text) =>
    expect(phoneKey(text)).toBeUndefined(),
  );
});
