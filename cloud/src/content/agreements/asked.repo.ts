import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tables } from '../../kit/db/tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import type { Kind } from './agreements.tables.ts';
import type { LocalDays } from './local-days.ts';

/** Today where a facility is. */
const today = (eb: ExpressionBuilder<Tables, 'facility'>, { usual, others }: LocalDays): Expression<string> => {
  const [first, ...more] = others;
  if (first === undefined) return eb.val(usual);
  const begun = eb.case().when('facility.timezone', 'in', first.zones).then(first.day);
  return more
    .reduce((cases, { day, zones }) => cases.when('facility.timezone', 'in', zones).then(day), begun)
    .else(usual)
    .end();
};

/** Whether a facility is one that an agreement is for, by the organisation that it belongs to now. */
const isFor = (eb: ExpressionBuilder<Tables, 'agreement' | 'facility'>): Expression<SqlBool> =>
  eb.and([
    eb.or([eb('agreement.org_id', 'is', null), eb('agreement.org_id', '=', eb.ref('facility.org_id'))]),
    eb.or([
      eb('agreement.audience', '=', 'all'),
      eb.exists(
        eb
          .selectFrom('agreement_audience as chosen')
          .whereRef('chosen.agreement_id', '=', 'agreement.id')
          .where((of) =>
            of.or([
              of.and([of('chosen.scope', '=', 'organisation'), of('chosen.scope_id', '=', of.ref('facility.org_id'))]),
              of.and([of('chosen.scope', '=', 'facility'), of('chosen.scope_id', '=', of.ref('facility.id'))]),
            ]),
          )
          .select('chosen.scope'),
      ),
    ]),
  ]);

/**
 * Each published agreement with each club that it is for: what differs there today, and the newest acknowledgement that counts
 * for the document as it is there. Every list and every count is read from this, so that they agree.
 */
const asked = (tx: Tx, days: LocalDays, kind: Kind = 'club') =>
  tx
    .selectFrom('agreement')
    .innerJoin('agreement_version as version', (join) =>
      join.onRef('version.agreement_id', '=', 'agreement.id').onRef('version.number', '=', 'agreement.current_version'),
    )
    .innerJoin('facility', (join) => join.on((eb) => isFor(eb)))
    .leftJoin('agreement_variation as variation', (join) =>
      join
        .onRef('variation.agreement_id', '=', 'agreement.id')
        .onRef('variation.facility_id', '=', 'facility.id')
        .on('variation.clauses', '<>', '[]')
        .on((eb) => {
          const day = today(eb as never, days);
          return eb.and([
            eb('variation.from_on', '<=', day),
            eb.or([eb('variation.until_on', 'is', null), eb('variation.until_on', '>=', day)]),
            eb(
              'variation.revision',
              '=',
              eb
                .selectFrom('agreement_variation as newest')
                .whereRef('newest.agreement_id', '=', 'variation.agreement_id')
                .whereRef('newest.facility_id', '=', 'variation.facility_id')
                .select((of) => of.fn.max('newest.revision').as('revision')),
            ),
          ]);
        }),
    )
    .leftJoin('agreement_signature as signature', (join) =>
      join.on((eb) =>
        eb(
          'signature.id',
          '=',
          eb
            .selectFrom('agreement_signature as given')
            .whereRef('given.agreement_id', '=', 'agreement.id')
            .whereRef('given.facility_id', '=', 'facility.id')
            .whereRef('given.version_number', '>=', 'version.counts_from')
            .whereRef('given.version_number', '<=', 'version.number')
            .where('given.variation_revision', '=', sql<number>`coalesce(${eb.ref('variation.revision')}, 0)`)
            .orderBy('given.version_number', 'desc')
            .limit(1)
            .select('given.id'),
        ),
      ),
    )
    .where('agreement.kind', '=', kind);

