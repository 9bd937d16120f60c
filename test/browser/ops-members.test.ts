// @module-tag long
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { serveConsole } from './ops.kit.ts';
import { ADA, DOORS, FACILITY, PARTNER } from './ops-gym.kit.ts';
import { IN_BERLIN, LONG_WEEK } from './ops-members.kit.ts';

let browser: Browser;
let console: Awaited<ReturnType<typeof serveConsole>>;
beforeAll(async () => {
  browser = await openBrowser();
  console = await serveConsole(browser);
});
afterAll(async () => {
  await browser.close();
  await console.close();
});
const [PHONE] = WIDTHS;
const MEMBER = `/ops/facilities/${FACILITY}/members/${PARTNER}/${ADA.memberId}`;

describe('the access calendar of a member', () => {
  it('is asked for once somebody gets there, and no sooner: who stands at the door waits for nothing', async () => {
    const asked: string[] = [];
    const { page, close } = await console.open(MEMBER, PHONE, {
      before: async (page) => {
        page.on('request', (request) => request.url().includes('/calendar') && asked.push(request.url()));
      },
    });
    await page.getByRole('button', { name: /^Let Ada/ }).waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.locator('.calendar-frame rect').first().waitFor();
    expect(asked.map((url) => new URL(url).search)).toEqual(['?days=7']);
    await close();
  });

  it('goes to other weeks and doors by keyboard, and keeps them in its address', async () => {
    const { page, wrongs, close } = await console.open(MEMBER, PHONE);
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.locator('.calendar-frame rect').first().waitFor();
    await page.getByRole('button', { name: 'Later' }).press('Enter');
    await page.waitForURL('**?from=2026-06-08');
    await page.getByLabel('How much').selectOption({ label: '2 weeks' });
    await page.waitForURL('**?from=2026-06-08&days=14');
    const asked = page.waitForRequest(/calendar\?.*doorId/);
    await page.locator('.calendar').getByLabel('Doors').selectOption({ label: 'Sauna' });
    const { searchParams } = new URL((await asked).url());
    expect(Object.fromEntries(searchParams)).toEqual({
      from: '2026-06-08',
      days: '14',
      doorId: String(DOORS[3]?.doorId),
    });
    await page.getByRole('button', { name: 'Today' }).press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('from'));
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await close();
  });

  it('tells of a night in which an hour comes twice: a longer day, both hours by their clock, and on paper too', async () => {
    const { page, close } = await console.open(`${MEMBER}?from=2026-10-23&days=4`, 1280, {
      cloud: { calendar: LONG_WEEK, offsets: IN_BERLIN },
    });
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.getByText('Sun 25 Oct has 25 hours: clocks change.').waitFor();
    const sauna = page.locator('.door-calendar').filter({ has: page.getByRole('heading', { name: 'Sauna' }) });
    await sauna.getByText('As a table').press('Enter');
    const row = sauna.getByRole('row').filter({ hasText: 'Sun 25 Oct 02:00' }).filter({ hasText: 'Opens' });
    expect(await row.textContent()).toMatch(
      /Sun 25 Oct 02:00 CESTSun 25 Oct 20:00 CET✓ OpensAn access window, by Fitbase/,
    );
    const together = page.getByRole('heading', { name: 'Front door, Turnstile 1, Studio and Staff entrance' });
    expect(await together.count()).toBe(1);
    await page.getByText('Staff entrance: Enforces rules 41 of 43').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.calendar .filters').isVisible()).toBe(false);
    expect(await sauna.locator('svg').isVisible()).toBe(true);
    await page.setViewportSize({ width: 700, height: 900 });
    expect(await fitsItsWidth(page)).toBe(true);
    await close();
  });
});
