import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { DOORS, FACILITY } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE, DESK] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}`;
const STUDIO = DOORS.find(({ name }) => name === 'Studio')?.doorId;

describe('Ctrl-K', () => {
  it('finds anything by keyboard alone, and goes there', async () => {
    const { page, wrongs, close } = await console.open('/ops/account', PHONE);
    await page.getByRole('heading', { name: 'Account' }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find anything' });
    await field.waitFor();
    const list = page.getByRole('dialog');
    const chosen = list.getByRole('option', { selected: true });
    expect(await chosen.textContent()).toContain('What needs you');
    await page.keyboard.type('st');
    await page.getByRole('option', { name: 'Staff entrance' }).waitFor();
    expect(await list.getByRole('option').allTextContents()).toEqual([
      'Northside StrengthFacility',
      'Turnstile 1Door · Harbour Gym',
      'StudioDoor · Harbour Gym',
      'Staff entranceDoor · Harbour Gym',
      'Ada Okafor-LindqvistMember · Harbour Gym',
    ]);
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await chosen.textContent()).toContain('Ada');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Studio', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${AT}/doors/${STUDIO}`);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('leaves everything as it was where one gives up, and says where nothing is found', { tags: 'long' }, async () => {
    const { page, wrongs, close } = await console.open(AT, DESK);
    const search = page.getByRole('searchbox');
    await search.fill('half a na');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('nothing like it');
    await page.getByText('Nothing here fits these words.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.locator(':focus').getAttribute('type')).toBe('search');
    expect(await search.inputValue()).toBe('half a na');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('option', { name: 'Lockdown' }).click();
    await page.getByRole('heading', { name: 'Lockdown', level: 1 }).waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });
});
