import { describe, expect, it } from 'vitest';
import { bestOf, isMet, rankOf } from './ranked.ts';

describe('what was found', () => {
  it('is the better the earlier the text is in it, at the beginning of a word above all', () => {
    const names = ['front', 'Front door', 'Side, front', 'Affront', 'Back'];
    expect(names.map((name) => rankOf([null, name], 'front'))).toEqual([0, 1, 2, 3, 4]);
    expect(isMet(['Back', null], 'front')).toBe(false);
    expect(rankOf(['Überlingen', 'x'], 'über')).toBe(1);
    expect(rankOf(['Haus Ärger'], 'ärger')).toBe(2);
  });

  it('has some of every kind in it, however much there is of one', () => {
    const of = (kind: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ kind, texts: [`front ${n}`] }));
    const best = bestOf(
      [...of('door', 30), ...of('user', 2), { kind: 'box', texts: ['front'] }],
      'front',
      ['door', 'box', 'user'],
      20,
    );
    const kinds = best.map(({ kind }) => kind);
    expect(best).toHaveLength(20);
    expect(best[0]).toEqual({ kind: 'box', texts: ['front'] });
    expect([kinds.filter((kind) => kind === 'door').length, kinds.filter((kind) => kind === 'user').length]).toEqual([
      17, 2,
    ]);
  });
});
