import type { Database } from '../../kit/db/unit-of-work.ts';
import { auditRepo } from './audit.repo.ts';
import { beginOf, compare, contentOf, type DayState, linksOf } from './audit-chain.ts';
import { type AuditDay, auditDaysRepo } from './audit-days.repo.ts';

export interface VerifiedDay {
  readonly day: string;
  readonly state: DayState;
  /** As they were sealed; nothing where the seal is gone. */
  readonly entries: number | null;
  readonly hash: string | null;
  readonly forgottenAt: number | null;
}

export interface Verification {
  /** Whether nothing is wrong with anything that was looked at. */
  readonly intact: boolean;
  /** Those whose entries were looked at, and whatever else there is between the first and the last of them. */
  readonly days: readonly VerifiedDay[];
  /** Every day of the whole chain that is not as it should be; of days outside, only what their seals say. */
  readonly problems: readonly VerifiedDay[];
  /** The newest seal, which all others hang on: kept elsewhere, it shows that none was made anew. */
  readonly head: { readonly day: string; readonly hash: string } | null;
  /** Entries that are older than the first seal, counted up to a thousand. */
  readonly entriesBeforeFirst: number;
}

const FINE: readonly DayState[] = ['intact', 'forgotten', 'not_checked'];
const COUNTED_MOST = 1_000;

/** Where a day was given up while it was looked at, what there is of it says nothing. */
const stateOf = async (db: Pick<Database, 'read'>, seal: AuditDay): Promise<DayState> => {
  const state = compare(seal, await contentOf(db, seal.day));
  if (state === 'intact') return state;
  const now = await db.read((tx) => auditDaysRepo(tx).find(seal.day));
  const [link] = now === undefined || now.forgotten_at === null ? [] : linksOf([now], seal.previous);
  return link?.state ?? state;
};

/** Holds the days from `from` through `to` against their seals, and all seals against each other. */
export const verify = async (
  db: Pick<Database, 'read'>,
  { from = '', to = '9999-12-31' }: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Verification> => {
  const seals = await db.read((tx) => auditDaysRepo(tx).all());
  const verified: VerifiedDay[] = [];
  for (const { day, state, seal } of linksOf(seals)) {
    const asked = seal !== undefined && day >= from && day <= to && state === 'not_checked';
    verified.push({
      day,
      state: asked ? await stateOf(db, seal) : state,
      entries: seal?.entries ?? null,
      hash: seal?.hash ?? null,
      forgottenAt: seal?.forgotten_at ?? null,
    });
  }
  const first = seals[0];
  const head = seals.at(-1);
  const entriesBeforeFirst =
    first === undefined || first.forgotten_at !== null
      ? 0
      : await db.read((tx) => auditRepo(tx).countBefore(beginOf(first.day), COUNTED_MOST));
  const problems = verified.filter(({ state }) => !FINE.includes(state));
  return {
    intact: problems.length === 0 && entriesBeforeFirst === 0,
    days: verified.filter(({ day }) => day >= from && day <= to),
    problems,
    head: head === undefined ? null : { day: head.day, hash: head.hash },
    entriesBeforeFirst,
  };
};
