import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { sendUnified } from './ask-unified.ts';
import type { DemoSite } from './demo-site.ts';
import { preflightIsHere, wrongByPreflight } from './preflight.ts';

const BILLING = '/v1/rest/admin/saas-billing';
const MADE_WITHIN = Seconds(30);

const CUSTOMER = {
  ...{
    name: 'Harbour Fitness Pty Ltd',
    lines: ['1 Harbour Street'],
    postcode: '4000',
    city: 'Brisbane',
    country: 'AU',
  },
  ...{ vatId: null, email: null },
};
const INSIDE = ['(factur-x.xml)', '/AFRelationship /Alternative', '<pdfaid:part>3<', '<fx:ConformanceLevel>EN 16931<'];

interface Topup {
  readonly invoiceId: string;
  readonly state: string;
}

/** Says whom to invoice, and reads the invoice of what was paid by transfer. Resolves with what is wrong. */
export const readsInvoice = async (site: DemoSite, clock: Clock): Promise<string | undefined> => {
  const send = await sendUnified(site, 'read money');
  const owner = encodeURIComponent(`facility#${site.cloud.demo.facilityId}`);
  const put = await send('PUT', `${BILLING}/tax-data/${owner}`, CUSTOMER);
  if (put.status !== 200) return `nobody is to be invoiced: ${put.bytes}`;
  const wallet = await send('GET', `${BILLING}/wallets/${owner}`);
  const { topupInvoices } = JSON.parse(wallet.bytes.toString()) as { readonly topupInvoices: readonly Topup[] };
  const paid = topupInvoices.find(({ state }) => state === 'paid');
  if (paid === undefined) return 'nothing was paid by transfer';
  const until = clock.monoMs() + MADE_WITHIN;
  for (;;) {
    const { status, bytes } = await send('GET', `${BILLING}/topup-invoices/${paid.invoiceId}/invoice.pdf`);
    if (status === 200) {
      const text = bytes.toString('latin1');
      const missing = INSIDE.filter((part) => !text.includes(part));
      if (!text.startsWith('%PDF-') || missing.length > 0) return `it lacks ${missing.join(', ')}`;
      const wrong = [...(await wrongByRules(bytes)), ...(await wrongByArchivists(bytes))];
      return wrong.length === 0 ? undefined : wrong.join('; ');
    }
    if (clock.monoMs() > until) return `it is not made: ${bytes}`;
    await sleep(clock, Milliseconds(200));
  }
};

/** What the business rules of EN 16931 say against the invoice inside, by a reader that is not ours. */
const wrongByRules = async (pdf: Buffer): Promise<readonly string[]> => {
  const { FacturX } = await import('factur-x-kit');
  const { valid, errors = [] } = (await FacturX.fromPDF(pdf)).validate();
  return valid ? [] : errors.map(({ message, path }) => `${path.join('.')}: ${message}`);
};

/** What the rules of PDF/A say against the file, where a validator of those is installed. */
const wrongByArchivists = async (pdf: Buffer): Promise<readonly string[]> => {
  if (!preflightIsHere()) return [];
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-invoice-'));
  const file = join(folder, 'invoice.pdf');
  writeFileSync(file, pdf);
  return wrongByPreflight(file).finally(() => rmSync(folder, { recursive: true }));
};
