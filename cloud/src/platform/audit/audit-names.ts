import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
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

/** `user:usr_…`, `partner:ptr_…/<key>`, `box:<uuid>`, or an address. */
const partsOf = (actor: string): Pick<Who, 'kind' | 'id' | 'keyId'> => {
  const [, kind, id = '', keyId] = /^(user|partner|box):([^/]+)(?:\/(.+))?$/.exec(actor) ?? [];
  if (kind === undefined) return { kind: 'other', id: actor };
  return { kind: kind as Who['kind'], id, ...(keyId !== undefined && { keyId }) };
};

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** Finds out whom these actors stand for. Resolves with a function that knows. */
export const whoIs = async (tx: Tx, actors: readonly string[]): Promise<(actor: string) => Who> => {
  const parts = distinct(actors).map(partsOf);
  const idsOf = (kind: Who['kind']) => parts.flatMap((part) => (part.kind === kind ? [part.id] : []));
  const repo = auditNamesRepo(tx);
  const users = new Map((await repo.users(distinct(idsOf('user')))).map((user) => [user.id, user]));
  const partners = new Map<string, string>(
    (await repo.partners(distinct(idsOf('partner')))).map(({ id, name }) => [id, name]),
  );
  return (actor) => {
    const part = partsOf(actor);
    const user = part.kind === 'user' ? users.get(part.id) : undefined;
    if (user !== undefined)
      return {
        ...part,
        email: user.email.replace(`${user.id} `, ''),
        name: `${user.first_name} ${user.last_name}`.trim(),
        ...(user.deleted_at !== null && { deleted: true }),
      };
    const name = part.kind === 'partner' ? partners.get(part.id) : undefined;
    return { ...part, ...(name !== undefined && { name }) };
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
