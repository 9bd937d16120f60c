import type { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** The newest fact of these kinds about a door. Of a box that has the door no more, only what had come before another one was given it. */
export const newestOf = (
  tx: Tx,
  { doorId, boxId }: { readonly doorId: DoorId; readonly boxId?: BoxId | undefined },
  kinds: readonly string[],
) =>
  tx
    .selectFrom('box_fact')
    .where('door_id', '=', doorId)
    .where('kind', 'in', [...kinds])
    .$if(boxId !== undefined, (of) => of.where('box_id', '=', boxId ?? uncheckedId<BoxId>('')))
    .$if(boxId === undefined, (of) =>
      of.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('door')
              .innerJoin('door_driver as driver', (on) =>
                on.onRef('driver.door_id', '=', 'door.id').onRef('driver.box_id', '=', 'door.box_id'),
              )
              .where('door.id', '=', doorId)
              .whereRef('door.box_id', '<>', 'box_fact.box_id')
              .whereRef('driver.since_at', '<=', 'box_fact.received_at')
              .select('door.id'),
          ),
        ),
      ),
    )
    .select('body')
    .orderBy('received_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
