import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { userKeysRepo } from './user-keys.repo.ts';
import type { createUserRoles } from './user-roles.ts';

/** What a user may go by at this moment. */
export interface UserStanding {
  /** The ids of their keys that count. */
  readonly keys: ReadonlySet<string>;
  /** The same text as long as they hold the same, at places that belong to the same organisations. */
  readonly held: string;
}

/** How many users stand, in two statements: for whoever has to ask again and again. */
export const createStanding =
  ({
    clock,
    heldBy,
  }: {
    readonly clock: Pick<Clock, 'wallMs'>;
    readonly heldBy: ReturnType<typeof createUserRoles>['heldBy'];
  }) =>
  async (tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, UserStanding>> => {
    if (userIds.length === 0) return new Map();
    const held = await heldBy(tx, userIds);
    const keys = Map.groupBy(await userKeysRepo(tx).usableOf(userIds, clock.wallMs()), ({ user_id }) => user_id);
    return new Map(
      userIds.map((id) => [
        id,
        { keys: new Set((keys.get(id) ?? []).map((key) => key.id)), held: JSON.stringify(held.get(id) ?? []) },
      ]),
    );
  };
