import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKind } from '../../kit/ingest/compile-kind.ts';
import { judgeBatch } from '../../kit/ingest/judge-batch.ts';
import type { Verdict } from '../../kit/ingest/verdicts.ts';
import { MemberItem } from './member-item.ts';
import type { MemberRow } from './member-row.ts';
import { batchKind } from './members.batch.ts';

const compiled = compileKind(batchKind);
const judge = (members: readonly unknown[]) => {
  const batch = judgeBatch(compiled, Buffer.from(JSON.stringify({ members })), 'facility_id');
  const verdicts: Verdict<MemberRow>[] = [];
  for (let piece = batch.next(); piece !== undefined; piece = batch.next())
    verdicts.push(...(piece as Verdict<MemberRow>[]));
  return { head: batch.head, verdicts };
};
const aMember = (fields: Record<string, unknown> = {}) => ({
  facility_id: 'fac_0123456789abcdef',
  member_id: 'M-1',
  first_name: 'Ada',
  last_name: 'Byron',
  ...fields,
});
/** The row that one member becomes. */
const rowOf = (fields: Record<string, unknown>): MemberRow => {
  const [verdict] = judge([aMember(fields)]).verdicts;
  if (verdict === undefined || !('row' in verdict)) throw new Error(`skipped: ${verdict?.skip}`);
  return verdict.row;
};
const recordOf = (fields: Record<string, unknown>) => JSON.parse(rowOf(fields).record);
/** Why a field of one is not taken. */
const reasonOf = (fields: Record<string, unknown>): string | undefined => {
  const [verdict] = judge([aMember(fields)]).verdicts;
  return verdict !== undefined && 'row' in verdict ? verdict.ignored?.[0]?.reason : undefined;
};

