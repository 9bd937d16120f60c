import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Position } from '../../kit/http/position.ts';
import type { Environment } from '../../kit/modules/module.ts';
import {
  type Changing,
  newStamps,
  type OwnedRecord,
  type OwnedSight,
  ownedRecords,
  seenBy,
  stampsOf,
} from '../../kit/records/records.repo.ts';

const FAQS_MAX = 500;

export const faqsFaults = defineFaults({
  faq_unknown: callersFault(
    404,
    'No such FAQ',
    'There is no FAQ with this id that you may see. It may have been deleted.',
  ),
  too_many_faqs: callersFault(
    409,
    'The owner has as many FAQs as it may',
    'An organisation, and the platform, keep 500 FAQs at most. Delete some that nobody needs any more.',
  ),
});
const fault = faultsOf(faqsFaults);

/** A question that is asked often, and its answer. */
interface FaqTable extends OwnedRecord {
  category: string;
  locale: string;
  question: string;
  /** Markdown. */
  answer_md: string;
  audience: FaqFields['audience'];
  /** JSON: the pages and error codes that it is about. */
  about: string;
  position: number;
  state: FaqFields['state'];
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    faq: FaqTable;
  }
}

export interface FaqFields {
  readonly category: string;
  readonly locale: string;
  readonly question: string;
  readonly answer: string;
  readonly audience: 'staff' | 'partner' | 'public';
  readonly about: readonly string[];
  readonly position: number;
  readonly state: 'draft' | 'published';
}
type Partly<Fields> = { readonly [F in keyof Fields]?: Fields[F] | undefined };
export interface FaqFilter extends Partly<Pick<FaqFields, 'category' | 'locale' | 'audience' | 'state'>> {
  readonly organisationId?: OrgId | undefined;
}
export type Faq = Selectable<FaqTable>;
export type Faqs = ReturnType<typeof createFaqs>;

export const createFaqs = ({ clock, random }: Pick<Environment, 'clock' | 'random'>) => ({
  /** Those that somebody may see, by their positions; with an organisation, its own and the platform's. */
  list: async (
    tx: Tx,
    sight: OwnedSight,
    {
      organisationId,
      after,
      limit,
      ...fields
    }: FaqFilter & { readonly after?: Position | undefined; readonly limit: number },
  ) => {
    let query = tx.selectFrom('faq').where(seenBy(sight)).selectAll();
    for (const name of ['category', 'locale', 'audience', 'state'] as const) {
      const value = fields[name];
      if (value !== undefined) query = query.where(name, '=', value);
    }
    if (organisationId !== undefined)
      query = query.where(({ eb, or }) => or([eb('org_id', 'is', null), eb('org_id', '=', organisationId)]));
    if (after !== undefined)
      query = query.where(({ eb, or, and }) =>
        or([eb('position', '>', after.at), and([eb('position', '=', after.at), eb('id', '>', after.id)])]),
      );
    return query.orderBy('position').orderBy('id').limit(limit).execute();
  },

  /** What anybody may read of an organisation's, by their positions. */
  publicOf: (
    tx: Tx,
    orgId: OrgId,
    {
      locale,
      category,
      most,
    }: { readonly locale: string; readonly category?: string | undefined; readonly most: number },
  ): Promise<Faq[]> => {
    let query = tx
      .selectFrom('faq')
      .where('org_id', '=', orgId)
      .where('state', '=', 'published')
      .where('audience', '=', 'public')
      .where('locale', '=', locale)
      .selectAll();
    if (category !== undefined) query = query.where('category', '=', category);
    return query.orderBy('position').orderBy('id').limit(most).execute();
  },

  read: async (tx: Tx, sight: OwnedSight, id: string): Promise<Faq> => {
    const found = await ownedRecords(tx, 'faq').read(sight, id);
    if (found === undefined) throw faqUnknown();
    return found;
  },

  find: (tx: Tx, id: string) => ownedRecords(tx, 'faq').find(id),

  add: async (tx: Tx, organisationId: OrgId | null, fields: FaqFields & { readonly by: string }): Promise<Faq> => {
    if ((await ownedRecords(tx, 'faq').countOf(organisationId)) >= FAQS_MAX)
      throw fault('too_many_faqs', `There are ${FAQS_MAX} FAQs already.`);
    const { by, answer, about, ...rest } = fields;
    const now = clock.wallMs();
    const columns = { ...rest, answer_md: answer, about: JSON.stringify(about) };
    const row = { id: randomId('faq', random, now), org_id: organisationId, ...columns, ...newStamps({ by, now }) };
    return ownedRecords(tx, 'faq').add(row);
  },

  /** Changes what is given. Throws `changed` where another revision than the expected is there. */
  update: (tx: Tx, before: Faq, { by, expectedRevision, answer, about, ...fields }: Partly<FaqFields> & Changing) => {
    const to = given({ ...fields, answer_md: answer, about: about && JSON.stringify(about) });
    return ownedRecords(tx, 'faq').change(before, to, { by, now: clock.wallMs(), expectedRevision });
  },

  remove: (tx: Tx, id: string) => ownedRecords(tx, 'faq').remove(id),
});

export const faqUnknown = () => fault('faq_unknown', 'There is no such FAQ.');
const given = <Fields extends object>(fields: Fields): { [F in keyof Fields]: Exclude<Fields[F], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

export const viewOf = (row: Faq) => ({
  faqId: row.id,
  organisationId: row.org_id,
  category: row.category,
  locale: row.locale,
  question: row.question,
  answer: row.answer_md,
  audience: row.audience,
  about: JSON.parse(row.about) as string[],
  position: Number(row.position),
  state: row.state,
  ...stampsOf(row),
});
