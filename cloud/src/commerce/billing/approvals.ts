import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { type ApprovalRow, approvalsRepo } from './approvals.repo.ts';
import { billingFault } from './billing.faults.ts';

const DECIDED_WITHIN = Days(7);

export interface Asked {
  readonly kind: ApprovalRow['kind'];
  readonly ownerKey: OwnerKey;
  readonly amountCents: number;
  /** What is carried out in the end: JSON. */
  readonly asked: object;
  /** Who really asked, whoever they act as. */
  readonly by: string;
}
/** Carries out what was approved, in the unit that decides it. */
export type CarryOut = (
  tx: Tx,
  asked: unknown,
  approval: { readonly ownerKey: string; readonly by: string },
) => Promise<{ readonly transferId: string | null }>;

const viewOf = (row: ApprovalRow) => ({
  approvalId: row.id,
  kind: row.kind,
  ownerKey: row.owner_key,
  amountCents: row.amount_cents,
  state: row.state,
  askedBy: row.asked_by,
  askedAt: isoOf(Number(row.asked_at)),
  endsAt: isoOf(Number(row.ends_at)),
  decidedBy: row.decided_by,
  decidedAt: row.decided_at === null ? null : isoOf(Number(row.decided_at)),
  transferId: row.transfer_id,
});

/** What moves much money is asked for by one person, and carried out once another says so. */
export const createApprovals = ({
  clock,
  random,
  aboveCents,
  carryOut,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  /** Up to that, one person is enough. */
  readonly aboveCents: number;
  readonly carryOut: Readonly<Record<ApprovalRow['kind'], CarryOut>>;
}) => ({
  isNeeded: (amountCents: number): boolean => Math.abs(amountCents) > aboveCents,

  ask: async (tx: Tx, { kind, ownerKey, amountCents, asked, by }: Asked): Promise<string> => {
    const now = clock.wallMs();
    const id = randomId('apr', random, now);
    await approvalsRepo(tx).insert({
      ...{ id, kind, owner_key: ownerKey, amount_cents: amountCents, asked: JSON.stringify(asked) },
      ...{ asked_by: by, asked_at: now, ends_at: now + DECIDED_WITHIN, state: 'pending' },
      ...{ decided_by: null, decided_at: null, transfer_id: null },
    });
    return id;
  },

  /** How many wait for a second person, counted up to so many. */
  count: (tx: Tx, most: number): Promise<number> => approvalsRepo(tx).countPending(clock.wallMs(), most),

  page: async (
    tx: Tx,
    {
      state,
      after,
      limit,
    }: {
      readonly state?: ApprovalRow['state'] | undefined;
      readonly after?: string | undefined;
      readonly limit: number;
    },
  ) => (await approvalsRepo(tx).page(state, after, limit)).map(viewOf),

  /** Decides it, once. The same decision again changes nothing. What cannot be carried out leaves it as it was. */
  decide: async (tx: Tx, id: string, { approve, by }: { readonly approve: boolean; readonly by: string }) => {
    const repo = approvalsRepo(tx);
    const state = approve ? 'approved' : 'refused';
    const found = await repo.find(id);
    if (found === undefined) throw billingFault('approval_unknown', 'Nothing waits under this id.');
    if (found.state === state) return { ...viewOf(found), changed: false };
    // Whoever asked may take it back.
    if (approve && found.asked_by === by)
      throw billingFault('approval_own', 'You asked for it: another super admin approves it.');
    const decided = await repo.decide(id, state, { by, at: clock.wallMs() });
    if (decided === undefined) {
      const now = await repo.find(id);
      if (now?.state === state) return { ...viewOf(now), changed: false };
      throw billingFault('approval_over', 'It was decided before, or nobody decided within 7 days.');
    }
    if (!approve) return { ...viewOf(decided), changed: true };
    const { owner_key: ownerKey } = decided;
    const { transferId } = await carryOut[decided.kind](tx, JSON.parse(decided.asked), { ownerKey, by });
    if (transferId !== null) await repo.setTransfer(id, transferId);
    return { ...viewOf({ ...decided, transfer_id: transferId }), changed: true };
  },
});
export type Approvals = ReturnType<typeof createApprovals>;
