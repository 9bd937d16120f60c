import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.module.ts';
import type { MailService } from '../../platform/mail/mail.module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import { minorOfMicros, type OwnerKey, ownerKeyOf, parseOwnerKey } from '../ledger/ledger.module.ts';
import type { MonthlyRecords } from '../monthly-records/monthly-records.module.ts';
import { createEvenOutAi } from './ai-owed.ts';
import { createApprovals } from './approvals.ts';
import { billingFault } from './billing.faults.ts';
import type { CameIn, WentBack } from './billing.ports.ts';
import type { ProfileChange } from './billing-shapes.ts';
import { createDayCharges } from './day-charges.ts';
import { createDirectory } from './directory.ts';
import { createPreflight } from './migration-preflight.ts';
import { createMonthCharges } from './month-charges.ts';
import { type BilledOwner, createOwners, type FindsOwners } from './owners.ts';
import { createPayerPeople } from './payer-people.ts';
import { newPaymentReference } from './payment-reference.ts';
import { createProfiles } from './profiles.ts';
import { createTellDue } from './tell-due.ts';
import { createTellOwners } from './tell-owners.ts';
import { createTopupInvoices } from './topup-invoices.ts';
import { type Adjustment, createWallets } from './wallets.ts';

export interface BillingDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly ledger: LedgerService;
  readonly organisations: FindsOwners &
    Pick<OrganisationsService, 'archiveFacility' | 'archiveOrganisation' | 'archived'>;
  readonly mail: Pick<MailService, 'send'>;
  readonly webhooks: Pick<WebhooksService, 'add'>;
  readonly users: Pick<UsersService, 'holdersAt'>;
  readonly aboveCents: number;
  readonly monthlyRecords: Pick<MonthlyRecords, 'owedByRecords' | 'unpaid'>;
  readonly topupsFailed: (tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlyMap<OwnerKey, string>>;
  readonly aiPaused: (tx: Tx, owners: readonly OwnerKey[]) => Promise<ReadonlySet<string>>;
  readonly mayHavePaid: (tx: Tx, owner: OwnerKey) => Promise<boolean>;
  readonly moneyCameIn: (tx: Tx, cameIn: readonly CameIn[]) => Promise<void>;
  readonly moneyWentBack: (tx: Tx, wentBack: readonly WentBack[]) => Promise<void>;
  readonly matchApproved: (tx: Tx, asked: unknown, by: string) => Promise<{ readonly transferId: string | null }>;
  readonly creditNoteApproved: (tx: Tx, asked: unknown) => Promise<{ readonly transferId: string | null }>;
  readonly aiAdjustmentApproved: (
    tx: Tx,
    asked: Adjustment,
    ownerKey: string,
  ) => Promise<{ readonly transferId: string | null }>;
  readonly creditApproved: (
    tx: Tx,
    asked: unknown,
    ownerKey: string,
  ) => Promise<{ readonly transferId: string | null }>;
}
export type BillingService = ReturnType<typeof createBillingService>;

const AskedAdjustment = z.object({
  account: z.enum(['wallet', 'ai-credit']).default('wallet'),
  amountCents: z.int(),
  note: z.string(),
  allowNegative: z.boolean(),
  by: z.string(),
});

