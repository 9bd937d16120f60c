import { isExpired } from '@gatehouse/shared/access/age.ts';
import type { Ask } from '@gatehouse/shared/access/ask.ts';
import type { AccessStanding, Staleness } from './access.ts';
import type { HeadRow } from './access-db.ts';
import type { Ground } from './ground.ts';

/** How the snapshot stands, as staff and the cloud are shown it. */
export const standingOf = (now: {
  readonly head: HeadRow | undefined;
  readonly ground: Ground | undefined;
  readonly ageMs: number;
  readonly clock: Ask['clock'];
  readonly newest: { readonly epoch: string; readonly revision: number } | undefined;
  readonly pulling: { readonly pulling: boolean; readonly trouble: string | undefined };
  readonly bans: number;
}): AccessStanding => {
  const { head, ground, ageMs, clock, newest, bans } = now;
  const staleness = stalenessOf(head === undefined ? undefined : ground, { snapshotAgeS: ageMs / 1_000, clock });
  return {
    epoch: head?.epoch ?? null,
    revision: head?.revision ?? 0,
    hash: head?.hash ?? null,
    entries: head?.entries ?? 0,
    ageMs: head !== undefined && Number.isFinite(ageMs) ? ageMs : null,
    staleness,
    stretched: staleness === 'stale' && ground !== undefined && ageMs / 1_000 > ground.facility.policy.expiredAfterS,
    zonesRelease: head === undefined ? null : (ground?.facility.moment.tables.release ?? null),
    newest: newest?.revision ?? null,
    pulling: now.pulling.pulling,
    trouble: now.pulling.trouble ?? null,
    bans,
  };
};

/** Decision 17. */
const stalenessOf = (ground: Ground | undefined, age: Pick<Ask, 'snapshotAgeS' | 'clock'>): Staleness => {
  if (ground === undefined) return 'none';
  const { policy } = ground.facility;
  if (isExpired(policy, age)) return 'expired';
  return age.snapshotAgeS <= policy.staleAfterS ? 'fresh' : 'stale';
};
