import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxConfigurationTable } from './door-controllers.tables.ts';

/** Those since the box came to its facility: how another one's doors are wired is that one's business. */
const ownVersions = (tx: Tx, boxId: BoxId) =>
  tx
    .selectFrom('box_configuration')
    .where('box_id', '=', boxId)
    .where('made_at', '>=', (eb) => eb.selectFrom('box').where('id', '=', boxId).select('claimed_at'));

export const doorControllersRepo = (tx: Tx) => ({
  add: (row: Insertable<BoxConfigurationTable>): Promise<unknown> =>
    tx.insertInto('box_configuration').values(row).execute(),

  find: (boxId: BoxId, version: number) =>
    ownVersions(tx, boxId).where('version', '=', version).selectAll().executeTakeFirst(),

  /** The newest that a desired state of this number brought; the one of an older box, as far as that is known. */
  ofRevision: (boxId: BoxId, revision: number) =>
    tx
      .selectFrom('box_configuration')
      .where('box_id', '=', boxId)
      .where('revision', '<=', revision)
      .select(['version', 'revision', 'made_at'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The newest first, from the one before `before` on. Without their states. */
  list: (boxId: BoxId, { before, limit }: { readonly before?: number | undefined; readonly limit: number }) =>
    (before === undefined ? ownVersions(tx, boxId) : ownVersions(tx, boxId).where('version', '<', before))
      .select(['version', 'revision', 'made_at', 'made_by', 'restored_from', 'changes'])
      .orderBy('version', 'desc')
      .limit(limit)
      .execute(),
});