/** Of what is asked now, and not acknowledged. */
const outstanding = (tx: Tx, days: LocalDays, { reach, organisationId, facilityId }: OutstandingOf) => {
  let query = asked(tx, days)
    .where('agreement.state', '=', 'active')
    .where('version.requirement', '<>', 'none')
    .where('signature.id', 'is', null);
  if (reach !== 'everywhere') {
    const { organisations, facilities } = reach;
    query = query.where(({ eb, or }) =>
      or([
        ...(organisations.length === 0 ? [] : [eb('facility.org_id', 'in', organisations)]),
        ...(facilities.length === 0 ? [] : [eb('facility.id', 'in', facilities)]),
      ]),
    );
  }
  if (organisationId !== undefined) query = query.where('facility.org_id', '=', organisationId);
  if (facilityId !== undefined) query = query.where('facility.id', '=', facilityId);
  return query;
};

export interface OutstandingOf {
  readonly reach: Reach;
  readonly organisationId?: OrgId | undefined;
  readonly facilityId?: FacilityId | undefined;
}

const zonesInUse = prepared((tx, _none: Record<never, never>) =>
  tx.selectFrom('facility').select('timezone').distinct().orderBy('timezone'),
);

/** Counted as numbers on both engines. */
const countOf = (condition: Expression<SqlBool>) => sql<number>`count(case when ${condition} then 1 end)`;

interface AskedAt {
  readonly facilityId: FacilityId;
  /** Today, where the club is. */
  readonly day: string;
  readonly kind: Kind;
}
const askedAt = (tx: Tx, { facilityId, day, kind }: AskedAt) =>
  asked(tx, { usual: day, others: [] }, kind)
    .where('facility.id', '=', facilityId)
    .select([
      'agreement.id as agreement_id',
      'agreement.title_key',
      'agreement.state',
      'version.id as version_id',
      'version.number',
      'version.title',
      'version.requirement',
      'version.change_note',
      'version.attachments',
      'version.effective_on',
      'version.sha256',
      'version.published_at',
      'variation.revision as variation_revision',
      'variation.sha256 as variation_sha256',
      'variation.clauses',
      'variation.note',
      'variation.from_on',
      'variation.until_on',
      'signature.id as signature_id',
      'signature.version_number as signed_version',
      'signature.signer_id',
      'signature.signed_at',
    ]);

/** What one club is asked, or was, with its acknowledgement, in any order: whoever lists them sorts them. */
export const askedOfClub = prepared(askedAt);
/** The same of one agreement. */
export const askedOfClubBy = prepared((tx, { agreementId, ...at }: AskedAt & { readonly agreementId: string }) =>
  askedAt(tx, at).where('agreement.id', '=', agreementId),
);

export const askedRepo = (tx: Tx, days: LocalDays) => ({
  /** How many clubs each of these is for, and how many have acknowledged it. */
  countsOf: (agreementIds: readonly string[]) =>
    asked(tx, days)
      .where('agreement.id', 'in', agreementIds)
      .select((eb) => [
        'agreement.id as agreement_id',
        eb.fn.countAll().as('clubs'),
        eb.fn.count('signature.id').as('acknowledged'),
      ])
      .groupBy('agreement.id')
      .execute(),

  /** What is outstanding of each club, by its id. */
  outstandingByClub: (of: OutstandingOf, { after, limit }: { readonly after: FacilityId; readonly limit: number }) =>
    outstanding(tx, days, of)
      .where('facility.id', '>', after)
      .select((eb) => [
        'facility.id as facility_id',
        eb.fn.countAll().as('outstanding'),
        countOf(eb('version.effective_on', '<=', today(eb as never, days))).as('overdue'),
        eb.fn.min('version.effective_on').as('oldest_effective_on'),
      ])
      .groupBy('facility.id')
      .orderBy('facility.id')
      .limit(limit)
      .execute(),

  /** The same of all of them together. */
  outstandingInAll: (of: OutstandingOf) =>
    outstanding(tx, days, of)
      .select((eb) => [
        eb.fn.countAll().as('total'),
        countOf(eb('version.effective_on', '<=', today(eb as never, days))).as('overdue'),
      ])
      .executeTakeFirstOrThrow(),
});

/** The time zones that facilities lie in. */
export const zonesOfFacilities = async (tx: Tx): Promise<readonly string[]> =>
  (await zonesInUse(tx, {})).map(({ timezone }) => timezone);
