// @module-tag long
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Days, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../kit/browser.ts';
import { type ConsoleLine, openConsoleLine } from '../kit/console-lines.ts';
import { eventually } from '../kit/eventually.ts';
import { otherRelease } from '../kit/other-release.ts';
import { aPlatformKey } from '../kit/platform-client.ts';
import { type Site, startSite } from '../kit/site.ts';
import { mountSmallDisk } from '../kit/small-disk.ts';
import { startTcpProxy, type TcpProxy } from '../link/tcp-proxy.ts';

const SOON = { timeout: Seconds(40) };
const CONSOLES = 200;
/** A user has at most 20 sockets, and those of a cloud that was killed count until their leases are over. */
const USERS = 20;
const AT_ONCE = 5 * USERS;
const REFUSALS: readonly string[] = ['refused', 'revoked'];
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
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
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

  it('refuses somebody who is not signed in once, and asks for nothing that they would be refused as well', async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    const refused: string[] = [];
    let sockets = 0;
    other.on('response', (answer) => answer.status() >= 400 && refused.push(new URL(answer.url()).pathname));
    other.on('websocket', () => sockets++);
    await other.goto(facility);
    await other.getByRole('heading', { name: 'Sign in to Gatehouse' }).waitFor();
    expect([refused, sockets]).toEqual([['/api/session'], 0]);
    await context.close();
  });

  it('has 200 consoles come back by themselves once it was killed, spread over half a minute, and be told each step once', async () => {
    const { facilityId } = site.demo;
    const { front: doorId } = site.doorIds;
    const keys: string[] = [];
    for (let at = 0; at < USERS; at++) {
      const staff = { role: 'facility-staff', scope: 'facility', scopeId: facilityId };
      keys.push(await aPlatformKey(site, `desk-${at}@example.com`, staff));
    }
    const lines: ConsoleLine[] = [];
    const all = (what: (line: ConsoleLine) => boolean, said: string): Promise<void> =>
      eventually(async () => lines.every(what), said, Seconds(40));
    /** Lets so much time pass for those who are not there yet, and what they try then come to its end. */
    const pass = async (ms: number): Promise<void> => {
      const waiting = lines.filter((line) => !line.isLive());
      for (const { clock } of waiting) await clock.advance(Milliseconds(ms));
      await all((line) => !line.isTrying(), 'every socket is open or refused');
    };
    for (let at = 0; at < CONSOLES; at++) {
      const key = keys[at % USERS] as string;
      lines.push(openConsoleLine({ port: site.ports.console, ca: site.ca, key, facilityId }));
      // A user opens no more at once.
      if (at % AT_ONCE === AT_ONCE - 1) await all((line) => line.doors() !== undefined, 'they show the doors');
    }

    await site.kill(site.processes.cloud);
    await all((line) => !line.isLive(), 'they know that the cloud is gone');
    for (let passed = 0; passed < 5_000; passed += 250) await pass(250);
    expect(new Set(lines.map(({ tries }) => tries.length))).toEqual(new Set([3]));
    await site.startCloud();
    for (let passed = 0; passed < 45_000; passed += 500) await pass(500);
    await all((line) => line.isLive() && line.doors() !== undefined, 'all are back');
    const back = Object.values(Object.groupBy(lines, ({ tries }) => Math.floor((tries.at(-1) ?? 0) / 1_000)));
    expect(Math.max(...back.map((together) => together?.length ?? 0))).toBeLessThan(CONSOLES / 8);

    await site.untilOnline();
    await site.unlock('front');
    await site.building.untilLock('front', 'unlocked');
    await site.settled();
    await all(({ frames, doors }) => {
      const locked = doors()?.find((door) => door.doorId === doorId)?.lock === 'locked';
      return locked && frames.some((frame) => frame.type === 'patch' && unlocks(frame, doorId));
    }, 'all have seen it unlocked and locked again');
    const told = lines.map(({ frames }) => placesSinceBack(frames));
    const steps = [...new Set(told.flat())].sort((one, other) => one - other);
    const end = Math.min(...told.map((places) => places.at(-1) ?? 0));
    for (const places of told)
      expect(places.filter((place) => place <= end)).toEqual(
        steps.filter((place) => place >= (places[0] ?? 0) && place <= end),
      );
    for (const { frames } of lines) expect(frames.filter(({ type }) => REFUSALS.includes(type))).toEqual([]);
    for (const { close } of lines) close();
    for (const { clock } of lines) await clock.advance(Seconds(11));
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

  describe('over a network that fails', () => {
    let wire: TcpProxy;
    beforeAll(async () => {
      wire = await startTcpProxy(() => site.ports.console);
      await page.goto(facility.replace(/:\d+/, `:${wire.port}`));
      await front().getByText('Locked').waitFor();
    });
    afterAll(() => wire.close());
    const note = (text: string | RegExp) => page.getByRole('complementary').getByText(text);
    const POLLING = 'this page asks every few seconds';
    /** Until the note is there or gone, the page's own waits cut short. */
    const noteIs = (text: string | RegExp, state: 'attached' | 'detached') =>
      eventually(async () => {
        await page.clock.runFor(Seconds(1));
        return (await note(text).count()) === (state === 'attached' ? 1 : 0);
      }, `${text} is ${state}`);
    const opensAndLocks = async () => {
      await site.unlock('front');
      await front().getByText('Unlocked').waitFor();
      await front().getByText('Locked').waitFor();
    };

    it('is loaded over a slow one, is of now, and lets people in', async () => {
      wire.slow(Milliseconds(150));
      await page.reload();
      await front().getByText('Locked').waitFor();
      await front().getByRole('link').press('Enter');
      await page.getByRole('button', { name: 'Unlock Front door', disabled: false }).press('Enter');
      await page
        .getByText(/seen unlocked/i)
        .first()
        .waitFor();
      wire.slow(Milliseconds(0));
      await site.building.untilLock('front', 'locked');
      await page.goBack();
      await front().getByText('Locked').waitFor();
    });

    it('is told again what doors do after one that is cut', async () => {
      const again = page.waitForEvent('websocket');
      wire.cut();
      await page.clock.runFor(Seconds(3));
      await again;
      await opensAndLocks();
    });

    it('says of one that is half-open that it is old, then asks by itself, and is live again', async () => {
      wire.block('both');
      await noteIs(/What you see is \d+ seconds old/, 'attached');
      await noteIs('The cloud does not answer.', 'attached');
      wire.heal();
      await noteIs(POLLING, 'attached');
      await front().getByText('Locked').waitFor();
      await noteIs(POLLING, 'detached');
      await opensAndLocks();
    });
  });

  it('goes on after a deploy that a full disk does not take, says that it is old, and is made anew of a damaged cache', async () => {
    const builds = join(site.dir, 'cloud', 'web');
    const release = otherRelease('navigation-en.ts', "events: 'Events'", "events: 'What was'");
    await page.goto(facility);
    await front().getByText('Locked').waitFor();
    const [build = ''] = readdirSync(builds);
    await site.kill(site.processes.cloud);
    const disk = mountSmallDisk(builds, 200_000);
    try {
      await site.startCloud(release.program);
      await eventually(async () => {
        await page.clock.runFor(Seconds(10));
        return page.getByRole('button', { name: 'Load again' }).isVisible();
      }, 'the page says that it is old');
      await page.getByRole('link', { name: 'Events' }).first().press('Enter');
      await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
      if (disk.isMounted) expect(readdirSync(builds)).toEqual([build]);
      await page.getByRole('button', { name: 'Load again' }).press('Enter');
      await page.getByRole('heading', { name: 'What was', level: 1 }).waitFor();
      await site.untilOnline();
      await site.unlock('front');
      await site.building.untilLock('front', 'unlocked');
      await site.kill(site.processes.cloud);
    } finally {
      disk.unmount();
      release.remove();
    }
    for (const name of readdirSync(join(builds, build))) writeFileSync(join(builds, build, name), 'damaged');
    await site.startCloud();
    await page.reload();
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
    await page.goto(facility);
    await front().getByText('Locked').waitFor();
  });
});

type Frame = ConsoleLine['frames'][number];

const unlocks = (frame: Frame & { readonly type: 'patch' }, doorId: string): boolean =>
  (frame.changes as readonly { readonly id: string; readonly entry: { readonly lock: string } | null }[]).some(
    ({ id, entry }) => id === doorId && entry?.lock === 'unlocked',
  );

/** The places that a console was told since its last snapshot, that first. */
const placesSinceBack = (frames: readonly Frame[]): readonly number[] =>
  frames
    .slice(frames.findLastIndex(({ type }) => type === 'snapshot'))
    .flatMap((frame) => (frame.type === 'snapshot' || frame.type === 'patch' ? [frame.seq] : []));
