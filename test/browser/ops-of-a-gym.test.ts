// @module-tag long
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

const Link = z.object({ link: z.url() });
const TABS = 8;
const SOON = { timeout: Seconds(30) };

/** Real processes, a real browser and the live socket as it is: what happens at the doors is on the page without anybody asking. */
describe('the console of a gym', () => {
  let site: Site;
  let browser: Browser;
  let context: BrowserContext;
  let wall: string;
  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite({ holdSeconds: 1 }), openBrowser()]);
    await site.untilOnline();
    const by = 'test';
    const user = 'kim@example.com';
    const role = { role: 'facility-manager', scope: 'facility', scopeId: site.demo.facilityId };
    await site.cloudControl('add-user', { email: user, firstName: 'Kim', lastName: 'Example', by });
    await site.cloudControl('give-role', { user, role, by });
    const { link } = Link.parse(await site.cloudControl('sign-in-link', { email: user, by }));
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'What needs you' }).waitFor(SOON);
    await page.close();
    wall = new URL(`/ops/facilities/${site.demo.facilityId}`, link).href;
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  /** A tab with the wall, and what it asks for from then on. */
  const aTab = async () => {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    await page.goto(wall);
    await verdict(page, 'front', 'locked').waitFor(SOON);
    return { page, asked, sockets };
  };
  const card = (page: Page, door: 'front' | 'studio' | 'car-park') =>
    page.locator('.door-card', { has: page.locator(`a[href$="${site.doorIds[door]}"]`) });
  const verdict = (page: Page, door: 'front' | 'studio', lock: 'locked' | 'unlocked') =>
    card(page, door).locator(`.verdict[data-lock=${lock}]`);

  it('is live in eight tabs of one browser at once, over one socket each, and none asks again and again', async () => {
    const tabs: Awaited<ReturnType<typeof aTab>>[] = [];
    for (let tab = 0; tab < TABS; tab++) tabs.push(await aTab());
    await site.maintain('studio', 'force-open');
    await Promise.all(tabs.map(({ page }) => verdict(page, 'studio', 'unlocked').waitFor(SOON)));
    await site.maintain('studio', 'off');
    await Promise.all(tabs.map(({ page }) => verdict(page, 'studio', 'locked').waitFor(SOON)));
    for (const { page, asked, sockets } of tabs) {
      expect(sockets).toHaveLength(1);
      expect(asked.filter((path) => path.endsWith('/door-states'))).toEqual([]);
      await page.close();
    }
  });

  it('says that a box is gone which was killed under the wall, and what its doors do once it is back', async () => {
    const { page } = await aTab();
    await site.kill(site.processes.edge);
    await card(page, 'front').getByText('Its box is offline').waitFor(SOON);
    await site.startEdge();
    await verdict(page, 'front', 'locked').waitFor({ timeout: Seconds(60) });
    await page.close();
  });

  it('goes on by itself where the cloud was killed under it and started again, without being loaded again', async () => {
    const { page } = await aTab();
    await page.evaluate('window.sameAsBefore = true');
    await site.kill(site.processes.cloud);
    await page.getByText(/What you see is \d+ seconds old/).waitFor(SOON);
    await site.startCloud();
    await site.untilOnline();
    await page.getByText(/What you see is \d+ seconds old/).waitFor({ state: 'detached', timeout: Seconds(60) });
    await eventually(
      async () => (await site.maintain('studio', 'force-open')) !== undefined,
      'the studio is held open',
    );
    await verdict(page, 'studio', 'unlocked').waitFor({ timeout: Seconds(60) });
    expect(await page.evaluate('window.sameAsBefore')).toBe(true);
    await page.close();
  });
});
