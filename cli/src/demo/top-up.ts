import { askUnified } from './ask-unified.ts';
import type { DemoSite } from './demo-site.ts';

const TEST_CARD = '4242424242424242';
const CENTS = 5_000;

/**
 * Tops the gym's wallet up by card: types one in at the page of whoever plays the card provider, and asks what came of it.
 * Resolves with what is wrong.
 */
export const topsUpByCard = async (site: DemoSite): Promise<string | undefined> => {
  const ask = await askUnified(site, 'read money');
  const wallet = `/v1/rest/admin/saas-billing/wallets/${encodeURIComponent(`facility#${site.cloud.demo.facilityId}`)}`;

  const before = await ask('GET', wallet);
  const begun = await ask('POST', `${wallet}/topups`, { amountCents: CENTS });
  if (typeof begun.url !== 'string') return `no page: ${JSON.stringify(begun)}`;
  const form = new URLSearchParams({ card: TEST_CARD, act: 'pay' });
  const paid = await fetch(begun.url, { method: 'POST', body: form, redirect: 'manual' });
  if (paid.status !== 303) return `the page answered ${paid.status}`;
  const confirmed = await ask('POST', `/v1/rest/admin/saas-billing/topups/${begun.topupId}/confirm`);
  const again = await ask('POST', `/v1/rest/admin/saas-billing/topups/${begun.topupId}/confirm`);
  if (confirmed.state !== 'paid' || again.state !== 'paid') return `it is ${JSON.stringify(confirmed)}`;
  const after = await ask('GET', wallet);
  const came = Number(after.balanceCents) - Number(before.balanceCents);
  return came === CENTS ? undefined : `the wallet got ${came}`;
};
