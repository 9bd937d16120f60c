import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { TestEngine } from '../kit/db/engines.ts';
import type { Tables } from '../kit/db/tables.ts';
import { openBackedUp } from './backed-up.ts';
import { confirms, createWorld, scriptedLink } from './world.ts';

type Row = Record<string, unknown>;

/** A world whose database can be taken back to how it was, as by an operator with a backup. */
export const createRestorable = async (engine: Pick<TestEngine, 'freshUrl' | 'copyOf'>) => {
  const clock = new ManualClock();
  const { db, backup, restore } = await openBackedUp(engine);
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const member = (memberId: string) => {
    const { partnerId, facilityId } = world;
    return { partnerId, facilityId, memberId };
  };
  return {
    ...{ clock, db, world, backup, restore, member },
    /** Of any table: what is read of it is the same text whichever it is. */
    rowsOf: (name: keyof Tables): Promise<Row[]> =>
      db.read((tx) =>
        tx
          .selectFrom(name as 'revocation')
          .selectAll()
          .execute(),
      ) as unknown as Promise<Row[]>,
    /** The partner sends a member. */
    put: (memberId: string) => world.members.put([{ ...member(memberId), firstName: 'Ada', lastName: 'Byron' }]),
  };
};
export type Restorable = Awaited<ReturnType<typeof createRestorable>>;
