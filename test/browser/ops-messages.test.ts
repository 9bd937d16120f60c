// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { ORGANISATION } from './ops-agreements.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const ADMIN = { cloud: { session: SUPER_ADMIN } };

describe('text messages', () => {
  it('are counted in parts as they are typed, sent to those who are named, and cancelled', async () => {
    const { page, wrongs, close } = await console.open(`/ops/messages?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.getByText('120 waiting for its time, 3 waiting for the end of quiet hours').waitFor();
    expect(await page.locator('main b').count()).toBe(0);
    await page.getByText('Write a message').press('Enter');
    await page.getByLabel('In the name of').selectOption({ label: 'Harbour Gym' });
    await page.getByText('Quiet from 20:00 to 08:00 there.').waitFor();
    await page.getByLabel('What it says').fill('The pool is open.');
    await page.getByText('1 part for each of them, 53 characters').waitFor();
    await page.getByLabel('What it says').fill('The pool is open, я and я. Until ten tonight, for all.');
    await page.getByText('2 parts for each of them').waitFor();
    await page.getByText('Sent as UCS-2, in shorter parts, because of “я”.').waitFor();
    await page.getByLabel('Whom it goes to').fill('+61 400 000 000\n\n0400');
    await page.getByRole('button', { name: 'Send it', disabled: false }).press('Enter');
    await page.getByText('Line 3: neither a number nor a user nor a member.').waitFor();
    await page.getByLabel('Whom it goes to').fill('+61 400 000 000\n\n+61400000000');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Send it', disabled: false }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      ...{ organisationId: ORGANISATION, facilityId: FACILITY, kind: 'marketing' },
      text: 'The pool is open, я and я. Until ten tonight, for all.',
      recipients: [{ phoneNumber: '+61400000000' }, { phoneNumber: '+61400000000' }],
    });
    await page.getByText('Line 3 is left out: the number comes earlier already.').waitFor();
    await page.getByRole('button', { name: 'Cancel it' }).press('Enter');
    const cancelled = page.waitForRequest('**/cancel');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).press('Enter');
    await cancelled;
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