describe('a member as partners push it', () => {
  it('[R23] keeps a number in a malformed address as it was written, not as a double would have it', () => {
    const item = (address: string) =>
      `{"facility_id":"f","member_id":"M","first_name":"A","last_name":"B","address":${address}}`;
    const addresses = [
      '{"unit":1.10,"no":[-0,1e3],"account":12345678901234567890}',
      '{"city":"York","no":7}',
      '{"city":"York","postal_code":4000.10}',
      '"1 Quay"',
    ];
    const text = `{"members":[5,${addresses.map(item).join()},{"facility_id":"f"}]}`;
    const piece = judgeBatch(compiled, Buffer.from(text), 'facility_id').next() as Verdict<MemberRow>[];
    const lines = piece.flatMap((verdict) => ('row' in verdict ? [JSON.parse(verdict.row.record).address] : []));
    expect(lines).toEqual([
      { address_line_1: '1.10, -0, 1e3, 12345678901234567890' },
      { address_line_1: 'York, 7' },
      { address_line_1: 'York, 4000.10' },
      { address_line_1: '1 Quay' },
    ]);
    expect(piece).toHaveLength(6);
  });

  it('may lack a family name, and an empty e-mail address, phone number or picture is none', () => {
    const row = rowOf({ last_name: '', email: '', mobile_phone: '', profile_picture: '' });
    expect(JSON.parse(row.record)).toMatchObject({ last_name: '' });
    expect(row.cleared).toEqual(['email', 'mobile_phone', 'mobile_phone_e164']);
    expect(row.picture).toBeNull();
  });

  it('may have every field of the contract, and each is kept', () => {
    const fields = {
      email: 'ada@example.test',
      mobile_phone: '+61 7 3000 0000',
      address: { address_line_1: '1 Quay Street', city: 'Brisbane', country: 'AU' },
      date_of_birth: '1990-02-28',
      gender: 'female',
      type: 'member',
      tags: ['vip', 'vip', ''],
      membership_status: 'current',
      membership_plans: [
        {
          membership_plan_id: 'P-1',
          name: 'Off-peak',
          start_date: '2026-01-01T00:00:00+10:00',
          end_date: null,
          status: 'current',
          is_current: true,
        },
        { membership_plan_id: 'P-0', name: null, start_date: null, status: 'expired', is_current: false },
      ],
      created: '2020-01-01T00:00:00Z',
      updated: '2026-03-01T09:30:00.5Z',
    };
    const row = rowOf(fields);
    expect(JSON.parse(row.record)).toEqual({
      first_name: 'Ada',
      last_name: 'Byron',
      ...fields,
      mobile_phone_e164: '+61730000000',
      membership_plans: [
        {
          membership_plan_id: 'P-1',
          name: 'Off-peak',
          start_date: '2026-01-01T00:00:00+10:00',
          status: 'current',
          is_current: true,
        },
        { membership_plan_id: 'P-0', status: 'expired', is_current: false },
      ],
    });
    expect(row).toMatchObject({
      updatedMs: Date.UTC(2026, 2, 1, 9, 30, 0, 500),
      statuses: ['current', 'current', 'expired'],
    });
  });

  it('may have nothing but its identifier and names; what the contract does not know is ignored', () => {
    expect(rowOf({ favourite_colour: 'green', membership: { x: 1 } })).toEqual({
      memberId: 'M-1',
      record: '{"first_name":"Ada","last_name":"Byron"}',
      cleared: [],
      updatedMs: undefined,
      statuses: [],
    });
  });

  it('null clears an optional field', () => {
    const { record, cleared, picture } = rowOf({ email: null, mobile_phone: null, tags: null, profile_picture: null });
    expect(record).toBe('{"first_name":"Ada","last_name":"Byron"}');
    expect(cleared.toSorted()).toEqual(['email', 'mobile_phone', 'mobile_phone_e164', 'tags']);
    expect(picture).toBeNull();
  });

  it.each([
    [{ member_id: undefined }, 'Missing member_id'],
    [{ member_id: '' }, 'member_id: must have 1 to 120 characters'],
    [{ member_id: 'x'.repeat(121) }, 'member_id: must have 1 to 120 characters'],
    [{ member_id: 17 }, 'member_id: must be a string'],
    [{ facility_id: undefined }, 'Missing facility_id'],
  ])(
    '[R15] is skipped where nobody knows who or where it is about, with a reason that names field and rule: %j',
    (fields, reason) => {
      const [fault, ...rest] = judge([aMember(fields), aMember({ member_id: 'M-2' })]).verdicts;
      expect(fault).toHaveProperty('skip', reason);
      expect(rest).toMatchObject([{ row: { memberId: 'M-2' } }]);
    },
  );

  it.each([
    [{ first_name: undefined }, 'Missing first_name'],
    [{ last_name: null }, 'last_name: must be a string'],
    [{ mobile_phone: '07 3000 0000' }, /^mobile_phone: must be a number in E.123/],
    [{ date_of_birth: '1990-02-30' }, 'date_of_birth: must be a date of the calendar, YYYY-MM-DD'],
    [{ date_of_birth: '1990-02-28T00:00:00Z' }, 'date_of_birth: must be a date of the calendar, YYYY-MM-DD'],
    [{ gender: 'Female' }, 'gender: must be one of male, female, non_binary, prefer_not_to_say, unknown'],
    [{ gender: '' }, /^gender: must be one of/],
    [{ tags: 'vip' }, 'tags: must be an array'],
    [{ tags: ['a', 7] }, 'tags[1]: must be a string'],
    [{ tags: Array.from({ length: 201 }, () => 'a') }, 'tags: must have at most 200 items'],
    [{ profile_picture: 'aGVsbG8=' }, 'profile_picture: must be a JPEG, PNG, GIF or WebP picture'],
    [{ updated: 'yesterday' }, /^updated: must be an ISO 8601 date or time/],
    [{ created: 1_700_000_000 }, 'created: must be a string'],
    [{ membership_plans: [{ name: 'x' }] }, 'membership_plans[0].membership_plan_id: is required'],
    [
      { membership_plans: [{ membership_plan_id: 'a', is_current: 'yes' }] },
      'membership_plans[0].is_current: must be true or false',
    ],
    [{ email: 'x'.repeat(321) }, 'email: must have 0 to 320 characters'],
  ])('S1 is taken without the field that is wrong, which is named with the rule: %j', (fields, reason) => {
    const [own, ...rest] = judge([aMember(fields), aMember({ member_id: 'M-2' })]).verdicts;
    const named = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    expect(own).toMatchObject({ row: { memberId: 'M-1' }, ignored: [{ reason: named }] });
    expect(rest).toMatchObject([{ row: { memberId: 'M-2' } }]);
  });

  it('[R22] gender is one of five words; type, status and a plan’s status are any', () => {
    for (const gender of ['male', 'female', 'non_binary', 'prefer_not_to_say', 'unknown'])
      expect(recordOf({ gender })).toMatchObject({ gender });
    for (const gender of ['MALE', 'other', 'nonbinary', 0]) expect(reasonOf({ gender })).toMatch(/^gender: /);
    for (const word of ['paused since May', 'x', 'ÆØÅ 🏋'])
      expect(
        recordOf({
          type: word,
          membership_status: word,
          membership_plans: [{ membership_plan_id: 'p', status: word }],
        }),
      ).toMatchObject({ type: word, membership_status: word, membership_plans: [{ status: word }] });
  });

  it('[R24] at most one plan is current; with none, none is', () => {
    const plan = (id: string, is_current?: boolean) => ({ membership_plan_id: id, is_current });
    expect(reasonOf({ membership_plans: [plan('a', true), plan('b', true)] })).toBe(
      'membership_plans: at most one may have is_current true',
    );
    expect(recordOf({ membership_plans: [plan('a', true), plan('b', false)] }).membership_plans).toHaveLength(2);
    expect(recordOf({ membership_plans: [plan('a'), plan('b', false)] }).membership_plans).toEqual([
      { membership_plan_id: 'a', is_current: false },
      { membership_plan_id: 'b', is_current: false },
    ]);
    expect(recordOf({ membership_plans: [] }).membership_plans).toEqual([]);
  });

  it('[R25] a date of birth is a date of the calendar', () => {
    for (const date_of_birth of ['1900-01-01', '2000-02-29', '2026-12-31'])
      expect(recordOf({ date_of_birth })).toMatchObject({ date_of_birth });
    for (const date_of_birth of ['1900-02-29', '2000-2-9', '01/02/1990', '19900102', '2000-00-10', 19900102])
      expect(reasonOf({ date_of_birth })).toMatch(/^date_of_birth: /);
  });

  it('[R23] a malformed address is not refused', () => {
    expect(recordOf({ address: 'Quay Street 1' }).address).toEqual({ address_line_1: 'Quay Street 1' });
    expect(recordOf({ address: { city: 'Brisbane', planet: 'Earth', floor: 3 } }).address).toEqual({
      address_line_1: 'Brisbane, Earth, 3',
    });
    expect(rowOf({ address: null }).cleared).toEqual(['address']);
  });

  it('a picture leaves the record, and is known by its content', () => {
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    const row = rowOf({ profile_picture: `data:image/png;base64,${png.toString('base64')}` });
    expect(row.record).not.toContain('picture');
    expect(row.picture).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      picture: { type: 'image/png' },
    });
    expect(Buffer.from(row.picture?.picture?.bytes ?? [])).toEqual(png);
  });
});

