import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { DemoSite } from './demo-site.ts';
import { inShell } from './run-line.ts';

const TEST_CARD = '4242424242424242';
const CENTS = 5_000;

/**
 * Tops the gym's wallet up by card: types one in at the page of whoever plays the card provider, and asks what came of it.
 * Resolves with what is wrong.
 */
export const topsUpByCard = async (site: DemoSite): Promise<string | undefined> => {
  const data = site.short(`${site.dataDir}/cloud`);
  const token = (await inShell(`npm run -s gatehouse -- token --scope "read money" --data ${data}`)).trim();
  const wallet = `/v1/rest/admin/saas-billing/wallets/${encodeURIComponent(`facility#${site.cloud.demo.facilityId}`)}`;
  const ask = (method: string, path: string, body?: object) => asked(site, { method, path, token, body });

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

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: object | undefined;
}

const asked = ({ cloud }: DemoSite, { method, path, token, body }: Asked): Promise<Readonly<Record<string, unknown>>> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const sent = request(`${cloud.unifiedUrl}${path}`, { method, headers, ca: readFileSync(cloud.caFile, 'utf8') });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
