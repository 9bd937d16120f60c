import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { serveConsole } from './ops.kit.ts';
import { ADA, DOORS, FACILITY, LOCKDOWN, PARTNER, SESSION } from './ops-gym.kit.ts';

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
const [PHONE] = WIDTHS;
const [FRONT] = DOORS;
const AT = `/ops/facilities/${FACILITY}`;
const MEMBER = `${AT}/members/${PARTNER}/${ADA.memberId}`;
const FRONT_DOOR = `${AT}/doors/${FRONT?.doorId}`;
const signedOut = (wrong: string) => !/401/.test(wrong);

describe('the operations console in a real browser', () => {
  it('leads by keyboard alone from any page to whoever stands in the rain: why, what fixes it, and one key that lets them in', async () => {
    const { page, cloud, wrongs, close } = await console.open(AT, PHONE);
    await page.getByRole('link', { name: 'Front door' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ada');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Ada Okafor-Lindqvist' }).press('Enter');

    const atDoor = page.getByRole('region', { name: 'At the door' });
    await atDoor.getByText('Not at this time of day').waitFor();
    await atDoor.getByText(/^Refused \d+ seconds ago · 18:41 AEST$/).waitFor();
    await atDoor.getByText('Give a plan or a grant').waitFor();
    await atDoor.getByText('Locked, closed, as seen just now').waitFor();
    await atDoor
      .getByRole('button', { name: 'Let Ada Okafor-Lindqvist in at Front door', disabled: false })
      .press('Enter');
    await atDoor.getByText('Seen unlocked.').waitFor();

    expect(cloud.unlocks).toEqual([
      {
        path: expect.stringMatching(new RegExp(`/doors/${FRONT?.doorId}/unlock$`)),
        body: { reason: `Let in: member m-1042 of ${PARTNER}`, ifSeen: 'Xr2kT7wZ0bQmLd4a' },
        key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        console: '1',
      },
    ]);
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('never says seen of an unlock that nobody saw, and names its request', { tags: 'long' }, async () => {
    const body = { status: 'failed', reason: 'relay_fault', message: 'It did not move.', request_id: 'req_17' };
    const { page, close } = await console.open(FRONT_DOOR, PHONE, { cloud: { unlockAnswer: [502, body] } });
    await page.getByRole('button', { name: 'Unlock Front door' }).click();
    await page.getByText('Not seen.').waitFor();
    await page.getByText('req_17').waitFor();
    expect(await page.getByText('Seen unlocked').count()).toBe(0);
    await close();
  });

  it('opens no door on a view that is older than five seconds, says so, and keeps the button where it is', async () => {
    const { page, cloud, close } = await console.open(FRONT_DOOR, PHONE, { before: (page) => page.clock.install() });
    const button = page.getByRole('button', { name: 'Unlock Front door' });
    await button.waitFor();
    const place = await button.boundingBox();
    cloud.away = true;
    await page.clock.runFor(7_000);
    await page.getByText(/This view is \d+ seconds old/).waitFor();
    await button.focus();
    await page.keyboard.press('Enter');
    expect(cloud.unlocks).toEqual([]);
    expect(await button.boundingBox()).toEqual(place);
    await page.clock.runFor(10_000);
    await page.getByText('The cloud does not answer.').waitFor();
    cloud.away = false;
    await page.clock.runFor(3_000);
    await page.getByText('Locked, closed, as seen').waitFor();
    await button.press('Enter');
    await page.getByText('✓ Seen unlocked.').waitFor();
    expect(cloud.unlocks).toHaveLength(1);
    await close();
  });

  it('asks who comes back where a session ends on the way, and then sends what was meant, once', async () => {
    const { page, cloud, wrongs, close } = await console.open(MEMBER, PHONE);
    const button = page.getByRole('button', { name: /^Let Ada/ });
    await button.waitFor();
    // Whatever else the page still asks for is answered: the session ends as the door is to be unlocked.
    const ending = (route: Route) => {
      cloud.signedIn = false;
      return route.fallback();
    };
    await page.route('**/unlock', ending, { times: 1 });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('button', { name: 'Send me a code', disabled: false }).press('Enter');
    await dialog.getByLabel('Code from the e-mail').fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('That is not the code. 4 more tries.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByLabel('Code from the e-mail').fill('123456');
    await page.keyboard.press('Enter');
    await page.getByText('✓ Seen unlocked.').waitFor();
    expect(cloud.unlocks).toHaveLength(1);
    expect(wrongs.filter(signedOut)).toEqual([]);
    await close();
  });

  it('locks down what is pressed and held, not what is touched, and says door by door what has taken it', async () => {
    const { page, cloud, wrongs, close } = await console.open(MEMBER, PHONE);
    const button = page.getByRole('button', { name: 'Lock all doors down' });
    await button.click();
    await page.locator('.hold-hint').getByText('Keep it pressed for one second').waitFor();
    await page.getByRole('button', { name: 'I cannot hold it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    expect(cloud.lockdowns).toEqual([]);
    await button.focus();
    await page.keyboard.down('Space');
    await page.getByRole('heading', { name: 'Lockdown' }).waitFor();
    await page.keyboard.up('Space');
    await page.getByText('5 of 6 doors have taken it.', { exact: true }).waitFor();
    await page.getByText('Car-park gate is offline: go there.').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('asks why the doors are locked down once they are, by keyboard, and shows who said it', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/lockdown`, PHONE, {
      cloud: { lockdowns: [LOCKDOWN] },
    });
    await page.getByRole('heading', { name: 'Nobody has said why yet' }).waitFor();
    await page.getByRole('button', { name: 'Say why', exact: true, disabled: false }).press('Enter');
    await page.getByText('Say why: whoever comes next reads it.').waitFor();
    await page.getByLabel('Why are the doors locked down?').fill('A person <b>with a knife</b>');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'A person <b>with a knife</b>' }).waitFor();
    await page.getByText('Said by Kim Example, 18:42').waitFor();
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await close();
  });

  it('lets in somebody who is banned after a second question only', { tags: 'long' }, async () => {
    const person = { personId: 'prs_1', banned: true, disabled: false, blockAllAccess: false, extendedHold: false };
    const changedBy = { kind: 'user', id: 'usr_1', name: 'Kim Example' } as const;
    const by = { reason: 'Violence', changedBy, changedAt: '2026-01-01T00:00:00.000Z', members: [] };
    const { page, cloud, close } = await console.open(MEMBER, PHONE, {
      cloud: { member: { ...ADA, person: { ...person, ...by } } },
    });
    await page.getByText('Banned: Violence').waitFor();
    await page.getByRole('button', { name: /although banned/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Staff have banned this person.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(cloud.unlocks).toEqual([]);
    await close();
  });

  it('says so where the script of a page does not come, instead of showing the page before for ever', {
    tags: 'long',
  }, async () => {
    const lost = (page: Page) => page.route('**/assets/member-page-*', (route) => route.abort());
    const { page, close } = await console.open(`${AT}/members?q=ada`, PHONE, { before: lost });
    await page.getByRole('link', { name: 'Ada Okafor-Lindqvist' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await page.getByRole('button', { name: 'Load again' }).waitFor();
    await close();
  });

  it('shows what others wrote as text, keeps nothing in the browser, and answers 404 where there is nothing', async () => {
    const hostile = '<img src=x onerror="document.title=1">\u202eevil';
    const { page, wrongs, close } = await console.open(AT, PHONE, {
      cloud: { doors: DOORS.map((door) => ({ ...door, name: `${hostile} ${door.doorId}` })) },
    });
    await page.getByRole('link', { name: hostile }).first().waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')).toBe(
      '[{},{},""]',
    );
    expect(wrongs).toEqual([]);
    const gone = await page.goto(page.url().replace(/\/ops\/.*/, '/ops/nothing'));
    expect(gone?.status()).toBe(404);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    await close();
  });
});

describe('the operations console on the API as it is', () => {
  it('leads from the facility to its door, unlocks it in the name of who is signed in, and leaves a record', {
    tags: 'long',
  }, async () => {
    const { callers } = console.api;
    const { headers } = callers.manager;
    const asManager = async (page: Page) => {
      await page.unroute('**/api/**');
      await page.route('**/api/**', (route) =>
        route.continue({ headers: { ...route.request().headers(), ...headers } }),
      );
      await page.route('**/api/session', (route) => route.fulfill({ json: SESSION }));
    };
    const { page, wrongs, close } = await console.open('/ops', PHONE, {
      before: asManager,
      cloud: { noSocket: true },
    });
    await page.getByRole('link', { name: 'Harbour Gym' }).first().click();
    await page.getByRole('link', { name: 'Front door' }).click();
    await page.getByRole('button', { name: 'Unlock Front door' }).click();
    // The cloud of the test has stopped its clock in the new year, when it is ten in the morning in Brisbane.
    await page.getByText('At 10:00:00, for 5 seconds.').waitFor();
    const attempts = await console.attempts();
    expect(attempts).toMatchObject([{ user_id: callers.manager.user.id }]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
