import { describe, expect, it } from 'vitest';
import { EMPTY_CLAUSE, typedVariation, variationOf, variationProblems } from './typed-variation.ts';

const SAID = {
  facilityId: 'fac_0123456789abcdef',
  clauses: [
    { heading: 'Opening hours', text: 'At **seven**.' },
    { heading: 'Parking', text: null },
  ],
  ...{ note: 'The building opens at seven.', fromOn: '2026-02-01', untilOn: null },
};
const VARIATION = {
  ...{ ...SAID, agreementId: 'agr_0123456789abcdef', revision: 3, sha256: '', changedAt: '' },
  changedBy: { kind: 'user', id: 'usr_0123456789abcdef', name: 'Kim' },
} as const;

describe('what is different at a club', () => {
  it('is as it was, typed and read again', () => {
    expect(variationOf(typedVariation(VARIATION))).toEqual(SAID);
    const until = { ...typedVariation(VARIATION), untilOn: '2026-03-01' };
    expect(variationOf(until).untilOn).toBe('2026-03-01');
  });

  it('has a club, a day, and parts that are told apart by their headings', () => {
    expect(variationProblems(typedVariation(undefined))).toMatchObject({
      facilityId: expect.stringMatching(/./),
      fromOn: expect.stringMatching(/./),
      clauses: [expect.stringMatching(/./)],
    });
    const typed = typedVariation(VARIATION);
    expect(variationProblems(typed)).toEqual({ facilityId: '', fromOn: '', untilOn: '', clauses: ['', ''] });
    expect(variationProblems({ ...typed, untilOn: '2026-01-31' }).untilOn).not.toBe('');
    const twice = [...typed.clauses, { ...EMPTY_CLAUSE, heading: ' opening HOURS' }];
    expect(variationProblems({ ...typed, clauses: twice }).clauses).toEqual(['', '', expect.stringMatching(/./)]);
  });
});
