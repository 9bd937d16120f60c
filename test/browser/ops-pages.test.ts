// @module-tag long
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { comeBackToUpdated } from '../kit/updated-pages.ts';
import { consoleOfFile } from './ops.kit.ts';
import { DOORS, FACILITY, PARTNER } from './ops-gym.kit.ts';
import { HOSTILE } from './ops-installation.kit.ts';
import { WARNINGS } from './ops-pages.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
/** As in `ops-looks.test.ts`. */
const SCREENS = process.env.SCREENS;
const AT = `/ops/facilities/${FACILITY}`;

describe('the pages of the operations console', () => {
  it('map the scope key of a warning by one call, by keyboard, and only once it is said what it opens', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/warnings`, PHONE);
    const [first] = WARNINGS;
    const card = page.getByRole('listitem', { name: 'Members have access that opens no door here' });
    await card.getByText('Say what it opens here').focus();
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Map it' }).click();
    await card.getByText('Choose what it opens.').waitFor();
    await card.getByRole('radio', { name: 'Every door here' }).focus();
    await page.keyboard.press('ArrowDown');
    await card.getByRole('checkbox', { name: String(DOORS[2]?.name) }).focus();
    await page.keyboard.press('Space');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const mapped = page.waitForRequest(`**/warnings/${first?.warningId}/map`);
    await page.keyboard.press('Enter');
    const request = await mapped;
    expect(request.postDataJSON()).toEqual({ target: { to: 'doors', doorIds: [DOORS[2]?.doorId] } });
    expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('go on to older e-mail by keyboard, and show one as text, whatever is in it', async () => {
    const { page, wrongs, close } = await console.open('/ops/mailbox', PHONE, { cloud: { session: SUPER_ADMIN } });
    await page.getByRole('button', { name: 'Show older', disabled: false }).press('Enter');
    const older = page.getByRole('listitem').filter({ hasText: 'An older one' });
    await older.waitFor();
    expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
    await page.keyboard.press('Tab');
    expect(await older.locator(':focus').count(), 'the focus is where the older ones begin').toBe(1);
    const hostile = page.getByRole('listitem').filter({ hasText: HOSTILE });
    await hostile.getByText('Read it').press('Enter');
    await hostile.locator('.mail-text').filter({ hasText: HOSTILE }).waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect([await barriers(page), await fitsItsWidth(page), await page.title()]).toEqual([
      [],
      true,
      expect.stringContaining('Mailbox'),
    ]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are reached from a phone by a menu that offers what one may, and closes behind one', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/warnings`, PHONE, { cloud: { session: SUPER_ADMIN } });
    await page.getByRole('button', { name: 'Menu', disabled: false }).focus();
    await page.keyboard.press('Enter');
    const here = page.getByRole('navigation', { name: 'This facility' });
    await here.getByRole('link', { name: 'Warnings' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, 'ops-menu-390-light.png') });
    await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('heading', { name: 'Jobs' }).waitFor();
    await here.waitFor({ state: 'hidden' });
    expect(wrongs).toEqual([]);
    await close();
  });

  it('say who would get in if a scope key opened something, before anybody maps it', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/what-if`, PHONE);
    await page.getByRole('radio', { name: 'Every door here' }).check();
    const asked = page.waitForRequest('**/what-if');
    await page.getByRole('button', { name: 'What would change?' }).click();
    expect((await asked).postDataJSON()).toEqual({
      change: { kind: 'scope-key', partnerId: PARTNER, key: 'sauna-evenings', target: { to: 'facility' } },
    });
    await page.getByText('14 people would gain access, 0 people would lose some').waitFor();
    await page.getByRole('rowheader', { name: 'Ada Okafor-Lindqvist' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('give and take a role by name and place, and prove on the way who does it', async () => {
    const { page, cloud, close } = await console.open('/ops/users/usr_0123456789abcdef', PHONE, {
      cloud: { session: SUPER_ADMIN, proven: false },
    });
    await page.getByText('Give a role').first().click();
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByText('Choose where they hold it.').waitFor();
    await page.getByLabel('Where', { exact: true }).selectOption({ label: 'Harbour Gym' });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await page.getByRole('button', { name: 'Give a role' }).click();
    await page.getByLabel('Code of your authenticator').fill('287082');
    const given = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    await page.keyboard.press('Enter');
    expect((await given).request().postDataJSON()).toEqual({
      role: 'facility-staff',
      scope: 'facility',
      scopeId: FACILITY,
    });
    await page.getByRole('button', { name: 'Take Facility manager at Harbour Gym' }).click();
    const taken = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.getByRole('dialog').getByRole('button', { name: 'Take Facility manager at Harbour Gym' }).click();
    expect(new URL((await taken).url()).pathname).toBe('/api/users/usr_0123456789abcdef/roles/rol_1');
    expect(cloud.grave.map(({ name }) => name.split(' ')[0])).toEqual(['PUT', 'PUT', 'DELETE']);
    await close();
  });

  it('say that the console was updated meanwhile, and leave it to whoever is at them when to load it again', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/warnings`, PHONE);
    await page.getByRole('listitem', { name: 'Members have access that opens no door here' }).waitFor();
    await comeBackToUpdated(page);
    const note = page.getByRole('complementary', { name: 'About what you see' });
    await note.getByText('This page is of an earlier version.').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    if (SCREENS !== undefined) await page.screenshot({ path: join(SCREENS, 'ops-updated-390-light.png') });
    const loaded = page.waitForEvent('load');
    await note.getByRole('button', { name: 'Load again', disabled: false }).press('Enter');
    await loaded;
    await note.waitFor({ state: 'detached' });
    expect(wrongs).toEqual([]);
    await close();
  });

  it('end somebody else’s session once that is meant, by keyboard', async () => {
    const { page, wrongs, close } = await console.open('/ops/users/usr_0123456789abcdef', PHONE, {
      cloud: { session: SUPER_ADMIN },
    });
    const sessions = page.getByRole('region', { name: 'Where they are signed in' });
    const button = sessions.getByRole('button', { name: /^Sign out / }).first();
    await button.press('Enter');
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Sign out /, disabled: false })
      .press('Enter');
    expect(new URL((await ended).url()).pathname).toMatch(/^\/api\/users\/usr_0123456789abcdef\/sessions\/ses_/);
    await page.getByText('They are signed out there.').waitFor();
    expect([await barriers(page), wrongs]).toEqual([[], []]);
    await close();
  });
});
