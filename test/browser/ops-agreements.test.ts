// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { AGREEMENT, LINK, SHA256 } from './ops-agreements.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
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
