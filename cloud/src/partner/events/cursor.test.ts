import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorOf, placeOf } from './cursor.ts';

describe('cursors', () => {
  it('lead back to their place', () => {
    fc.assert(fc.property(fc.nat(), (seq) => placeOf(cursorOf(seq)) === seq));
  });
  it('are nothing that anybody makes up', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const place = placeOf(text);
        expect(place === undefined || cursorOf(place) === text).toBe(true);
      }),
    );
    for (const text of ['', '0', 'MQ', '1.5', `${cursorOf(5)}=`, Buffer.from('1.05').toString('base64url')])
      expect(placeOf(text)).toBeUndefined();
  });
});
