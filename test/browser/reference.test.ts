// @module-tag long
import { authorityPages } from '@gatehouse/cloud/documents/page/authority-page.ts';
import { createReferences } from '@gatehouse/cloud/documents/page/references.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { memoryKit } from '@gatehouse/cloud/kit/http/testing/memory-kit.ts';
import { type Served, serve } from '@gatehouse/cloud/kit/http/testing/serve.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority } from '@gatehouse/shared/tls/certificates.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, tabStops, WIDTHS } from '../kit/browser.ts';
import { wrongLooks } from '../kit/looks.ts';

/** The references as they are served, in a real browser. */
const references = createReferences({ clock: systemClock });
const kit = { ...memoryKit(), clock: systemClock, strangers: createStrangers(systemClock) };
let browser: Browser;
let partner: Served;
let platform: Served;
let consoles: Served;
beforeAll(async () => {
  browser = await openBrowser();
  const only = { kit, surfaces: [], endpoints: [] };
  partner = await serve({ ...only, pages: [references.page('partner')] });
  platform = await serve({ ...only, pages: [references.page('platform')] });
  const { certificatePem: caPem } = await newAuthority('Gatehouse local authority', systemClock.wallMs());
  consoles = await serve({
    ...only,
    pages: authorityPages({ caPem, certificatePem: caPem }),
  });
});
afterAll(async () => {
  await browser.close();
  await references.close();
  await Promise.all([partner, platform, consoles].map((served) => served.close()));
});
const at = (served: Served, path: string): string => `https://localhost:${served.port}${path}`;
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe.each([
  ['reference-partner', () => at(partner, '/docs/')],
  ['reference-endpoint', () => at(partner, '/docs/endpoints/doors.unlock')],
  ['reference-error', () => at(partner, '/docs/errors/relay_fault')],
  ['authority', () => at(consoles, '/ca')],
  ['reference-platform-endpoint', () => at(platform, '/docs/endpoints/lockdowns.begin')],
])('the page %s', (name, url) => {
  it('is for everybody, in every width and scheme, longer and from right to left', async () => {
    const { page, wrongs, close } = await openPage(browser, url(), WIDTHS[1]);
    await page.waitForLoadState();
    expect(await wrongLooks(page, name)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is for everybody in the colours that a reader forces', async () => {
    const { page, wrongs, close } = await openPage(browser, url(), WIDTHS[1], { forcedColors: 'active' });
    await page.waitForLoadState();
    expect(await barriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('a reader at the reference', () => {
  it.each(WIDTHS)('has everything of the platform API on one page to begin with, %i pixels wide', async (width) => {
    const { page, wrongs, close } = await openPage(browser, at(platform, '/docs/'), width);
    await page.getByRole('searchbox', { name: 'Find' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('finds an endpoint by its words and takes its example, by keyboard alone', async () => {
    const { page, wrongs, close } = await openPage(browser, at(partner, '/docs/'), WIDTHS[1]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('searchbox', { name: 'Find' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('open unlock');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('unlock door');
    await page.locator('#found').getByRole('link', { name: 'Unlock a door' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await titled(page, 'Unlock a door');

    await page.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    const shown = page.getByRole('tabpanel', { name: 'TypeScript' });
    await shown.getByText('client.doors.unlock(').waitFor();
    expect(await page.getByRole('tabpanel').count()).toBe(1);
    await shown.getByRole('button', { name: 'Copy', disabled: false }).press('Enter');
    await shown.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('createPartnerClient');

    await page.locator('summary', { hasText: 'relay_fault' }).press('Enter');
    await page.getByRole('link', { name: 'What relay_fault means' }).press('Enter');
    await titled(page, 'relay_fault');
    expect(wrongs).toEqual([]);
    await close();
  });

  it('reads on in TypeScript on the next page, and gets past the navigation by one key', async () => {
    const { page, wrongs, close } = await openPage(browser, at(partner, '/docs/endpoints/doors.unlock'), WIDTHS[1]);
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor();
    const [skip] = await tabStops(page, 20);
    expect(skip).toBe('a Skip to the content');
    expect(wrongs).toEqual([]);
    await close();
  });

  it.each([
    ['#doors.unlock', /\/docs\/endpoints\/doors\.unlock$/],
    ['#error-device_offline', /\/docs\/errors\/device_offline$/],
    ['#window-problems', /\/docs\/errors\/window-problems$/],
  ])('comes by the old address %s to the page that it is now', async (anchor, wanted) => {
    const { page, wrongs, close } = await openPage(browser, at(partner, `/docs/${anchor}`), WIDTHS[0]);
    await page.waitForURL(wanted);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('opens the contents on a phone when they are wanted, and has no script that it needs', async () => {
    const { page, close } = await openPage(browser, at(platform, '/docs/endpoints/unlocks.unlock'), WIDTHS[0]);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents', disabled: false }).press('Enter');
    await contents.getByRole('link', { name: 'Unlock a door' }).waitFor();
    const heights = await contents.getByRole('link').evaluateAll((links) => links.map((link) => link.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
    expect(await contents.isVisible()).toBe(false);
    await close();

    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: WIDTHS[0], height: 900 },
    });
    const plain = await context.newPage();
    await plain.goto(at(partner, '/docs/endpoints/doors.unlock'));
    for (const example of ['curl', 'TypeScript', 'Answer 200'])
      await plain.getByRole('heading', { name: example, exact: true }).first().waitFor();
    await plain.getByRole('button', { name: 'Contents' }).click();
    await plain.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Read a door' }).waitFor();
    await context.close();
  });

  it('is told where the search cannot be had', async () => {
    const { page, close } = await openPage(browser, at(partner, '/docs/'), WIDTHS[0], {
      before: (opened) => opened.route('**/search.json', (route) => route.abort()),
    });
    await page.getByRole('searchbox', { name: 'Find' }).fill('door');
    await page.getByText('The search does not load').waitFor();
    expect(await fitsItsWidth(page)).toBe(true);
    await close();
  });
});
