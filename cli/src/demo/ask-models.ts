import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { askUnified, sendUnified } from './ask-unified.ts';
import type { DemoSite } from './demo-site.ts';
import { inShell } from './run-line.ts';

const TEST_CARD = '4242424242424242';
const SCOPE = 'read money grave:money grave:keys';
const HI = [{ role: 'user', content: 'When do you open?' }];

/** Asks the gate as any client of the protocol does. Resolves with the status and the text. */
const gateOf =
  ({ cloud, short }: DemoSite, curlIsHere: boolean) =>
  async (key: string, asked: object): Promise<{ readonly status: number; readonly text: string }> => {
    const [url, body] = [`${cloud.inferenceUrl}/v1/chat/completions`, JSON.stringify(asked)];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    if (!curlIsHere)
      return new Promise((resolve, reject) => {
        const sent = request(url, { method: 'POST', headers, ca: readFileSync(cloud.caFile, 'utf8') });
        sent.on('error', reject).on('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        sent.end(body);
      });
    const sends = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
    const answered = await inShell(
      `curl -sSN --cacert '${short(cloud.caFile)}' ${sends.join(' ')} -d '${body}' -w '\\n%{http_code}' '${url}'`,
    );
    const at = answered.lastIndexOf('\n');
    return { status: Number(answered.slice(at + 1)), text: answered.slice(0, at) };
  };

/**
 * Buys AI credit by card, has a model answer by a key of the gym, piece by piece, and sees it refused at the key's cap and while
 * models are paused. Resolves with what is wrong.
 */
export const asksModels = async (site: DemoSite, curlIsHere: boolean): Promise<string | undefined> => {
  const ask = await askUnified(site, SCOPE);
  const send = gateOf(site, curlIsHere);
  const club = site.cloud.demo.facilityId;
  const credits = `/v1/rest/clubs/${club}/ai-credits`;
  await ask('POST', `${credits}/enable`);
  const begun = await ask('POST', `${credits}/topup`, { amountCents: 500, method: 'card' });
  if (typeof begun.url !== 'string') return `no page: ${JSON.stringify(begun)}`;
  await fetch(begun.url, {
    method: 'POST',
    body: new URLSearchParams({ card: TEST_CARD, act: 'pay' }),
    redirect: 'manual',
  });
  const bought = await ask('POST', `${credits}/topup/confirm`, { topupId: begun.topupId });
  if (bought.state !== 'paid') return `it is ${JSON.stringify(bought)}`;
  const made = await ask('POST', `${credits}/keys`, {
    label: `Demo ${begun.topupId}`,
    spendCap: { limitCents: 1, reset: 'total' },
  });
  const key = String(made.key);

  const streamed = { model: 'small-1', stream: true, max_tokens: 60, messages: HI };
  const first = await send(key, streamed);
  if (first.status !== 200 || !first.text.includes('data: [DONE]')) return `no answer: ${first.status} ${first.text}`;
  const dear = await send(key, { model: 'large-1', max_tokens: 4_000, messages: HI });
  if (dear.status !== 402 || !dear.text.includes('key_limit')) return `past its cap: ${dear.status} ${dear.text}`;
  const pause = (inferencePaused: boolean) =>
    ask('POST', `/v1/rest/admin/saas-billing/model-router/facilities/${club}/pause`, {
      inferencePaused,
      reason: inferencePaused ? 'To show it' : null,
    });
  await pause(true);
  const paused = await send(key, streamed);
  await pause(false);
  if (paused.status !== 402 || !paused.text.includes('inference_paused')) return `while paused: ${paused.text}`;
  const after = await send(key, streamed);
  return after.status === 200 ? undefined : `resumed: ${after.status} ${after.text}`;
};

/** Reads the receipt of the newest top-up of AI credit, and the statement of this month. Resolves with what is wrong. */
export const readsReceipts = async (site: DemoSite): Promise<string | undefined> => {
  const send = await sendUnified(site, 'read');
  const credits = `/v1/rest/clubs/${site.cloud.demo.facilityId}/ai-credits`;
  const answered = await send('GET', `${credits}/transactions?types=topup&limit=1`);
  const { data } = JSON.parse(answered.bytes.toString()) as { readonly data: readonly { transactionId: string }[] };
  const statements = await send('GET', `${credits}/usage-statements?months=1`);
  const months = JSON.parse(statements.bytes.toString()) as { readonly data: readonly { month: string }[] };
  for (const path of [
    `transactions/${data[0]?.transactionId}/receipt.pdf`,
    `usage-statements/${months.data[0]?.month}/statement.pdf`,
  ]) {
    const file = await send('GET', `${credits}/${path}`);
    if (file.status !== 200 || !file.bytes.toString('latin1').startsWith('%PDF-'))
      return `${path} is answered ${file.status}`;
  }
  return undefined;
};
