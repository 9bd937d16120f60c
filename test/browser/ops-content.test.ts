// @module-tag long
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { serveConsole } from './ops.kit.ts';
import { AGREEMENT, LINK, SHA256 } from './ops-content.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

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
const AT = `/ops/facilities/${FACILITY}`;
const ADMIN = { cloud: { session: SUPER_ADMIN } };

describe('agreements', () => {
  it('are published by keyboard, once it is said what comes of it, and shown as text whatever is in them', async () => {
    const { page, wrongs, close } = await console.open(`/ops/agreements/${AGREEMENT}`, PHONE, ADMIN);
    await page.locator('.prose table').waitFor();
    expect(await page.locator('main script, main img, main a[href^="javascript"]').count()).toBe(0);
    await page.getByText('<script>alert(1)</script>').first().waitFor();
    await page.getByText('What changes against the version that counts').press('Enter');
    expect([
      await page.locator('.redline del').textContent(),
      await page.locator('.redline ins').textContent(),
    ]).toEqual(['six', 'seven']);
    await page.getByLabel('What is different').fill('Clubs open at seven.');
    await page.getByRole('button', { name: 'Publish it', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByText('12 clubs are asked anew').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ agreementId: AGREEMENT, expectedRevision: 4, action: 'publish', changeNote: 'Clubs open at seven.' },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are acknowledged as they were read, with a drawing or a name, and not once they have changed', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/agreements/${AGREEMENT}`, PHONE);
    await page.getByText('I have read this document, and I sign it for Harbour Gym.').waitFor();
    await page.getByRole('button', { name: 'Sign it', disabled: false }).press('Enter');
    await page.getByText('Write your name, as you sign.').waitFor();
    await page.getByLabel('Your name').fill('Kim Example');
    await page.getByLabel('How you sign').selectOption('drawn');
    const field = page.getByRole('img', { name: 'Where you sign' });
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 60];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 30, { steps: 6 });
    await page.mouse.up();
    await page.getByLabel('I have read it').check();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const drawn = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Sign it', disabled: false }).press('Enter');
    const body = (await drawn).postDataJSON();
    expect(body).toMatchObject({ documentSha256: SHA256, accepted: true, name: 'Kim Example' });
    expect(body.drawing.strokes[0].length % 3).toBe(0);
    await page.route('**/agreements/sign/**', (route) =>
      route.fulfill({ status: 409, json: { error: 'document_changed', message: 'Another.', request_id: 'req_1' } }),
    );
    await page.getByRole('button', { name: 'Sign it', disabled: false }).press('Enter');
    await page.getByText('The document has changed since you read it').waitFor();
    const again = page.waitForRequest('**/agreements/document/**');
    await page.getByRole('button', { name: 'Read it as it is now' }).press('Enter');
    await again;
    expect(wrongs.filter((wrong) => !/409/.test(wrong))).toEqual([]);
    await close();
  });

  it('are asked of somebody at the desk, whose link stays until it is passed on', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/people-agreements`, PHONE, ADMIN);
    await page.getByText('Ask somebody', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Ask them', disabled: false }).press('Enter');
    await page.getByText('Say which agreement.').waitFor();
    await page.getByLabel('What they are asked for').selectOption({ label: 'Waiver' });
    await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
    await page.getByLabel('How they get the link').selectOption('desk');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Ask them', disabled: false }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      ...{ agreementId: 'agr_0123456789abcde1', facilityId: FACILITY, deliver: 'desk', draft: false },
      subject: { name: 'Ada Byron', email: 'ada@example.com' },
    });
    await page.getByText(LINK).waitFor();
    await page.getByRole('button', { name: 'They have it' }).press('Enter');
    await page.getByText(LINK).waitFor({ state: 'detached' });
    await page.getByText('What has happened, and what may be done').first().press('Enter');
    await page.getByRole('button', { name: 'Withdraw it' }).press('Enter');
    const changed = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).press('Enter');
    expect((await changed).postDataJSON()).toEqual({ action: 'withdraw' });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
