// @module-tag long
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { CODE, FINGERPRINT } from './ops-boxes.kit.ts';
import { DOORS, FACILITIES, FACILITY } from './ops-gym.kit.ts';
import { BOX } from './ops-walk.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const [, NORTHSIDE] = FACILITIES;
const AT = `/ops/facilities/${FACILITY}`;
/** Every address that the browser asks for, as a server's log would have it. */
const logging = (urls: string[]) => async (page: Page) =>
  void page.on('request', (request) => urls.push(request.url()));

describe('claiming a box in a real browser', () => {
  it('goes by the code that the box shows, across the sign-in, with gym, address and fingerprint before, and no code in any log', async () => {
    const urls: string[] = [];
    const { page, cloud, wrongs, close } = await console.open(`/ops/claim#${CODE}`, PHONE, {
      cloud: { signedIn: false },
      before: logging(urls),
    });
    await page.getByLabel('E-mail address').fill('kim@example.com');
    await page.keyboard.press('Enter');
    // A phone that goes to its mail may load the page anew when it comes back.
    await page.getByLabel('Code from the e-mail').waitFor();
    await page.reload();
    await page.getByLabel('E-mail address').fill('kim@example.com');
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from the e-mail').fill('123456');
    await page.keyboard.press('Enter');

    await page.getByText(CODE, { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Harbour Gym' }).press('Space');
    const compare = page.getByRole('region', { name: 'Compare before you claim it' });
    await compare.getByText(FINGERPRINT, { exact: true }).waitFor();
    await compare.getByText('12 Wharf Street, 4000 Brisbane').waitFor();
    await compare.getByRole('checkbox', { name: 'Front door' }).press('Space');
    const claim = compare.getByRole('button', { name: 'Claim it to Harbour Gym' });
    await claim.press('Enter');
    await compare.getByText('Compare the fingerprint with the panel of the box first.').waitFor();
    expect(cloud.claims).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Space');
    await compare.getByLabel('What people call the box').fill('Behind reception');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'The box is claimed' }).waitFor();
    const doorIds = [DOORS[0]?.doorId];
    expect(cloud.claims).toEqual([
      { facilityId: FACILITY, body: { code: CODE, name: 'Behind reception', doorIds }, key: expect.any(String) },
    ]);
    expect(new URL(page.url()).hash).toBe('');
    expect(urls.filter((url) => /7K3M|9QXT/i.test(url.replace(/#.*/, '')))).toEqual([]);

    await page.getByText('Wrong gym?').click();
    await page.getByRole('radio', { name: NORTHSIDE?.name ?? '' }).press('Space');
    await page.getByRole('button', { name: `Move the box to ${NORTHSIDE?.name}` }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Move the box to ${NORTHSIDE?.name}` })
      .press('Enter');
    await page.getByText(`It belongs to ${NORTHSIDE?.name} now.`).waitFor();
    expect([cloud.released, cloud.moves]).toEqual([
      [doorIds],
      [1, 2].map(() => ({ from: FACILITY, to: NORTHSIDE?.facilityId })),
    ]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs.filter((wrong) => !/401|409/.test(wrong))).toEqual([]);
    await close();
  });

  it('takes a code that is typed, says what is no code and what no box shows, and reads codes where the browser can', async () => {
    const reads = (page: Page) =>
      page.addInitScript(`
        globalThis.BarcodeDetector = class { async detect() { return [{ rawValue: 'https://console.example/ops/claim#${CODE}' }]; } };
        navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
      `);
    const { page, wrongs, close } = await console.open('/ops/claim', PHONE, { before: reads });
    const field = page.getByLabel('Code on the panel of the box');
    await field.fill('7K3M');
    await page.keyboard.press('Enter');
    await page.getByText('That is no such code').waitFor();
    await field.fill('zzzzzzzz');
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Harbour Gym' }).press('Space');
    await page.getByRole('heading', { name: 'No box shows this code' }).waitFor();
    await page.locator('button:focus').press('Enter');
    await page.getByRole('button', { name: 'Scan the code', disabled: false }).press('Enter');
    await page.getByText(CODE, { exact: true }).waitFor();
    await page.getByText(FINGERPRINT, { exact: true }).waitFor();
    expect(wrongs.filter((wrong) => !/404/.test(wrong))).toEqual([]);
    await close();
  });
});

describe('the boxes of a gym in a real browser', () => {
  it('are listed with how each does, and one says what it does not follow, what is missing of its journal, and who changed it', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/boxes`, PHONE);
    await page.getByText('Offline, heard 13 minutes ago').waitFor();
    await page.getByRole('link', { name: 'Box behind reception' }).press('Enter');
    await page.getByRole('heading', { name: 'Box behind reception' }).waitFor();
    await page.getByText('Version 1.4.0; 1.5.0 is offered to it').waitFor();
    await page.getByText('Follows version 3, 4 is wanted').waitFor();
    await page.getByText('Studio: relay: must not be the relay of Front door').waitFor();
    await page.getByText('2 entries missing since 3 minutes ago').waitFor();
    await page.getByText('Studio changed: holdSeconds and relay').waitFor();
    await page.getByText('A box that drives doors does not move.').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('lets one be decommissioned by whoever has proven who they are', async () => {
    const { page, cloud, close } = await console.open(`${AT}/boxes/${BOX}`, PHONE, { cloud: { proven: false } });
    await page.getByRole('button', { name: 'Decommission this box' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Decommission this box' }).click();
    await page.getByRole('heading', { name: 'Prove that it is you' }).waitFor();
    expect(cloud.grave).toMatchObject([{ name: expect.stringContaining('/decommission/'), body: { uuid: BOX } }]);
    await close();
  });
});
