// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { DESK } from './ops-desk.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}`;

describe('a desk in a real browser', () => {
  it('asks who somebody is and for their PIN, by keyboard, and locks once nobody has touched it for two minutes', async () => {
    const { page, cloud, wrongs, close } = await console.open(AT, PHONE, {
      cloud: { signedIn: false, desk: DESK },
      before: (page) => page.clock.install(),
    });
    await page.getByText('Reception, left, Harbour Gym').waitFor();
    await page.getByRole('button', { name: 'Kim E.', disabled: false }).press('Enter');
    await page.getByLabel('Your PIN').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByText('That is not your PIN.').waitFor();
    await page.getByLabel('Your PIN').fill('493027');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Front door' }).waitFor();
    expect(await page.getByRole('link', { name: 'Account' }).count()).toBe(0);

    await page.clock.runFor(100_000);
    await page.keyboard.press('Tab');
    await page.clock.runFor(100_000);
    expect(await page.getByRole('link', { name: 'Front door' }).count()).toBe(1);
    await page.clock.runFor(21_000);
    await page.getByRole('button', { name: 'Kim E.' }).waitFor();
    expect(cloud.signedIn).toBe(false);
    expect(await page.getByText('Front door').count()).toBe(0);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs.filter((wrong) => !/401/.test(wrong))).toEqual([]);
    await close();
  });

  it('shows nothing of whoever was there once their session is over, and lets anybody sign in as themself', async () => {
    const { page, cloud, close } = await console.open(AT, PHONE, { cloud: { desk: DESK } });
    await page.getByRole('link', { name: 'Front door' }).waitFor();
    Object.assign(cloud, { signedIn: false, noSocket: true });
    cloud.endSockets(4403);
    await page.getByRole('button', { name: 'Kim E.' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in as yourself', disabled: false }).press('Enter');
    await page.getByLabel('E-mail address').waitFor();
    await close();
  });

  it('is made one on the account of who manages the gym', async () => {
    const { page, wrongs, close } = await console.open('/ops/account', PHONE);
    await page.getByText('Desks', { exact: true }).press('Enter');
    await page.getByRole('radio', { name: 'Harbour Gym' }).press('Space');
    await page.getByText('Made a desk 20 days ago by Kim Example').waitFor();
    await page.getByRole('button', { name: 'Make this device a desk', disabled: false }).press('Enter');
    await page.getByText('Give it a name by which you know it again.').waitFor();
    await page.getByLabel('What people call this device').fill('Reception, left');
    await page.keyboard.press('Enter');
    await page.getByText('This device is a desk now.').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
