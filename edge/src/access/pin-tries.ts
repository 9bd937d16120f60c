import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { BoxStore } from '../store/box-store.ts';

/** Decision 20: lock-out slows PINs, never cards. */
const PERSON_MAX = 5;
/** Of everybody at a door: many more, for honest people mistype too, and few enough to make guessing hopeless. */
const DOOR_MAX = 20;
const WITHIN_MS = Minutes(15);

export interface PinTries {
  /**
   * Counts a try as wrong before it is looked at, so that tries side by side win nothing. False: too many were, or this one
   * cannot be written down. `who`: a person's number, or `strangerOf` a number that nobody has; null for what is no number at all.
   */
  begin(who: number | null, doorId: string): boolean;
  /** It was right: what was counted of the person is forgotten, unless the disk refuses, which harms them for fifteen minutes. */
  right(person: number): void;
}

/** Stands for a number that nobody has, by its keyed hash: below the numbers of all persons. */
export const strangerOf = (hash: string): number => -1 - Buffer.from(hash, 'base64url').readUIntBE(0, 6);

interface Row {
  readonly id: number;
  readonly person: number | null;
  readonly door_id: string;
  readonly boot_id: string;
  readonly mono_ms: number;
}

/**
 * Wrong PINs of the last fifteen minutes, by person and by door. They are on the disk, and count on the monotonic clock while the
 * box runs: neither a restart nor a step of the clock wins anything.
 */
export const createPinTries = ({
  box: { db, write },
  bootId,
  clock,
}: {
  box: Pick<BoxStore, 'db' | 'write'>;
  bootId: string;
  clock: Clock;
}): PinTries => {
  const insert = db.prepare('INSERT INTO pin_try (person, door_id, boot_id, mono_ms) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM pin_try WHERE id = ?');
  const forgive = db.prepare('DELETE FROM pin_try WHERE person = ?');
  const all = db.prepare<[], Row>('SELECT * FROM pin_try');

  const counting = (): Row[] => {
    const rows = all.all();
    const isOver = ({ boot_id, mono_ms }: Row) => clock.monoMs() - (boot_id === bootId ? mono_ms : 0) >= WITHIN_MS;
    for (const row of rows) if (isOver(row)) remove.run(row.id);
    return rows.filter((row) => !isOver(row));
  };
  const mayTry = (who: number | null, doorId: string): boolean => {
    const rows = counting();
    const ofThem = who === null ? 0 : rows.filter((row) => row.person === who).length;
    const atDoor = rows.filter((row) => row.door_id === doorId).length;
    return ofThem < PERSON_MAX && atDoor < DOOR_MAX;
  };
  return {
    begin: (who, doorId) => {
      let may = false;
      const stored = write(() => {
        may = mayTry(who, doorId);
        if (may) insert.run(who, doorId, bootId, clock.monoMs());
      });
      return may && stored === 'stored';
    },
    right: (person) => void write(() => void forgive.run(person)),
  };
};
