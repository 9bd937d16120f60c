// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { ORGANISATION } from './ops-agreements.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const ADMIN = { cloud: { session: SUPER_ADMIN } };

describe('charges', () => {
  it('are saved as the next revision, in the places of their currency, once it is said from when it holds', async () => {
    const { page, wrongs, close } = await console.open(`/ops/charges?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.getByText('Revision 3, from 2026-07-01 on. Today revision 2 holds.').waitFor();
    await page.getByLabel('Amount, without tax').first().fill('62.555');
    await page.getByRole('button', { name: 'Save it as the next revision' }).press('Enter');
    await page.getByText('An amount such as 59 or 59.90, as the currency has it.').waitFor();
    await page.getByLabel('Amount, without tax').first().fill('62.5');
    await page.getByLabel('Holds from').fill('2026-09-01');
    await page.getByRole('button', { name: 'Save it as the next revision' }).press('Enter');
    await page.getByRole('dialog').getByText('It holds from 2026-09-01 on').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'Save it as the next revision' }).press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ organisationId: ORGANISATION, effectiveOn: '2026-09-01', expectedRevision: 3 },
      charges: [{ key: 'licence', amountMinor: 6_250, taxBasisPoints: 1_000, period: 'month' }],
      overrides: [{ facilityId: FACILITY, key: 'licence', amountMinor: 4_990, disabled: false }],
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('rates', () => {
  it('are set one by one, never rounded, and what a template would have cost is asked by keyboard', async () => {
    const { page, wrongs, close } = await console.open('/ops/rates', PHONE, ADMIN);
    await page.getByLabel('What', { exact: true }).selectOption('pricePerDoorDay');
    await page.getByLabel('Price', { exact: true }).fill('0.1234567');
    await page.getByRole('button', { name: 'Save the price' }).press('Enter');
    await page.getByText('A price such as 0 or 0.25').waitFor();
    await page.getByLabel('Price', { exact: true }).fill('0.3');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save the price' }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ charges: { pricePerDoorDay: 0.3 } });
    await page.getByRole('button', { name: 'What would it have cost?' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'What would it have cost?' }).press('Enter');
    await page.getByText('-4.65').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are explained for each line of a record, day by day', async () => {
    const { page, wrongs, close } = await console.open(`/ops/billing?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.getByText('Door, each day: 23.25').click();
    await page.getByText('2026-01-31').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('statements of the bank', () => {
  it('are looked at before anything is kept, and what fits nothing is put into a wallet by keyboard', async () => {
    const { page, wrongs, close } = await console.open('/ops/wallets', PHONE, ADMIN);
    await page
      .getByLabel('Statement: CAMT.053 (XML), or CSV')
      .setInputFiles({ name: 'november.xml', mimeType: 'application/xml', buffer: Buffer.from('<Document/>') });
    await page.locator('main').getByText('3 payments, 2 of them new. To settle something: 1. To wait: 1.').waitFor();
    const taken = page.waitForRequest((request) => request.url().includes('dryRun=false'));
    await page.getByRole('button', { name: 'Take it in', disabled: false }).press('Enter');
    expect((await taken).postDataBuffer()?.toString()).toBe('<Document/>');
    await page.getByText('Harbour Gym: Top-up <b>7K3M-Q0ZE</b>').waitFor();
    await page.getByText('Put it into their wallet').first().press('Enter');
    await page.getByLabel('Why', { exact: true }).first().fill('Asked them');
    const decided = page.waitForRequest('**/unmatched/ben_0123456789abcdef');
    await page.getByRole('button', { name: 'Put it into their wallet', disabled: false }).press('Enter');
    expect((await decided).postDataJSON()).toEqual({
      ...{ action: 'credit', ownerKey: `org#${ORGANISATION}`, note: 'Asked them' },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('how an owner is billed', () => {
  const WALLET = `/ops/wallets?owner=${encodeURIComponent(`org#${ORGANISATION}`)}`;

  it('is said with who has said it, and changed by keyboard once it is seen what stands against it', async () => {
    const { page, wrongs, close } = await console.open(WALLET, PHONE, ADMIN);
    const held = page.getByRole('row').filter({ hasText: 'Automatic top-up' });
    await held.getByText('200.00 at or below 50.00').waitFor();
    await held.getByText('the organisation').waitFor();
    await page.getByLabel('Method', { exact: true }).selectOption('invoice');
    const ahead = page.getByRole('region', { name: 'Before the method changes' });
    await ahead.getByText('Top-up invoices are still to be paid. Match or cancel them first.').waitFor();
    await ahead.getByText('Something <b>new</b> to know.').waitFor();
    await page.getByLabel('Who pays', { exact: true }).selectOption('As it is inherited');
    await page.getByLabel('Days until an invoice is due').fill('300');
    const save = page.getByRole('button', { name: 'Save how it is billed', disabled: false });
    await save.press('Enter');
    await page.getByText('A number from 0 to 120, or nothing.').waitFor();
    await page.getByLabel('Days until an invoice is due').fill('30');
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await save.press('Enter');
    expect((await put).postDataJSON()).toEqual({
      ...{ ownerKey: `org#${ORGANISATION}`, billingMethod: 'invoice', payerScope: null, netDays: 30 },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    for (const [name, method] of [
      ['Take its own profile away', 'DELETE'],
      ['Archive it', 'PUT'],
    ] as const) {
      const sent = page.waitForRequest((request) => request.method() === method);
      await page.getByRole('button', { name, disabled: false }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name }).press('Enter');
      expect((await sent).postDataJSON()).toEqual(method === 'PUT' ? { archived: true } : null);
    }
    expect(wrongs).toEqual([]);
    await close();
  });

  it('has invoices as files, corrects one by a credit note and says whom they name, by keyboard', async () => {
    const { page, wrongs, close } = await console.open(WALLET, PHONE, ADMIN);
    const invoices = page.getByRole('region', { name: 'Invoices and credit notes' });
    await invoices.getByText('CN-2026-000007 of 2026-02-01: 0.25 EUR taken back. A <b>day</b> too much').waitFor();
    const file = invoices.getByRole('link', { name: 'PDF 2026-000123' });
    expect(await file.getAttribute('href')).toBe('/api/admin/saas-billing/invoices/inv_0123456789abcdef/invoice.pdf');
    await page.getByRole('link', { name: 'How to pay (PDF) 7K3M-Q0Z3' }).waitFor();
    await invoices.getByText('Correct it by a credit note').press('Enter');
    const make = invoices.getByRole('button', { name: 'Make the credit note', disabled: false });
    await make.press('Enter');
    await invoices.getByText('This is needed.').waitFor();
    await invoices.getByLabel('Amount').fill('3.00');
    await invoices.getByLabel('Why, as the credit note says it').fill('Charged by mistake');
    const credited = page.waitForRequest('**/credit-notes');
    await make.press('Enter');
    expect((await credited).postDataJSON()).toEqual({ amountCents: 300, reason: 'Charged by mistake' });
    const named = page.getByRole('region', { name: 'Whom invoices name' });
    await named.getByLabel('Country').fill('FR');
    await named.getByLabel('VAT id').fill('FR40303265045');
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await named.getByRole('button', { name: 'Save whom they name', disabled: false }).press('Enter');
    expect((await put).postDataJSON()).toMatchObject({
      ...{
        name: 'Iron <b>Gym</b> GmbH',
        lines: ['Muskelstraße 1'],
        country: 'FR',
        vatId: 'FR40303265045',
        email: null,
      },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is topped up at the page of the card provider, and whoever comes back sees what came of it', async () => {
    const { page, wrongs, close } = await console.open(WALLET, PHONE, ADMIN);
    await page.route('https://checkout.example/**', (route) => route.fulfill({ body: 'Pay here' }));
    const byCard = page.getByRole('region', { name: 'Top up by card' });
    await byCard.getByLabel('Amount').fill('4.99');
    await byCard.getByLabel('Amount').press('Enter');
    await byCard.getByText('from 5 to 10,000').waitFor();
    await byCard.getByLabel('Amount').fill('200');
    const begun = page.waitForRequest('**/topups');
    await byCard.getByLabel('Amount').press('Enter');
    expect((await begun).postDataJSON()).toEqual({ amountCents: 20_000 });
    await page.waitForURL('https://checkout.example/c/pay/0123456789');
    expect(wrongs).toEqual(['left the host: https://checkout.example/c/pay/0123456789']);
    await close();
    const back = await console.open(`${WALLET}&topup=tup_0123456789abcdef`, PHONE, ADMIN);
    await back.page.getByText('It is paid, and in the wallet.').waitFor();
    expect(await barriers(back.page)).toEqual([]);
    expect(back.wrongs).toEqual([]);
    await back.close();
  });
});
