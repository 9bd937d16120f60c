import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { SmsConsentEntryTable, SmsConsentTable } from './sms.tables.ts';

export const consentsRepo = (tx: Tx) => ({
  /** How these numbers stand to an organisation, and to all of them. */
  standing: (orgId: OrgId | '', hashes: readonly string[]) =>
    tx
      .selectFrom('sms_consent')
      .where('phone_hash', 'in', [...hashes])
      .where('org_id', 'in', [orgId, ''])
      .selectAll()
      .execute(),

  put: (row: Insertable<SmsConsentTable>): Promise<unknown> =>
    tx
      .insertInto('sms_consent')
      .values(row)
      .onConflict((c) => c.columns(['org_id', 'phone_hash']).doUpdateSet({ state: row.state, at: row.at }))
      .execute(),

  /** False where an entry of this id is there already. */
  addEntry: async (row: Insertable<SmsConsentEntryTable>): Promise<boolean> => {
    const added = tx
      .insertInto('sms_consent_entry')
      .values(row)
      .onConflict((c) => c.column('id').doNothing());
    return (await added.returning('id').execute()).length > 0;
  },

  entriesOfMember: (partnerId: PartnerId, facilityId: FacilityId, memberId: string, limit: number) =>
    tx
      .selectFrom('sms_consent_entry')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .where('member_id', '=', memberId)
      .select(['state', 'source', 'wording', 'proof', 'at', 'org_id', 'phone_hash'])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** What they agreed to there ends; that they opted out stays. Nobody is named any more. */
  forget: async (orgId: OrgId, hashes: readonly string[]): Promise<void> => {
    if (hashes.length === 0) return;
    await tx
      .deleteFrom('sms_consent')
      .where('phone_hash', 'in', [...hashes])
      .where('org_id', '=', orgId)
      .where('state', '!=', 'out')
      .execute();
    await tx
      .updateTable('sms_consent_entry')
      .set({ wording: null, proof: null, facility_id: null, partner_id: null, member_id: null, user_id: null })
      .where('phone_hash', 'in', [...hashes])
      .where('org_id', 'in', [orgId, ''])
      .execute();
  },

  ofUser: (userId: string) =>
    tx.selectFrom('sms_consent_entry').where('user_id', '=', userId).select(['org_id', 'phone_hash']).execute(),
});
