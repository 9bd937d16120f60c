// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { ORGANISATION, SHA256 } from './ops-agreements.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}`;
const ADMIN = { cloud: { session: SUPER_ADMIN } };

describe('questions and answers', () => {
  it('are changed by two at once without a loss, and shown beside the error and below the page that they are about', async () => {
    const { page, wrongs, close } = await console.open(`/ops/faqs?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.getByText('Change it').first().press('Enter');
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByLabel('Question', { exact: true }).fill('Why did the lock not move?');
    await page.route('**/faqs/update/**', (route) =>
      route.fulfill({ status: 409, json: { error: 'changed', message: 'Revision 5.', request_id: 'req_1' } }),
    );
    await page.getByRole('button', { name: 'Save it', disabled: false }).press('Enter');
    await page.getByText('Somebody else has saved it meanwhile').waitFor();
    await page.getByText('Kim Example saved it').waitFor();
    await page.getByRole('button', { name: 'Keep mine, to save it over that' }).press('Enter');
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('Why did the lock not move?');
    await page.unroute('**/faqs/update/**');
    await page.route('**/faqs/update/**', (route) =>
      route.fulfill({ status: 422, json: { error: 'changed', message: 'Not so.', request_id: 'req_2' } }),
    );
    await page.getByRole('button', { name: 'Save it', disabled: false }).press('Enter');
    const failed = page.locator('.failed').filter({ hasText: 'Not so.' });
    await failed.getByText('What does it mean that a lock did not move?').press('Enter');
    await failed.getByText('strike').waitFor();
    // The page's own are asked for once somebody comes there.
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    const below = page.getByRole('region', { name: 'What others asked here' }).and(page.locator(':not(.failed *)'));
    await below.getByText('What does it mean that a lock did not move?').press('Enter');
    await below.getByText('strike').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs.filter((wrong) => !/409|422/.test(wrong))).toEqual([]);
    await close();
  });
});

describe('what anybody may read', () => {
  it('is made of parts that are moved, saved as a draft, and published once it is said who sees it', async () => {
    const at = `/ops/landing-pages?organisation=${ORGANISATION}`;
    const { page, wrongs, close } = await console.open(at, PHONE, ADMIN);
    await page.getByText('Change it').first().press('Enter');
    await page.getByRole('button', { name: 'Down: part 1' }).press('Enter');
    await page.getByLabel('Hours', { exact: true }).fill('monday-wednesday 06:00-22');
    await page.getByRole('button', { name: 'Save the draft', disabled: false }).press('Enter');
    await page.getByText('Each line has days, then from when to when.').waitFor();
    await page.getByLabel('Hours', { exact: true }).fill('monday-wednesday 06:00-22:00');
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save the draft', disabled: false }).press('Enter');
    expect((await saved).postDataJSON()).toMatchObject({
      ...{ landingPageId: 'lpg_0123456789abcdef', expectedRevision: 4, action: 'save' },
      draft: {
        blocks: [
          { kind: 'hours', hours: [{ days: ['monday', 'tuesday', 'wednesday'], opens: '06:00', closes: '22:00' }] },
          { kind: 'hero', heading: 'Strong by the harbour' },
          { kind: 'place' },
        ],
      },
    });
    await page.getByRole('button', { name: 'Publish it', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByText('Anybody sees the draft as it is saved, from now on.').waitFor();
    const published = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).press('Enter');
    expect((await published).postDataJSON()).toEqual({
      ...{ landingPageId: 'lpg_0123456789abcdef', expectedRevision: 5, action: 'publish' },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('pictures', () => {
  const PICTURE = { imageId: 'pim_0123456789abcdef', mediaType: 'image/png', width: 1_600, height: 900, bytes: 9 };
  const FILE = { name: 'river.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG') };

  it('are put into a page and an article by keyboard, with what they show in words', async () => {
    const { page, wrongs, close } = await console.open(`/ops/landing-pages?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.route('**/page-images/upload', (route) =>
      route.fulfill({ status: 201, json: { ...PICTURE, sha256: SHA256 } }),
    );
    await page.getByText('Change it').first().press('Enter');
    await page.getByRole('combobox', { name: 'Add' }).selectOption('A picture');
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Save the draft', disabled: false }).press('Enter');
    await page.getByText('Choose a picture.', { exact: true }).waitFor();
    const uploaded = page.waitForRequest('**/page-images/upload');
    await page.getByLabel('Choose a picture').setInputFiles(FILE);
    expect((await uploaded).headers()).toMatchObject({ 'x-console': '1' });
    await page.getByText('A picture of 1600 by 900 pixels is chosen.').waitFor();
    await page.getByText('Say what the picture shows.').waitFor();
    await page.getByLabel('What the picture shows').fill('The river at noon');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save the draft', disabled: false }).press('Enter');
    const { draft } = (await saved).postDataJSON();
    expect(draft.blocks.at(-1)).toEqual({ kind: 'image', imageId: PICTURE.imageId, text: 'The river at noon' });

    await page.goto(new URL(`/ops/press?organisation=${ORGANISATION}`, page.url()).href);
    await page.getByText('Change it').first().press('Enter');
    await page.getByLabel('Choose a picture').first().setInputFiles(FILE);
    await page.getByLabel('What the picture shows').first().fill('A trophy');
    const told = page.waitForRequest((request) => request.url().includes('/api/press/update/'));
    await page.getByRole('button', { name: 'Save it', disabled: false }).first().press('Enter');
    expect((await told).postDataJSON()).toMatchObject({ image: { imageId: PICTURE.imageId, text: 'A trophy' } });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('what others have of a gym', () => {
  it('is compared with what is so, and the store is brought to it', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/listings`, PHONE, ADMIN);
    await page.getByText('What stands there is different: name and address.').first().waitFor();
    await page.getByRole('row', { name: 'Name Harbour Gym Harbor Gym <b>' }).waitFor();
    expect(await page.locator('main a[href^="javascript"], main td b').count()).toBe(0);
    await page.getByLabel('What it is called there').fill('Harbour');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Bring the store to that', disabled: false }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ name: 'Harbour', fulfillsOnlineOrders: false, active: true });
    await page.locator('.result').filter({ hasText: 'Changed there: name and whether it is used.' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
