// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}`;

describe('who may sign in at panels, in a real browser', () => {
  it('are kept as far as they were typed through a reload, and their PIN never is', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/panel-staff`, PHONE);
    const unfold = () => page.getByText('Add somebody', { exact: true }).first().press('Enter');
    const name = page.getByLabel('Name, as they type it at the panel').last();
    await unfold();
    await name.fill('Sam Okoro');
    await page.getByLabel('PIN', { exact: true }).fill('482913');
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept).toContain('Sam Okoro');
    expect(kept).not.toContain('482913');
    await page.reload();
    await unfold();
    await page.getByText(/This is what you typed/).waitFor();
    expect([await name.inputValue(), await page.getByLabel('PIN', { exact: true }).inputValue()]).toEqual([
      'Sam Okoro',
      '',
    ]);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard it', disabled: false }).press('Enter');
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are added, changed and removed by keyboard alone, and no PIN is left standing', async () => {
    const urls: string[] = [];
    const { page, cloud, wrongs, close } = await console.open(`${AT}/boxes`, PHONE, {
      before: async (opened) => void opened.on('request', (request) => urls.push(request.url())),
    });
    await page.getByRole('link', { name: 'Who may sign in at their panels' }).press('Enter');
    await page.getByText('<img src=x onerror=alert(1)>', { exact: true }).waitFor();
    await page.getByText('Add somebody', { exact: true }).first().press('Enter');
    const add = page.getByRole('button', { name: 'Add somebody' });
    await add.press('Enter');
    await page.getByText('Say who it is.').waitFor();
    await page.getByLabel('Name, as they type it at the panel').last().fill('Sam Okoro');
    await page.getByLabel('PIN', { exact: true }).fill('65 43-21');
    await page.keyboard.press('Enter');
    await page.getByText('pin: must not be a straight count.').waitFor();
    expect(await page.getByLabel('PIN', { exact: true }).inputValue()).toBe('');
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel('PIN', { exact: true }).fill('482913');
    await page.keyboard.press('Enter');
    await page.getByText('Sam Okoro', { exact: true }).first().waitFor();
    await page.getByText('Change Ada Byron', { exact: true }).press('Enter');
    const ada = page.getByRole('listitem').filter({ hasText: 'Change Ada Byron' });
    await ada.getByLabel('What they may do').selectOption('staff');
    await page.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    await page.getByText(/^Saved\./).waitFor();
    await page.getByRole('button', { name: 'Remove Ada Byron', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Ada Byron', disabled: false }).press('Enter');
    await expect.poll(() => page.getByText('Ada Byron', { exact: true }).count()).toBe(0);
    expect(cloud.staffAsked).toEqual([
      { method: 'POST', body: { name: 'Sam Okoro', role: 'staff', pin: '654321' } },
      { method: 'POST', body: { name: 'Sam Okoro', role: 'staff', pin: '482913' } },
      { method: 'PATCH', body: { name: 'Ada Byron', role: 'staff' } },
      { method: 'DELETE', body: null },
    ]);
    expect(urls.filter((url) => /482913|654321/.test(url))).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs.filter((wrong) => !/400/.test(wrong))).toEqual([]);
    await close();
  });

  it('says what lets in while nobody was added', async () => {
    const { page, close } = await console.open(`${AT}/panel-staff`, PHONE, { cloud: { panelStaff: [] } });
    await page.getByText('Nobody yet').waitFor();
    expect(await barriers(page)).toEqual([]);
    await close();
  });
});