describe('the windows of a member', () => {
  const absolute = { external_id: 'a', kind: 'absolute', from: 0, to: 60 };

  it('are compiled into the row, by their normal form', () => {
    const windows = [{ ...absolute, external_id: 'b', scope_key: 'pool' }, absolute];
    const row = rowOf({ access_time_windows: windows, access_time_windows_revision: 3 });
    expect(row.windows).toMatchObject({ revision: 3, scopeKeys: ['default', 'pool'] });
    expect(JSON.parse(row.windows?.canonical ?? '').map((w: { external_id: string }) => w.external_id)).toEqual([
      'a',
      'b',
    ]);
    const spelledOut = { ...absolute, timezone: 'UTC', scope_key: 'default' };
    const other = rowOf({ access_time_windows: [spelledOut, windows[0]], access_time_windows_revision: 3 });
    expect(other.windows?.hash).toBe(row.windows?.hash);
  });

  it('that are left out leave no trace, and [] is a snapshot of its own', () => {
    expect(rowOf({})).not.toHaveProperty('windows');
    expect(rowOf({ access_time_windows_revision: 5 })).not.toHaveProperty('windows');
    expect(rowOf({ access_time_windows: [], access_time_windows_revision: 5 }).windows).toMatchObject({
      revision: 5,
      canonical: '[]',
      scopeKeys: [],
    });
  });

  it('refuse the whole batch when one is wrong, even in an item that would be skipped', () => {
    const { head, verdicts } = judge([
      aMember(),
      aMember({ gender: 'x', access_time_windows: [{ ...absolute, to: 0 }] }),
      aMember({ facility_id: undefined, access_time_windows: null, access_time_windows_revision: 1 }),
    ]);
    expect(verdicts).toEqual([]);
    expect(head).toMatchObject({
      is: 'refused',
      problemCount: 3,
      problems: [
        { index: 1, id: 'M-1', path: 'access_time_windows_revision', code: 'missing_revision' },
        { index: 1, id: 'M-1', path: 'access_time_windows[0].to', code: 'inverted_interval' },
        { index: 2, id: 'M-1', path: 'access_time_windows', code: 'wrong_type' },
      ],
    });
  });

  it.each(['1.0', '1e3', '-0', '9007199254740992', '0.5'])(
    '[R37] an epoch or revision that JSON writes as %s is no integer',
    (token) => {
      const text = (from: string, revision: string) =>
        `{"members":[{"facility_id":"f","member_id":"M","first_name":"A","last_name":"B","access_time_windows":[{"external_id":"a","kind":"absolute","from":${from},"to":9000000}],"access_time_windows_revision":${revision}}]}`;
      for (const [from, revision, path] of [
        [token, '1', 'access_time_windows[0].from'],
        ['1', token, 'access_time_windows_revision'],
      ] as const)
        expect(judgeBatch(compiled, Buffer.from(text(from, revision)), 'facility_id').head).toMatchObject({
          is: 'refused',
          problems: expect.arrayContaining([expect.objectContaining({ path })]),
        });
    },
  );
});

it('no member, whatever JSON it is, breaks the judging of a batch', () => {
  const field = fc.constantFrom(...Object.keys(MemberItem.shape), 'access_time_windows', 'facility_id', 'x');
  fc.assert(
    fc.property(fc.array(fc.dictionary(field, fc.jsonValue()), { maxLength: 4 }), (members) => {
      const { head, verdicts } = judge(members);
      if (head.is === 'accepted') expect(verdicts).toHaveLength(members.length);
      else expect(head.is).toBe('refused');
    }),
    { numRuns: 1_000 },
  );
});

it('a member is bounded: an address that is longer than any is not taken', () => {
  const { verdicts } = judge([
    aMember({ address: ['x'.repeat(29_000)] }),
    aMember({ address: Array.from({ length: 20_000 }, () => 'x') }),
  ]);
  expect(verdicts[0]).toHaveProperty('row');
  expect(verdicts[1]).toMatchObject({
    ignored: [{ path: 'address', reason: 'address: must have at most 30000 characters in all' }],
  });
  expect(JSON.parse((verdicts[1] as { row: MemberRow }).row.record)).not.toHaveProperty('address');
});
