// @module-tag long
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { ago, DOORS, FACILITY, SESSION } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';
import { HELD_OPEN } from './ops-settings.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
/** As in `ops-looks.test.ts`. */
const SCREENS = process.env.SCREENS;
const SETTINGS = `/ops/facilities/${FACILITY}/settings`;
const FRONT_DOOR = `/ops/facilities/${FACILITY}/doors/${DOORS[0]?.doorId}`;

describe('the settings of a facility', () => {
  it('set for how long plans go on by keyboard, never with a figure that it may not have', async () => {
    const { page, wrongs, close } = await console.open(SETTINGS, PHONE);
    const hours = page.getByLabel('Hours that a plan goes on opening after its end');
    await hours.fill('200');
    await page.getByText('Give 0 to 168.').waitFor();
    expect(await page.getByRole('region', { name: 'When in doubt' }).getByRole('button').count()).toBe(0);
    await hours.fill('24');
    const policy = page.getByRole('region', { name: 'When in doubt' });
    await policy.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      ...{ graceHours: 24, offlineDays: 30, uncertainClock: 'interval', longestOutageHours: 72 },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('name the clock of the facility, keep notes as text, and take an addressee off the digest', async () => {
    const { page, wrongs, close } = await console.open(SETTINGS, PHONE);
    await page.getByText('Australia/Brisbane: 18:42 AEST').waitFor();
    await page.getByText('Not in the next two years').waitFor();
    await page.getByText('Push it while it buzzes.').waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page.getByText('Write a note').press('Enter');
    await page.getByRole('button', { name: 'Keep it', disabled: false }).last().press('Enter');
    await page.getByText('Write something.').waitFor();
    await page.getByLabel('What to know').last().fill('The key to the comms cupboard hangs in the office.');
    const kept = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Keep it', disabled: false }).last().press('Enter');
    expect((await kept).postDataJSON()).toEqual({ text: 'The key to the comms cupboard hangs in the office.' });
    const end = `Send it to ${SESSION.user.email} no more`;
    await page.getByRole('button', { name: end, disabled: false }).press('Enter');
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: end, disabled: false }).press('Enter');
    expect(new URL((await ended).url()).pathname).toMatch(/\/daily-digest\/subscribers\/usr_0123456789abcdef$/);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are only read by whoever works there and manages nothing', async () => {
    const staff = { ...SESSION, roles: SESSION.roles.map((role) => ({ ...role, right: 'facility-staff' as const })) };
    const { page, wrongs, close } = await console.open(SETTINGS, PHONE, { cloud: { session: staff } });
    await page.getByText('Push it while it buzzes.').waitFor();
    await page.getByText('Every time that it may be now must let in').waitFor();
    expect(await page.getByRole('button', { name: 'Remove this note' }).count()).toBe(0);
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect([await barriers(page), wrongs]).toEqual([[], []]);
    await close();
  });
});

describe('the holidays of an organisation', () => {
  it('are those of a country, and what it does not keep is struck off by rule', async () => {
    const address = '/ops/organisations/org_0123456789abcdef?country=AU';
    const { page, wrongs, close } = await console.open(address, PHONE, { cloud: { session: SUPER_ADMIN } });
    await page.getByText('2 of 3 are kept.').waitFor();
    await page.getByRole('checkbox', { name: /Australia Day/ }).press('Space');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Keep these', disabled: false }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ blacklisted: ['easter -1', '01-26'] });
    expect(new URL((await sent).url()).search).toBe('?organisationId=org_0123456789abcdef');
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('the maintenance of a door', () => {
  it('begins with a reason and an end, on what was seen, and is called taken once its box has taken it', async () => {
    const { page, wrongs, close } = await console.open(FRONT_DOOR, PHONE);
    await page.getByText('Hold it open, or keep it closed').press('Enter');
    const button = page.getByRole('button', { name: 'Keep Front door closed' });
    await button.press('Enter');
    await page.getByText('Say why: it stands at the door’s page and in the record.').waitFor();
    await page.getByLabel('Why, for whoever finds it so').fill('Hinge');
    await page.getByLabel('Ends').selectOption('At a time');
    await page.getByLabel('Ends at (AEST)').fill('2026-06-01T21:00');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const sent = page.waitForRequest(/maintenance$/);
    await button.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      ...{ mode: 'force-closed', reason: 'Hinge', until: '2026-06-01T11:00:00.000Z', ifSeen: DOORS[0]?.seen },
    });
    await page.getByText('Its box has taken it.').waitFor();
    await page.getByText('Until 21:00 AEST, for', { exact: false }).waitFor();
    await page.getByLabel('Why is it as usual again?').fill('Mended');
    const ended = page.waitForRequest(/maintenance$/);
    await page.getByRole('button', { name: 'Let people in at Front door again', disabled: false }).press('Enter');
    expect((await ended).postDataJSON()).toMatchObject({ mode: 'off', reason: 'Mended', ifSeen: DOORS[0]?.seen });
    await page.getByText('Hold it open, or keep it closed').waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });

  it('holds a door open only after a proof, and keeps what was typed where it has changed since', async () => {
    const { page, cloud, close } = await console.open(FRONT_DOOR, PHONE, { cloud: { proven: false } });
    await page.getByText('Hold it open, or keep it closed').press('Enter');
    await page.getByRole('radio', { name: 'Hold it open: everybody gets in' }).press('Space');
    await page.getByLabel('Why, for whoever finds it so').fill('Open day');
    expect(await page.getByLabel('Ends').locator('option', { hasText: 'When somebody ends it' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Hold Front door open', disabled: false }).press('Enter');
    await page.getByLabel('Code of your authenticator').fill('287082');
    cloud.doors = cloud.doors.map((door, place) => (place === 0 ? { ...door, seen: 'moved on' } : door));
    await page.keyboard.press('Enter');
    await page.getByText('The door has changed since.').waitFor();
    expect(await page.getByLabel('Why, for whoever finds it so').inputValue()).toBe('Open day');
    expect(cloud.grave).toHaveLength(2);
    await close();
  });

  it('is on every page while it holds a door open, with how long that lasts, and moves nothing', async () => {
    const { page, cloud, wrongs, close } = await console.open(SETTINGS, PHONE, { cloud: { doors: HELD_OPEN } });
    const note = page.getByRole('link', { name: /^Front door is held open for \d+ minutes more/ });
    await note.waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, 'ops-held-open-390-light.png') });
    await page.getByRole('link', { name: 'Account' }).press('Enter');
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    expect(await note.count(), 'although that page is of no facility').toBe(1);
    cloud.doors = DOORS.map((door) => ({ ...door, lastSeen: ago(1) }));
    cloud.tellDoors();
    await note.waitFor({ state: 'detached' });
    expect(wrongs).toEqual([]);
    await close();
  });
});
