import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { HolidayBlacklistTable } from './holidays.tables.ts';

interface Of {
  readonly orgId: OrgId;
  readonly country: string;
}

export const holidaysRepo = (tx: Tx) => ({
  blacklist: async ({ orgId, country }: Of): Promise<ReadonlySet<string>> => {
    const rows = await tx
      .selectFrom('holiday_blacklist')
      .where('org_id', '=', orgId)
      .where('country', '=', country)
      .select('rule')
      .execute();
    return new Set(rows.map(({ rule }) => rule));
  },

  replace: async ({ orgId, country }: Of, rows: readonly HolidayBlacklistTable[]): Promise<void> => {
    await tx.deleteFrom('holiday_blacklist').where('org_id', '=', orgId).where('country', '=', country).execute();
    if (rows.length > 0) await tx.insertInto('holiday_blacklist').values(rows).execute();
  },
});
