// @module-tag long
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WIDTHS } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { consoleOfFile } from './ops.kit.ts';
import type { FakeCloud } from './ops-answers.kit.ts';
import { DOORS, FACILITY, LOCKDOWN } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE, DESK] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}`;
const SECOND = 1_000;

/** A page whose clock the test moves, with the doors on it. */
const opened = async (path = AT, width: number = PHONE, cloud: Partial<FakeCloud> = {}) => {
  const found = await console.open(path, width, { cloud, before: (page) => page.clock.install() });
  await found.page.locator('h1').waitFor();
  return found;
};
/** Time goes by on the page, and the cloud says all the while that it is there. */
const pass = async (page: Page, cloud: FakeCloud, seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 2) {
    await page.clock.runFor(2 * SECOND);
    cloud.beat();
  }
};
const handshakes = (page: Page, cloud: FakeCloud, count: number) =>
  eventually(async () => {
    await page.clock.runFor(SECOND);
    return cloud.handshakes >= count;
  }, `${count} sockets were asked for`);
/** Resolves in a frame of the browser's own: the page's clock does not move those of the test. */
const frame = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body);
  })`);
const placesNow = async (page: Page) => {
  await frame(page);
  return page
    .locator('a, button, input')
    .evaluateAll((all) => all.map((each) => [each.textContent, JSON.stringify(each.getBoundingClientRect())]));
};
/** Once they are drawn: before that, what is far down has the height that its style supposes (`content-visibility`). */
const places = async (page: Page) => {
  let before = await placesNow(page);
  await eventually(async () => {
    const now = await placesNow(page);
    const isSame = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isSame;
  }, 'the page is drawn');
  return before;
};
const spoken = (page: Page) => page.locator('p[aria-live]').textContent();
const OLD = /What you see is \d+ seconds old/;

describe('what goes wrong with pages that are live', () => {
  it('after a reconnect nothing moves under a finger', async () => {
    const { page, cloud, close } = await opened();
    await page.getByRole('link', { name: 'Studio' }).waitFor();
    const before = await places(page);
    cloud.endSockets(1012);
    cloud.doors = cloud.doors.toReversed().map((door) => ({ ...door, lock: 'unlocked' as const }));
    cloud.tellDoors();
    await pass(page, cloud, 14);
    await handshakes(page, cloud, 2);
    await page
      .getByText('Unlocked')
      .nth(cloud.doors.length - 1)
      .waitFor();
    expect(cloud.subscribed).toEqual([
      { topic: `facility:${FACILITY}` },
      { topic: `facility:${FACILITY}`, after: expect.any(Number) },
    ]);
    expect(await places(page)).toEqual(before);
    await close();
  });

  it('a page that stopped updating says so', async () => {
    const { page, cloud, close } = await opened();
    await page.getByRole('link', { name: 'Studio' }).waitFor();
    const before = await places(page);
    cloud.stalled = true;
    await pass(page, cloud, 14);
    await page.getByText(OLD).waitFor();
    expect(cloud.handshakes).toBe(1);
    expect(await places(page)).toEqual(before);
    cloud.stalled = false;
    cloud.beat();
    await page.clock.runFor(SECOND);
    await page.getByText(OLD).waitFor({ state: 'detached' });
    await close();
  });

  it('a half-open socket is noticed', async () => {
    const { page, cloud, close } = await opened();
    await page.getByRole('link', { name: 'Studio' }).waitFor();
    cloud.away = true;
    await page.clock.runFor(9 * SECOND);
    expect(cloud.handshakes).toBe(1);
    await handshakes(page, cloud, 3);
    await page.getByText('The cloud does not answer.').waitFor();
    cloud.away = false;
    await page.clock.runFor(6 * SECOND);
    await page.getByText('this page asks every few seconds').waitFor();
    await page.clock.runFor(45 * SECOND);
    await page.getByText('this page asks every few seconds').waitFor({ state: 'detached' });
    cloud.doors = cloud.doors.map((door) => ({ ...door, lock: 'unlocked' as const }));
    cloud.tellDoors();
    await page
      .getByText('Unlocked')
      .nth(cloud.doors.length - 1)
      .waitFor();
    await close();
  });

  it('old values are said to be old, for a screen reader too', async () => {
    const { page, cloud, close } = await opened();
    const front = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Front door' }) });
    await front.waitFor();
    expect(await front.ariaSnapshot()).not.toContain('not up to date');
    cloud.away = true;
    await page.clock.runFor(14 * SECOND);
    await page.getByText(OLD).waitFor();
    expect(await front.ariaSnapshot()).toMatch(/Locked ?, not up to date/);
    expect(await spoken(page)).toContain('not up to date any more');
    // It counts on by itself; that is not read out each second.
    await page.clock.runFor(5 * SECOND);
    expect(await spoken(page)).toContain('not up to date any more');
    await close();
  });

  it('a refocused tab keeps a half-filled form', async () => {
    const { page, cloud, close } = await opened(`${AT}/lockdown`, DESK, { lockdowns: [LOCKDOWN] });
    await page.locator('.end-lockdown summary').click();
    const why = page.getByRole('textbox', { name: 'Why may people come in again?' });
    await why.fill('The police have lef');
    const seen = (state: string) =>
      page.evaluate(`(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
        document.dispatchEvent(new Event('visibilitychange'));
      })()`);
    await seen('hidden');
    cloud.away = true;
    await page.clock.runFor(600 * SECOND);
    cloud.away = false;
    await seen('visible');
    await page.clock.runFor(6 * SECOND);
    await page.getByText(OLD).waitFor({ state: 'detached' });
    expect(await page.locator(':focus').getAttribute('id')).toBe(await why.getAttribute('id'));
    await page.keyboard.type('t');
    expect(await why.inputValue()).toBe('The police have left');
    await close();
  });
});

describe('what doors do', () => {
  it('is spoken, one sentence in three seconds at most', async () => {
    const { page, cloud, close } = await opened();
    await page.getByRole('link', { name: 'Studio' }).waitFor();
    expect(await spoken(page)).toBe('');
    const say = async (lock: 'locked' | 'unlocked') => {
      cloud.doors = DOORS.map((door) => (door.name === 'Front door' ? { ...door, lock } : door));
      cloud.tellDoors();
      await page.locator(`.door-card .verdict[data-lock=${lock}]`).first().waitFor();
    };
    await say('unlocked');
    // Said after it is drawn.
    await expect.poll(() => spoken(page)).toBe('Front door: Unlocked.');
    await say('locked');
    await page.clock.runFor(2 * SECOND);
    expect(await spoken(page)).toBe('Front door: Unlocked.');
    await page.clock.runFor(2 * SECOND);
    expect(await spoken(page)).toBe('Front door: Locked.');
    await close();
  });
});
