import { ENGINES } from '@gatehouse/cloud/kit/db/engines.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { mailboxPage } from '@gatehouse/cloud/platform/mail/mailbox-page/mailbox-page.ts';
import { type PlatformApi, servePlatformApi } from '@gatehouse/cloud/testing/platform-api.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, tabStops, WIDTHS } from '../kit/browser.ts';

const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title = 2</script>';
let db: Database;
let api: PlatformApi;
let browser: Browser;
beforeAll(async () => {
  db = await (ENGINES[0] as (typeof ENGINES)[number]).open();
  const clock = new ManualClock();
  api = await servePlatformApi(db, clock, undefined, {}, [mailboxPage()]);
  browser = await openBrowser();
  // A second apart: e-mails of one moment have no order.
  for (let i = 1; i <= 60; i++) {
    await db.write((tx) =>
      api.world.mail.send(tx, { to: `m${i}@example.com`, subject: `News ${i}`, text: `Text ${i}` }),
    );
    await clock.advance(Seconds(1));
  }
  await db.write((tx) =>
    api.world.mail.send(tx, { to: 'ada@example.com', subject: HOSTILE, text: `Hello\n${HOSTILE}`, html: HOSTILE }),
  );
});
afterAll(async () => {
  await browser.close();
  await api.close();
});
const url = () => `https://localhost:${api.port}/mailbox`;
const keyOf = (who: { headers: Record<string, string> }) => who.headers['x-api-key'] ?? '';
const signIn = async (page: Page, key: string) => {
  await page.getByLabel('Your key').fill(key);
  await page.keyboard.press('Enter');
};

const [PHONE, ...WIDER] = WIDTHS;
const looks = (width: number) => {
  it('shows nothing without a key, and says in words that one is not known or not enough', async () => {
    const { page, close } = await openPage(browser, url(), width);
    await page.getByLabel('Your key').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    await signIn(page, `ghk_${'z'.repeat(43)}`);
    await page.getByText('This key is not known.').waitFor();
    await signIn(page, keyOf(api.callers.platformAdmin));
    await page.getByText('it is for global admins').waitFor();
    expect(await page.getByText('News').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await close();
  });

  it('is read by keyboard alone: the list, an older page, an e-mail, and back', async () => {
    const { page, wrongs, close } = await openPage(browser, url(), width);
    await signIn(page, keyOf(api.callers.globalAdmin));
    await page.getByRole('button', { name: /^News 60/ }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(50);
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    const stops = await tabStops(page, 80);
    expect(stops.filter((stop) => stop.startsWith('button'))).toHaveLength(53);

    await page.getByRole('button', { name: 'Show older ones' }).press('Enter');
    await page.getByRole('button', { name: /^News 1 ?To/ }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(61);
    await page.getByRole('button', { name: /^News 7 ?To/ }).press('Enter');
    await page.getByRole('heading', { name: 'News 7' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('subject');
    await page.getByText('Text 7').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Kept here: no mail server is configured' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    await page.getByRole('button', { name: 'Back to the list' }).press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^News 7To/);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('shows an e-mail as text, whatever is in it, and keeps the key nowhere', async () => {
    const { page, wrongs, close } = await openPage(browser, url(), width);
    await signIn(page, keyOf(api.callers.globalAdmin));
    await page.getByRole('button', { name: HOSTILE }).click();
    await page.getByRole('heading', { name: HOSTILE }).waitFor();
    await page.getByText('As HTML, unrendered').click();
    expect(await page.locator('#html').textContent()).toBe(HOSTILE);
    expect(await page.locator('article img, article script').count()).toBe(0);
    expect(await page.title()).toBe('Mailbox: Gatehouse');
    expect(await fitsItsWidth(page)).toBe(true);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'Forget my key' }).click();
    await page.getByText('Your key is forgotten.').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
    const kept =
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, document.body.innerText])';
    expect(await page.evaluate(kept)).not.toContain('ghk_');
    expect(await page.inputValue('#key')).toBe('');
    await page.reload();
    await page.getByLabel('Your key').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(0);
    expect(wrongs).toEqual([]);
    await close();
  });
};

describe(`the mailbox in a real browser, ${PHONE} pixels wide`, () => looks(PHONE));
describe.each(WIDER)('the mailbox in a real browser, %i pixels wide', { tags: 'long' }, looks);
