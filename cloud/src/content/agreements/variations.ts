import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { canonicalJson } from '@gatehouse/shared/json/canonical.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { agreementsFault } from './agreements.faults.ts';
import type { AgreementRow } from './agreements.repo.ts';
import { type Clause, type VariationContent, variationSha256 } from './document.ts';
import { type VariationRow, type VariationsOf, variationsRepo } from './variations.repo.ts';

/** What differs of an agreement at one club, as it was saved last. */
const viewOf = (row: VariationRow) => ({
  agreementId: row.agreement_id,
  facilityId: row.facility_id,
  revision: Number(row.revision),
  clauses: JSON.parse(row.clauses) as Clause[],
  note: row.note,
  fromOn: row.from_on,
  untilOn: row.until_on,
  sha256: row.sha256,
  changedBy: row.made_by,
  changedAt: isoOf(Number(row.made_at)),
});
export type Variation = ReturnType<typeof viewOf>;

const saidIn = ({ clauses, note, fromOn, untilOn }: VariationContent): string =>
  canonicalJson({ note, fromOn, untilOn, clauses: clauses.map(({ heading, text }) => ({ heading, text })) });

const BETWEEN = ' ';

/** What differs at single clubs. Every change is a new revision: what somebody signed stays as they read it. */
export const createVariations = ({ clock }: Pick<Environment, 'clock'>) => ({
  list: async (
    tx: Tx,
    of: VariationsOf,
    { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
  ) => {
    const { reach } = of;
    if (reach !== 'everywhere' && reach.organisations.length + reach.facilities.length === 0)
      return { data: [], next: null };
    const [agreementId = '', facilityId = ''] = after.split(BETWEEN);
    const from = { agreementId, facilityId: uncheckedId<FacilityId>(facilityId) };
    const rows = await variationsRepo(tx).list(of, from, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const isMore = rows.length > limit && last !== undefined;
    return { data: page.map(viewOf), next: isMore ? last.agreement_id + BETWEEN + last.facility_id : null };
  },

  /**
   * Says what differs at a club from now on, in place of what did; without clauses nothing does. What is equal changes nothing.
   * Throws `changed`, and `agreement_state` of what was never published or is archived.
   */
  put: async (
    tx: Tx,
    { agreement, facilityId }: { readonly agreement: AgreementRow; readonly facilityId: FacilityId },
    given: VariationContent & { readonly expectedRevision?: number | undefined },
    by: string,
  ): Promise<Variation> => {
    if (given.untilOn !== null && given.untilOn < given.fromOn)
      throw wrongField('body.untilOn', 'order', 'is not before fromOn');
    const repo = variationsRepo(tx);
    await repo.holdAgreement(agreement.id);
    if (agreement.state !== 'active') throw agreementsFault('agreement_state', 'Only what is published can be varied.');
    const before = await repo.newest(agreement.id, facilityId);
    const revision = Number(before?.revision ?? 0);
    if (given.expectedRevision !== undefined && given.expectedRevision !== revision)
      throw kitFault('changed', `expectedRevision: it is revision ${revision} by now.`);
    if (before !== undefined && saidIn(viewOf(before)) === saidIn(given)) return viewOf(before);
    const of = { agreementId: agreement.id, facilityId, revision: revision + 1 };
    const row: VariationRow = {
      agreement_id: agreement.id,
      facility_id: facilityId,
      revision: of.revision,
      clauses: JSON.stringify(given.clauses.map(({ heading, text }) => ({ heading, text }))),
      note: given.note,
      from_on: given.fromOn,
      until_on: given.untilOn,
      sha256: variationSha256(of, given),
      made_by: by,
      made_at: clock.wallMs(),
    };
    await repo.insert(row);
    return viewOf(row);
  },
});
