import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

const PEOPLE_OF_ONE_ADDRESS = 20;

/** What the entries' ids stand for, as far as it is still known. */
export const auditNamesRepo = (tx: Tx) => ({
  organisations: (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : tx
          .selectFrom('organisation')
          .where('id', 'in', ids.map(uncheckedId<OrgId>))
          .select(['id', 'name'])
          .execute(),

  facilities: (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : tx
          .selectFrom('facility')
          .where('id', 'in', ids.map(uncheckedId<FacilityId>))
          .select(['id', 'name'])
          .execute(),

  /** Everybody who has, or had, this e-mail: of one who was deleted it stands behind their id. */
  usersByEmail: async (email: string): Promise<string[]> => {
    const found = await tx
      .selectFrom('platform_user')
      .where((eb) =>
        eb.or([eb('email', '=', email), eb('email', '=', sql<string>`${eb.ref('id')} || ' ' || ${email}`)]),
      )
      .select('id')
      .limit(PEOPLE_OF_ONE_ADDRESS)
      .execute();
    return found.map(({ id }) => id);
  },
});
