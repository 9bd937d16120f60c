import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** What an organisation charges from a day on, as it was saved once. Never changed: what is saved next is another revision. */
interface ChargesConfigTable {
  org_id: OrgId;
  /** 1 for the first, without gaps. */
  revision: number;
  /** JSON: a list of `Charge`. */
  charges: string;
  /** JSON: a list of `ChargeOverride`. */
  overrides: string;
  /** `YYYY-MM-DD`. */
  effective_on: string;
  /** `user:<id>`. */
  saved_by: string;
  saved_at: number;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    charges_config: ChargesConfigTable;
  }
}

export const chargesRepo = (tx: Tx) => {
  const of = (orgId: OrgId) => tx.selectFrom('charges_config').where('org_id', '=', orgId).selectAll();
  return {
    newest: (orgId: OrgId) => of(orgId).orderBy('revision', 'desc').limit(1).executeTakeFirst(),

    find: (orgId: OrgId, revision: number) => of(orgId).where('revision', '=', revision).executeTakeFirst(),

    /** Of those whose day has come the one of the latest day, and of one day the one that was saved last. */
    inEffectOn: (orgId: OrgId, date: string) =>
      of(orgId)
        .where('effective_on', '<=', date)
        .orderBy('effective_on', 'desc')
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Resolves with whether it is the first with this number. */
    append: async (row: Insertable<ChargesConfigTable>): Promise<boolean> => {
      const added = await tx
        .insertInto('charges_config')
        .values(row)
        .onConflict((on) => on.columns(['org_id', 'revision']).doNothing())
        .returning('revision')
        .executeTakeFirst();
      return added !== undefined;
    },
  };
};
