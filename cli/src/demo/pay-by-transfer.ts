import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { askUnified } from './ask-unified.ts';
import type { DemoSite } from './demo-site.ts';

const BILLING = '/v1/rest/admin/saas-billing';
const CENTS = 2_500;
const SETTLED_WITHIN = Seconds(20);

/** The bank's statement of a day on which one payment came, with what its payer wrote. */
const statementOf = (text: string): string => {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
  return `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', '100.00')}${balance('CLBD', '125.00')}<Ntry><Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-02</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
};

/**
 * Makes an invoice for the gym's wallet, sends the statement of a bank that has its payment, and waits until that is taken in.
 * Resolves with what is wrong.
 */
export const paysByTransfer = async (site: DemoSite, clock: Clock): Promise<string | undefined> => {
  const ask = await askUnified(site, 'read money');
  const wallet = `${BILLING}/wallets/${encodeURIComponent(`facility#${site.cloud.demo.facilityId}`)}`;
  const { invoiceId, reference } = await ask('POST', `${wallet}/topup-invoices`, { amountCents: CENTS });
  const statement = statementOf(`Top-up ${reference}, thank you`);
  const looked = await ask('POST', `${BILLING}/payments/statements?dryRun=true`, statement);
  if ((looked.looked as { settles?: number } | null)?.settles !== 1)
    return `it settles nothing: ${JSON.stringify(looked)}`;
  await ask('POST', `${BILLING}/payments/statements`, statement);
  const until = clock.monoMs() + SETTLED_WITHIN;
  for (;;) {
    const { topupInvoices } = await ask('GET', wallet);
    const invoices = topupInvoices as readonly { readonly invoiceId: string; readonly state: string }[];
    if (invoices.find((one) => one.invoiceId === invoiceId)?.state === 'paid') return undefined;
    if (clock.monoMs() > until) return `the invoice is not paid: ${JSON.stringify(invoices)}`;
    await sleep(clock, Milliseconds(200));
  }
};

/** Asks what a template would have cost whoever goes by it. Resolves with what is wrong. */
export const asksWhatIf = async (site: DemoSite, clock: Clock): Promise<string | undefined> => {
  const ask = await askUnified(site, 'read money');
  const made = await ask('POST', `${BILLING}/rate-templates`, {
    name: `Small studios ${clock.wallMs().toString(36)}`,
    charges: { pricePerDoorDay: 0.2 },
  });
  const { data } = await ask('POST', `${BILLING}/rate-templates/${made.templateId}/what-if`, { months: 1 });
  return Array.isArray(data) ? undefined : `no answer: ${JSON.stringify(data)}`;
};
