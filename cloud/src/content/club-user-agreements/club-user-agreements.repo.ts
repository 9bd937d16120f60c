import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { StoredMemberRef } from '../../platform/retention/personal-data.ports.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import type { ClubUserAgreementTable, CuaEventTable } from './club-user-agreements.tables.ts';
import type { CuaState } from './cua-states.ts';

export type CuaRow = Selectable<ClubUserAgreementTable>;
export type CuaEventRow = Selectable<CuaEventTable>;

export interface CuasOf {
  readonly reach: Reach;
  readonly organisationId?: OrgId | undefined;
  readonly facilityId?: FacilityId | undefined;
  readonly agreementId?: string | undefined;
  readonly state?: CuaState | undefined;
}

const ofMember = (tx: Tx, { partnerId, facilityId, memberId }: StoredMemberRef) =>
  tx
    .selectFrom('club_user_agreement')
    .where('partner_id', '=', partnerId)
    .where('facility_id', '=', facilityId)
    .where('member_id', '=', memberId);

export const cuaRepo = (tx: Tx) => ({
  find: (id: string): Promise<CuaRow | undefined> =>
    tx.selectFrom('club_user_agreement').where('id', '=', id).selectAll().executeTakeFirst(),

  findByLink: (linkHash: string): Promise<CuaRow | undefined> =>
    tx.selectFrom('club_user_agreement').where('link_hash', '=', linkHash).selectAll().executeTakeFirst(),

  /** False where the same person is asked already. */
  insert: async (row: Insertable<ClubUserAgreementTable>): Promise<boolean> => {
    const made = await tx
      .insertInto('club_user_agreement')
      .values(row)
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute();
    return made.length > 0;
  },

  /** Changes it unless its state is another by now. Resolves with whether it did. */
  change: async ({ id, state }: Pick<CuaRow, 'id' | 'state'>, to: Updateable<ClubUserAgreementTable>) => {
    const changed = await tx
      .updateTable('club_user_agreement')
      .set(to)
      .where('id', '=', id)
      .where('state', '=', state)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  },

  remove: (id: string): Promise<unknown> => tx.deleteFrom('club_user_agreement').where('id', '=', id).execute(),

  /** What is open of somebody, as it was noted last. */
  openOf: ({ agreement_id, facility_id, subject_key }: Pick<CuaRow, 'agreement_id' | 'facility_id' | 'subject_key'>) =>
    tx
      .selectFrom('club_user_agreement')
      .where('agreement_id', '=', agreement_id)
      .where('facility_id', '=', facility_id)
      .where('subject_key', '=', subject_key)
      .where('state', 'in', ['draft', 'sent', 'viewed'])
      .selectAll()
      .executeTakeFirst(),

  /** By id. A state is the one by `nowMs`. */
  list: (
    { reach, organisationId, facilityId, agreementId, state }: CuasOf,
    nowMs: number,
    after: string,
    limit: number,
  ) => {
    let query = tx
      .selectFrom('club_user_agreement as cua')
      .innerJoin('facility', 'facility.id', 'cua.facility_id')
      .where('cua.id', '>', after);
    if (reach !== 'everywhere') {
      const { organisations, facilities } = reach;
      query = query.where(({ eb, or }) =>
        or([
          ...(organisations.length === 0 ? [] : [eb('facility.org_id', 'in', organisations)]),
          ...(facilities.length === 0 ? [] : [eb('facility.id', 'in', facilities)]),
        ]),
      );
    }
    if (organisationId !== undefined) query = query.where('facility.org_id', '=', organisationId);
    if (facilityId !== undefined) query = query.where('cua.facility_id', '=', facilityId);
    if (agreementId !== undefined) query = query.where('cua.agreement_id', '=', agreementId);
    if (state === 'expired')
      query = query.where(({ eb, or, and }) =>
        or([
          eb('cua.state', '=', 'expired'),
          and([eb('cua.state', 'in', ['sent', 'viewed']), eb('cua.link_ends_at', '<=', nowMs)]),
        ]),
      );
    else if (state !== undefined)
      query = query
        .where('cua.state', '=', state)
        .where(({ eb, or }) => or([eb('cua.state', 'not in', ['sent', 'viewed']), eb('cua.link_ends_at', '>', nowMs)]));
    return query.selectAll('cua').orderBy('cua.id').limit(limit).execute();
  },

  insertEvent: (row: Insertable<CuaEventTable>): Promise<unknown> => tx.insertInto('cua_event').values(row).execute(),

  events: (cuaId: string): Promise<CuaEventRow[]> =>
    tx.selectFrom('cua_event').where('cua_id', '=', cuaId).selectAll().orderBy('seq').execute(),

  ofMember: (ref: StoredMemberRef, limit: number) =>
    ofMember(tx, ref).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute(),

  /** Takes away who it is about, with what happened to it. */
  forgetWho: async (id: string, nobody: Pick<CuaRow, 'name' | 'subject_key'>): Promise<void> => {
    const who = { email: null, user_id: null, partner_id: null, member_id: null, link_hash: null };
    await tx
      .updateTable('club_user_agreement')
      .set({ ...nobody, ...who })
      .where('id', '=', id)
      .execute();
    await tx.deleteFrom('cua_event').where('cua_id', '=', id).execute();
  },

  /** Up to `limit` that came into their state before `at`, but for what is or was signed. */
  removeBefore: async (at: number, limit: number): Promise<number> => {
    const gone = tx
      .selectFrom('club_user_agreement')
      .where('state_at', '<', at)
      .where('state', '<>', 'signed')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('cua_signature')
              .whereRef('cua_signature.cua_id', '=', 'club_user_agreement.id')
              .select('cua_signature.id'),
          ),
        ),
      )
      .select('id')
      .orderBy('state_at')
      .limit(limit);
    return Number(
      (await tx.deleteFrom('club_user_agreement').where('id', 'in', gone).executeTakeFirst()).numDeletedRows,
    );
  },
});
