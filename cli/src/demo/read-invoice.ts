import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { sendUnified } from './ask-unified.ts';
import type { DemoSite } from './demo-site.ts';

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
      return text.startsWith('%PDF-') && missing.length === 0 ? undefined : `it lacks ${missing.join(', ')}`;
    }
    if (clock.monoMs() > until) return `it is not made: ${bytes}`;
    await sleep(clock, Milliseconds(200));
  }
};
