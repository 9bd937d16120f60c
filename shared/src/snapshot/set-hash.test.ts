import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryDigest, setHash } from './set-hash.ts';

const digestsOf = (ids: readonly string[]) => ids.map((id) => entryDigest('person', id, { record: '' }));

describe('the hash of a set of entries', () => {
  it('is the same in whatever order entries came, went and came back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 8 }), { maxLength: 20 }), fc.nat(), (ids, seed) => {
        const straight = setHash();
        for (const digest of digestsOf(ids)) straight.add(digest);
        const roundabout = setHash();
        const turned = ids.map((_, i) => ids[(i + seed) % ids.length] as string);
        for (const digest of digestsOf(turned)) {
          roundabout.add(digest);
          roundabout.remove(digest);
          roundabout.add(digest);
        }
        expect(roundabout.text()).toBe(straight.text());
      }),
    );
  });

  it('goes on from where it was written down', () => {
    const [a, b] = digestsOf(['1', '2']) as [Buffer, Buffer];
    const first = setHash();
    first.add(a);
    const second = setHash(first.text());
    second.add(b);
    second.remove(a);
    const alone = setHash();
    alone.add(b);
    expect(second.text()).toBe(alone.text());
    expect(setHash().text()).toBe('0'.repeat(64));
  });

  it('tells kinds, ids and contents apart', () => {
    const digests = [
      entryDigest('person', '1', { record: '' }),
      entryDigest('staff', '1', { record: '' }),
      entryDigest('person', '2', { record: '' }),
      entryDigest('person', '1', { record: 'AA==' }),
    ].map((digest) => digest.toString('hex'));
    expect(new Set(digests).size).toBe(4);
  });
});
