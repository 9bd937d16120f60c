// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, WIDTHS } from '../kit/browser.ts';
import { wrongLooks } from '../kit/looks.ts';
import { consoleOfFile } from './ops.kit.ts';
import { AGREEMENT, ORGANISATION } from './ops-agreements.kit.ts';
import type { FakeCloud } from './ops-answers.kit.ts';
import { CODE } from './ops-boxes.kit.ts';
import { DESK } from './ops-desk.kit.ts';
import { ADA, DOORS, FACILITY, LOCKDOWN, PARTNER } from './ops-gym.kit.ts';
import { LOOKED, VISITING } from './ops-installers.kit.ts';
import { IN_BERLIN, KNOWN_ADA, LONG_WEEK, PERSON } from './ops-members.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';
import { BOX, PASSED, WALK_TEST } from './ops-walk.kit.ts';

const console = consoleOfFile();

const AT = `/ops/facilities/${FACILITY}`;
/** As high as no page is: all of it is in view. */
const A_LONG_PAGE = 4_500;
/** Every page, by what is there once it is whole. */
const PAGES: readonly {
  readonly name: string;
  readonly path: string;
  readonly whole: string;
  readonly cloud?: Partial<FakeCloud>;
  /** What is pressed then. */
  readonly press?: string;
  /** Parts of it are asked for once they are in view. */
  readonly isLong?: true;
}[] = [
  { name: 'sign-in', path: '/ops', whole: 'h1', cloud: { signedIn: false } },
  { name: 'desk', path: '/ops', whole: '.desk-people li', cloud: { signedIn: false, desk: DESK } },
  {
    name: 'invited',
    path: `/ops/sign-in/invite#${'A'.repeat(43)}`,
    whole: 'input[type=email]',
    cloud: { signedIn: false },
  },
  {
    name: 'invite-over',
    path: `/ops/sign-in/invite#${'A'.repeat(43)}`,
    whole: '.problem bdi',
    cloud: { signedIn: false, invite: { ...LOOKED, state: 'ended', email: null } },
  },
  { name: 'home', path: '/ops', whole: '.blocked' },
  { name: 'installer-home', path: '/ops', whole: '.go-ons', cloud: { session: VISITING } },
  { name: 'installer-door', path: `${AT}/doors/${DOORS[0]?.doorId}`, whole: '.rows', cloud: { session: VISITING } },
  { name: 'doors', path: AT, whole: '.door-card' },
  { name: 'door', path: `${AT}/doors/${DOORS[0]?.doorId}`, whole: '.events li' },
  { name: 'find', path: AT, whole: '.door-card', press: 'Control+k' },
  { name: 'polling', path: AT, whole: '.notes', cloud: { noSocket: true } },
  { name: 'members', path: `${AT}/members?q=ada`, whole: '.members li' },
  { name: 'member', path: `${AT}/members/${PARTNER}/${ADA.memberId}`, whole: '.calendar-frame rect', isLong: true },
  {
    name: 'calendar',
    isLong: true,
    path: `${AT}/members/${PARTNER}/${ADA.memberId}?from=2026-10-23&days=4#calendar-title`,
    whole: '.calendar-frame rect',
    cloud: { calendar: LONG_WEEK, offsets: IN_BERLIN },
  },
  {
    name: 'member-given',
    isLong: true,
    path: `${AT}/members/${PARTNER}/${ADA.memberId}`,
    whole: '.calendar-frame rect',
    cloud: KNOWN_ADA,
  },
  { name: 'people', path: `${AT}/people`, whole: '.lines li' },
  {
    name: 'person',
    isLong: true,
    path: `${AT}/people/${PERSON.personId}`,
    whole: '.calendar-frame rect',
    cloud: KNOWN_ADA,
  },
  { name: 'account', path: '/ops/account', whole: '.owned li', cloud: { hasTotp: false } },
  { name: 'browsers', path: '/ops/account/browsers', whole: '.owned li' },
  { name: 'events', path: `${AT}/events?last=7d`, whole: '.events li' },
  { name: 'warnings', path: `${AT}/warnings`, whole: '.warning .owned li' },
  { name: 'mappings', path: `${AT}/mappings`, whole: '[aria-labelledby=scopes-title] .owned li' },
  { name: 'settings', path: `${AT}/settings`, whole: '[aria-labelledby=notes-title] .owned li' },
  { name: 'statistics', path: `${AT}/statistics`, whole: '.chart-bar' },
  { name: 'what-if', path: `${AT}/what-if`, whole: '.target' },
  { name: 'users', path: '/ops/users', whole: '.lines li', cloud: { session: SUPER_ADMIN } },
  { name: 'user', path: '/ops/users/usr_0123456789abcdef', whole: '.owned li', cloud: { session: SUPER_ADMIN } },
  { name: 'audit', path: '/ops/audit', whole: '.chart-bar', cloud: { session: SUPER_ADMIN } },
  { name: 'organisations', path: '/ops/organisations', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  {
    name: 'organisation',
    path: '/ops/organisations/org_0123456789abcdef?country=AU',
    whole: '.choice',
  },
  { name: 'partners', path: '/ops/partners', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  {
    name: 'partner',
    path: `/ops/partners/${PARTNER}`,
    whole: '[aria-labelledby=statuses-title] .owned li',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'integrations', path: `${AT}/partners`, whole: 'article.panel', cloud: { session: SUPER_ADMIN } },
  { name: 'single-sign-on', path: '/ops/single-sign-on', whole: '.rows dd', cloud: { session: SUPER_ADMIN } },
  { name: 'webhooks', path: '/ops/webhooks', whole: '.lines li', cloud: { session: SUPER_ADMIN } },
  {
    name: 'webhook',
    path: '/ops/webhooks/whk_0123456789012341',
    whole: '.records li',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'jobs', path: '/ops/jobs', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  { name: 'mailbox', path: '/ops/mailbox', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  { name: 'email-wording', path: '/ops/email-wording', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  {
    name: 'staging',
    path: '/ops/staging?run=run_0123456789abcdef',
    whole: '.records li',
    cloud: { session: SUPER_ADMIN },
  },
  {
    name: 'agreements',
    path: `/ops/agreements?organisation=${ORGANISATION}`,
    whole: '.records .record-head',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'agreement', path: `/ops/agreements/${AGREEMENT}`, whole: '.prose table', cloud: { session: SUPER_ADMIN } },
  { name: 'club-agreements', path: `${AT}/agreements`, whole: '.records li' },
  { name: 'club-agreement', path: `${AT}/agreements/${AGREEMENT}`, whole: '.prose table' },
  { name: 'people-agreements', path: `${AT}/people-agreements`, whole: '.records li' },
  {
    name: 'messages',
    path: `/ops/messages?organisation=${ORGANISATION}`,
    whole: '.records li',
    cloud: { session: SUPER_ADMIN },
  },
  {
    name: 'faqs',
    path: `/ops/faqs?organisation=${ORGANISATION}`,
    whole: '.prose',
    cloud: { session: SUPER_ADMIN },
  },
  {
    name: 'press',
    path: `/ops/press?organisation=${ORGANISATION}`,
    whole: '.records li',
    cloud: { session: SUPER_ADMIN },
  },
  {
    name: 'landing-pages',
    path: `/ops/landing-pages?organisation=${ORGANISATION}`,
    whole: '.records li',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'listings', path: `${AT}/listings`, whole: '.records li', cloud: { session: SUPER_ADMIN } },
  { name: 'card-payments', path: `${AT}/card-payments`, whole: '.scrolls', cloud: { session: SUPER_ADMIN } },
  { name: 'ai-credit', path: `${AT}/ai`, whole: '.scrolls', cloud: { session: SUPER_ADMIN } },
  { name: 'ai-keys', path: `${AT}/ai/keys`, whole: '.scrolls', cloud: { session: SUPER_ADMIN } },
  { name: 'ai-requests', path: `${AT}/ai/requests`, whole: '.chart-bar', cloud: { session: SUPER_ADMIN } },
  { name: 'failed-payments', path: '/ops/failed-payments', whole: '.panel', cloud: { session: SUPER_ADMIN } },
  {
    name: 'charges',
    path: `/ops/charges?organisation=${ORGANISATION}`,
    whole: '.form',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'rates', path: '/ops/rates', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  {
    name: 'billing',
    path: `/ops/billing?organisation=${ORGANISATION}`,
    whole: '.records li',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'wallets', path: '/ops/wallets', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  {
    name: 'wallet',
    path: `/ops/wallets?owner=${encodeURIComponent(`org#${ORGANISATION}`)}`,
    whole: '.scrolls',
    cloud: { session: SUPER_ADMIN },
  },
  { name: 'retention', path: '/ops/retention', whole: '.records li', cloud: { session: SUPER_ADMIN } },
  { name: 'boxes', path: `${AT}/boxes`, whole: '.boxes li' },
  { name: 'box', path: `${AT}/boxes/${BOX}`, whole: '.versions li', cloud: { walkTests: [PASSED] } },
  { name: 'panel-staff', path: `${AT}/panel-staff`, whole: '.records li' },
  { name: 'installers', path: `${AT}/installers`, whole: '.records li' },
  { name: 'wiring', path: `${AT}/boxes/${BOX}/wiring`, whole: '.terminal' },
  {
    name: 'walk-test',
    path: `${AT}/boxes/${BOX}/walk-test`,
    whole: '.look-at li',
    cloud: { walkTests: [WALK_TEST, PASSED] },
  },
  { name: 'claim', path: `/ops/claim?gym=${FACILITY}#${CODE}`, whole: '.claim-form fieldset' },
  { name: 'lockdown', path: `${AT}/lockdown`, whole: '.lockdown', cloud: { lockdowns: [LOCKDOWN] } },
];
const pageOf = (name: string) => PAGES.find((page) => page.name === name) as (typeof PAGES)[number];

describe('the operations console', () => {
  it.each(PAGES)('is for everybody, at every width and by day and night: $name', async (looked) => {
    const { name, path, whole, cloud, press, isLong } = looked;
    const { page, wrongs, close } = await console.openBeside(path, WIDTHS[0], cloud && { cloud });
    if (isLong === true) await page.setViewportSize({ width: WIDTHS[0], height: A_LONG_PAGE });
    await page.locator(whole).first().waitFor();
    if (press !== undefined) {
      await page.keyboard.press(press);
      await page.getByRole('dialog').waitFor();
    }
    expect(await wrongLooks(page, `ops-${name}`)).toEqual([]);
    expect(wrongs.filter((wrong) => cloud?.signedIn !== false || !/401/.test(wrong))).toEqual([]);
    await close();
  });

  it('shows locks, leaves, buttons and what is chosen where colours are the reader’s own', async () => {
    const { path } = pageOf('door');
    const { page, close } = await console.open(path, 390, { forcedColors: 'active' });
    await page.getByRole('button', { name: 'Unlock Front door' }).waitFor();
    expect(await barriers(page, 'forced')).toEqual([]);
    const drawn = (selector: string, property: 'display' | 'borderTopStyle' | 'outlineStyle') =>
      page
        .locator(selector)
        .first()
        .evaluate(
          (element, property) => element.ownerDocument.defaultView?.getComputedStyle(element)[property],
          property,
        );
    expect(await drawn('.padlock', 'display')).not.toBe('none');
    expect(await drawn('button.first', 'borderTopStyle')).toBe('solid');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option', { selected: true }).waitFor();
    expect(await drawn('[aria-selected=true]', 'outlineStyle')).toBe('solid');
    await close();
  });

  it('is heard as it is seen: the door wall', async () => {
    const { path, whole } = pageOf('doors');
    const { page, close } = await console.open(path, 1280);
    await page.locator(whole).first().waitFor();
    expect(await page.locator('#content section').ariaSnapshot()).toMatchInlineSnapshot(`
      "- region "Doors":
        - heading "Doors" [level=1]
        - paragraph: 5 of 6 doors online
        - list:
          - listitem:
            - heading "Front door" [level=2]:
              - link "Front door":
                - /url: /ops/facilities/fac_0123456789abcdef/doors/door_0123456789abcdef
            - paragraph: Locked Closed
          - listitem:
            - heading "Turnstile 1" [level=2]:
              - link "Turnstile 1":
                - /url: /ops/facilities/fac_0123456789abcdef/doors/door_0123456789abcde1
            - paragraph: Unlocked
          - listitem:
            - heading "Studio" [level=2]:
              - link "Studio":
                - /url: /ops/facilities/fac_0123456789abcdef/doors/door_0123456789abcde2
            - paragraph: Unlocked Open
            - list:
              - listitem: Held open too long
          - listitem:
            - heading "Sauna" [level=2]:
              - link "Sauna":
                - /url: /ops/facilities/fac_0123456789abcdef/doors/door_0123456789abcde3
            - paragraph: Locked Closed
            - list:
              - listitem: "Kept closed by Kim Example: Heater repair"
          - listitem:
            - heading "Car-park gate" [level=2]:
              - link "Car-park gate":
                - /url: /ops/facilities/fac_0123456789abcdef/doors/door_0123456789abcde4
            - paragraph: Lock unknown
            - list:
              - listitem: Its box is offline
          - listitem:
            - heading "Staff entrance" [level=2]:
              - link "Staff entrance":
                - /url: /ops/facilities/fac_0123456789abcdef/doors/door_0123456789abcde5
            - paragraph: Locked Closed
            - paragraph: Enforces rules 41 of 43"
    `);
    await close();
  });

  it('is printed on white, without what nobody can press, and with the whole of every door', async () => {
    const { path, whole } = pageOf('doors');
    const { page, close } = await console.open(path, 1280, { colorScheme: 'dark' });
    await page.locator(whole).first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    for (const hidden of ['.bar-end', '.tabs', '.member-search', '.begin-lockdown'])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    const breaks = await page
      .locator(whole)
      .evaluateAll((all) => all.map((each) => each.ownerDocument.defaultView?.getComputedStyle(each).breakInside));
    expect(new Set(breaks)).toEqual(new Set(['avoid']));
    await close();
  });
});
