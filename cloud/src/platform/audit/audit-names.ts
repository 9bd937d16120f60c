import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
import { knownActors } from '../users/actor-surface.ts';
import { auditNamesRepo } from './audit-names.repo.ts';
import type { Pseudonyms } from './audit-search.ts';

/** Who did something, as the audit can still say. */
export interface Who {
  readonly kind: 'user' | 'partner' | 'box' | 'other';
  readonly id: string;
  /** Of a partner: which of its keys. */
  readonly keyId?: string;
  readonly email?: string;
  readonly name?: string;
  readonly deleted?: true;
}
export interface Place {
  readonly id: string;
  readonly name?: string;
}

/** An entry as people read it. */
export interface NamedEntry {
  readonly entry: AuditEntry;
  readonly who: Who;
  readonly actingAs: Who | null;
  readonly organisation: Place | null;
  readonly facility: Place | null;
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** Finds out whom these actors stand for. Resolves with a function that knows. */
export const whoIs = async (tx: Tx, actors: readonly string[]): Promise<(actor: string) => Who> => {
  const known = await knownActors(tx, actors);
  return (actor) => {
    const { kind, name, ...who } = known(actor);
    if (kind === 'system' || kind === 'device') return { kind: 'other', id: actor };
    return { kind, ...who, ...(name !== null && { name }) };
  };
};

/** Says with each entry who and where it was. */
export const named = async (
  tx: Tx,
  { namesOf: standsFor }: Pick<Pseudonyms, 'namesOf'>,
  entries: readonly AuditEntry[],
): Promise<NamedEntry[]> => {
  const who = await whoIs(
    tx,
    entries.flatMap(({ actor, acting_as }) => (acting_as === null ? [actor] : [actor, acting_as])),
  );
  const repo = auditNamesRepo(tx);
  const namesOf = (found: readonly { id: string; name: string }[]) => new Map(found.map(({ id, name }) => [id, name]));
  const organisations = namesOf(await repo.organisations(distinct(entries.map(({ realm }) => realm))));
  const facilities = namesOf(await repo.facilities(distinct(entries.map(({ site }) => site))));
  const placeOf = (id: string | null, names: ReadonlyMap<string, string>): Place | null => {
    const name = id === null ? undefined : names.get(id);
    return id === null ? null : { id, ...(name !== undefined && { name }) };
  };
  const targets = await standsFor(tx, distinct(entries.map(({ target }) => target)));
  const aimed = (entry: AuditEntry): AuditEntry => ({
    ...entry,
    target: entry.target && (targets.get(entry.target) ?? entry.target),
  });
  return entries.map((entry) => ({
    entry: aimed(entry),
    who: who(entry.actor),
    actingAs: entry.acting_as === null ? null : who(entry.acting_as),
    organisation: placeOf(entry.realm, organisations),
    facility: placeOf(entry.site, facilities),
  }));
};
