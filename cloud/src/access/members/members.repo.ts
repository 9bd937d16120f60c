import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { memberIdsAfter } from '../../kit/db/member-ids.ts';
import { preparedForMany } from '../../kit/db/prepared.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MemberPushTable, MemberTable, MemberWindowsTable } from './members.tables.ts';

/** Names a member of one partner. */
export interface MemberRef {
  readonly partner_id: PartnerId;
  readonly facility_id: FacilityId;
  readonly member_id: string;
}
const KEY = ['partner_id', 'facility_id', 'member_id'] as const;

const membersWithWindows = (tx: Tx) =>
  tx
    .selectFrom('member')
    .leftJoin('member_windows as windows', (join) =>
      join
        .onRef('windows.partner_id', '=', 'member.partner_id')
        .onRef('windows.facility_id', '=', 'member.facility_id')
        .onRef('windows.member_id', '=', 'member.member_id'),
    );

/** Of one partner and facility: a list of ids is what both engines look up by the index, one of triples is not. */
const statesAt = preparedForMany((tx, refs: readonly MemberRef[]) =>
  membersWithWindows(tx)
    .where('member.partner_id', '=', refs[0]?.partner_id ?? uncheckedId<PartnerId>(''))
    .where('member.facility_id', '=', refs[0]?.facility_id ?? uncheckedId<FacilityId>(''))
    .where(
      'member.member_id',
      'in',
      refs.map(({ member_id }) => member_id),
    )
    .select([
      'member.facility_id',
      'member.member_id',
      'member.record',
      'member.updated_at',
      'member.picture_key',
      'windows.revision',
      'windows.hash',
      'windows.scope_keys',
      'windows.held',
    ]),
);

const idsOf = (refs: readonly MemberRef[]): string[] => refs.map(({ member_id }) => member_id);
const sourceOf = ([ref]: readonly MemberRef[]): MemberRef => ref as MemberRef;

/** Members and their windows each by a query of its own: PostgreSQL without fresh statistics reads all windows to join some. */
const rowsAt = preparedForMany((tx, refs: readonly MemberRef[]) =>
  tx
    .selectFrom('member')
    .where('partner_id', '=', sourceOf(refs).partner_id)
    .where('facility_id', '=', sourceOf(refs).facility_id)
    .where('member_id', 'in', idsOf(refs))
    .selectAll(),
);
const windowsAt = preparedForMany((tx, refs: readonly MemberRef[]) =>
  tx
    .selectFrom('member_windows')
    .where('partner_id', '=', sourceOf(refs).partner_id)
    .where('facility_id', '=', sourceOf(refs).facility_id)
    .where('member_id', 'in', idsOf(refs))
    .select(['member_id', 'revision', 'canonical', 'scope_keys', 'program']),
);
const NO_WINDOWS = { revision: null, canonical: null, scope_keys: null, program: null };

const putMembers = preparedForMany((tx, rows: readonly Insertable<MemberTable>[]) =>
  tx
    .insertInto('member')
    .values(rows)
    .onConflict((c) =>
      c.columns([...KEY]).doUpdateSet((eb) => ({
        record: eb.ref('excluded.record'),
        updated_at: eb.ref('excluded.updated_at'),
        stored_at: eb.ref('excluded.stored_at'),
        picture_key: eb.ref('excluded.picture_key'),
      })),
    ),
);

const putWindows = preparedForMany((tx, rows: readonly Insertable<MemberWindowsTable>[]) =>
  tx
    .insertInto('member_windows')
    .values(rows)
    .onConflict((c) =>
      c
        .columns([...KEY])
        .doUpdateSet((eb) => ({
          revision: eb.ref('excluded.revision'),
          hash: eb.ref('excluded.hash'),
          canonical: eb.ref('excluded.canonical'),
          scope_keys: eb.ref('excluded.scope_keys'),
          program: eb.ref('excluded.program'),
          held: eb.ref('excluded.held'),
        }))
        .whereRef('member_windows.revision', '<=', 'excluded.revision'),
    )
    .returning(['facility_id', 'member_id']),
);

