import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fittedTo, writtenOf } from './draft-fields.ts';

const CLAUSE = { heading: '', gone: false };
const readAgain = (like: unknown, fields: unknown) => fittedTo(like, JSON.parse(writtenOf(fields)));

describe('what a form keeps of a field', () => {
  it('is read as it was written: texts, sets, lists and what is in them', () => {
    const typed = fc.record({
      text: fc.string(),
      count: fc.integer(),
      chosen: fc.uniqueArray(fc.string()).map((texts) => new Set(texts)),
      names: fc.array(fc.string()),
      clauses: fc.array(fc.record({ heading: fc.string(), gone: fc.boolean() })),
    });
    const like = { text: '', count: 0, chosen: new Set(), names: [], clauses: [CLAUSE] };
    fc.assert(
      fc.property(typed, (fields) => {
        expect(readAgain(like, fields)).toEqual(fields);
      }),
    );
  });

  it('is none where another build has written another kind', () => {
    expect(fittedTo('', 1)).toBeUndefined();
    expect(fittedTo(new Set(), ['a', 1])).toBeUndefined();
    expect(fittedTo([], [CLAUSE])).toBeUndefined();
    expect(fittedTo([CLAUSE], [{ heading: 1, gone: false }])).toBeUndefined();
    expect(fittedTo([CLAUSE], 'a')).toBeUndefined();
    expect(fittedTo(CLAUSE, null)).toBeUndefined();
    expect(fittedTo(CLAUSE, [])).toBeUndefined();
    expect(fittedTo(null, CLAUSE)).toBeUndefined();
    expect(fittedTo(undefined, 'a')).toBeUndefined();
  });

  it('is as the form has it where it was not written, and has nothing that the form does not', () => {
    expect(fittedTo(CLAUSE, { heading: 'a', other: 1 })).toEqual({ heading: 'a', gone: false });
  });
});
