import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import { PersonEntry } from './entries.ts';
import { nameKeyWrapper, openName, sealName, unwrapNameKey } from './names.ts';

const KEY = new Uint8Array(32).fill(1);

describe('the name of a person on a box', () => {
  it('is read with the facility’s key and with no other', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (name) => {
        const sealed = sealName(KEY, 'person:1', name);
        expect(openName(KEY, sealed)).toBe(name);
        expect(openName(new Uint8Array(32).fill(2), sealed)).toBeUndefined();
      }),
    );
  });
  it('looks the same each time, and like nobody else’s', () => {
    const ada = sealName(KEY, 'person:1', 'Ada Byron');
    expect(sealName(KEY, 'person:1', 'Ada Byron')).toBe(ada);
    expect(sealName(KEY, 'person:2', 'Ada Byron')).not.toBe(ada);
    expect(sealName(KEY, 'person:1', 'Ada Byroo').slice(0, 16)).not.toBe(ada.slice(0, 16));
  });
  it('however long it is, fits an entry, and keeps its beginning in whole characters', () => {
    const sealed = sealName(KEY, 'person:1', `Ada ${'👩‍🚀'.repeat(200)}`);
    expect(PersonEntry.shape.name.safeParse(sealed).success).toBe(true);
    expect(openName(KEY, sealed)).toMatch(/^Ada (?:👩|🚀|\u200d)+$/u);
  });
  it.each(['', 'AAAA', 'not base64 at all'])('%j is the name of nobody', (text) =>
    expect(openName(KEY, text)).toBeUndefined(),
  );
  it('is read by who signs in with their own PIN, and by no other PIN', async () => {
    const wrapped = (await nameKeyWrapper('246810', systemRandom))(KEY);
    expect(await unwrapNameKey('246810', wrapped)).toEqual(Buffer.from(KEY));
    expect(await unwrapNameKey('246811', wrapped)).toBeUndefined();
    expect(wrapped.wrapped.length).toBeLessThanOrEqual(120);
  });
});
