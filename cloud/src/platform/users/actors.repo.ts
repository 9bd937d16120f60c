import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** What those are called who did something, as far as it is still known. Users who were deleted are. */
export const actorsRepo = (tx: Tx) => ({
  users: (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : tx
          .selectFrom('platform_user')
          .where('id', 'in', ids)
          .select(['id', 'email', 'first_name', 'last_name', 'deleted_at'])
          .execute(),

  partners: (ids: readonly PartnerId[]) =>
    ids.length === 0 ? [] : tx.selectFrom('partner').where('id', 'in', ids).select(['id', 'name']).execute(),
});
