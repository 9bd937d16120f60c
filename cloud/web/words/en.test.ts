import { REASONS } from '@gatehouse/shared/access/reasons.ts';
import { describe, expect, it } from 'vitest';
import { counted, listed, span } from './counting.ts';
import { doorLabels } from './doors-en.ts';
import { words } from './en.ts';
import { eventTone, eventWords } from './events-en.ts';
import { lockdownWords } from './lockdown-en.ts';
import { refusalWords } from './refusals-en.ts';
import { unlockWords } from './unlocks-en.ts';

const event = (kind: string, outcome?: string) => ({
  eventId: 'evt_1',
  at: '2026-01-01T09:30:00.000Z',
  clockTrusted: true,
  kind,
  details: {},
  ...(outcome !== undefined && { outcome }),
});

describe('words', () => {
  it('count as English does', () => {
    expect([0, 1, 2, 1_200].map((n) => counted(n, 'door', 'doors'))).toEqual([
      '0 doors',
      '1 door',
      '2 doors',
      '1,200 doors',
    ]);
    expect([lockdownWords.lockdownTaken(1, 1), lockdownWords.lockdownTaken(5, 6)]).toEqual([
      'All 1 door is locked down',
      '5 of 6 doors have taken it',
    ]);
  });
  it('say how long in the largest unit that still says something', () => {
    expect([0, 59_400, 120_000, 7_200_000, 3 * 86_400_000].map(span)).toEqual([
      '0 seconds',
      '59 seconds',
      '2 minutes',
      '2 hours',
      '3 days',
    ]);
    expect([words.ago(300), words.ago(1_600)]).toEqual(['just now', '2 seconds ago']);
  });
  it('list names', () => expect([[], ['a'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a, b and c']));
  it('have a headline for every reason of a refusal, and a newer one is shown rather than hidden', () => {
    for (const reason of Object.keys(REASONS)) expect(refusalWords.refused(reason)).not.toContain('_');
    expect(refusalWords.refused('newer_reason')).toBe('newer reason');
  });
  it('never call an unlock seen that nobody saw', () => {
    expect(unlockWords.outcome('Front door', 'commanded')).not.toMatch(/\bseen\b/);
    expect(doorLabels.commanded).not.toMatch(/\bseen\b/i);
    for (const code of ['relay_fault', 'unlock_confirmation_timeout', 'device_offline'])
      expect(unlockWords.notSeen(code, 'otherwise')).not.toBe('otherwise');
    expect(unlockWords.notSeen('newer_code', 'In its own words.')).toBe('In its own words.');
  });
  it('tell what happened at a door, of kinds that are newer than the page too', () => {
    expect(eventWords(event('access.denied', 'outside_hours'))).toBe(
      'Somebody unknown was refused: not at this time of day',
    );
    expect(eventWords(event('unlock.staff', 'relay_fault'))).toBe('Staff asked to unlock it: relay fault');
    expect(eventWords(event('sauna.too_hot'))).toBe('sauna too hot');
    expect([eventTone(event('unlock.staff', 'unlocked')), eventTone(event('unlock.staff', 'relay_fault'))]).toEqual([
      'good',
      'bad',
    ]);
  });
});
