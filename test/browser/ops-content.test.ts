// @module-tag long
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { serveConsole } from './ops.kit.ts';
import { AGREEMENT, LINK, ORGANISATION, SHA256 } from './ops-agreements.kit.ts';
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
    await page.route('**/upload-attachment', (route) =>
      route.fulfill({ status: 201, json: { attachmentId: 'att_0123456789abcde1', name: 'Fire drill.pdf' } }),
    );
    const uploaded = page.waitForRequest('**/upload-attachment');
    const file = { name: 'Fire drill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    await page.getByLabel('Attach a file').setInputFiles(file);
    expect((await uploaded).headers()).toMatchObject({
      'x-console': '1',
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    });
    await page.getByRole('button', { name: 'Remove Fire drill.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Remove House rules.pdf' }).press('Enter');
    await page.getByRole('button', { name: 'Publish it', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByText('12 clubs are asked anew').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ agreementId: AGREEMENT, expectedRevision: 4, action: 'publish', changeNote: 'Clubs open at seven.' },
      attachments: ['att_0123456789abcde1'],
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are acknowledged as they were read, with a drawing or a name, and not once they have changed', async () => {
    const { page, wrongs, close } = await console.open(`${AT}/agreements/${AGREEMENT}`, PHONE);
    await page.getByText('I have read this document, and I sign it for Harbour Gym.').waitFor();
    expect(await page.getByRole('link', { name: 'House rules.pdf' }).getAttribute('href')).toBe(
      `/api/agreements/document/${FACILITY}/${AGREEMENT}/attachments/att_0123456789abcdef`,
    );
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
    const below = page.getByRole('region', { name: 'What others asked here' }).last();
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

describe('what is different at a club', () => {
  it('is changed, and said of another one, by keyboard', async () => {
    const { page, wrongs, close } = await console.open(`/ops/agreements/${AGREEMENT}`, PHONE, ADMIN);
    const part = page.getByRole('region', { name: 'Where single clubs differ' });
    await part.getByText('The building <b>opens</b> at seven.').waitFor();
    await part.getByText('Change it').press('Enter');
    await part.getByLabel('It does not hold there at all').press('Space');
    await part.getByRole('button', { name: 'Add a part' }).press('Enter');
    const save = part.getByRole('button', { name: 'Save it, and ask that club anew', disabled: false });
    await save.press('Enter');
    await part.getByText('Say which part it is.').waitFor();
    await part.getByLabel('Heading of the part').last().fill('Parking');
    await part.getByLabel('What it says there').fill('Behind the house.');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await save.press('Enter');
    expect((await saved).postDataJSON()).toEqual({
      ...{ agreementId: AGREEMENT, facilityId: FACILITY, expectedRevision: 3, fromOn: '2026-02-01', untilOn: null },
      note: 'The building <b>opens</b> at seven.',
      clauses: [
        { heading: 'Opening hours', text: null },
        { heading: 'Parking', text: 'Behind the house.' },
      ],
    });
    await page.getByText('It is saved. That club is asked anew.').first().waitFor({ state: 'attached' });

    await part.getByText('Change it').press('Enter');
    await part.getByText('Add a club where something is different').press('Enter');
    await part.getByLabel('At which club').waitFor();
    await part.getByLabel('Heading of the part').last().fill('Parking');
    await save.press('Enter');
    await part.getByText('Choose a club.').waitFor();
    await part.getByLabel('At which club').selectOption({ index: 1 });
    await part.getByLabel('Holds from').last().fill('2026-07-01');
    const added = page.waitForRequest((request) => request.method() === 'PUT');
    await save.press('Enter');
    const body = (await added).postDataJSON();
    expect(body).toMatchObject({ agreementId: AGREEMENT, fromOn: '2026-07-01', clauses: [{ heading: 'Parking' }] });
    expect(body).not.toHaveProperty('expectedRevision');
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('copying to staging', () => {
  it('is told line by line over the live socket of the page that has ordered it', async () => {
    const { page, cloud, wrongs, close } = await console.open('/ops/staging', PHONE, ADMIN);
    const runId = 'run_live0123456789a';
    const line = { at: '2026-06-01T08:00:00.000Z', level: 'info', of: 2 } as const;
    const first = { ...line, seq: 1, text: 'organisation: 12 rows read', done: 1 };
    await page.route('**/sync-from-prod', (route) => {
      const { socketID } = route.request().postDataJSON();
      return socketID === 'sck_fake'
        ? route.fulfill({ status: 202, json: { runId, dryRun: true, order: ['organisation', 'facility'], tables: [] } })
        : route.fulfill({ status: 404, json: { error: 'socket_unknown', message: 'There is no such socket.' } });
    });
    const startedBy = { kind: 'user', id: 'usr_0123456789abcdef', name: 'Kim' };
    await page.route(`**/db-sync/runs/${runId}`, (route) =>
      route.fulfill({
        json: {
          ...{ runId, dryRun: true, state: 'running', order: ['organisation', 'facility'], startedBy, counts: [] },
          ...{ startedAt: line.at, finishedAt: null, error: null, lines: [first] },
        },
      }),
    );
    await page.getByRole('button', { name: 'Count what would change', disabled: false }).press('Enter');
    await page.getByText('organisation: 12 rows read').waitFor();
    // Whoever asks is answered with the first line alone.
    cloud.tellRun({ run: runId, ...first });
    cloud.tellRun({ run: runId, ...line, seq: 2, text: 'facility: <b>412</b> rows read', done: 2 });
    await page.getByText('facility: <b>412</b> rows read').waitFor();
    expect(await page.getByText('organisation: 12 rows read').count()).toBe(1);
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('2');
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

describe('charges', () => {
  it('are saved as the next revision, in the places of their currency, once it is said from when it holds', async () => {
    const { page, wrongs, close } = await console.open(`/ops/charges?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.getByText('Revision 3, from 2026-07-01 on. Today revision 2 holds.').waitFor();
    await page.getByLabel('Amount, without tax').first().fill('62.555');
    await page.getByRole('button', { name: 'Save it as the next revision' }).press('Enter');
    await page.getByText('An amount such as 59 or 59.90, as the currency has it.').waitFor();
    await page.getByLabel('Amount, without tax').first().fill('62.5');
    await page.getByLabel('Holds from').fill('2026-09-01');
    await page.getByRole('button', { name: 'Save it as the next revision' }).press('Enter');
    await page.getByRole('dialog').getByText('It holds from 2026-09-01 on').waitFor();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: 'Save it as the next revision' }).press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ organisationId: ORGANISATION, effectiveOn: '2026-09-01', expectedRevision: 3 },
      charges: [{ key: 'licence', amountMinor: 6_250, taxBasisPoints: 1_000, period: 'month' }],
      overrides: [{ facilityId: FACILITY, key: 'licence', amountMinor: 4_990, disabled: false }],
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('rates', () => {
  it('are set one by one, never rounded, and what a template would have cost is asked by keyboard', async () => {
    const { page, wrongs, close } = await console.open('/ops/rates', PHONE, ADMIN);
    await page.getByLabel('What', { exact: true }).selectOption('pricePerDoorDay');
    await page.getByLabel('Price', { exact: true }).fill('0.1234567');
    await page.getByRole('button', { name: 'Save the price' }).press('Enter');
    await page.getByText('A price such as 0 or 0.25').waitFor();
    await page.getByLabel('Price', { exact: true }).fill('0.3');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Save the price' }).press('Enter');
    expect((await sent).postDataJSON()).toEqual({ charges: { pricePerDoorDay: 0.3 } });
    await page.getByRole('button', { name: 'What would it have cost?' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'What would it have cost?' }).press('Enter');
    await page.getByText('-4.65').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('are explained for each line of a record, day by day', async () => {
    const { page, wrongs, close } = await console.open(`/ops/billing?organisation=${ORGANISATION}`, PHONE, ADMIN);
    await page.getByText('Door, each day: 23.25').click();
    await page.getByText('2026-01-31').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('statements of the bank', () => {
  it('are looked at before anything is kept, and what fits nothing is put into a wallet by keyboard', async () => {
    const { page, wrongs, close } = await console.open('/ops/wallets', PHONE, ADMIN);
    await page
      .getByLabel('Statement: CAMT.053 (XML), or CSV')
      .setInputFiles({ name: 'november.xml', mimeType: 'application/xml', buffer: Buffer.from('<Document/>') });
    await page.locator('main').getByText('3 payments, 2 of them new. To settle something: 1. To wait: 1.').waitFor();
    const taken = page.waitForRequest((request) => request.url().includes('dryRun=false'));
    await page.getByRole('button', { name: 'Take it in', disabled: false }).press('Enter');
    expect((await taken).postDataBuffer()?.toString()).toBe('<Document/>');
    await page.getByText('Harbour Gym: Top-up <b>7K3M-Q0ZE</b>').waitFor();
    await page.getByText('Put it into their wallet').first().press('Enter');
    await page.getByLabel('Why', { exact: true }).first().fill('Asked them');
    const decided = page.waitForRequest('**/unmatched/ben_0123456789abcdef');
    await page.getByRole('button', { name: 'Put it into their wallet', disabled: false }).press('Enter');
    expect((await decided).postDataJSON()).toEqual({
      ...{ action: 'credit', ownerKey: `org#${ORGANISATION}`, note: 'Asked them' },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('how an owner is billed', () => {
  const WALLET = `/ops/wallets?owner=${encodeURIComponent(`org#${ORGANISATION}`)}`;

  it('is said with who has said it, and changed by keyboard once it is seen what stands against it', async () => {
    const { page, wrongs, close } = await console.open(WALLET, PHONE, ADMIN);
    const held = page.getByRole('row').filter({ hasText: 'Automatic top-up' });
    await held.getByText('200.00 at or below 50.00').waitFor();
    await held.getByText('the organisation').waitFor();
    await page.getByLabel('Method', { exact: true }).selectOption('invoice');
    const ahead = page.getByRole('region', { name: 'Before the method changes' });
    await ahead.getByText('Top-up invoices are still to be paid. Match or cancel them first.').waitFor();
    await ahead.getByText('Something <b>new</b> to know.').waitFor();
    await page.getByLabel('Who pays', { exact: true }).selectOption('As it is inherited');
    await page.getByLabel('Days until an invoice is due').fill('300');
    const save = page.getByRole('button', { name: 'Save how it is billed', disabled: false });
    await save.press('Enter');
    await page.getByText('A number from 0 to 120, or nothing.').waitFor();
    await page.getByLabel('Days until an invoice is due').fill('30');
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await save.press('Enter');
    expect((await put).postDataJSON()).toEqual({
      ...{ ownerKey: `org#${ORGANISATION}`, billingMethod: 'invoice', payerScope: null, netDays: 30 },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    for (const [name, method] of [
      ['Take its own profile away', 'DELETE'],
      ['Archive it', 'PUT'],
    ] as const) {
      const sent = page.waitForRequest((request) => request.method() === method);
      await page.getByRole('button', { name, disabled: false }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name }).press('Enter');
      expect((await sent).postDataJSON()).toEqual(method === 'PUT' ? { archived: true } : null);
    }
    expect(wrongs).toEqual([]);
    await close();
  });

  it('has invoices as files, corrects one by a credit note and says whom they name, by keyboard', async () => {
    const { page, wrongs, close } = await console.open(WALLET, PHONE, ADMIN);
    const invoices = page.getByRole('region', { name: 'Invoices and credit notes' });
    await invoices.getByText('CN-2026-000007 of 2026-02-01: 0.25 EUR taken back. A <b>day</b> too much').waitFor();
    const file = invoices.getByRole('link', { name: 'PDF 2026-000123' });
    expect(await file.getAttribute('href')).toBe('/api/admin/saas-billing/invoices/inv_0123456789abcdef/invoice.pdf');
    await page.getByRole('link', { name: 'How to pay (PDF) 7K3M-Q0Z3' }).waitFor();
    await invoices.getByText('Correct it by a credit note').press('Enter');
    const make = invoices.getByRole('button', { name: 'Make the credit note', disabled: false });
    await make.press('Enter');
    await invoices.getByText('This is needed.').waitFor();
    await invoices.getByLabel('Amount').fill('3.00');
    await invoices.getByLabel('Why, as the credit note says it').fill('Charged by mistake');
    const credited = page.waitForRequest('**/credit-notes');
    await make.press('Enter');
    expect((await credited).postDataJSON()).toEqual({ amountCents: 300, reason: 'Charged by mistake' });
    const named = page.getByRole('region', { name: 'Whom invoices name' });
    await named.getByLabel('Country').fill('FR');
    await named.getByLabel('VAT id').fill('FR40303265045');
    const put = page.waitForRequest((request) => request.method() === 'PUT');
    await named.getByRole('button', { name: 'Save whom they name', disabled: false }).press('Enter');
    expect((await put).postDataJSON()).toMatchObject({
      ...{
        name: 'Iron <b>Gym</b> GmbH',
        lines: ['Muskelstraße 1'],
        country: 'FR',
        vatId: 'FR40303265045',
        email: null,
      },
    });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is topped up at the page of the card provider, and whoever comes back sees what came of it', async () => {
    const { page, wrongs, close } = await console.open(WALLET, PHONE, ADMIN);
    await page.route('https://checkout.example/**', (route) => route.fulfill({ body: 'Pay here' }));
    const byCard = page.getByRole('region', { name: 'Top up by card' });
    await byCard.getByLabel('Amount').fill('4.99');
    await byCard.getByLabel('Amount').press('Enter');
    await byCard.getByText('from 5 to 10,000').waitFor();
    await byCard.getByLabel('Amount').fill('200');
    const begun = page.waitForRequest('**/topups');
    await byCard.getByLabel('Amount').press('Enter');
    expect((await begun).postDataJSON()).toEqual({ amountCents: 20_000 });
    await page.waitForURL('https://checkout.example/c/pay/0123456789');
    expect(wrongs).toEqual(['left the host: https://checkout.example/c/pay/0123456789']);
    await close();
    const back = await console.open(`${WALLET}&topup=tup_0123456789abcdef`, PHONE, ADMIN);
    await back.page.getByText('It is paid, and in the wallet.').waitFor();
    expect(await barriers(back.page)).toEqual([]);
    expect(back.wrongs).toEqual([]);
    await back.close();
  });
});
