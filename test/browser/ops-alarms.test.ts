// @module-tag long
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { FORCED_OPEN } from './ops-alarms.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
/** As in `ops-looks.test.ts`. */
const SCREENS = process.env.SCREENS;
const AT = `/ops/facilities/${FACILITY}`;

describe('alarms', () => {
  it.each(WIDTHS)('stand first, with who has each and what follows, at %i px', async (width) => {
    const { page, wrongs, close } = await console.open(`${AT}/warnings`, width);
    const inbox = page.getByRole('region', { name: 'Alarms' });
    const forced = inbox.getByRole('listitem', { name: 'A door was forced open: Staff entrance' });
    await forced.getByText('Nobody has it').waitFor();
    await forced.getByText('Step 1 of 2 was told, the next in 6 minutes').waitFor();
    await inbox.getByText('Sam Rivers has it', { exact: false }).waitFor();
    await inbox.getByText('Its cause is gone.', { exact: false }).waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    await forced.getByText('What became of it').press('Enter');
    await forced.getByText('Step 1 was told in browsers: Sam Rivers; by e-mail: Kim Example').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    if (SCREENS !== undefined)
      await page.screenshot({ path: join(SCREENS, `ops-alarms-${width}.png`), fullPage: true });
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are taken by one tap or one key, once, and refused in words where somebody was faster', async () => {
    const { page, close } = await console.open(`${AT}/warnings`, PHONE);
    const take = page.getByRole('button', { name: 'I take it: A door was forced open: Staff entrance' });
    const box = await take.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await take.press('Enter');
    const request = await sent;
    expect(new URL(request.url()).pathname).toContain(`/alarms/${FORCED_OPEN.alarmId}/acknowledge`);
    expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: /^I take it: Somebody opened/, disabled: false }).press('Enter');
    await page.getByText('Somebody else has this alarm.').waitFor();
    await close();
  });

  it('are handed over, written about and ended by keyboard', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/warnings`, PHONE);
    const forced = page.getByRole('listitem', { name: 'A door was forced open: Staff entrance' });
    await forced.getByText('Hand over, note, end').press('Enter');
    await forced.getByRole('button', { name: 'Write it down', disabled: false }).press('Enter');
    await forced.getByText('Write something.').waitFor();
    const note = forced.getByLabel('What you saw, or did');
    await note.fill('The latch had not caught.');
    await page.reload();
    await forced.getByText('Hand over, note, end').press('Enter');
    await forced.getByText(/This is what you typed/).waitFor();
    expect(await note.inputValue()).toBe('The latch had not caught.');
    const written = page.waitForRequest((request) => request.url().endsWith('/notes'));
    await forced.getByRole('button', { name: 'Write it down', disabled: false }).press('Enter');
    expect((await written).postDataJSON()).toEqual({ note: 'The latch had not caught.' });
    await forced.getByText(/This is what you typed/).waitFor({ state: 'detached' });
    expect(await note.inputValue()).toBe('');
    await note.fill('Kim has the key.');
    await forced.getByLabel('Hand it to').selectOption('usr_1123456789abcdef');
    const handed = page.waitForRequest((request) => request.url().endsWith('/hand-over'));
    await forced.getByRole('button', { name: 'Hand it over', disabled: false }).press('Enter');
    expect((await handed).postDataJSON()).toEqual({ userId: 'usr_1123456789abcdef' });
    expect(await note.inputValue()).toBe('Kim has the key.');
    const ended = page.waitForRequest((request) => request.url().endsWith('/resolve'));
    await forced.getByRole('button', { name: 'It is seen to', disabled: false }).press('Enter');
    expect((await ended).postDataJSON()).toEqual({ note: 'Kim has the key.' });
    expect(await barriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are told by a plan that is set step by step, never one that tells nobody', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/settings`, PHONE);
    const plan = page.getByRole('region', { name: 'Who is told of alarms' });
    await plan.getByRole('button', { name: 'One more step', disabled: false }).press('Enter');
    const third = plan.getByRole('group', { name: 'Step 3' });
    await plan.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    await third.getByText('Choose somebody.').waitFor();
    await third.getByLabel('Minutes after the step before').fill('20');
    await third.getByText('And by name').first().press('Enter');
    await third.getByLabel('Sam Rivers, staff').check();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    if (SCREENS !== undefined) await plan.screenshot({ path: join(SCREENS, 'ops-alarm-plan-390.png') });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await plan.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    expect((await sent).postDataJSON().steps).toEqual([
      { afterMinutes: 0, tell: ['managers', 'staff_with_pushes'], userIds: [] },
      { afterMinutes: 10, tell: ['organisation_admins'], userIds: ['usr_1123456789abcdef'] },
      { afterMinutes: 20, tell: [], userIds: ['usr_1123456789abcdef'] },
    ]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are told in one’s browsers by kind, with hours in which they are not', async () => {
    const { page, wrongs, close } = await console.open('/ops/account/browsers', PHONE);
    const chosen = page.getByRole('region', { name: 'Alarms that you are told of' });
    await chosen.getByLabel('Facility').selectOption(FACILITY);
    await chosen.getByLabel('A door is released by the fire alarm').uncheck();
    await chosen.getByLabel('Quiet from').fill('22:00');
    await chosen.getByRole('button', { name: 'Tell me of these', disabled: false }).press('Enter');
    await chosen.getByText('Both, such as 22:00 and 06:00, or neither.').waitFor();
    await chosen.getByLabel('Quiet until').fill('06:30');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await chosen.getByRole('button', { name: 'Tell me of these', disabled: false }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      kinds: ['door_forced_open'],
      quiet: { from: '22:00', until: '06:30' },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('that nobody has stand on the first page, and lead to where they are taken', async () => {
    const { page, wrongs, close } = await console.open('/ops', PHONE);
    const unowned = page.getByRole('region', { name: 'Alarms that nobody has' });
    await unowned.getByText('2 alarms').waitFor();
    await unowned.getByRole('link', { name: 'Harbour Gym' }).press('Enter');
    await page.getByRole('region', { name: 'Alarms' }).waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });
});
