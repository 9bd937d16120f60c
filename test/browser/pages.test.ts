// @module-tag long
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, tabStops, WIDTHS } from '../kit/browser.ts';
import { type Site, startSite } from '../kit/site.ts';

let site: Site;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([startSite({ holdSeconds: 1 }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
const pin = () => readFileSync(join(site.dir, 'edge', 'panel-pin'), 'utf8').trim();
const simUrl = () => site.processes.sim.ready.url;
const panelUrl = () => site.processes.edge.ready.panelUrl;
const docsUrl = () => `${site.processes.cloud.ready.partnerUrl}/docs/`;

describe.each(WIDTHS)('in a real browser, %i pixels wide', (width) => {
  it('the panel lets nobody see a door without the PIN, and then shows each door live as it moves', async () => {
    const { page, wrongs, close } = await openPage(browser, panelUrl(), width);
    await page.getByLabel('PIN').waitFor();
    expect(await page.getByText('Front door').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);

    await page.getByLabel('PIN').fill(pin());
    await page.keyboard.press('Enter');
    const door = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Front door' }) });
    await door.getByText('Locked', { exact: true }).waitFor();
    for (const name of ['Front door', 'Studio', 'Car-park gate'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);

    expect((await site.unlock('front')).status).toBe(200);
    await door.getByText('Unlocked', { exact: true }).waitFor({ timeout: 1_500 });
    await door.getByText('Locked', { exact: true }).waitFor({ timeout: 4_000 });
    expect(wrongs).toEqual([]);

    await page.getByRole('button', { name: 'Sign out', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('PIN').waitFor();
    expect(await page.getByRole('heading', { name: 'Front door' }).isVisible()).toBe(false);
    await close();
  });

  it('the panel refuses a wrong PIN in words', async () => {
    const { page, close } = await openPage(browser, panelUrl(), width);
    await page.getByLabel('PIN').fill('0000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('That is not the PIN').waitFor();
    expect(await barriers(page)).toEqual([]);
    await close();
  });

  it('the simulator’s page shows the doors moving, does what its buttons say, and every button is reached by keyboard', async () => {
    const { page, wrongs, close } = await openPage(browser, simUrl(), width);
    const door = page.getByRole('article', { name: 'Front door' });
    await door.locator('.verdict').getByText('Locked').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    const buttons = await page.locator('button:visible').count();
    const stops = await tabStops(page, 160);
    expect(stops.filter((stop) => stop.startsWith('button'))).toHaveLength(buttons);

    const verdict = door.locator('.verdict');
    expect((await site.unlock('front')).status).toBe(200);
    await verdict.getByText('Unlocked').waitFor({ timeout: 1_500 });
    await verdict.getByText('Locked', { exact: true }).waitFor({ timeout: 4_000 });

    const rex = door.getByRole('button', { name: /Exit button/ });
    await rex.focus();
    await page.keyboard.press('Enter');
    await verdict.getByText('Unlocked').waitFor({ timeout: 2_000 });
    await verdict.getByText('Locked', { exact: true }).waitFor({ timeout: 5_000 });
    expect(wrongs).toEqual([]);
    await close();
  });

  it('the reference of the partner API loads from its own host alone, names every endpoint, and is for everybody', async () => {
    const { page, wrongs, close } = await openPage(browser, docsUrl(), width);
    for (const path of ['/partner/v1/auth/ping', '/partner/v1/access-control/doors/{door_id}/unlock'])
      await page.getByText(path, { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('the guide for partners is for everybody as well', async () => {
    const { page, wrongs, close } = await openPage(browser, docsUrl(), width);
    const pages = await page.locator('section[aria-labelledby=guide] a').evaluateAll((links) => links.map(String));
    expect(pages.length).toBeGreaterThan(5);
    for (const url of pages) {
      await page.goto(url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await barriers(page), url).toEqual([]);
      expect(await fitsItsWidth(page), url).toBe(true);
    }
    expect(wrongs).toEqual([]);
    await close();
  });
});
