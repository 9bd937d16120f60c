import type { AccessStanding, Staleness } from './access.ts';
import type { HeadRow } from './access-db.ts';
import type { Ground } from './ground.ts';

/** How the snapshot stands, as staff and the cloud are shown it. */
export const standingOf = (now: {
  readonly head: HeadRow | undefined;
  readonly ground: Ground | undefined;
  readonly ageMs: number;
  readonly newest: { readonly epoch: string; readonly revision: number } | undefined;
  readonly pulling: { readonly pulling: boolean; readonly trouble: string | undefined };
  readonly bans: number;
}): AccessStanding => {
  const { head, ground, ageMs, newest, bans } = now;
  return {
    epoch: head?.epoch ?? null,
    revision: head?.revision ?? 0,
    hash: head?.hash ?? null,
    entries: head?.entries ?? 0,
    ageMs: head !== undefined && Number.isFinite(ageMs) ? ageMs : null,
    staleness: stalenessOf(head === undefined ? undefined : ground, ageMs),
    zonesRelease: head === undefined ? null : (ground?.facility.moment.tables.release ?? null),
    newest: newest?.revision ?? null,
    pulling: now.pulling.pulling,
    trouble: now.pulling.trouble ?? null,
    bans,
  };
};

/** Decision 17. */
const stalenessOf = (ground: Ground | undefined, ageMs: number): Staleness => {
  if (ground === undefined) return 'none';
  const { staleAfterS, expiredAfterS } = ground.facility.policy;
  if (!(ageMs / 1_000 <= expiredAfterS)) return 'expired';
  return ageMs / 1_000 <= staleAfterS ? 'fresh' : 'stale';
};
