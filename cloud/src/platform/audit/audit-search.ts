import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { type AuditEntry, auditIdOf } from '../../kit/http/audit.ts';
import { type Along, auditRepo, type EntryFilter, type Position } from './audit.repo.ts';
import { auditNamesRepo } from './audit-names.repo.ts';
import { type NamedEntry, named } from './audit-names.ts';
import type { Visible } from './audit-reach.ts';
import type { Period } from './audit-windows.ts';

/** Whom pseudonyms among the targets stand for, as far as that is known. */
export interface Pseudonyms {
  namesOf(tx: Tx, targets: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What entries have as their target that are about this one. */
  targetsOf(tx: Tx, target: string): Promise<readonly string[]>;
}

export interface Search extends Period {
  readonly visible: Visible;
  /** Whether whoever asks may read every entry, also where they search only some. */
  readonly readsAll: boolean;
  readonly filter: Omit<EntryFilter, 'targets'>;
  /** What it was done to. */
  readonly target?: string | undefined;
  /** A user's id, or a whole actor such as `box:…`: what they did themselves and what was done as them. */
  readonly actor?: string | undefined;
  /** The same by a user's e-mail, also of one who was deleted. */
  readonly email?: string | undefined;
  readonly requestId?: string | undefined;
  readonly before?: Position | undefined;
  readonly limit: number;
}

export interface Found {
  readonly entries: readonly NamedEntry[];
  /** Where to go on, if there may be more. */
  readonly next: Position | undefined;
}

type Asked = Search & { readonly filter: EntryFilter };

/** Entries that one page looks at, at most, however rare what is searched for: on SQLite nothing else runs meanwhile. */
const LOOK_AT = 10_000;

/** Finds entries, newest first. A page may have fewer than `limit` of them, or none, and still not be the last one. */
export const search = (db: Pick<Database, 'read'>, pseudonyms: Pseudonyms, wanted: Search): Promise<Found> =>
  db.read(async (tx) => {
    const actors = await actorsOf(tx, wanted);
    if (actors?.length === 0) return { entries: [], next: undefined };
    const targets = wanted.target === undefined ? undefined : await pseudonyms.targetsOf(tx, wanted.target);
    const asked = { ...wanted, filter: { ...wanted.filter, actors, targets } };
    const seen = [];
    for (const along of waysOf(asked)) seen.push(await look(tx, asked, along));
    const { entries, next } = merged(seen, wanted.limit);
    return { entries: await named(tx, pseudonyms, entries), next };
  });

/** Whom a search names, as entries have them; nothing if it names nobody. */
const actorsOf = async (tx: Tx, { actor, email }: Search): Promise<readonly string[] | undefined> => {
  const named = actor?.startsWith('usr_') ? `user:${actor}` : actor;
  if (email === undefined) return named === undefined ? undefined : [named];
  const actors = (await auditNamesRepo(tx).usersByEmail(email.toLowerCase())).map((id) => `user:${id}`);
  return named === undefined ? actors : actors.filter((known) => known === named);
};

/**
 * The indexes to go along. Each is followed by itself, so that every one of them is read in its own order. Where a page ends
 * tells how much was passed by and when: so whoever may not read everything is led along their own organisations' only.
 */
const waysOf = ({ requestId, readsAll, filter: { actors, remoteAddress } }: Asked): readonly (Along | undefined)[] => {
  if (requestId !== undefined) return [{ column: 'id', value: auditIdOf(requestId) }];
  if (!readsAll) return [undefined];
  if (actors !== undefined)
    return actors.flatMap((value): Along[] => [
      { column: 'actor', value },
      { column: 'acting_as', value },
    ]);
  return [remoteAddress === undefined ? undefined : { column: 'remote_address', value: remoteAddress }];
};

interface Seen {
  readonly entries: readonly AuditEntry[];
  /** The last one looked at; nothing if there are no more. */
  readonly through: Position | undefined;
}

const look = async (tx: Tx, wanted: Asked, along: Along | undefined): Promise<Seen> => {
  const { limit, before } = wanted;
  const asked = { ...wanted, along, before, limit: limit + 1, lookAt: LOOK_AT };
  const entries = await auditRepo(tx).look(asked);
  if (entries.length > limit) return { entries: entries.slice(0, limit), through: entries[limit - 1] };
  return { entries, through: await auditRepo(tx).lastLookedAt(asked) };
};

const newestFirst = (a: Position, b: Position): number => b.at - a.at || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** What was found along several ways, as far as all of them were followed. */
const merged = (
  seen: readonly Seen[],
  limit: number,
): { entries: readonly AuditEntry[]; next: Position | undefined } => {
  const [through] = seen.flatMap(({ through }) => (through === undefined ? [] : [through])).sort(newestFirst);
  const all = new Map(seen.flatMap(({ entries }) => entries.map((entry) => [entry.id, entry] as const)));
  const sorted = [...all.values()].sort(newestFirst);
  const followed = through === undefined ? sorted : sorted.filter((entry) => newestFirst(entry, through) <= 0);
  const entries = followed.slice(0, limit);
  const next = followed.length > limit ? entries.at(-1) : through;
  return { entries, next: next && { at: next.at, id: next.id } };
};
