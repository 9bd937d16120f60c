import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type ObjectStore, ObjectStoreError } from '../../kit/objects/object-store.ts';
import { extensionOf, type Picture } from './member-picture.ts';
import { picturesRepo } from './pictures.repo.ts';

export interface PicturesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: { error(detail: unknown, message: string): void };
}

/** A request that runs for longer has died. */
const ABANDONED_AFTER = Hours(1);
const PUT_AT_ONCE = 8;
/** Keys a statement: a batch may have more pictures than either engine takes parameters. */
const SETTLED_AT_ONCE = 500;

/**
 * Pictures in the object store, and the ledger of them. INVARIANTS: a key is written down before its object is put; a
 * row names an object only once it is put; an object is removed only after the commit that let go of it, and its line
 * only after that. So a crash anywhere leaves no row without its object, and no object that the ledger does not know.
 */
export const createPictures = ({ db, objects, clock, random, log }: PicturesDeps) => {
  const newKey = ({ hash, type }: Picture): string =>
    `members/${randomId('pic', random).slice(4)}/${hash}.${extensionOf(type)}`;

  /** Removes every object that no row names any more. What fails is tried again by the next sweep. */
  const removeDoomed = async (): Promise<void> => {
    for (;;) {
      const keys = await db.read((tx) => picturesRepo(tx).doomed());
      if (keys.length === 0) return;
      for (const key of keys) await objects.remove(key);
      await db.write((tx) => picturesRepo(tx).forget(keys));
    }
  };

  const putOne = async (key: string, picture: Picture): Promise<string | undefined> => {
    try {
      await objects.put(key, picture);
      return key;
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      log.error({ err: error, key }, 'a picture could not be stored');
      return undefined;
    }
  };

  return {
    /**
     * Puts each picture under a key of its own. Resolves with the keys, in order; `undefined` where the store failed, and
     * for all after that: who waits for a store that is down waits for nothing.
     */
    put: async (pictures: readonly Picture[]): Promise<(string | undefined)[]> => {
      const keys = pictures.map(newKey);
      if (keys.length > 0) await db.write((tx) => picturesRepo(tx).expect(keys, clock.wallMs()));
      const put: (string | undefined)[] = [];
      for (let at = 0; at < keys.length && !put.includes(undefined); at += PUT_AT_ONCE)
        put.push(
          ...(await Promise.all(
            pictures.slice(at, at + PUT_AT_ONCE).map((picture, i) => putOne(keys[at + i] as string, picture)),
          )),
        );
      return keys.map((_key, i) => put[i]);
    },

    get: (key: string) => objects.get(key),

    /** Ends a request that has put these: removes those that no row has come to name, and those that they replaced. */
    settle: async (keys: readonly string[]): Promise<void> => {
      try {
        for (let at = 0; at < keys.length; at += SETTLED_AT_ONCE)
          await db.write((tx) => picturesRepo(tx).doomUnused(keys.slice(at, at + SETTLED_AT_ONCE), clock.wallMs()));
        await removeDoomed();
      } catch (error) {
        log.error({ err: error }, 'pictures were not removed; the next sweep does it');
      }
    },

    /** Removes what requests left behind that died. */
    sweep: async (): Promise<void> => {
      const now = clock.wallMs();
      await db.write((tx) => picturesRepo(tx).doomAbandoned(now - ABANDONED_AFTER, now));
      await removeDoomed();
    },
  };
};
export type Pictures = ReturnType<typeof createPictures>;
