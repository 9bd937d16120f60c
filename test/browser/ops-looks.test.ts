// @module-tag long
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { type FakeCloud, serveConsole } from './ops.kit.ts';
import { CODE } from './ops-boxes.kit.ts';
import { DESK } from './ops-desk.kit.ts';
import { ADA, DOORS, FACILITY, LOCKDOWN, PARTNER } from './ops-gym.kit.ts';
import { BOX, PASSED, WALK_TEST } from './ops-walk.kit.ts';

/** Where pictures of the pages are put, for people to look at: `docs/screens`. By day on a desk, by night on a phone. */
const SCREENS = process.env.SCREENS;
const PICTURED = ['1280-light', '390-dark'];

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

/** Every text 40 % longer, and the page from right to left: what a translation may do to it. */
const AS_TRANSLATED = `(() => {
  document.documentElement.dir = 'rtl';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const more = data.trim() === '' ? '' : ' ' + 'ürgle '.repeat(Math.ceil((data.trim().length * 0.4) / 6)).trim();
    texts.currentNode.data = data + more;
  }
})()`;

const AT = `/ops/facilities/${FACILITY}`;
/** Every page, by what is there once it is whole. */
const PAGES: readonly {
  readonly name: string;
  readonly path: string;
  readonly whole: string;
  readonly cloud?: Partial<FakeCloud>;
}[] = [
  { name: 'sign-in', path: '/ops', whole: 'h1', cloud: { signedIn: false } },
  { name: 'desk', path: '/ops', whole: '.desk-people li', cloud: { signedIn: false, desk: DESK } },
  { name: 'home', path: '/ops', whole: '.blocked' },
  { name: 'doors', path: AT, whole: '.door-card' },
  { name: 'door', path: `${AT}/doors/${DOORS[0]?.doorId}`, whole: '.events li' },
  { name: 'members', path: `${AT}/members?q=ada`, whole: '.members li' },
  { name: 'member', path: `${AT}/members/${PARTNER}/${ADA.memberId}`, whole: '.grid tbody tr' },
  { name: 'account', path: '/ops/account', whole: '.owned li', cloud: { hasTotp: false } },
  { name: 'boxes', path: `${AT}/boxes`, whole: '.boxes li' },
  { name: 'box', path: `${AT}/boxes/${BOX}`, whole: '.versions li', cloud: { walkTests: [PASSED] } },
  {
    name: 'walk-test',
    path: `${AT}/boxes/${BOX}/walk-test`,
    whole: '.look-at li',
    cloud: { walkTests: [WALK_TEST, PASSED] },
  },
  { name: 'claim', path: `/ops/claim?gym=${FACILITY}#${CODE}`, whole: '.claim-form fieldset' },
  { name: 'lockdown', path: `${AT}/lockdown`, whole: '.lockdown', cloud: { lockdowns: [LOCKDOWN] } },
];
const SCHEMES = ['light', 'dark'] as const;
const LOOKS = WIDTHS.flatMap((width) => SCHEMES.map((colorScheme) => [width, colorScheme] as const));

describe.each(LOOKS)('the operations console, %i pixels wide, %s', (width, colorScheme) => {
  it.each(PAGES)('is for everybody: $name', async ({ name, path, whole, cloud }) => {
    const { page, wrongs, close } = await console.open(path, width, { colorScheme, ...(cloud && { cloud }) });
    await page.locator(whole).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs.filter((wrong) => cloud?.signedIn !== false || !/401/.test(wrong))).toEqual([]);
    if (SCREENS !== undefined && PICTURED.includes(`${width}-${colorScheme}`))
      await page.screenshot({ path: join(SCREENS, `ops-${name}-${width}-${colorScheme}.png`), fullPage: true });
    await page.evaluate(AS_TRANSLATED);
    expect(await fitsItsWidth(page), 'as translated').toBe(true);
    await close();
  });
});
