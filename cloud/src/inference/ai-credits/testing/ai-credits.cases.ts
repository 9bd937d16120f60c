import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { ownerKeyOf } from '../../../commerce/ledger/ledger.module.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const atClub = async ({ world }: PlatformApi) => ({ params: { clubID: world.facilityId } });
const ownerOf = (id: FacilityId) => ownerKeyOf({ kind: 'facility', id });

let made = 0;
/** A top-up that has come in, as the transaction that it is. */
const aTopup = async ({ world }: PlatformApi, id: FacilityId): Promise<string> => {
  const owner = ownerOf(id);
  const about = `tup_of_a_case_${made++}`;
  const { transferId } = await world.db.write((tx) =>
    world.ledger.post(tx, {
      ...{ key: `topup:${about}`, kind: 'topup', about, by: 'user:test' },
      ...{ debit: { owner, account: 'card-clearing' }, credit: { owner, account: 'ai-credit' } },
      ...{ currency: world.ledger.currency, micros: 50_000_000 },
    }),
  );
  return `atx_${transferId.slice(4)}`;
};
const ofReceipt = async (api: PlatformApi) => ({
  params: { clubID: api.world.facilityId, txId: await aTopup(api, api.world.facilityId) },
  foreign: { txId: await aTopup(api, api.otherFacilityId) },
  missing: { txId: 'atx_zzzzzzzzzzzzzzzz' },
});
const ofStatement = async (api: PlatformApi) => {
  const { world } = api;
  const transferId = (await aTopup(api, world.facilityId)).replace('atx_', 'ltr_');
  const posted = await world.db.read((tx) =>
    tx.selectFrom('ledger_transfer').where('id', '=', transferId).select('day').executeTakeFirstOrThrow(),
  );
  const none = { month: '1999-01' };
  return { params: { clubID: world.facilityId, month: posted.day.slice(0, 7) }, missing: none, foreign: none };
};

export const aiCreditsCases: PlatformCases = {
  'ai-credits.overview': atClub,
  'ai-credits.payment-method': atClub,
  'ai-credits.topup': async (api) => ({ ...(await atClub(api)), body: { amountCents: 5_000, method: 'card' } }),
  'ai-credits.confirm-topup': async (api) => {
    const { world } = api;
    const begin = (id: FacilityId) => {
      const asked = {
        amountCents: 5_000,
        currency: world.ledger.currency,
        by: 'user:test',
        purpose: 'ai-credit',
      } as const;
      return world.db.write((tx) => world.topups.begin(tx, ownerOf(id), asked));
    };
    return { ...(await atClub(api)), body: { topupId: (await begin(world.facilityId)).id } };
  },
  'ai-credits.grant-credit': async (api) => ({
    ...(await atClub(api)),
    body: { amountCents: 2_500, note: 'To try it with' },
  }),
  'ai-credits.transactions': atClub,
  'ai-credits.available-periods': atClub,
  'ai-credits.receipt': ofReceipt,
  'ai-credits.receipts': async (api) => ({
    ...(await atClub(api)),
    query: { ids: await aTopup(api, api.world.facilityId) },
  }),
  'ai-credits.usage-statements': atClub,
  'ai-credits.usage-statement': ofStatement,
  'ai-credits.statement-detail': ofStatement,
  'model-router-admin.read': atClub,
  'model-router-admin.adjust': async (api) => ({
    ...(await atClub(api)),
    body: { amountCents: 2_500, note: 'For the outage' },
  }),
  'model-router-admin.transactions': atClub,
  'model-router-admin.receipt': ofReceipt,
  'model-router-admin.usage-statements': atClub,
  'model-router-admin.usage-statement': ofStatement,
};
