// @module-tag long
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../kit/browser.ts';
import { type Site, startSite } from '../kit/site.ts';

const SOON = { timeout: Seconds(40) };
const NOTE = 'The delivery of Thursday comes by the back door.';
const Link = z.object({ link: z.string() });

/** A real box with a real world before it, a real cloud, and a viewer whose clock is a day ahead of all of them. */
describe('the wall of a gym', () => {
  let site: Site;
  let browser: Browser;
  let page: Page;
  let facility: string;
  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite(), openBrowser()]);
    facility = `${site.processes.cloud.ready.consoleUrl}/ops/facilities/${site.demo.facilityId}`;
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(SOON.timeout);
    await page.clock.install({ time: Date.now() + Days(1) });
    const asked = { email: 'admin@gatehouse.local', by: 'test' };
    await page.goto(Link.parse(await site.cloudControl('sign-in-link', asked)).link);
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  const front = () => page.locator('.door-card').filter({ has: page.getByRole('heading', { name: 'Front door' }) });

  it('shows its doors as of now to a viewer whose clock is a day ahead, and lets them in', async () => {
    await page.goto(facility);
    await front().getByText('Locked').waitFor();
    await page.goto(`${facility}/doors/${site.doorIds.front}`);
    await page.getByRole('button', { name: 'Unlock Front door', disabled: false }).press('Enter');
    await page
      .getByText(/seen unlocked/i)
      .first()
      .waitFor();
    await site.building.untilLock('front', 'locked');
  });

  it('says of a box that is killed that nobody hears it, and shows its doors again once it is back', async () => {
    await page.goto(facility);
    await front().getByText('Locked').waitFor();
    await site.kill(site.processes.edge);
    await front().getByText('Its box is offline').waitFor();
    await site.startEdge();
    await front().getByText('Its box is offline').waitFor({ state: 'detached' });
    await front().getByText('Locked').waitFor();
  });

  it('shows an alarm that begins at a real door, and whose it is', async () => {
    await page.goto(`${facility}/warnings`);
    await site.building.door('front', 'force');
    await page
      .getByText(/forced open/)
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^I take it/, disabled: false })
      .first()
      .press('Enter');
    await page
      .getByText(/^You have it, since/)
      .first()
      .waitFor();
  });

  it('keeps what is typed while the cloud is killed under it, and sends it once the cloud is back', async () => {
    await page.goto(`${facility}/settings`);
    const notes = page.getByRole('region', { name: 'Notes' });
    await notes.locator('summary').last().press('Enter');
    await notes.getByLabel('What to know').last().fill(NOTE);
    await site.kill(site.processes.cloud);
    await notes.getByRole('button', { name: 'Keep it' }).last().press('Enter');
    await notes.locator('.failed').waitFor();
    expect(await notes.getByLabel('What to know').last().inputValue()).toBe(NOTE);
    await site.startCloud();
    await page.reload();
    await notes.locator('summary').last().press('Enter');
    await notes.getByText(/This is what you typed/).waitFor();
    await notes.getByRole('button', { name: 'Keep it' }).last().press('Enter');
    await notes.locator('.owned').getByText(NOTE).waitFor();
    await page.goto(facility);
    await front().getByText('Locked').waitFor();
  });
});
