// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { DOORS, FACILITY, PARTNER, SESSION } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const MAPPINGS = `/ops/facilities/${FACILITY}/mappings`;

describe('the mappings of a facility', () => {
  it('say by name what each scope key opens and who has it, and map another by keyboard', async () => {
    const { page, wrongs, close } = await console.open(MAPPINGS, PHONE);
    const keys = page.getByRole('region', { name: 'Scope keys of partners' });
    const key = (name: string) => keys.getByRole('listitem').filter({ hasText: name });
    await key('off-peak').getByText('Opens Front door and Turnstile 1').waitFor();
    await key('sauna-evenings').getByText('Opens nothing: nobody has said what').waitFor();
    await key('pool').getByText('Opens Wet area').waitFor();
    await key('off-peak').getByText('Who has it').press('Enter');
    await key('off-peak').getByRole('link', { name: 'Ada Okafor-Lindqvist' }).waitFor();
    await key('sauna-evenings').getByText('Say what it opens').press('Enter');
    await key('sauna-evenings').getByRole('radio', { name: 'Access scopes' }).press('Space');
    await key('sauna-evenings').getByRole('checkbox', { name: 'Wet area' }).press('Space');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      ...{ partnerId: PARTNER, key: 'sauna-evenings', target: { to: 'scopes', scopes: ['scp_0123456789abcdef'] } },
    });
    expect(wrongs).toEqual([]);
    await close();
  });

  it('switch a key off once it is said how many have it, and on again', async () => {
    const { page, close } = await console.open(MAPPINGS, PHONE);
    await page.getByRole('button', { name: 'Switch off-peak off here', disabled: false }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Switch off-peak off here' });
    await dialog.getByText('231 members lose what they have by it alone.', { exact: false }).waitFor();
    const off = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: 'Switch off-peak off here', disabled: false }).press('Enter');
    expect((await off).postDataJSON()).toEqual({ partnerId: PARTNER, key: 'off-peak', disabled: true });
    const on = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Switch it on', disabled: false }).press('Enter');
    expect((await on).postDataJSON()).toEqual({ partnerId: PARTNER, key: 'pool', disabled: false });
    await close();
  });

  it('make an access scope of doors, and remove none that something points at', async () => {
    const { page, close } = await console.open(MAPPINGS, PHONE);
    const scopes = page.getByRole('region', { name: 'Access scopes' });
    await scopes.getByText('Make an access scope').first().press('Enter');
    await scopes.getByRole('button', { name: 'Make an access scope', disabled: false }).press('Enter');
    await scopes.getByText('Give it a name.').waitFor();
    await scopes.getByLabel('Name', { exact: true }).fill('Downstairs');
    await scopes.getByRole('checkbox', { name: String(DOORS[0]?.name) }).press('Space');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const made = page.waitForRequest((request) => request.method() === 'POST' && /scopes$/.test(request.url()));
    await scopes.getByRole('button', { name: 'Make an access scope', disabled: false }).press('Enter');
    expect((await made).postDataJSON()).toEqual({ name: 'Downstairs', doorIds: [DOORS[0]?.doorId] });
    await scopes.getByRole('button', { name: 'Remove Wet area', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Wet area', disabled: false }).press('Enter');
    await scopes.getByText('The scope key pool of Fitbase points at it.').waitFor();
    await close();
  });

  it('are only read by whoever manages nothing', async () => {
    const staff = { ...SESSION, roles: SESSION.roles.map((role) => ({ ...role, right: 'facility-staff' as const })) };
    const { page, wrongs, close } = await console.open(MAPPINGS, PHONE, { cloud: { session: staff } });
    await page.getByText('Opens Front door and Turnstile 1').waitFor();
    expect(await page.getByRole('button', { name: /Switch|Remove|Make/ }).count()).toBe(0);
    expect([await barriers(page), wrongs]).toEqual([[], []]);
    await close();
  });
});
