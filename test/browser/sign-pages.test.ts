// @module-tag long
import { createHash } from 'node:crypto';
import { signingWorld } from '@gatehouse/cloud/content/sign-pages/testing/signing-world.ts';
import { ENGINES, type TestEngine } from '@gatehouse/cloud/kit/db/engines.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, WIDTHS } from '../kit/browser.ts';
import { wrongLooks } from '../kit/looks.ts';

const [{ open: openDatabase }] = ENGINES as readonly [TestEngine];
const [PHONE, DESK] = WIDTHS;
const BODY = `# What you sign\n\n${'Everybody opens the door with their own key.\n\n'.repeat(12)}`;

let browser: Browser;
let on: Awaited<ReturnType<typeof signingWorld>>;
beforeAll(async () => {
  browser = await openBrowser();
  on = await signingWorld(await openDatabase());
});
afterAll(async () => {
  await browser.close();
  await on.close();
});

const open = async (path: string, width: number, options: Parameters<typeof openPage>[3] = {}) =>
  openPage(browser, `${on.origin}${path}`, width, {
    ...options,
    // So that no limit is met.
    before: async (page) => page.on('request', () => void on.kit.clock.advance(Seconds(5))),
  });
const enter = async (page: Page, { email }: { readonly email: string }): Promise<void> => {
  await page.getByRole('button', { name: 'Send me the code' }).press('Enter');
  await page.getByLabel('The six digits').fill(await on.codeFor(email));
  await page.getByRole('button', { name: 'Read the document' }).press('Enter');
  await page.getByRole('heading', { name: 'Your decision' }).waitFor();
};
const signatureOf = (cuaId: string) =>
  on.world.db.read((tx) =>
    tx
      .selectFrom('cua_signature')
      .innerJoin('cua_evidence', 'signature_id', 'id')
      .where('cua_id', '=', cuaId)
      .selectAll()
      .executeTakeFirstOrThrow(),
  );

describe('a link to sign', () => {
  it('is for everybody: before its code, and as a document', async () => {
    const asked = await on.ask({ body: BODY });
    const { page, wrongs, close } = await open(asked.path, DESK);
    expect(await wrongLooks(page, 'sign-code')).toEqual([]);
    await enter(page, asked);
    expect(await wrongLooks(page, 'sign-document')).toEqual([]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is signed on a phone with a drawing, and with a name where no script runs', async () => {
    const drawn = await on.ask({ body: BODY });
    const { page, wrongs, close } = await open(drawn.path, PHONE, { hasTouch: true, isMobile: true });
    await enter(page, drawn);
    const pad = page.locator('#drawn');
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    if (box === null) throw new Error('nobody can draw');
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.down();
    for (const x of [60, 100, 140]) await page.mouse.move(box.x + x, box.y + 30 + (x % 40));
    await page.mouse.up();
    await page.getByLabel('Your whole name').fill('Łukasz Ελένη');
    await page.getByLabel('I have read this document').check();
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('Thank you').waitFor();
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await close();
    const { evidence } = await signatureOf(drawn.cuaId);
    const { drawing, signer } = JSON.parse(evidence);
    expect([signer.name, drawing.strokes.length, drawing.strokes[0].length >= 12]).toEqual(['Łukasz Ελένη', 1, true]);

    const typed = await on.ask({ body: BODY });
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    plain.on('request', () => void on.kit.clock.advance(Seconds(5)));
    await plain.goto(`${on.origin}${typed.path}`);
    await enter(plain, typed);
    await plain.getByLabel('Your whole name').fill('Ada King');
    await plain.getByLabel('My name, as I have typed it').check();
    await plain.getByLabel('I have read this document').check();
    await plain.getByRole('button', { name: 'Sign', exact: true }).click();
    await plain.getByText('Thank you').waitFor();
    expect(await on.stateOf(typed.cuaId)).toBe('signed');
    await context.close();
  });
});

describe('the page that verifies', () => {
  it('knows a file of ours without being sent it, and no changed one', async () => {
    const { signatureId } = await on.signed();
    await on.world.signedDocuments.make(signatureId);
    const { pdf_key: key } = await on.world.db.read((tx) =>
      tx.selectFrom('signed_document').where('signature_id', '=', signatureId).selectAll().executeTakeFirstOrThrow(),
    );
    const bytes = Buffer.from(on.world.objects.objects.get(key ?? '')?.bytes ?? []);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { page, wrongs, close } = await open('/verify', DESK);
    expect(await wrongLooks(page, 'verify')).toEqual([]);
    const choose = (buffer: Buffer) =>
      page.locator('#file').setInputFiles({ name: 'signed.pdf', mimeType: 'application/pdf', buffer });
    const sent = page.waitForRequest((request) => request.method() !== 'GET' || request.url().includes('sha256'));
    await choose(bytes);
    const asked = await sent;
    expect(`${asked.url()} ${asked.postData() ?? ''}`).toContain(createHash('sha256').update(bytes).digest('hex'));
    expect((asked.postData() ?? '').length).toBeLessThan(1_000);
    await page.getByText('This file was made here').waitFor();
    const changed = Buffer.from(bytes);
    changed[changed.length - 40] = (changed.at(-40) ?? 0) ^ 1;
    await choose(changed);
    await page.getByText('No file like this was made here').waitFor();
    expect([await barriers(page), wrongs]).toEqual([[], []]);
    await close();
  });
});