export const membersRepo = (tx: Tx) => ({
  /** What pushes of these members are judged by; nothing for those that are not stored. */
  states: async (refs: readonly MemberRef[]) => {
    const found: Awaited<ReturnType<typeof statesAt>> = [];
    for (const at of Map.groupBy(refs, ({ facility_id }) => facility_id).values())
      found.push(...(await statesAt(tx, at)));
    return found;
  },

  putMembers: (rows: readonly Insertable<MemberTable>[]): Promise<unknown> => putMembers(tx, rows),

  /** Stores windows that are not older than the stored ones. Resolves with those that were. */
  putWindows: (rows: readonly Insertable<MemberWindowsTable>[]) => putWindows(tx, rows),

  /** The stored windows of these members, as canonical text. */
  canonicalOf: async (refs: readonly MemberRef[]) => {
    const found: { facility_id: FacilityId; member_id: string; canonical: string }[] = [];
    for (const [facilityId, at] of Map.groupBy(refs, ({ facility_id }) => facility_id))
      for (const { member_id, canonical } of await windowsAt(tx, at))
        found.push({ facility_id: facilityId, member_id, canonical });
    return found;
  },

  /** What windows this revision replaced are gone; a newer one is taken as ever. Resolves with their scope keys, if there were any. */
  endWindows: async (
    { partner_id, facility_id, member_id }: MemberRef,
    before: number | undefined,
    none: Pick<MemberWindowsTable, 'hash' | 'canonical' | 'scope_keys' | 'program'>,
  ): Promise<string[] | undefined> => {
    const own = await membersRepo(tx).states([{ partner_id, facility_id, member_id }]);
    const [state] = own;
    if (state?.revision == null || state.hash === none.hash || Number(state.revision) >= (before ?? 0))
      return undefined;
    await tx
      .updateTable('member_windows')
      .set(none)
      .where('partner_id', '=', partner_id)
      .where('facility_id', '=', facility_id)
      .where('member_id', '=', member_id)
      .execute();
    return JSON.parse(state.scope_keys ?? '[]') as string[];
  },

  pushesOf: (partnerId: PartnerId, digest: string) =>
    tx
      .selectFrom('member_push')
      .where('partner_id', '=', partnerId)
      .where('digest', '=', digest)
      .select(['facility_id', 'version'])
      .execute(),

  putPush: ({ partner_id, facility_id, ...last }: MemberPushTable): Promise<unknown> =>
    tx
      .insertInto('member_push')
      .values({ partner_id, facility_id, ...last })
      .onConflict((c) => c.columns(['partner_id', 'facility_id']).doUpdateSet(last))
      .execute(),

  /** One member with its windows. */
  find: ({ partner_id, facility_id, member_id }: MemberRef) =>
    membersWithWindows(tx)
      .where('member.partner_id', '=', partner_id)
      .where('member.facility_id', '=', facility_id)
      .where('member.member_id', '=', member_id)
      .selectAll('member')
      .select(['windows.revision', 'windows.canonical', 'windows.scope_keys', 'windows.program'])
      .executeTakeFirst(),

  /** Members of one partner and facility, with their windows. */
  findMany: async (refs: readonly MemberRef[]) => {
    const windows = new Map((await windowsAt(tx, refs)).map((row) => [row.member_id, row]));
    return (await rowsAt(tx, refs)).map((row) => ({ ...NO_WINDOWS, ...windows.get(row.member_id), ...row }));
  },

  remove: async ({ partner_id, facility_id, member_id }: MemberRef): Promise<void> => {
    for (const table of ['member_windows', 'member'] as const)
      await tx
        .deleteFrom(table)
        .where('partner_id', '=', partner_id)
        .where('facility_id', '=', facility_id)
        .where('member_id', '=', member_id)
        .execute();
  },

  /** How many there are of one partner, by facility, of the first `most` in the order of their ids. */
  countsOf: (partnerId: PartnerId, most: number) =>
    tx
      .selectFrom((eb) =>
        eb
          .selectFrom('member')
          .where('partner_id', '=', partnerId)
          .select('facility_id')
          .orderBy('facility_id')
          .orderBy('member_id')
          .limit(most)
          .as('own'),
      )
      .groupBy('facility_id')
      .select(['facility_id', ({ fn }) => fn.countAll<number>().as('members')])
      .orderBy('facility_id')
      .execute(),

  idsAfter: (
    { partner_id, facility_id }: Omit<MemberRef, 'member_id'>,
    after: string,
    limit: number,
  ): Promise<string[]> =>
    memberIdsAfter(tx, 'member', { partnerId: partner_id, facilityId: facility_id }, after, limit),

  /** Members of one partner at a facility, in the order of their ids, after `after`. */
  list: ({ partner_id, facility_id }: Omit<MemberRef, 'member_id'>, limit: number, after = '') =>
    membersWithWindows(tx)
      .where('member.partner_id', '=', partner_id)
      .where('member.facility_id', '=', facility_id)
      .where('member.member_id', '>', after)
      .selectAll('member')
      .select(['windows.revision', 'windows.canonical', 'windows.scope_keys', 'windows.program'])
      .orderBy('member.member_id')
      .limit(limit)
      .execute(),
});
