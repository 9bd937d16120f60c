// @module-tag long
import type { Preferences } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { USUAL_PREFERENCES } from './ops-account.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE, DESK] = WIDTHS;
const [LIGHT, DARK] = ['rgb(243, 240, 234)', 'rgb(19, 22, 26)'];
const FILTER = { name: 'Refused tonight', page: '/ops/events', query: 'kind=access.denied' };
const HOME = FACILITY as NonNullable<Preferences['homeFacilityId']>;
const ground = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
const scheme = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).colorScheme');

describe('how somebody likes the console', () => {
  it('is so at once, is kept whole by the cloud, and is there before anything of the next visit is painted', async () => {
    const preferences = { ...USUAL_PREFERENCES, savedFilters: [FILTER] };
    const { page, cloud, wrongs, close } = await console.open('/ops/account', PHONE, {
      colorScheme: 'light',
      cloud: { preferences },
    });
    expect(await ground(page)).toBe(LIGHT);
    await page.getByLabel('Colours').selectOption('Dark');
    await expect.poll(() => ground(page)).toBe(DARK);
    expect([await scheme(page), await barriers(page), await fitsItsWidth(page)]).toEqual(['dark', [], true]);
    const { changedAt: _, ...kept } = cloud.preferences;
    expect(kept).toEqual({ theme: 'dark', density: 'comfortable', homeFacilityId: null, savedFilters: [FILTER] });
    // The console itself never comes: what is painted then is what is painted first.
    await page.route('**/assets/ops-*.js', () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('document.styleSheets.length > 0 && document.body !== null')).toBe(true);
    expect([await ground(page), await page.locator('#console > *').count()]).toEqual([DARK, 0]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is light in the dark too, and as the device again where that is chosen, with nothing left in the browser', async () => {
    const { page, close } = await console.open('/ops/account', PHONE, { colorScheme: 'dark' });
    await page.getByLabel('Colours').waitFor();
    expect(await ground(page)).toBe(DARK);
    await page.getByLabel('Colours').selectOption('Light');
    await expect.poll(() => ground(page)).toBe(LIGHT);
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('Colours').selectOption('As this device has them');
    await expect.poll(() => ground(page)).toBe(DARK);
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await close();
  });

  it('is taken at the sign-in of a browser that has never seen them: their first page is theirs', async () => {
    const preferences: Preferences = { ...USUAL_PREFERENCES, theme: 'dark' };
    const { page, close } = await console.open('/ops', PHONE, {
      colorScheme: 'light',
      cloud: { signedIn: false, preferences },
    });
    await page.getByLabel('E-mail address').fill('kim@example.com');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from the e-mail').fill('123456');
    await page.evaluate(`void (globalThis.first = new Promise((seen) => new MutationObserver((_, watch) => {
      if (document.querySelector('header.bar') === null) return;
      watch.disconnect();
      seen(getComputedStyle(document.documentElement).backgroundColor);
    }).observe(document.body, { childList: true, subtree: true })))`);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('globalThis.first')).toBe(DARK);
    await close();
  });

  it('shows a facility first to whoever comes, and everything to whoever asks for it', async () => {
    const preferences = { ...USUAL_PREFERENCES, homeFacilityId: HOME };
    const { page, wrongs, close } = await console.open('/ops', PHONE, { cloud: { preferences } });
    await page.getByRole('heading', { name: 'Doors' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/ops/facilities/${FACILITY}`);
    await page.locator('a.brand').press('Enter');
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is closer together where a mouse points, and never where a thumb does', async () => {
    const preferences: Preferences = { ...USUAL_PREFERENCES, density: 'compact' };
    const height = async (page: Page): Promise<number> => {
      const button = page.getByRole('button', { name: 'Sign out' }).first();
      await button.waitFor();
      return (await button.boundingBox())?.height ?? 0;
    };
    const desk = await console.open('/ops/account', DESK, { cloud: { preferences } });
    expect(await height(desk.page)).toBeLessThan(40);
    expect(await barriers(desk.page)).toEqual([]);
    await desk.close();
    const phone = await console.open('/ops/account', PHONE, { cloud: { preferences }, hasTouch: true, isMobile: true });
    expect(await height(phone.page)).toBeGreaterThanOrEqual(44);
    await phone.close();
  });
});
