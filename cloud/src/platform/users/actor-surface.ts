import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { actorsRepo } from './actors.repo.ts';

const KINDS = ['user', 'partner', 'device', 'box', 'system'] as const;

/** The user of all examples. */
export const BY_SAM = { kind: 'user', id: 'usr_0123456789abcdef', name: 'Sam Example' } as const;
/** Who did something, wherever an answer of this API says so. */
export const By = z
  .object({
    kind: z.enum(KINDS).describe('`system`: by order at the machine, or by the product itself.'),
    id: z.string().describe('Of the user, the partner, the device or the box; of `system` what is on record.'),
    name: z.string().nullable().describe('What they are called now. Null: not known, or not any more.'),
  })
  .meta({ id: 'By', examples: [BY_SAM] });
export type By = z.output<typeof By>;

/** An actor as it is stored, in its parts, with what is known of it. */
export interface KnownActor {
  readonly kind: By['kind'];
  readonly id: string;
  /** Of a partner: which of its keys. */
  readonly keyId?: string;
  readonly name: string | null;
  /** Of a user. */
  readonly email?: string;
  readonly deleted?: true;
}

/** `user:usr_…` or the id alone, `partner:ptr_…/<key>`, `box:<uuid>`, `device:<uuid>`; whatever else is `system`. */
const partsOf = (actor: string): Omit<KnownActor, 'name'> => {
  if (actor.startsWith('usr_')) return { kind: 'user', id: actor };
  const [, kind, id = '', keyId] = /^(user|partner|box|device):([^/]+)(?:\/(.+))?$/.exec(actor) ?? [];
  if (kind === undefined) return { kind: 'system', id: actor };
  return { kind: kind as KnownActor['kind'], id, ...(keyId !== undefined && { keyId }) };
};

/** Finds out whom these actors stand for, by one query a kind. Resolves with a function that knows. */
export const knownActors = async (tx: Tx, actors: readonly string[]): Promise<(actor: string) => KnownActor> => {
  const parts = [...new Set(actors)].map(partsOf);
  const idsOf = (wanted: By['kind']) => [...new Set(parts.flatMap(({ kind, id }) => (kind === wanted ? [id] : [])))];
  const repo = actorsRepo(tx);
  const users = new Map((await repo.users(idsOf('user'))).map((user) => [user.id, user]));
  const partnerIds = idsOf('partner').map((id) => uncheckedId<PartnerId>(id));
  const partners = new Map<string, string>((await repo.partners(partnerIds)).map(({ id, name }) => [id, name]));
  return (actor) => {
    const part = partsOf(actor);
    const user = part.kind === 'user' ? users.get(part.id) : undefined;
    if (user === undefined) return { ...part, name: (part.kind === 'partner' && partners.get(part.id)) || null };
    return {
      ...part,
      name: `${user.first_name} ${user.last_name}`.trim(),
      // A deleted user's address stands behind their id, so that somebody else may have it.
      email: user.email.replace(`${user.id} `, ''),
      ...(user.deleted_at !== null && { deleted: true }),
    };
  };
};

/** Rows in which these fields say who did something, where they had an actor as it is stored. */
export type Named<Row, Field extends keyof Row> = Omit<Row, Field> & {
  readonly [F in Field]: null extends Row[F] ? By | null : By;
};

/** Says in rows who did something: all of a list are looked up together. Null stays null. */
export const namedBy = async <Field extends string, Row extends { readonly [F in Field]: string | null }>(
  tx: Tx,
  rows: readonly Row[],
  ...fields: readonly Field[]
): Promise<Named<Row, Field>[]> => {
  const known = await knownActors(
    tx,
    rows.flatMap((row) => fields.flatMap((field) => row[field] ?? [])),
  );
  const byOf = (actor: string | null): By | null => {
    if (actor === null) return null;
    const { kind, id, name } = known(actor);
    return { kind, id, name };
  };
  return rows.map(
    (row) => ({ ...row, ...Object.fromEntries(fields.map((field) => [field, byOf(row[field])])) }) as Named<Row, Field>,
  );
};

/** The same of one row. */
export const oneNamedBy = async <Field extends string, Row extends { readonly [F in Field]: string | null }>(
  tx: Tx,
  row: Row,
  ...fields: readonly Field[]
): Promise<Named<Row, Field>> => {
  const [named] = await namedBy(tx, [row], ...fields);
  return named as Named<Row, Field>;
};
