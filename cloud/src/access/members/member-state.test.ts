import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemberRow } from './member-row.ts';
import { judgeMember, type MemberState } from './member-state.ts';

const judge = (row: MemberRow, stored: MemberState | undefined) => judgeMember(row, stored, 'UTC');
const windows = (revision: number, hash = `hash-${revision}`) => ({
  revision,
  hash,
  canonical: '[]',
  scopeKeys: [hash],
  program: new Uint8Array(),
});
const sent = (fields: Record<string, unknown>, more: Partial<MemberRow> = {}): MemberRow => ({
  memberId: 'M-1',
  record: JSON.stringify({ first_name: 'Ada', last_name: 'Byron', ...fields }),
  cleared: [],
  updatedMs: undefined,
  statuses: [],
  ...more,
});
/** What is stored after these, sent one after the other. */
const after = (rows: readonly MemberRow[], stored?: MemberState): MemberState | undefined =>
  rows.reduce((state, row) => {
    const outcome = judge(row, state);
    return 'save' in outcome ? outcome.save : state;
  }, stored);
const recordOf = (state: MemberState | undefined) => JSON.parse(state?.record ?? 'null');

describe('what a push makes of a stored member', () => {
  it('a field that is left out keeps its value, and null clears it', () => {
    const first = sent({ email: 'ada@example.test', type: 'staff' });
    const second = sent({ tags: ['a'] }, { cleared: ['type'] });
    expect(recordOf(after([first, second]))).toEqual({
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.test',
      tags: ['a'],
    });
  });

  it('the same again changes nothing', () => {
    const row = sent({ email: 'a@b.test' }, { updatedMs: 5, windows: windows(1) });
    expect(judge(row, after([row]))).toEqual({ same: true });
  });

  it('a member that comes any number of times in a batch brings each status once, and a bounded number', () => {
    const twice = [sent({ email: 'a' }, { statuses: ['new', 'old'] }), sent({ email: 'b' }, { statuses: ['old'] })];
    expect(after([...twice, sent({ email: 'c' })])?.statuses).toEqual(['new', 'old']);
    const many = Array.from({ length: 600 }, (_row, i) => sent({ email: `${i}` }, { statuses: [`word-${i}`] }));
    expect(after(many)?.statuses?.length).toBe(250);
  });

  it('the list of plans replaces the one before', () => {
    const plan = (id: string) => ({ membership_plan_id: id, is_current: true });
    const state = after([sent({ membership_plans: [plan('a'), plan('b')] }), sent({ membership_plans: [plan('c')] })]);
    expect(recordOf(state).membership_plans).toEqual([plan('c')]);
  });

  it('[R54] windows that are left out stay, with their revision', () => {
    const state = after([sent({}, { windows: windows(7) }), sent({ type: 'staff' })]);
    expect(state?.windows).toMatchObject({ revision: 7, hash: 'hash-7' });
  });

  it('[R55] a newer revision replaces them', () => {
    expect(after([sent({}, { windows: windows(7) }), sent({}, { windows: windows(9) })])?.windows).toMatchObject({
      revision: 9,
      scopeKeys: ['hash-9'],
    });
  });

  it('[R56] the same revision with the same content is no change', () => {
    const row = sent({}, { windows: windows(7) });
    expect(judge(row, after([row]))).toEqual({ same: true });
  });

  it('[R57] the same revision with other content is a conflict, and nothing of the item counts', () => {
    const stored = after([sent({}, { windows: windows(7) })]);
    expect(judge(sent({ type: 'staff' }, { windows: windows(7, 'other') }), stored)).toMatchObject({
      conflict: { stored_revision: 7 },
    });
  });

  it('[R58] of an item with an older revision nothing counts, and both revisions are told', () => {
    const stored = after([sent({ membership_status: 'expired' }, { windows: windows(7) })]);
    const late = sent({ membership_status: 'current' }, { windows: windows(6), updatedMs: 9 });
    expect(judge(late, stored)).toEqual({
      skip: 'Stale access_time_windows_revision',
      detail: { access_time_windows_revision: 6, stored_revision: 7 },
    });
  });

  it('an item without windows whose `updated` is older than the stored one is skipped', () => {
    const stored = after([sent({}, { updatedMs: 100 })]);
    expect(judge(sent({}, { updatedMs: 99 }), stored)).toMatchObject({
      skip: expect.stringMatching(/^Stale upd/),
    });
    expect(judge(sent({ type: 'x' }, { updatedMs: 100 }), stored)).toHaveProperty('save');
    expect(judge(sent({ type: 'x' }), stored)).toHaveProperty('save');
  });

  it('a repeated message with an older `updated` does not bring back the old status', () => {
    const first = sent({ membership_status: 'current' }, { updatedMs: 1, windows: windows(5) });
    const second = sent({ membership_status: 'expired' }, { updatedMs: 2 });
    expect(recordOf(after([first, second, first])).membership_status).toBe('expired');
    expect(judge(first, after([first, second]))).toEqual({ same: true });
  });

  it('[R56] newer windows with an older `updated` are taken, the newer fields stay, and a repeat is no change', () => {
    const late = sent({ membership_status: 'current' }, { updatedMs: 1, windows: windows(5) });
    const state = after([sent({ membership_status: 'expired' }, { updatedMs: 2 }), late]);
    expect(judge(late, state)).toEqual({ same: true });
    expect(state?.windows).toMatchObject({ revision: 5 });
    expect(recordOf(state).membership_status).toBe('expired');
    expect(state?.updatedMs).toBe(2);
  });

  it('a picture replaces the one before, null takes it away, the same one stays where it is', () => {
    const withPicture = (picture: MemberRow['picture']) => sent({}, { picture: picture as never });
    const stored = after([withPicture({ hash: 'aa', key: 'members/1/aa.png' })]);
    expect(judge(withPicture({ hash: 'aa', key: 'members/2/aa.png' }), stored)).toEqual({ same: true });
    expect(after([withPicture({ hash: 'bb', key: 'members/3/bb.png' })], stored)?.pictureKey).toBe('members/3/bb.png');
    expect(after([withPicture(null)], stored)?.pictureKey).toBeNull();
    expect(after([sent({})], stored)?.pictureKey).toBe('members/1/aa.png');
  });

  /** Messages of one member as a partner makes them: each version has one content, and both orders agree. */
  const messageOf = (version: number, carries: string) =>
    sent(
      { type: `v${version}` },
      {
        ...(carries !== 'windows' && { updatedMs: version }),
        ...(carries !== 'fields' && { windows: windows(version) }),
      },
    );
  const message = fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom('both', 'windows', 'fields'))
    .map(([version, carries]) => messageOf(version, carries));

  it('[R55, R58] any order of revisions ends at the newest', () => {
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), (messages) => {
        const newest = Math.max(-1, ...messages.map((row) => row.windows?.revision ?? -1));
        const state = after(messages);
        expect(state?.windows?.revision ?? -1).toBe(newest);
        expect(state?.windows?.hash).toBe(newest < 0 ? undefined : `hash-${newest}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('any order of whole messages ends at the newest, fields as well', () => {
    const whole = fc
      .integer({ min: 0, max: 9 })
      .map((v) => sent({ type: `v${v}` }, { updatedMs: v, windows: windows(v) }));
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1, maxLength: 10 }), (rows) => {
        const newest = Math.max(...rows.map(({ windows: w }) => w?.revision ?? 0));
        const state = after(rows);
        expect(recordOf(state).type).toBe(`v${newest}`);
        expect(state?.updatedMs).toBe(newest);
      }),
      { numRuns: 1_000 },
    );
  });

  it('[R56] messages that all carry the same orders leave, sent twice, what they left once', () => {
    const kinds = fc.constantFrom('both', 'windows', 'fields');
    fc.assert(
      fc.property(kinds, fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 8 }), (carries, versions) => {
        const rows = versions.map((version) => messageOf(version, carries));
        const once = after(rows);
        expect(after(rows, once)).toEqual(once);
      }),
      { numRuns: 2_000 },
    );
  });
});
