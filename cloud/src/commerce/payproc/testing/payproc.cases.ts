import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { ownerKeyOf } from '../../ledger/ledger.module.ts';

/** An account for both organisations, as if somebody had opened one. */
const withAccounts = ({ world, otherOrgId }: PlatformApi): Promise<unknown> =>
  world.db.write((tx) =>
    tx
      .insertInto('payproc_account')
      .values(
        [world.orgId, otherOrgId].map((orgId: OrgId) => ({
          id: `pacc_${orgId}`,
          org_id: orgId,
          account_id: `acct_${orgId}`,
          made_by: 'test',
          made_at: 0,
        })),
      )
      .onConflict((on) => on.doNothing())
      .execute(),
  );
const atClub = async (api: PlatformApi) => {
  await withAccounts(api);
  return { params: { club: api.world.facilityId } };
};
const intentOf = (facilityId: FacilityId) => `pi_of_${facilityId}_1`;

export const payprocCases: PlatformCases = {
  'payproc.connected-account': async (api) => {
    await withAccounts(api);
    return { query: { organisationId: api.world.orgId } };
  },
  'payproc.connect-account-details': atClub,
  'payproc.generate-kyc-token': atClub,
  'payproc.account-session': async (api) => {
    await withAccounts(api);
    return {
      body: { organisationId: api.world.orgId, components: ['payments'] },
      absent: { body: { organisationId: 'org_0000000000000000', components: ['payments'] } },
    };
  },
  'payproc.platform-connected-account-id': async () => ({}),
  'payproc.publishable-key': async () => ({}),
  'payproc.list-records': async (api) => {
    await withAccounts(api);
    const { user } = api.callers.superAdmin;
    const socketID = 'sck_of_the_super_admin';
    await api.world.db.write((tx) =>
      tx
        .insertInto('live_socket')
        .values({ id: socketID, user_id: user.id, place: 0, lease_until: Number.MAX_SAFE_INTEGER })
        .onConflict((on) => on.doNothing())
        .execute(),
    );
    return { params: { club: api.world.facilityId }, query: { socketID } };
  },
  'payproc.cancel-payment-intent': async (api) => {
    await withAccounts(api);
    const { facilityId } = api.world;
    return {
      params: { club: facilityId, paymentIntent: intentOf(facilityId) },
      foreign: { paymentIntent: intentOf(api.otherFacilityId) },
      missing: { paymentIntent: 'pi_none' },
    };
  },
  'payproc.enable-apple-pay-google-pay': atClub,
  'payproc.list-balance-transactions': atClub,
  'payproc.list-payment-intents': atClub,
  'payproc.list-payouts': atClub,
  'payproc.list-charges': atClub,
  'payproc.read-payment-intent': async (api) => {
    await withAccounts(api);
    return {
      params: { paymentIntentId: intentOf(api.world.facilityId) },
      foreign: { paymentIntentId: intentOf(api.otherFacilityId) },
      missing: { paymentIntentId: 'pi_none' },
    };
  },
  'payproc.open-topup': async ({ world }) => ({
    params: { ownerKey: `facility#${world.facilityId}` },
    body: { amountCents: 20_000 },
  }),
  'payproc.confirm-topup': async ({ world }) => {
    const owner = ownerKeyOf({ kind: 'facility', id: world.facilityId });
    const sum = { amountCents: 20_000, currency: world.ledger.currency };
    const begun = { ...sum, by: 'user:test' };
    const { id: topupId } = await world.db.write((tx) => world.topups.begin(tx, owner, begun));
    return { params: { topupId } };
  },
};
