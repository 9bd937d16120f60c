import type { Database, Tx } from '../../db/unit-of-work.ts';
import { type AuditEntry, auditIdOf } from '../../http/audit.ts';
import { type Along, auditRepo, type EntryFilter, type Position } from './audit.repo.ts';
import { auditNamesRepo } from './audit-names.repo.ts';
import { type NamedEntry, named } from './audit-names.ts';
import type { Visible } from './audit-reach.ts';
import type { Period } from './audit-windows.ts';

export interface Search extends Period {
  readonly visible: Visible;
  readonly filter: EntryFilter;
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

/** Entries that one page looks at, at most, however rare what is searched for: on SQLite nothing else runs meanwhile. */
const LOOK_AT = 10_000;

/** Finds entries, newest first. A page may have fewer than `limit` of them, or none, and still not be the last one. */
export const search = (db: Pick<Database, 'read'>, wanted: Search): Promise<Found> =>
  db.read(async (tx) => {
    const ways = await waysOf(tx, wanted);
    const seen = [];
    for (const along of ways) seen.push(await look(tx, wanted, along));
    const { entries, next } = merged(seen, wanted.limit);
    return { entries: await named(tx, entries), next };
  });

/** The indexes to go along. Each is followed by itself, so that every one of them is read in its own order. */
const waysOf = async (tx: Tx, { actor, email, requestId, filter }: Search): Promise<readonly (Along | undefined)[]> => {
  if (requestId !== undefined) return [{ column: 'id', value: auditIdOf(requestId) }];
  const ids = email === undefined ? [] : await auditNamesRepo(tx).usersByEmail(email.toLowerCase());
  const byEmail = ids.map((id) => `user:${id}`);
  const byActor = actor === undefined ? undefined : actor.startsWith('usr_') ? `user:${actor}` : actor;
  if (byActor !== undefined || email !== undefined) {
    const actors = byActor === undefined ? byEmail : email === undefined ? [byActor] : intersect(byEmail, byActor);
    return actors.flatMap((value): Along[] => [
      { column: 'actor', value },
      { column: 'acting_as', value },
    ]);
  }
  return [filter.remoteAddress === undefined ? undefined : { column: 'remote_address', value: filter.remoteAddress }];
};

const intersect = (actors: readonly string[], actor: string): readonly string[] =>
  actors.includes(actor) ? [actor] : [];

interface Seen {
  readonly entries: readonly AuditEntry[];
  /** The last one looked at; nothing if there are no more. */
  readonly through: Position | undefined;
}

const look = async (tx: Tx, wanted: Search, along: Along | undefined): Promise<Seen> => {
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
