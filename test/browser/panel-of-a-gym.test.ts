// @module-tag long
import { X509Certificate } from 'node:crypto';
import { get } from 'node:https';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBrowser, openPage } from '../kit/browser.ts';
import { entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { cutLine } from '../kit/line.ts';
import { type Site, startSite } from '../kit/site.ts';

const PHONE = 390;
const PIN = '246810';
const Session = z.object({ namesAsked: z.boolean() });

/** Real processes and a real browser: the staff are the cloud's, the doors are the simulator's, and the line is cut. */
describe('the panel of a gym whose line is cut', () => {
  let site: Site;
  let browser: Browser;
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite({ wires: true, holdSeconds: 1 }), openBrowser()]);
    gym = entering(site);
    const sam = { name: 'Sam Okoro', role: 'manager', pin: PIN, by: 'operator' };
    await site.cloudControl('add-staff', { facilityId: site.demo.facilityId, ...sam });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const staffKnown = async (page: Page) => {
    const session = async () => Session.parse(await page.evaluate("fetch('/session').then((answer) => answer.json())"));
    await eventually(async () => (await session()).namesAsked, 'the box knows its staff', Seconds(30));
    await page.reload();
  };
  const present = () => gym.present(gym.member('M-7001'));
  const lockOfFront = async () => {
    const { doors } = await site.building.state();
    return doors.find(({ name }) => name === 'front')?.lock.position;
  };
  const maintain = async (page: Page, choice: RegExp, confirmed: RegExp) => {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Front door' }) });
    await card.getByRole('button', { name: 'Maintenance…' }).click();
    await page.getByRole('radio', { name: choice }).check();
    const why = page.getByLabel('Why', { exact: true });
    if (await why.isVisible()) await why.fill('Delivery');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: confirmed }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  };

  it('shows whoever is on the LAN the authority that its certificate is from, and has one from it', async () => {
    const ca = await site.gymCa();
    const { fingerprint256 } = new X509Certificate(ca);
    const { panelUrl } = site.processes.edge.ready;
    const { page, close } = await openPage(browser, panelUrl, PHONE);
    const caPage = async () => page.evaluate("fetch('/ca').then((answer) => answer.text())") as Promise<string>;
    const shown = fingerprint256.split(':').slice(0, 4).join(' ');
    await eventually(async () => (await caPage()).includes(shown), 'the page shows the fingerprint', Seconds(30));
    const seenBy = (trusted: string) =>
      new Promise<number | undefined>((resolve) => {
        get(`${panelUrl}health`, { ca: trusted, agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          () => resolve(undefined),
        );
      });
    expect(await seenBy(ca)).toBe(200);
    expect(await seenBy(site.ca)).toBeUndefined();
    await close();
  });

  it('takes its staff and their names from the cloud, and needs it no more: to sign in, to hold a door, to say why, to ban', async () => {
    await gym.push('M-7001', { lastName: 'Byron' });
    const { page, close } = await openPage(browser, site.processes.edge.ready.panelUrl, PHONE);
    await staffKnown(page);
    await eventually(async () => (await present()).granted, 'the box knows the member', Seconds(30));
    await site.settled();
    cutLine(site);

    await page.reload();
    await page.getByLabel('Your name').fill('sam okoro');
    await page.getByLabel('PIN').fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByText('Cloud away').waitFor();
    await page.getByText('Sam Okoro signed in at the panel').waitFor();
    await page.getByText('Front door: Ada Byron let in, by their hours').first().waitFor();
    await page.getByText('For support').click();
    await page
      .locator('#support')
      .getByText(/^Enforces revision \d+/)
      .waitFor();

    await maintain(page, /^Hold open/, /^Hold open until/);
    await page.getByText(/^Held open by Sam Okoro until .* \(Delivery\)$/).waitFor();
    await eventually(async () => (await lockOfFront()) === 'unlocked', 'the door is held open');
    await maintain(page, /^Normal/, /^End maintenance$/);
    await eventually(async () => (await lockOfFront()) === 'locked', 'the door is locked again');
    await maintain(page, /^Keep closed/, /^Keep closed until/);

    const why = async (answer: string) => {
      await page.getByLabel('Door', { exact: true }).selectOption('Front door');
      await page.getByLabel('Id or number').fill('M-7001');
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByText(answer, { exact: true }).waitFor();
    };
    await why('Would not get in');
    await page.getByText('At the door they are told: “This door is out of service.”').waitFor();
    await maintain(page, /^Normal/, /^End maintenance$/);
    await why('Would get in');
    await page.getByRole('button', { name: 'Ban this person…' }).click();
    await page.getByLabel('Why', { exact: true }).fill('Fighting');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Ban Ada Byron', exact: true }).click();
    await page.getByText('Ada Byron banned by Sam Okoro (Fighting)').waitFor();
    expect(await present()).toMatchObject({ granted: false, reason: 'banned' });

    await maintain(page, /^Keep closed/, /^Keep closed until/);
    site.wires.device.heal();
    site.wires.broker.heal();
    await site.untilOnline();
    await eventually(async () => {
      const answer = await site.unlock('front');
      return answer.status === 409 && answer.json.reason === 'maintenance_mode_active';
    }, 'a partner is told of the maintenance');
    await close();
    await site.journal.drained();
    await site.journal.prove();
  });

  it('says at the panel what somebody set elsewhere while it was being decided, and leaves that as it is', async () => {
    await site.maintain('front', 'off');
    const { page, close } = await openPage(browser, site.processes.edge.ready.panelUrl, PHONE);
    await staffKnown(page);
    await page.getByLabel('Your name').fill('Sam Okoro');
    await page.getByLabel('PIN').fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Maintenance… Front door' }).click();
    await page.getByLabel('Why', { exact: true }).fill('Delivery');
    await page.getByRole('button', { name: 'Continue' }).click();
    await site.maintain('front', 'force-closed', { by: 'Kim', reason: 'Cleaning' });
    await page.getByText('Kept closed by Kim, without an end (Cleaning)').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /^Hold open until/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Kim changed Front door meanwhile' });
    await dialog.getByText('Now: Kept closed by Kim, without an end (Cleaning).').waitFor();
    expect(await lockOfFront()).toBe('locked');
    await dialog.getByRole('button', { name: 'Decide again' }).click();
    await page.getByRole('radio', { name: /^Hold open/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Hold open until/ }).click();
    await eventually(async () => (await lockOfFront()) === 'unlocked', 'the door is held open');
    await site.maintain('front', 'off');
    await close();
  });
});
