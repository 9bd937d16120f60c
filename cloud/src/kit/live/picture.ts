import { hash } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import { afterUrgent } from '../yield-to-event-loop.ts';
import { changeFeed, pictureRepo } from './picture.repo.ts';
import type { LiveBeginning, LivePage, LiveSource } from './source.ts';
import type { Now } from './topic.ts';

/** What became of an entry: as it is now, or null where it is no more. */
export interface EntryChange {
  readonly id: string;
  readonly entry: object | null;
}

interface PictureDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}
interface PictureOf {
  /** `facility:fac_…`. */
  readonly name: string;
  readonly entryId: string;
  readonly now: (tx: Tx) => Promise<Now>;
}

/** Of each entry a hash of its text: enough to see that it has changed. */
type Prints = Readonly<Record<string, string>>;

/**
 * A picture that is compared with what it was. INVARIANT: whoever finds a difference stores it under the row lock of the picture,
 * as its next step, whichever process that is: all that watch it, and come back to it, see the same steps under the same numbers.
 */
export const pictureSource = (deps: PictureDeps, { name, entryId, now }: PictureOf): LiveSource => {
  const { db, clock } = deps;
  const idOf = (entry: object): string => {
    const id = (entry as Record<string, unknown>)[entryId];
    if (typeof id !== 'string') throw new Bug(`an entry of ${name} has no ${entryId}`);
    return id;
  };
  const printsOf = (entries: readonly object[]): Prints =>
    Object.fromEntries(entries.map((entry) => [idOf(entry), hash('sha256', JSON.stringify(entry)).slice(0, 16)]));

  /** What differs from what was seen last, and the marks to see the next by. */
  const differences = (entries: readonly object[], before: Prints): { changes: EntryChange[]; prints: Prints } => {
    const prints = printsOf(entries);
    const changed = entries.filter((entry) => prints[idOf(entry)] !== before[idOf(entry)]);
    const gone = Object.keys(before).filter((id) => !(id in prints));
    const changes = [
      ...changed.map((entry) => ({ id: idOf(entry), entry })),
      ...gone.map((id) => ({ id, entry: null })),
    ];
    return { changes, prints };
  };

  const begin = async (): Promise<LiveBeginning> => {
    const seen = await db.read(async (tx) => {
      const picture = await now(tx);
      const head = await pictureRepo(tx).find(name);
      return { picture, head, ...differences(picture.entries, parsed(head?.prints ?? '{}')) };
    });
    if (seen.head !== undefined && seen.changes.length === 0) return { ...seen.picture, seq: seen.head.last_seq };
    await afterUrgent();
    return db.write(async (tx) => {
      const at = clock.wallMs();
      const { made, prints, last } = await pictureRepo(tx).lock(name, at);
      // Where nobody has stored a step meanwhile, what was read is the next: the unit, for which an unlock may wait, is short.
      const isNext = !made && last === seen.head?.last_seq && prints === seen.head.prints;
      const picture = isNext ? seen.picture : await now(tx);
      const next = isNext ? seen : differences(picture.entries, parsed(prints));
      if (made || next.changes.length > 0) await pictureRepo(tx).setPrints(name, JSON.stringify(next.prints), at);
      // There was nobody yet who could miss what the first look finds.
      const isStep = !made && next.changes.length > 0;
      if (isStep) await pictureRepo(tx).insertChange({ name, at, changes: JSON.stringify(next.changes) });
      const seq = await changeFeed.numberWaiting(tx, name);
      if (!isStep || seq !== last + 1) return { ...picture, seq };
      return { ...picture, seq, step: { after: last, message: { seq, changes: next.changes } } };
    });
  };

  const page = async (after: number, limit: number): Promise<LivePage> => {
    const last = await db.read(async (tx) => (await pictureRepo(tx).find(name))?.last_seq ?? -1);
    // A number that was never given is of a picture that has been forgotten since.
    if (after > last) return { messages: [], next: after, more: false, complete: false };
    const rowsAfter = (tx: Tx, from: number, most: number) => pictureRepo(tx).changesAfter(name, from, most);
    const { rows, next, more, complete } = await changeFeed.page(db, name, { rowsAfter, after, limit });
    const messages = rows.map(({ seq, changes }) => ({
      seq: Number(seq),
      changes: JSON.parse(changes) as readonly EntryChange[],
    }));
    return { messages, next, more, complete };
  };

  return { looks: true, begin, page };
};

const parsed = (text: string): Prints => JSON.parse(text) as Prints;
