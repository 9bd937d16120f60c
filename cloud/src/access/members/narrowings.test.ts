import { canonicalWindows } from '@gatehouse/shared/access/canonical-windows.ts';
import type { AccessWindow, WeeklyWindow } from '@gatehouse/shared/access/window.ts';
import { describe, expect, it, vi } from 'vitest';
import { narrows } from './narrowings.ts';

const NOW = 1_000;
const HOURS = { sun: [], mon: [['06:00', '22:00']], tue: [], wed: [], thu: [], fri: [], sat: [] } as const;
const weekly = (external_id: string, own: Partial<WeeklyWindow> = {}): AccessWindow =>
  ({ external_id, kind: 'weekly', timezone: 'UTC', scope_key: 'gym', access_hours: HOURS, ...own }) as AccessWindow;
const absolute = (external_id: string, from: number, to: number, own: object = {}): AccessWindow =>
  ({ external_id, kind: 'absolute', from, to, timezone: 'UTC', scope_key: 'gym', ...own }) as AccessWindow;

const state = (canonical?: string) => ({
  record: '{}',
  updatedMs: undefined,
  pictureKey: null,
  ...(canonical !== undefined && { windows: { row: { canonical } } }),
});
const narrowed = (before: readonly AccessWindow[], after: readonly AccessWindow[]): boolean =>
  narrows(
    {
      before: state() as never,
      after: state(canonicalWindows(after)) as never,
      windowsBefore: canonicalWindows(before),
    },
    NOW,
  );

describe('[I12] what a change of windows takes away', () => {
  const open = weekly('a');
  const tricky = { label: '},{"external_id":"x"},{' };
  it.each<[string, readonly AccessWindow[], readonly AccessWindow[], boolean]>([
    ['the same', [open, absolute('b', 0, 5_000)], [open, absolute('b', 0, 5_000)], false],
    ['none of none', [], [], false],
    ['one more', [], [open], false],
    ['all gone', [open], [], true],
    ['one gone beside one with odd words', [absolute('b', 0, 5_000, tricky), open], [open], true],
    ['odd words that stay', [absolute('b', 0, 5_000, tricky), open], [absolute('b', 0, 5_000, tricky)], true],
    ['odd words alone', [absolute('b', 0, 5_000, tricky)], [absolute('b', 0, 5_000, tricky), open], false],
    ['another name for the same', [open], [weekly('z', { label: 'New' })], false],
    ['another scope', [open], [weekly('a', { scope_key: 'pool' })], true],
    ['another zone of a weekly one', [open], [weekly('a', { timezone: 'Asia/Tokyo' })], true],
    [
      'another zone of an absolute one',
      [absolute('b', 0, 5_000)],
      [absolute('b', 0, 5_000, { timezone: 'Asia/Tokyo' })],
      false,
    ],
    ['other hours', [open], [weekly('a', { access_hours: { ...HOURS, mon: [['06:00', '21:00']] } } as never)], true],
    ['an end', [open], [weekly('a', { active_until: 9_000 })], true],
    ['a beginning that is past', [open], [weekly('a', { active_from: NOW })], false],
    ['a beginning to come', [open], [weekly('a', { active_from: NOW + 1 })], true],
    ['an earlier end', [absolute('b', 0, 5_000)], [absolute('b', 0, 4_999)], true],
    ['a later end', [absolute('b', 0, 5_000)], [absolute('b', 10, 6_000)], false],
    ['one gone that was over', [absolute('b', 0, NOW), open], [open], false],
    ['weekly for absolute', [absolute('b', 0, 5_000)], [open], true],
  ])('%s', (_what, before, after, expected) => {
    expect(narrowed(before, after)).toBe(expected);
  });

  it('I13 is found without looking at each window beside each other one, nor at those that stay', () => {
    const hours = (at: number) => ({ ...HOURS, tue: [['06:00', `07:${String(at).padStart(2, '0')}`]] }) as never;
    const before = Array.from({ length: 50 }, (_, at) => weekly(`w${at}`, { access_hours: hours(at) }));
    const moved = before.map((window, at) => ({ ...window, external_id: `v${at}` }) as AccessWindow);
    const written = vi.spyOn(JSON, 'stringify');
    const read = vi.spyOn(JSON, 'parse');
    const counted = (after: readonly AccessWindow[]) => {
      const texts = [canonicalWindows(before), canonicalWindows(after)] as const;
      written.mockClear();
      read.mockClear();
      narrows({ before: state() as never, after: state(texts[1]) as never, windowsBefore: texts[0] }, NOW);
      return { written: written.mock.calls.length, read: read.mock.calls.length };
    };
    expect(counted(moved).written).toBeLessThanOrEqual(150);
    expect(counted([...before, weekly('x')])).toEqual({ written: 0, read: 1 });
    expect(counted(before)).toEqual({ written: 0, read: 0 });
    vi.restoreAllMocks();
  });
});
