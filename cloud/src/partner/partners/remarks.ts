import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { type RemarkedMember, type RemarksUntil, remarksRepo } from './remarks.repo.ts';

/** What was not taken of a request, and why: as its answer said it. */
export interface Remark {
  /** Where the item stood in the batch. */
  readonly index: number;
  readonly facilityId: FacilityId | null;
  /** What names the item in the answer, by the partner's own identifiers. */
  readonly ids: Readonly<Record<string, unknown>>;
  /** The field that was ignored; null where the whole item was skipped. */
  readonly path: string | null;
  readonly reason: string;
}

/** A remark as whoever reads the request log sees it. */
export interface RemarkView {
  readonly index: number;
  readonly facility_id: string | null;
  /** What names the item, by the partner's own identifiers. */
  readonly ids: Readonly<Record<string, string>>;
  /** The field that was ignored; null: the item was skipped. */
  readonly path: string | null;
  readonly reason: string;
}

/** Of one request so many are kept: what is wrong with more of them is the same again. */
export const REMARKS_MAX = 1_000;
const ID_MAX = 200;
/** Of one partner in an hour, in one process: whoever sends nothing but nonsense does not fill the disk with being told so. */
const HOURLY_MAX = 20_000;

/** What may still be written down of each partner in the hour at hand. */
const createAllowance = (clock: Pick<Clock, 'monoMs'>) => {
  let since = Number.NEGATIVE_INFINITY;
  const used = new Map<string, number>();
  return (partnerId: string, wanted: number): number => {
    const now = clock.monoMs();
    if (now - since >= Hours(1)) {
      since = now;
      used.clear();
    }
    const before = used.get(partnerId) ?? 0;
    const given = Math.min(wanted, HOURLY_MAX - before);
    used.set(partnerId, before + given);
    return given;
  };
};

/** A text that any database stores. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** What was skipped and ignored of a partner's batches, kept beside the request log for whoever was not looking at the answer. */
export const createRemarks = ({ db, clock }: { readonly db: Pick<Database, 'read'>; readonly clock: Clock }) => {
  const allowed = createAllowance(clock);
  return {
    /** In the unit that decides it. `from` is how many of the request were kept before; resolves with how many these were. */
    keepRemarks: async (
      tx: Tx,
      {
        partnerId,
        requestId,
        from,
      }: { readonly partnerId: PartnerId; readonly requestId: string; readonly from: number },
      remarks: readonly Remark[],
    ): Promise<number> => {
      const at = clock.wallMs();
      const most = allowed(partnerId, Math.min(remarks.length, REMARKS_MAX - from));
      const rows = remarks.slice(0, most).map(({ index, facilityId, ids, path, reason }, i) => ({
        request_id: requestId,
        number: from + i,
        partner_id: partnerId,
        at,
        item: index,
        facility_id: facilityId,
        // Whoever is at no facility of the partner's can be asked for, or erased, at none: so it is not written down who that was.
        member_id: facilityId !== null && typeof ids.member_id === 'string' ? ids.member_id : null,
        ids: JSON.stringify(facilityId === null ? {} : withoutMember(ids)),
        path: path === null ? null : storable(path),
        reason: storable(reason),
      }));
      if (rows.length > 0) await remarksRepo(tx).put(rows);
      return rows.length;
    },

    /** What was skipped and ignored of one request, in the order in which it was decided. */
    remarksOf: (partnerId: PartnerId, requestId: string): Promise<RemarkView[]> =>
      db.read(async (tx) =>
        (await remarksRepo(tx).ofRequest(partnerId, requestId, REMARKS_MAX)).map((row) => ({
          index: row.item,
          facility_id: row.facility_id,
          ids: {
            ...(row.member_id === null ? {} : { member_id: row.member_id }),
            ...(JSON.parse(row.ids) as Record<string, string>),
          },
          path: row.path,
          reason: row.reason,
        })),
      ),

    forgetRemarksBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      remarksRepo(tx).deleteBefore(at, limit),

    /** For the export and the erasing of members. */
    remarkStore: {
      name: 'partner_remark',
      read: (tx: Tx, ref: RemarkedMember, limit: number) => remarksRepo(tx).ofMember(ref, limit),
      erase: (tx: Tx, ref: RemarkedMember, what: RemarksUntil): Promise<number> =>
        remarksRepo(tx).removeOfMember(ref, what),
    },
  };
};

const withoutMember = ({ member_id: _member, ...ids }: Remark['ids']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ids).flatMap(([key, id]) => (typeof id === 'string' ? [[key, id.slice(0, ID_MAX)]] : [])),
  );
