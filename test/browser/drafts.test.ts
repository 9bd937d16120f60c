// @module-tag long
import { DEVELOPER, OWNER } from '@gatehouse/cloud/partner/partner-console/testing/console-api.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { servePartnerConsole } from './partner-console.kit.ts';

const [PHONE] = WIDTHS;
let browser: Browser;
let console: Awaited<ReturnType<typeof servePartnerConsole>>;
beforeAll(async () => {
  browser = await openBrowser();
  console = await servePartnerConsole(browser);
});
afterAll(async () => {
  await browser.close();
  await console.close();
});

const RESTORED = /This is what you typed .* ago, and did not send/;
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
const website = (page: Page) => page.getByLabel('Website');
/** Who is signed in in this browser from now on. */
const becomes = async (page: Page, email: string): Promise<void> => {
  const { token } = await console.api.signedIn(email);
  const cookie = {
    name: '__Host-console',
    value: token,
    url: new URL(page.url()).origin,
    secure: true,
    httpOnly: true,
  } as const;
  await page.context().addCookies([{ ...cookie, sameSite: 'Strict' }]);
};

describe('what was typed and not sent', () => {
  it('survives a reload, says so, is discarded by keyboard, and is gone once it is sent', async () => {
    const { page, wrongs, close } = await console.open('/console/account', PHONE);
    await website(page).fill('https://acme.example/<b>');
    expect(await page.getByText(RESTORED).count()).toBe(0);
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await website(page).inputValue()).toBe('https://acme.example/<b>');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);

    await page.goto(new URL('/console/settings', page.url()).href);
    await page.getByLabel('What each code begins with').waitFor();
    expect(await page.getByText(RESTORED).count(), 'on another page').toBe(0);
    await page.goBack();
    await page.getByRole('button', { name: 'Discard it', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(RESTORED).waitFor({ state: 'detached' });
    expect(await website(page).inputValue()).toBe('');
    expect(await kept(page)).toBe('{}');

    await website(page).fill('https://acme.example/');
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(RESTORED).waitFor({ state: 'detached' });
    expect(await website(page).inputValue()).toBe('https://acme.example/');
    expect(await kept(page)).toBe('{}');
    await page.reload();
    expect(await website(page).inputValue()).toBe('https://acme.example/');
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is kept through the end of a session for who comes back, and never seen by anybody else', async () => {
    const { page, close } = await console.open('/console/account', PHONE);
    const name = page.getByLabel('Name');
    await name.fill('A name that nobody else reads');
    await becomes(page, OWNER.email);
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    expect(await name.inputValue()).toBe('A name that nobody else reads');
    await becomes(page, DEVELOPER.email);
    await page.goto(new URL('/console/keys', page.url()).href);
    await page.getByLabel('Where it will be used').fill('My server');
    expect(await kept(page)).not.toContain('nobody else reads');
    await becomes(page, OWNER.email);
    await page.goto(new URL('/console/account', page.url()).href);
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
    expect(await kept(page)).toBe('{}');
    await close();
  });

  it('goes as somebody signs out', async () => {
    const { page, close } = await console.open('/console/keys', PHONE);
    await page.getByLabel('Where it will be used').fill('Front desk');
    expect(await kept(page)).toContain('Front desk');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Partner ID').waitFor();
    expect(await kept(page)).toBe('{}');
    await close();
  });

  it('goes after a day', async () => {
    const { page, close } = await console.open('/console/keys', PHONE);
    const label = page.getByLabel('Where it will be used');
    await label.fill('Front desk');
    await page.evaluate(
      (longAgo) => {
        for (const name of Object.keys(sessionStorage)) {
          const draft = JSON.parse(sessionStorage.getItem(name) ?? '{}');
          sessionStorage.setItem(name, JSON.stringify({ ...draft, at: draft.at - longAgo }));
        }
      },
      Minutes(24 * 60),
    );
    await page.reload();
    await label.waitFor();
    expect(await label.inputValue()).toBe('');
    expect(await kept(page)).toBe('{}');
    await close();
  });

  it('of a change that was made looking at other settings is refused as such', async () => {
    const { page, wrongs, close } = await console.open('/console/settings', PHONE);
    const { partners, partnerId, db } = console.api.world;
    const prefix = page.getByLabel('What each code begins with');
    await prefix.fill('ACME-');
    await db.write((tx) => partners.setSettings(tx, partnerId, { linking_label: 'Store' }));
    await page.reload();
    await page.getByText(RESTORED).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings have changed since you looked').waitFor();
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText(RESTORED).waitFor({ state: 'detached' });
    expect(await prefix.inputValue()).toBe('');
    expect(await page.getByLabel('What facilities call your code').inputValue()).toBe('Store');
    expect(wrongs.filter((wrong) => !/412/.test(wrong))).toEqual([]);
    await close();
  });
});
