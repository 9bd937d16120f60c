// @module-tag long
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { NEW_KEY, OVERVIEW } from './ops-ai.kit.ts';
import { HASH } from './ops-ai-requests.kit.ts';
import { FACILITY, SESSION } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}/ai`;
const CREDIT = `/api/clubs/${FACILITY}/ai-credits`;
const AS_SUPER_ADMIN = { cloud: { session: SUPER_ADMIN } };

describe('the pages of AI credit', () => {
  it('make a key by keyboard and show it once: not in the address, and kept nowhere', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/keys`, PHONE, AS_SUPER_ADMIN);
    const keys = page.getByRole('region', { name: 'Keys', exact: true });
    await keys.getByText('Make a key', { exact: true }).first().press('Enter');
    const make = keys.getByRole('button', { name: 'Make a key', disabled: false });
    await make.press('Enter');
    await keys.getByText('Say what it is used for.').waitFor();
    await keys.getByLabel('What it is used for').fill('Newsletter');
    await keys.getByLabel('May spend at most').fill('12.50');
    await keys.getByLabel('Requests a minute').fill('30');
    await keys.getByLabel('Any model').press('Space');
    await keys.getByLabel('small-1').press('Space');
    await keys.getByRole('button', { name: 'Look for something', disabled: false }).press('Enter');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await make.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      ...{ label: 'Newsletter', spendCap: { limitCents: 1_250, reset: 'month' }, allowedModels: ['small-1'] },
      ...{ rpmLimit: 30, tpmLimit: null, guardrailIds: [], expiresAt: null },
      contentFilters: [{ kind: 'email', on: 'both', action: 'redact' }],
    });
    expect(await (await sent).headerValue('idempotency-key')).toBeTruthy();
    await page.getByText(NEW_KEY).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])');
    expect(kept).not.toContain(NEW_KEY);
    await page.getByRole('button', { name: 'I have stored it', disabled: false }).press('Enter');
    expect(await page.getByText(NEW_KEY).count()).toBe(0);
    await page.reload();
    await keys.getByText('Old newsletter', { exact: true }).waitFor();
    expect(await page.getByText(NEW_KEY).count()).toBe(0);
    expect([await page.locator('main b').count(), wrongs]).toEqual([0, []]);
    await close();
  });

  it('change nothing of a key but what somebody has changed, and delete one once they are asked again', async () => {
    const { page, close } = await console.open(`${AT}/keys`, PHONE, AS_SUPER_ADMIN);
    const one = page.getByRole('listitem').filter({ hasText: 'Chat at the <b>desk</b>' });
    await one.getByText('Change Chat at the <b>desk</b>').press('Enter');
    await one.getByLabel('Requests a minute').fill('90');
    const changed = page.waitForRequest((request) => request.method() === 'PATCH');
    await one.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    expect((await changed).postDataJSON()).toEqual({ rpmLimit: 90 });
    const remove = 'Delete Chat at the <b>desk</b>';
    await one.getByRole('button', { name: remove, disabled: false }).press('Enter');
    const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: remove, disabled: false }).press('Enter');
    expect(new URL((await deleted).url()).pathname).toBe(`${CREDIT}/keys/${HASH}`);
    await close();
  });

  it('set a guardrail among those that there are by now', async () => {
    const { page, close } = await console.open(`${AT}/keys`, PHONE, AS_SUPER_ADMIN);
    const guardrails = page.getByRole('region', { name: 'Guardrails' });
    await guardrails.getByText('Add a guardrail', { exact: true }).first().press('Enter');
    await guardrails.getByLabel('Name', { exact: true }).fill('Short answers');
    await guardrails.getByLabel('Tokens of an answer at most').fill('200');
    const set = page.waitForRequest((request) => request.method() === 'PATCH');
    await guardrails.getByRole('button', { name: 'Add a guardrail', disabled: false }).press('Enter');
    const { guardrails: all } = (await set).postDataJSON();
    expect(all.map(({ name }: { name: string }) => name)).toEqual([
      'No <b>card</b> numbers',
      'Small models',
      'Short answers',
    ]);
    expect(all[0].guardrailId).toBe('grd_0123456789abcdef');
    expect(all[2]).toEqual({
      ...{ name: 'Short answers', everywhere: true, allowedModels: null, maxOutputTokens: 200 },
      ...{ spendCap: null, contentFilters: [] },
    });
    await close();
  });

  it('try a text by the filters of a key: it stands in no address and no storage', async () => {
    for (const width of WIDTHS) {
      const { page, wrongs, close } = await console.open(`${AT}/keys`, width, AS_SUPER_ADMIN);
      const trying = page.getByRole('region', { name: 'Try a text' });
      const send = trying.getByRole('button', { name: 'Try it', disabled: false });
      await send.press('Enter');
      await trying.getByText('Give a text.').waitFor();
      const text = 'Write ada@example.com';
      await trying.getByLabel('Text', { exact: true }).fill(text);
      await trying.getByLabel('As what').selectOption('output');
      await trying.getByLabel('By whom').selectOption({ label: 'Chat at the <b>desk</b>' });
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await send.press('Enter');
      expect((await sent).postDataJSON()).toEqual({ text, on: 'output', keyHash: HASH });
      await trying.getByText('It goes on with what was found blacked out.').waitFor();
      await trying.getByText('Write <b>[email]</b>').waitFor();
      await trying.getByText('E-mail addresses, 1 time: blacked out, by the key itself').waitFor();
      const pattern = 'An expression (?i)secret\\w*, 2 times: noted only, by the guardrail Words of <b>ours</b>';
      await trying.getByText(pattern).waitFor();
      expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
      const kept = await page.evaluate(
        'JSON.stringify([localStorage, sessionStorage, document.cookie, location.href])',
      );
      expect(kept).not.toContain('ada@example.com');
      await trying.getByLabel('Text', { exact: true }).fill('Another');
      await trying.getByText('blacked out', { exact: false }).first().waitFor({ state: 'detached' });
      expect([await page.locator('main b').count(), wrongs]).toEqual([0, []]);
      await close();
    }
  });

  it('top up by transfer: the reference stands there to be copied', async () => {
    const { page, wrongs, close } = await console.open(AT, PHONE, AS_SUPER_ADMIN);
    const topup = page.getByRole('region', { name: 'Top up', exact: true });
    await topup.getByLabel('Amount').fill('4.99');
    await topup.getByLabel('How it is paid').selectOption('transfer');
    await topup.getByRole('button', { name: 'Top up', disabled: false }).press('Enter');
    await topup.getByText('from 5 to 10,000', { exact: false }).waitFor();
    await topup.getByLabel('Amount').fill('250');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({ amountCents: 25_000, method: 'transfer' });
    await topup.getByText('7K3M-Q0Z3').waitFor();
    await topup.getByRole('button', { name: 'Copy the reference', disabled: false }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('send whoever pays by card to the provider, and keep nothing of it', async () => {
    const { page, close } = await console.open(AT, PHONE, AS_SUPER_ADMIN);
    const provider = 'https://checkout.example/c/pay/0123456789';
    await page.route(provider, (route) => route.fulfill({ contentType: 'text/html', body: 'Pay' }));
    const begun = { state: 'open', topupId: 'tup_0123456789abcdef', url: provider };
    await page.route('**/ai-credits/topup', (route) =>
      route.fulfill({ json: { ...begun, invoiceId: null, reference: null, dueAt: null } }),
    );
    await page.getByLabel('Amount').first().fill('25');
    await page.keyboard.press('Enter');
    await page.waitForURL(provider);
    await close();
  });

  it('say what they are where models are off, and leave it to an administrator to switch them on', async () => {
    const off = (page: Page) =>
      page.route('**/ai-credits/overview', (route) => route.fulfill({ json: { ...OVERVIEW, enabled: false } }));
    const managed = await console.open(AT, PHONE, { before: off });
    await managed.page.getByText('An administrator of the organisation switches them on.').waitFor();
    expect(await managed.page.getByRole('button', { name: 'Use AI models here' }).count()).toBe(0);
    await managed.close();
    const { page, close } = await console.open(AT, PHONE, { ...AS_SUPER_ADMIN, before: off });
    await page.getByRole('button', { name: 'Use AI models here', disabled: false }).press('Enter');
    expect(await barriers(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'Use AI models here', disabled: false }).press('Enter');
    expect(new URL((await sent).url()).pathname).toBe(`${CREDIT}/enable`);
    await close();
  });

  it('say what came of a top-up by card once somebody is back', async () => {
    const { page, close } = await console.open(`${AT}?topup=tup_0123456789abcdef`, PHONE, AS_SUPER_ADMIN);
    await page.getByText('It is paid, and part of the credit.').waitFor();
    await close();
  });

  it('pause with a reason, once somebody is asked again, and say so to whoever comes', async () => {
    const { page, wrongs, close } = await console.open(AT, PHONE, AS_SUPER_ADMIN);
    const label = 'Pause AI models here';
    await page.getByRole('button', { name: label, disabled: false }).press('Enter');
    await page.getByText('Say why: whoever runs the facility reads it.').waitFor();
    await page.getByLabel('Why, for whoever runs the facility').fill('A key was found <b>in public</b>');
    await page.getByRole('button', { name: label, disabled: false }).press('Enter');
    const paused = { ...OVERVIEW, inferencePaused: true, pauseReason: 'A key was found <b>in public</b>' };
    await page.route('**/ai-credits/overview', (route) => route.fulfill({ json: paused }));
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: label, disabled: false }).press('Enter');
    expect(new URL((await sent).url()).pathname).toMatch(`/model-router/facilities/${FACILITY}/pause`);
    expect((await sent).postDataJSON()).toEqual({ inferencePaused: true, reason: 'A key was found <b>in public</b>' });
    await page.getByText('Paused: every request is refused: A key was found <b>in public</b>').waitFor();
    expect([await barriers(page), wrongs]).toEqual([[], []]);
    await page.getByRole('button', { name: 'Resume AI models here', disabled: false }).press('Enter');
    const resumed = page.waitForRequest((request) => request.method() === 'POST');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Resume AI models here', disabled: false })
      .press('Enter');
    expect((await resumed).postDataJSON()).toEqual({ inferencePaused: false });
    await close();
  });

  it('narrow requests in the address, and tell cost apart by keys', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/requests?by=key&range=7`, PHONE, AS_SUPER_ADMIN);
    const cost = page.getByRole('region', { name: 'What it cost' }).first();
    await cost.getByRole('rowheader', { name: 'Chat at the <b>desk</b>' }).waitFor();
    await cost.getByRole('rowheader', { name: 'An agent' }).waitFor();
    const asked = page.waitForRequest((request) => /\/logs\?.*status=blocked/.test(request.url()));
    await page.getByLabel('How it ended').selectOption('blocked');
    expect(new URL((await asked).url()).searchParams.get('page')).toBe('1');
    await page.waitForURL(/by=key&range=7&status=blocked/);
    await page.getByText('Stopped by a filter: a guardrail').waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });

  it('offer staff what there is, and neither keys nor money', async () => {
    const staff = { ...SESSION, roles: SESSION.roles.map((role) => ({ ...role, right: 'facility-staff' as const })) };
    const { page, wrongs, close } = await console.open(AT, PHONE, { cloud: { session: staff } });
    await page.getByRole('heading', { name: 'EUR 48.05 of credit' }).waitFor();
    await page.getByRole('heading', { name: 'For developers' }).waitFor();
    for (const name of ['Top up', 'Transactions', 'Statements by month', 'Whoever runs the platform'])
      expect(await page.getByRole('heading', { name, exact: true }).count(), name).toBe(0);
    await page.getByRole('link', { name: 'Keys and guardrails' }).press('Enter');
    await page.getByText('Keys are for whoever manages the facility').waitFor();
    await page.getByRole('rowheader', { name: 'Desk <b>agent</b>' }).waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });
});
