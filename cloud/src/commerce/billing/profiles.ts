import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import { billingFault } from './billing.faults.ts';
import { billingRepo, type ProfileRow } from './billing.repo.ts';
import { type OwnProfile, PROFILE_FIELDS, type ProfileChange } from './billing-shapes.ts';
import type { BilledOwner, Owners } from './owners.ts';
import { type Link, resolveProfile } from './profile-inheritance.ts';

const json = <Value>(text: string | null): Value | null => (text === null ? null : (JSON.parse(text) as Value));
const textOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

export const ownOf = (row: ProfileRow): OwnProfile => ({
  billingMethod: row.billing_method,
  paymentMethod: row.payment_method,
  payerScope: row.payer_scope,
  billingDisabled: row.billing_disabled === null ? null : row.billing_disabled === 1,
  netDays: row.net_days,
  lockoutPolicy: json(row.lockout_policy),
  autoTopup: json(row.auto_topup),
});
const NOTHING_SAID = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null])) as unknown as OwnProfile;

const rowOf = (own: OwnProfile) => ({
  billing_method: own.billingMethod,
  payment_method: own.paymentMethod,
  payer_scope: own.payerScope,
  billing_disabled: own.billingDisabled === null ? null : own.billingDisabled ? 1 : 0,
  net_days: own.netDays,
  lockout_policy: textOf(own.lockoutPolicy),
  auto_topup: textOf(own.autoTopup),
});
const viewOf = (row: ProfileRow) => ({
  ownerKey: row.owner_key,
  ...ownOf(row),
  changedBy: row.changed_by,
  changedAt: isoOf(Number(row.changed_at)),
});

/** Who is billed how: what owners have said, and what of it holds. */
export const createProfiles = ({
  clock,
  owners,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly owners: Owners;
}) => {
  /** Of many owners at once, by owner: two levels, so one look at all of them is enough. */
  const resolveAll = async (tx: Tx, all: readonly BilledOwner[]) => {
    const keys = [...new Set(all.flatMap(({ key, orgKey }) => (orgKey === null ? [key] : [key, orgKey])))];
    const rows = keys.length === 0 ? [] : await billingRepo(tx).findAll(keys);
    const own = new Map(rows.map((row) => [row.owner_key, ownOf(row)]));
    const chainOf = ({ key, orgKey }: BilledOwner): readonly (Link & { readonly ownerKey: OwnerKey })[] =>
      orgKey === null
        ? [{ source: 'organisation', ownerKey: key, own: own.get(key) }]
        : [
            { source: 'facility', ownerKey: key, own: own.get(key) },
            { source: 'organisation', ownerKey: orgKey, own: own.get(orgKey) },
          ];
    return new Map(
      all.map((owner) => {
        const chain = chainOf(owner);
        return [owner.key as string, { ...resolveProfile(chain), chain }] as const;
      }),
    );
  };

  const resolve = async (tx: Tx, owner: BilledOwner) => {
    const { profile, sources, chain } = (await resolveAll(tx, [owner])).get(owner.key) ?? {
      ...resolveProfile([]),
      chain: [],
    };
    return {
      profile,
      sources,
      chain: chain.map(({ ownerKey, own }) => ({ ownerKey: ownerKey as string, hasProfile: own !== undefined })),
    };
  };

  return {
    resolveAll,
    resolve,

    page: async (tx: Tx, { after = '', limit }: { readonly after?: string | undefined; readonly limit: number }) =>
      (await billingRepo(tx).page(after, limit)).map(viewOf),

    /** Merges: what is left out stays, and null inherits. */
    put: async (tx: Tx, { ownerKey, ...change }: ProfileChange, by: string) => {
      const owner = await owners.require(tx, ownerKey);
      const before = await billingRepo(tx).find(owner.key);
      const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const own: OwnProfile = { ...(before === undefined ? NOTHING_SAID : ownOf(before)), ...said };
      const row = { owner_key: owner.key, ...rowOf(own), changed_by: by, changed_at: clock.wallMs() };
      await billingRepo(tx).put(row);
      return viewOf(row);
    },

    /** Everything is inherited from now on. Throws `profile_unknown`. */
    remove: async (tx: Tx, owner: BilledOwner): Promise<void> => {
      if (!(await billingRepo(tx).remove(owner.key)))
        throw billingFault('profile_unknown', 'This owner has no profile of its own.');
    },
  };
};
export type Profiles = ReturnType<typeof createProfiles>;
