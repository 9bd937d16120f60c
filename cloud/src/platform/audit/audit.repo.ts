import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Tables } from '../../kit/db/tables.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AuditEntry } from '../../kit/http/audit.ts';
import type { OrganisationTable } from '../organisations/organisations.tables.ts';
import type { Visible } from './audit-reach.ts';
import type { Period } from './audit-windows.ts';

/** A place in the order of the entries: by time, and by id within one millisecond. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

/** What the entries are looked through by: one value of a column that has an index in the order of time. */
export interface Along {
  readonly column: 'id' | 'actor' | 'acting_as' | 'remote_address';
  readonly value: string;
}

/** What an entry must be like. Whatever is left out is not asked about. */
export interface EntryFilter {
  readonly event?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly outcome?: string | undefined;
  /** Both inclusive. */
  readonly status?: { readonly from: number; readonly to: number } | undefined;
  readonly targets?: readonly string[] | undefined;
  readonly facilityId?: string | undefined;
  readonly remoteAddress?: string | undefined;
  /** Who did it, or was acted as. */
  readonly actors?: readonly string[] | undefined;
  /** In event, endpoint, outcome, target or request id, in whatever case. */
  readonly text?: string | undefined;
}

export interface Look extends Period {
  readonly visible: Visible;
  readonly along: Along | undefined;
  readonly filter: EntryFilter;
  /** Only what is older. */
  readonly before: Position | undefined;
  readonly limit: number;
  /** How many entries are looked at, whether they fit or not. */
  readonly lookAt: number;
}

type Entries = ExpressionBuilder<Tables, 'audit_entry'>;

/** The condition that an entry is among what somebody may read. */
export const isVisible = (eb: Entries, visible: Exclude<Visible, 'everything'>) => {
  const whole = visible.filter(({ facilities }) => facilities === undefined).map(({ id }) => id);
  const parts = visible.flatMap(({ id, facilities }) => (facilities === undefined ? [] : [{ id, facilities }]));
  if (visible.length === 0) return sql<boolean>`1 = 0`;
  return eb.or([
    ...(whole.length === 0 ? [] : [eb('realm', 'in', whole)]),
    ...parts.map(({ id, facilities }) => eb.and([eb('realm', '=', id), eb('site', 'in', facilities)])),
  ]);
};

/** Of these organisations, by their ids. */
export const idsOf = (visible: Exclude<Visible, 'everything'>): readonly string[] => visible.map(({ id }) => id);

/** Nothing in here but what the index has: the limit is then one of work done, too. */
const lookedAt = (tx: Tx, { along, visible, before, lookAt, from, to }: Omit<Look, 'filter' | 'limit'>) =>
  tx
    .selectFrom('audit_entry')
    .$call((query) => {
      if (along !== undefined) return query.where(along.column, '=', along.value);
      return visible === 'everything' ? query : query.where('realm', 'in', idsOf(visible));
    })
    .where('at', '>=', from)
    .$call((query) =>
      before === undefined
        ? query.where('at', '<', to)
        : query.where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(lookAt);

const EXACTLY = { event: 'event', endpoint: 'endpoint', outcome: 'outcome' } as const;

const fitting = (eb: Entries, filter: EntryFilter, visible: Visible) => {
  const { status, targets, facilityId, remoteAddress, actors, text } = filter;
  const equal = Object.values(EXACTLY).flatMap((name) => {
    const wanted = filter[name];
    return wanted === undefined ? [] : [eb(name, '=', wanted)];
  });
  return eb.and([
    ...equal,
    ...(visible === 'everything' ? [] : [isVisible(eb, visible)]),
    ...(status === undefined ? [] : [eb('status', '>=', status.from), eb('status', '<=', status.to)]),
    ...(targets === undefined ? [] : [eb('target', 'in', targets)]),
    ...(facilityId === undefined ? [] : [eb('site', '=', facilityId)]),
    ...(remoteAddress === undefined ? [] : [eb('remote_address', '=', remoteAddress)]),
    ...(actors === undefined ? [] : [eb.or([eb('actor', 'in', actors), eb('acting_as', 'in', actors)])]),
    ...(text === undefined ? [] : [eb.or(TEXTS.map((name) => contains(name, text)))]),
  ]);
};

const TEXTS = ['event', 'endpoint', 'outcome', 'target', 'request_id'] as const;
const contains = (column: (typeof TEXTS)[number], text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Reading the audit's entries. They are written, and given up, by the endpoint kit, whose table it is. */
export const auditRepo = (tx: Tx) => ({
  /** Those that fit among the newest that are looked at. The limit inside keeps either engine from looking at more. */
  look: (look: Look): Promise<AuditEntry[]> =>
    tx
      .selectFrom(lookedAt(tx, look).selectAll().as('audit_entry'))
      .where((eb) => fitting(eb as unknown as Entries, look.filter, look.visible))
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(look.limit)
      .execute(),

  /** The last of those that are looked at; nothing if there are no more of them than that. */
  lastLookedAt: (look: Look): Promise<Position | undefined> =>
    lookedAt(tx, { ...look, lookAt: 1 })
      .select(['at', 'id'])
      .offset(look.lookAt - 1)
      .executeTakeFirst(),

  /** What was answered with 5xx, the most first; counted are the newest `most`. */
  countFaults: ({ from, to }: Period, most: number) =>
    tx
      .selectFrom((eb) =>
        eb
          .selectFrom('audit_entry')
          // As the index has it.
          .where(sql<boolean>`status >= 500`)
          .where('at', '>=', from)
          .where('at', '<', to)
          .select(['endpoint', 'outcome'])
          .orderBy('at', 'desc')
          .limit(most)
          .as('fault'),
      )
      .select(['endpoint', 'outcome', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy(['endpoint', 'outcome'])
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('endpoint')
      .orderBy('outcome')
      .execute(),

  /** In the order of time, for whoever looks at all of them. */
  page: ({ from, to }: Period, after: Position | undefined, limit: number): Promise<AuditEntry[]> =>
    tx
      .selectFrom('audit_entry')
      .where('at', '<', to)
      .$call((query) =>
        after === undefined
          ? query.where('at', '>=', from)
          : query.where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`),
      )
      .selectAll()
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute(),

  oldest: async (): Promise<number | undefined> =>
    (await tx.selectFrom('audit_entry').select('at').orderBy('at').limit(1).executeTakeFirst())?.at,

  /** `most` at most. */
  countBefore: async (at: number, most: number): Promise<number> => {
    const some = tx.selectFrom('audit_entry').where('at', '<', at).select('id').limit(most).as('some');
    const { count } = await tx
      .selectFrom(some)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Those of `ids`, or all: by name, and after one of them where that is given. */
  organisations: (
    ids: readonly OrgId[] | undefined,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<Selectable<OrganisationTable>[]> => {
    const among = tx.selectFrom('organisation').$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []));
    const last = among.where('id', '=', uncheckedId<OrgId>(after ?? '')).select(['name', 'id']);
    return among
      .selectAll()
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(name, id) > (${last})`))
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute();
  },
});
