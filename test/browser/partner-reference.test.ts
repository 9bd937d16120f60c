// @module-tag long
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { wrongLooks } from '../kit/looks.ts';
import { servePartnerConsole } from './partner-console.kit.ts';

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
const [PHONE] = WIDTHS;
const UNLOCK = '/console/reference/doors.unlock';
/** How many keys for trying this page has been given so far. */
const countsKeys = (page: Page): (() => number) => {
  let made = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/try-keys') && answer.status() === 201) made += 1;
  });
  return () => made;
};

describe('the reference in the partner console', () => {
  it.each([
    ['partner-reference', '/console/reference', '.endpoint-row'],
    ['partner-try', UNLOCK, '.try-field'],
  ])('is for everybody, at every width and by day and night: %s', async (name, path, whole) => {
    const { page, wrongs, close } = await console.open(path, PHONE);
    await page.locator(whole).first().waitFor();
    expect(await wrongLooks(page, name)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('tries an unlock by keyboard alone: a rehearsal, its answer, the same line for a shell, and its request', async () => {
    const { world } = console.api;
    const { page, wrongs, close } = await console.open('/console/reference', PHONE);
    const keysMade = countsKeys(page);
    await page.getByRole('link', { name: 'Unlock a door' }).press('Enter');
    const fill = async (name: string, text: string) => {
      await page.getByLabel(name).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    };
    await fill('door_id', world.doorId);
    await fill('facility_id', world.facilityId);
    await fill('metadata', '{"a":');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Send it', disabled: false }).press('Enter');
    await page.getByText('metadata is no JSON.').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{"a":1}');
    await page.getByRole('button', { name: 'Send it', disabled: false }).press('Enter');
    const answer = page.getByRole('region', { name: 'What came back' });
    await answer.getByText('"dry-run": true').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);

    const line = (await page.getByRole('region', { name: 'The same in a shell' }).locator('pre').textContent()) ?? '';
    expect(line).toContain(world.doorId);
    expect(line).toContain('$KEY');
    expect(keysMade()).toBe(1);
    expect(await page.content()).not.toMatch(/sk_[a-z-]+_/);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])')).not.toContain('sk_');

    await console.api.requests.flush();
    await answer.getByRole('link', { name: 'This request' }).press('Enter');
    await page.getByText('doors.unlock').first().waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });

  it('makes another key where the last has ended, and says of a refusal what it is', async () => {
    const { world } = console.api;
    const { page, close } = await console.open('/console/reference/doors.read', PHONE);
    const keysMade = countsKeys(page);
    const send = page.getByRole('button', { name: 'Send it' });
    await page.getByLabel('door_id').fill(world.doorId);
    await page.getByLabel('facility_id').fill(world.facilityId);
    await send.click();
    const answer = page.getByRole('region', { name: 'What came back' });
    await answer.getByText('200', { exact: true }).waitFor();
    await endTryKeys();
    await page.getByLabel('door_id').fill('../hostile <b>"');
    await send.click();
    await answer.getByText('404', { exact: true }).waitFor();
    expect(keysMade()).toBe(2);
    await close();
  });

  it('leads to every word of the reference, and says where there is no such endpoint', async () => {
    const { page, close } = await console.open(UNLOCK, PHONE);
    await page.getByRole('link', { name: 'Fields, answers and errors of this endpoint' }).click();
    await page.waitForURL(/\/console\/docs\/endpoints\/doors\.unlock$/);
    await page.getByRole('tab', { name: 'curl' }).waitFor();
    await page.goto(page.url().replace(/\/docs.*/, '/reference/doors.burn'));
    await page.getByRole('alert').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await close();
  });
});

const endTryKeys = async (): Promise<void> => {
  const { db, partners } = console.api.world;
  const rows = await db.read((tx) =>
    tx.selectFrom('partner_key').where('session_id', 'is not', null).select('id').execute(),
  );
  for (const { id } of rows) await db.write((tx) => partners.revokeKey(tx, id));
};
