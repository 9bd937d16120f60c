import type { Tx } from '../../kit/db/unit-of-work.ts';
import { pageOfParts, partSize } from '../../kit/http/paging.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import { minorOfMicros, type OwnerKey } from '../ledger/ledger.module.ts';
import type { Lockout } from './lockout.ts';
import type { OwesByRecords } from './owed.ts';
import type { BilledOwner, Owners } from './owners.ts';
import type { Profiles } from './profiles.ts';
import type { Markers } from './wallet-markers.ts';
import type { Wallets } from './wallets.ts';

export const HEALTHS = ['ok', 'low', 'depleted', 'overdue', 'restricted', 'disabled'] as const;
export type Health = (typeof HEALTHS)[number];

/** The gravest that is so. */
export const healthOf = ({
  billingDisabled,
  lockout,
  overdueCents,
  markers,
}: {
  readonly billingDisabled: boolean;
  readonly lockout: Lockout;
  readonly overdueCents: number;
  readonly markers: Markers;
}): Health => {
  if (billingDisabled) return 'disabled';
  if (lockout === 'restricted') return 'restricted';
  if (overdueCents > 0) return 'overdue';
  if (markers.depletedAt !== null) return 'depleted';
  return markers.lowAt === null ? 'ok' : 'low';
};

/** How every organisation and facility stands, page by page. */
export const createDirectory = ({
  ledger,
  owners,
  profiles,
  wallets,
  monthlyRecords,
  topupsFailed,
  aiPaused,
}: {
  readonly ledger: Pick<LedgerService, 'balancesOf' | 'currency'>;
  readonly owners: Owners;
  readonly profiles: Pick<Profiles, 'resolveAll'>;
  readonly wallets: Pick<Wallets, 'lockout' | 'markers'>;
  readonly monthlyRecords: OwesByRecords;
  readonly topupsFailed: (tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlyMap<OwnerKey, string>>;
  readonly aiPaused: (tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlySet<string>>;
}) => {
  const linesOf = async (tx: Tx, page: readonly BilledOwner[]) => {
    const keys = page.map(({ key }) => key);
    const resolved = await profiles.resolveAll(tx, page);
    const balances = await ledger.balancesOf(tx, 'wallet', keys);
    const credits = await ledger.balancesOf(tx, 'ai-credit', keys);
    const owed = await monthlyRecords.owedByRecords(tx, keys);
    const failed = await topupsFailed(tx, keys);
    const paused = await aiPaused(tx, keys);
    const lines = [];
    for (const owner of page) {
      const { key, name, archivedAt } = owner;
      const profile = resolved.get(key)?.profile;
      if (profile === undefined) continue;
      const { billingDisabled, billingMethod } = profile;
      const overdueCents = owed.get(key)?.overdueCents ?? 0;
      const markers = await wallets.markers(tx, key);
      const { state: lockout } = await wallets.lockout(tx, owner);
      lines.push({
        ownerKey: key as string,
        name,
        archived: archivedAt !== null,
        billingDisabled,
        billingMethod,
        balanceCents: minorOfMicros(balances.get(key) ?? 0, ledger.currency),
        health: healthOf({ billingDisabled, lockout, overdueCents, markers }),
        overdueCents,
        monthToDateCents: minorOfMicros(owed.get(key)?.monthToDateMicros ?? 0, ledger.currency),
        autoTopup: {
          state: profile.autoTopup.enabled ? ('on' as const) : ('off' as const),
          failedCode: failed.get(key) ?? null,
        },
        ai: { availableMicros: credits.get(key) ?? 0, paused: paused.has(key) },
      });
    }
    return lines;
  };

  return async (
    tx: Tx,
    {
      after,
      limit,
      includeArchived,
    }: { readonly after?: string | undefined; readonly limit: number; readonly includeArchived: boolean },
  ) => {
    const size = partSize(limit, !includeArchived);
    const { page, next } = await pageOfParts<BilledOwner>(
      { after, limit },
      async (from) => {
        const { items, end } = await owners.part(tx, from, size);
        return { items: items.filter(({ archivedAt }) => includeArchived || archivedAt === null), end };
      },
      ({ key }) => key,
    );
    return { data: await linesOf(tx, page), next };
  };
};
export type Directory = ReturnType<typeof createDirectory>;