/** Who pays, how, and how they stand. */
export const createBillingService = (deps: BillingDeps) => {
  const { clock, ledger, organisations, matchApproved, creditApproved, creditNoteApproved, aiAdjustmentApproved } =
    deps;
  const owners = createOwners(organisations);
  const profiles = createProfiles({ clock, owners });
  const wallets = createWallets({ ...deps, owners, profiles });
  const evenOutAi = createEvenOutAi(deps);
  const topups = createTopupInvoices({ ...deps, wallets, evenOutAi });
  const preflight = createPreflight({ ...deps, profiles, topups });
  const approvals = createApprovals({
    ...deps,
    carryOut: {
      adjust: async (tx, asked, { ownerKey }) => {
        const { account, ...adjustment } = AskedAdjustment.parse(asked);
        const owner = await owners.require(tx, ownerKey);
        return account === 'wallet'
          ? wallets.adjust(tx, owner, adjustment)
          : aiAdjustmentApproved(tx, adjustment, ownerKey);
      },
      match: (tx, asked, { by }) => matchApproved(tx, asked, by),
      entry: (tx, asked, { ownerKey }) => creditApproved(tx, asked, ownerKey),
      'credit-note': (tx, asked) => creditNoteApproved(tx, asked),
    },
  });

  const tell = createTellOwners({ ...deps, owners, people: createPayerPeople(deps) });

  const unlessBlocked = async <T>(tx: Tx, ownerKey: string, change: (owner: BilledOwner) => Promise<T>): Promise<T> => {
    const owner = await owners.require(tx, ownerKey);
    const methodOf = async () => (await profiles.resolve(tx, owner)).profile.billingMethod;
    const from = await methodOf();
    const changed = await change(owner);
    const to = await methodOf();
    const [blocker] = from === to ? [] : (await preflight(tx, owner, { from, to })).blockers;
    if (blocker !== undefined) throw billingFault('migration_blocked', `${blocker.code}: ${blocker.message}`);
    return changed;
  };

  return {
    /** What we bill in. */
    currency: ledger.currency,
    owners,
    profiles,
    wallets,
    topups,
    approvals,
    evenOutAi,
    preflight,
    tell,
    tellDue: createTellDue({ ...deps, currency: ledger.currency, owners, profiles, wallets, tell }),
    days: createDayCharges({ ledger, owners, wallets }),
    /** Said by whoever credits what came in, in the same unit. */
    cameIn: (tx: Tx, cameIn: CameIn): Promise<void> => deps.moneyCameIn(tx, [cameIn]),
    /** The same of what went back. */
    wentBack: (tx: Tx, wentBack: WentBack): Promise<void> => deps.moneyWentBack(tx, [wentBack]),
    months: createMonthCharges({ ledger, wallets }),
    directory: createDirectory({ ...deps, owners, profiles, wallets }),

    /** In cents, to be shown. */
    balanceCents: async (tx: Tx, owner: OwnerKey): Promise<number> =>
      minorOfMicros(await wallets.balance(tx, owner), ledger.currency),

    /** Merges a profile. Throws `migration_blocked` where the method would change while something is owed under it. */
    putProfile: (tx: Tx, change: ProfileChange, by: string) =>
      unlessBlocked(tx, change.ownerKey, () => profiles.put(tx, change, by)),
    /** The same where everything is inherited afterwards. */
    removeProfile: (tx: Tx, ownerKey: string) => unlessBlocked(tx, ownerKey, (owner) => profiles.remove(tx, owner)),

    /** Until when an owner pays a new monthly record, and by which reference. */
    recordTerms: async (tx: Tx, payerKey: OwnerKey) => {
      const { profile } = await profiles.resolve(tx, await owners.require(tx, payerKey));
      return { netDays: profile.netDays, reference: newPaymentReference(deps.random) };
    },

    /** Those that are left out where nobody asks for archived ones. */
    archivedOwners: async (tx: Tx): Promise<readonly OwnerKey[]> => {
      const archived = await organisations.archived(tx);
      return [
        ...archived.organisations.map((id) => ownerKeyOf({ kind: 'org', id })),
        ...archived.facilities.map((id) => ownerKeyOf({ kind: 'facility', id })),
      ];
    },

    archive: async (tx: Tx, ownerKey: string, archived: boolean) => {
      const { key, archivedAt } = await owners.require(tx, ownerKey);
      const changed = archived !== (archivedAt !== null);
      const owner = parseOwnerKey(key);
      const at = archived ? clock.wallMs() : null;
      if (changed && owner?.kind === 'org') await organisations.archiveOrganisation(tx, owner.id, at);
      if (changed && owner?.kind === 'facility') await organisations.archiveFacility(tx, owner.id, at);
      return { ownerKey: key as string, archived, changed };
    },
  };
};
