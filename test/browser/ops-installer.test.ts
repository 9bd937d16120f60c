// @module-tag long
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES } from '@gatehouse/cloud/kit/db/engines.ts';
import { memoryRateLimiter } from '@gatehouse/cloud/kit/http/rate-limit.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { linkTokenSentTo } from '@gatehouse/cloud/platform/installers/testing/an-invite.ts';
import { codeSentTo, signedIn } from '@gatehouse/cloud/platform/sessions/testing/signing-in.ts';
import { aShowingBox } from '@gatehouse/cloud/sites/door-controllers/testing/showing-box.ts';
import { type PlatformApi, servePlatformApi } from '@gatehouse/cloud/testing/platform-api.ts';
import { consolePages } from '@gatehouse/cloud/web/console-pages.ts';
import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, type Watched } from '../kit/browser.ts';

const ROBIN = 'robin@wires.example';
const STEP = Milliseconds(100);
const SOON = { timeout: Seconds(30) };

/** The cloud itself behind a browser, on a clock that goes as ours does until the test moves it on by two days. */
describe('an installer from the invite to its end', () => {
  let browser: Browser;
  let api: PlatformApi;
  let clock: ManualClock;
  let going: Timer;
  let origin: string;
  beforeAll(async () => {
    browser = await openBrowser();
    clock = new ManualClock(isoOf(systemClock.wallMs()));
    const log = { error: (why: unknown) => console.error(why) };
    const pages = consolePages({ clock: systemClock, log, folder: mkdtempSync(join(tmpdir(), 'gatehouse-web-')) });
    // Turns are of real seconds here, as the browser asks for them.
    const turns = { strangers: createStrangers(systemClock), limiter: memoryRateLimiter(systemClock) };
    const db = await (ENGINES[0] as (typeof ENGINES)[number]).open();
    api = await servePlatformApi(db, clock, undefined, turns, { pages });
    origin = `https://localhost:${api.port}`;
    let busy = false;
    let steps = 0;
    const goOn = async (): Promise<void> => {
      await clock.advance(STEP);
      steps += 1;
      if (steps % 10 === 0) await api.world.beacon();
    };
    going = systemClock.every(STEP, () => {
      if (busy) return;
      busy = true;
      void goOn().finally(() => {
        busy = false;
      });
    });
  });
  afterAll(async () => {
    going.cancel();
    await browser.close();
    await api.world.live.close();
    await api.close();
  });

  const invites = () => `${origin}/ops/facilities/${api.world.facilityId}/installers`;
  /** The one who manages the gym, as they are after a step-up. */
  const manager = async (): Promise<Watched> => {
    const { token } = await signedIn(api, api.callers.manager.user.id, 'passkey');
    const cookie = { name: '__Host-ops', value: token, url: origin, secure: true, httpOnly: true } as const;
    const before = (page: Page) => page.context().addCookies([{ ...cookie, sameSite: 'Strict' }]);
    return openPage(browser, invites(), 1280, { before });
  };
  const link = async () => `${origin}/ops/sign-in/invite#${await linkTokenSentTo(api, ROBIN)}`;
  /** Comes from another site, as whoever presses a link in an e-mail. */
  const followFromMail = async (page: Page): Promise<void> => {
    await page.goto(`data:text/html,${encodeURIComponent(`<a href="${await link()}">Open</a>`)}`);
    await page.getByRole('link', { name: 'Open' }).click();
  };
  const press = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
    page.getByRole(role, { name, disabled: false }).first().press('Enter');

  it('is invited, claims, wires, tries a door, sees nobody, and is out within a second of its end', async () => {
    const kim = await manager();
    await kim.page.getByLabel('E-mail address').fill(ROBIN);
    await kim.page.getByLabel('What you call them').fill('Robin of Harbour Wires');
    await kim.page.keyboard.press('Enter');
    await kim.page.getByText(`The invite is on its way to ${ROBIN}.`).first().waitFor(SOON);
    await kim.page.getByText('Ends in 47 hours').waitFor(SOON);

    const phone = { isMobile: true, hasTouch: true };
    const { page, wrongs, close } = await openPage(browser, `${origin}/ops/sign-in`, 390, phone);
    page.setDefaultTimeout(SOON.timeout);
    await followFromMail(page);
    await page.getByText('You are invited to install doors at Harbour Gym.').waitFor();
    expect(page.url(), 'the link has left the address').toBe(`${origin}/ops`);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(ROBIN);
    await press(page, 'button', 'Send me a code');
    const code = page.getByLabel('Code from the e-mail');
    await code.waitFor();
    await code.fill(await codeSentTo(api, ROBIN));
    await press(page, 'button', 'Sign in');
    await page.getByRole('heading', { name: 'Where you install doors' }).waitFor();
    await followFromMail(page);
    await page.getByRole('heading', { name: 'Where you install doors' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    for (const unseen of ['Find', 'Account', 'Members', 'Events', 'Organisations', 'Users'])
      expect(await page.getByText(unseen, { exact: true }).count(), unseen).toBe(0);

    const shown = await aShowingBox(api.world.db);
    await press(page, 'link', 'Claim a box');
    await page.getByLabel('Code on the panel of the box').fill(shown.code);
    await press(page, 'button', 'Go on');
    const compare = page.getByRole('region', { name: 'Compare before you claim it' });
    await compare.getByRole('checkbox', { name: /fingerprint/i }).press('Space');
    await compare.getByLabel('What people call the box').fill('Back office');
    await press(page, 'button', /^Claim it to /);
    await page.getByRole('heading', { name: 'The box is claimed' }).waitFor();
    expect(await page.getByText('Wrong gym?').count()).toBe(0);

    const report: ConfigurationReport = {
      ...{ v: 1, agentVersion: '1.2.3', revision: 1, refused: [] },
      hardware: { buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] },
    };
    await api.world.db.write((tx) => api.world.boxes.takeReport(tx, shown.boxId, report));
    await press(page, 'link', 'See how it does');
    await press(page, 'link', 'Pins and buses');
    const editor = page.getByRole('region', { name: 'Change the wiring' });
    await editor.getByText('Add a door').first().press('Enter');
    await editor.getByLabel('What people call the door').fill('Back door');
    await editor.getByRole('button', { name: 'Add a door', disabled: false }).press('Enter');
    await editor.getByRole('group').filter({ hasText: 'Back door' }).first().waitFor();

    await page.goto(`${origin}/ops/facilities/${api.world.facilityId}/boxes/${api.world.boxId}/walk-test`);
    await press(page, 'button', 'Begin a walk test');
    await press(page, 'button', 'Unlock Front door');
    await page
      .getByText(/Seen unlocked\./)
      .first()
      .waitFor();

    await page.goto(`${origin}/ops/facilities/${api.world.facilityId}/members`);
    await page.getByText('Not for you').waitFor();
    expect(wrongs.filter((wrong) => !/40[13]/.test(wrong))).toEqual([]);

    await page.goto(`${origin}/ops/facilities/${api.world.facilityId}`);
    await page.getByRole('link', { name: 'Front door' }).waitFor();
    clock.jumpWall(Hours(48));
    await page
      .getByRole('dialog')
      .getByText('Your session has ended')
      .waitFor({ timeout: Seconds(5) });
    await page.goto('about:blank');
    await page.goto(await link());
    await page
      .getByText('Your invite to install doors at Harbour Gym is over. Ask manager Example to send it again.')
      .waitFor();
    expect(await barriers(page)).toEqual([]);
    await Promise.all([close(), kim.close()]);
  });

  it('is sent away at once by who invited them, and asked again, by keyboard alone', async () => {
    const pat = 'pat@wires.example';
    const { page, close } = await manager();
    page.setDefaultTimeout(SOON.timeout);
    await press(page, 'button', 'Invite an installer');
    await page.getByText('Say where the invite goes.').waitFor();
    await page.getByLabel('E-mail address').fill(pat);
    await page.getByLabel('What you call them').fill('<i>Pat</i>');
    await press(page, 'button', 'Invite an installer');
    const invite = page.getByRole('listitem').filter({ hasText: pat });
    await invite.getByText(/^Ends in \d+ hours$/).waitFor();
    const [held] = (await api.world.db.read((tx) => api.world.installers.list(tx, api.world.facilityId))).filter(
      ({ email }) => email === pat,
    );
    const { token } = await signedIn(api, held?.user_id ?? '');
    const cookie = { name: '__Host-ops', value: token, url: origin, secure: true, httpOnly: true } as const;
    const before = (opened: Page) => opened.context().addCookies([{ ...cookie, sameSite: 'Strict' }]);
    const theirs = await openPage(browser, `${origin}/ops/facilities/${api.world.facilityId}`, 390, { before });
    await theirs.page.getByRole('link', { name: 'Front door' }).waitFor(SOON);

    await invite.getByRole('button', { name: 'Revoke the invite of <i>Pat</i>', disabled: false }).press('Enter');
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Revoke the invite of <i>Pat</i>' });
    await sure.press('Enter');
    await invite.getByText('Revoked').waitFor();
    await theirs.page
      .getByRole('dialog')
      .getByText('Your session has ended')
      .waitFor({ timeout: Seconds(5) });
    await invite.getByRole('button', { name: 'Invite <i>Pat</i> again', disabled: false }).press('Enter');
    await invite.getByText(/^Ends in \d+ hours$/).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await Promise.all([close(), theirs.close()]);
  });
});
