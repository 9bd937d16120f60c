import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { decided, type Ended, endOf, type OwnCall, undecided } from '../../kit/http/endpoint.ts';
import type { ItemProblem } from '../../kit/ingest/verdicts.ts';
import type { PartnerCaller, PartnersService } from '../../partner/partners/partners.service.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';

interface ReportDeps {
  readonly db: Pick<Database, 'write'>;
  readonly partners: Pick<PartnersService, 'facilitiesOf'>;
  readonly scopes: Pick<ScopesService, 'recordChanges' | 'pushed' | 'refused'>;
  /** Where something else belongs to the end of the batch, known once all rows have been judged. */
  readonly closes: Pick<ReadonlySet<FacilityId>, 'has'>;
  /** That end, under the facility's row lock. */
  readonly closeAt: (tx: Tx, facilityId: FacilityId) => Promise<void>;
}

/** What became of one row. */
interface Fate {
  readonly facilityId: FacilityId;
  readonly memberId: string;
  /** `withheld`: what would have given access waits, because of what is wrong beside it. */
  readonly was: 'taken' | 'refused' | 'withheld';
  readonly reason?: string;
}

const CONFLICT = 'other windows are stored under the revision that was sent';

/** Tells the source of a request how fresh its data is now, and whose data was not taken. */
export const createSourceReport = (
  { db, partners, scopes, closes, closeAt }: ReportDeps,
  call: OwnCall<PartnerCaller>,
) => {
  const { partnerId } = call.caller;
  /** By the rows' places in the batch: a unit that runs again notes its rows again. */
  const fates = new Map<number, Fate>();
  const byFacility = () => inOrder(Map.groupBy(fates.values(), ({ facilityId }) => facilityId));

  const tell = async (tx: Tx): Promise<void> => {
    for (const [facilityId, own] of byFacility()) {
      const those = (was: Fate['was']) => own.flatMap((fate) => (fate.was === was ? fate.memberId : []));
      const [taken, refused, withheld] = [those('taken'), those('refused'), those('withheld')];
      // The facility before the source: in this order a refusal takes them, and the two must not wait for each other.
      if (refused.length + withheld.length > 0 || closes.has(facilityId))
        await scopes.recordChanges(tx, facilityId, []);
      if (taken.length + withheld.length > 0) await scopes.pushed(tx, { partnerId, facilityId, memberIds: taken });
      if (refused.length > 0) await scopes.refused(tx, { partnerId, facilityId, memberIds: refused, reason: CONFLICT });
      if (withheld.length > 0) {
        const { reason = '' } = own.find(({ was }) => was === 'withheld') ?? {};
        await scopes.refused(tx, { partnerId, facilityId, memberIds: withheld, reason, urgent: true });
      }
      if (closes.has(facilityId)) await closeAt(tx, facilityId);
    }
  };

  return {
    note: (index: number, fate: Fate | undefined): void => {
      if (fate === undefined) fates.delete(index);
      else fates.set(index, fate);
    },

    /**
     * The request, as the frame is to see it: the unit that ends it and says so in the audit tells the source as well.
     * With one facility, the usual case, that unit has its lock already. Several are locked in the order of their ids,
     * which takes a unit that has locked none: see `end`.
     */
    call: {
      ...call,
      write: <T>(work: (tx: Tx) => Promise<T | Ended<T>>): Promise<T> =>
        call.write<T>(async (tx) => {
          const { value, outcome } = endOf(await work(tx));
          if (outcome === undefined) return undecided(value);
          if (byFacility().length === 1) await tell(tx);
          const conflicting = fates.values().some(({ was }) => was === 'refused');
          return decided(value, conflicting ? { ...outcome, outcome: 'revision_conflict' } : outcome);
        }),
    },

    end: async (): Promise<void> => {
      if (byFacility().length > 1) await db.write(tell);
    },

    /** Instead of all that, of a request that was refused whole. */
    refused: async (problems: readonly ItemProblem[]): Promise<void> => {
      const links = new Set(problems.flatMap(({ link }) => link ?? []));
      if (links.size === 0) return;
      await db.write(async (tx) => {
        const facilities = await partners.facilitiesOf(tx, call.caller, [...links]);
        const known = problems.flatMap((problem) => {
          const facility = problem.link === null ? undefined : facilities.get(problem.link);
          return facility?.enabled ? [{ ...problem, facilityId: facility.id }] : [];
        });
        for (const [facilityId, own] of inOrder(Map.groupBy(known, (problem) => problem.facilityId)))
          await scopes.refused(tx, {
            partnerId,
            facilityId,
            memberIds: [...new Set(own.flatMap(({ id }) => id ?? []))],
            reason: own.map(({ path, message }) => `${path}: ${message}`)[0] ?? '',
          });
      });
    },
  };
};
export type SourceReport = ReturnType<typeof createSourceReport>;

const inOrder = <T>(groups: ReadonlyMap<FacilityId, T>): [FacilityId, T][] =>
  [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
