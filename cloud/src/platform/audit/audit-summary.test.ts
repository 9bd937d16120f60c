import { expect, it } from 'vitest';
import { summaryOf } from './audit-summary.ts';

const period = { from: Date.parse('2026-05-06T00:00:00Z'), to: Date.parse('2026-05-07T00:00:00Z') };
const ada = { kind: 'user', id: 'usr_1', email: 'ada@example.com', name: 'Ada Byron' } as const;
const failure = (endpoint: string, count = 1) => ({
  endpoint,
  outcome: 'door_offline',
  status: 503,
  count,
  callers: 1,
  mostAffected: [{ who: ada, count }],
});

it('sums up failures in words: how many, of what, for whom', () => {
  const text = summaryOf({
    ...period,
    counts: { total: 200, succeeded: 191, refused: 2, failed: 7 },
    failures: [
      {
        ...failure('doors.unlock', 7),
        callers: 3,
        mostAffected: [{ who: { kind: 'partner', id: 'ptr_1', name: 'Acme Members' }, count: 5 }],
      },
      failure('clubs.rename'),
      { ...failure('boxes.token'), mostAffected: [{ who: { kind: 'box', id: '7b0e3f0e' }, count: 1 }] },
    ],
  });
  expect(text.split('\n')).toEqual([
    'From 2026-05-06T00:00:00.000Z to 2026-05-07T00:00:00.000Z, 9 of 200 requests were not carried out (4.5 %): 2 were refused, 7 failed.',
    'doors.unlock answered 503 door_offline 7 times, for 3 callers, most often (5 times) for partner Acme Members.',
    'clubs.rename answered 503 door_offline 1 time, always for Ada Byron (ada@example.com).',
    'boxes.token answered 503 door_offline 1 time, always for box 7b0e3f0e.',
  ]);
});

it('says so when nothing was asked, and counts what it leaves out', () => {
  const nothing = { total: 0, succeeded: 0, refused: 0, failed: 0 };
  expect(summaryOf({ ...period, counts: nothing, failures: [] })).toMatch(/0 of 0 requests .* \(0\.0 %\)/);
  const many = Array.from({ length: 13 }, (_, i) => failure(`endpoint.${i}`));
  const lines = summaryOf({ ...period, counts: { ...nothing, total: 13, failed: 13 }, failures: many }).split('\n');
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('3 more kinds of failure are in the list.');
});
