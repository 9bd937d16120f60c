import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import { type KeptObject, type KeptRow, type KeptTable, keptObjectsRepo } from './kept-objects.repo.ts';
import { type ObjectStore, ObjectStoreError, type StoredObject } from './object-store.ts';

export interface KeptWhileUsedDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly objects: Pick<ObjectStore, 'put' | 'get' | 'remove'>;
  readonly log: { error(detail: unknown, message: string): void };
}
export interface KeptKind<T extends KeptTable> {
  readonly table: T;
  /** Where its objects lie. */
  readonly folder: string;
  /** What it is called in logs: `a picture`. */
  readonly name: string;
  /** Has `removeUnused` called with this id at that time. */
  readonly removeLater: (tx: Tx, id: string, dueAt: number) => Promise<unknown>;
  readonly notStored: () => Error;
  readonly notThere: () => Error;
}

const UNUSED_KEPT = Days(1);
/** Ids are `xyz_…`; their objects are called by the letters behind that. */
const PREFIX = 4;

/**
 * What people send, and something else shows: kept from when something uses it, gone a day after it was sent where nothing does. Nobody
 * uses what another owner uses. INVARIANT: its removal is asked for before its object is put, so that none outlives its day, whatever
 * dies in between.
 */
export const keptWhileUsed = <T extends KeptTable>(
  { db, clock, objects, log }: KeptWhileUsedDeps,
  { table, folder, name, removeLater, notStored, notThere }: KeptKind<T>,
) => {
  const repo = (tx: Tx) => keptObjectsRepo(tx, table);
  const objectOf = (id: string): string => `${folder}/${id.slice(PREFIX)}`;
  const userOf = (organisationId: OrgId | null): string => organisationId ?? 'platform';
  const failed = (error: unknown, id: string, what: string): void => {
    if (!(error instanceof ObjectStoreError)) throw error;
    log.error({ err: error, id }, `${name} could not be ${what}`);
  };
  const used = async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]): Promise<KeptRow<T>[]> =>
    ids.length === 0 ? [] : repo(tx).usedBy(userOf(organisationId), ids);

  return {
    /** Stores an object. Nobody finds it until it is `settled`. */
    keep: async (id: string, object: StoredObject, row: Omit<KeptRow<T>, keyof KeptObject>): Promise<void> => {
      const now = clock.wallMs();
      const common: KeptObject = { id, state: 'putting', used_by: null, sent_at: now };
      await db.write(async (tx) => {
        await repo(tx).insert({ ...row, ...common } as unknown as KeptRow<T>);
        await removeLater(tx, id, now + UNUSED_KEPT);
      });
      try {
        await objects.put(objectOf(id), object);
      } catch (error) {
        // It may have been stored all the same: its job removes it.
        failed(error, id, 'stored');
        throw notStored();
      }
    },

    /** From now on it may be used. */
    settle: (tx: Tx, id: string): Promise<KeptRow<T>> => repo(tx).setStored(id),

    /** Keeps these from now on. Resolves with those that the owner uses, in no order: the others it may not. */
    use: async (tx: Tx, organisationId: OrgId | null, ids: readonly string[]): Promise<KeptRow<T>[]> => {
      if (ids.length > 0) await repo(tx).use(ids, userOf(organisationId));
      return used(tx, organisationId, ids);
    },

    /** Those of these that an owner uses, in no order. */
    used,

    /** The bytes of one. */
    read: async (id: string): Promise<Uint8Array> => {
      const bytes = await objects.get(objectOf(id)).catch((error: unknown) => failed(error, id, 'read'));
      if (bytes === undefined) throw notThere();
      return bytes;
    },

    /** Removes one that nothing uses, for good. */
    removeUnused: async (id: string): Promise<void> => {
      if (!(await db.write((tx) => repo(tx).giveUp(id)))) return;
      await objects.remove(objectOf(id));
      await db.write((tx) => repo(tx).remove(id));
    },
  };
};
