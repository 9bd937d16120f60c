// @module-tag long
import { basic } from '@gatehouse/cloud/testing/partner-api.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { comeBackToUpdated } from '../kit/updated-pages.ts';
import { servePartnerConsole } from './partner-console.kit.ts';

let browser: Browser;
let console: Awaited<ReturnType<typeof servePartnerConsole>>;
beforeAll(async () => {
  browser = await openBrowser();
  console = await servePartnerConsole(browser);
});
afterAll(async () => {
  await browser.close();
  await console.close();
});
const [PHONE] = WIDTHS;
/** The whole text of the choice that has this in it. */
const optionOf = async (page: Page, part: string): Promise<string> =>
  (await page.getByRole('option').filter({ hasText: part }).first().textContent()) ?? '';
const NO_DOOR = '/partner/v1/access-control/doors/door_0000000000000000';
const expected = (wrong: string) => !/401/.test(wrong);

describe('the partner console', () => {
  it('signs somebody in by the ID of the account and a code, and says of a wrong one how many tries are left', async () => {
    const { api } = console;
    const { page, wrongs, close } = await console.open('/console', PHONE, { as: null });
    await page.getByLabel('Partner ID').fill(api.world.partnerId);
    await page.keyboard.press('Enter');
    const code = page.getByLabel('Code from the e-mail');
    await code.waitFor();
    const right = (await api.codeSentTo('robin@acme.example')) ?? '';
    await code.fill(right === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByText('That is not the code. 4 more tries.').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await code.fill(right);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Acme Members' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Partner ID').waitFor();
    expect(wrongs.filter(expected)).toEqual([]);
    await close();
  });

  it('shows a key once, replaces it and revokes it, by keyboard alone', async () => {
    const { api } = console;
    const { page, wrongs, close } = await console.open('/console/keys', PHONE);
    const secret = page.locator('.secret');
    await page.getByLabel('Where it will be used').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Say where it will be used.').waitFor();
    await page.keyboard.type('Front desk');
    await page.keyboard.press('Enter');
    await page.getByText('it is never shown again').waitFor();
    const first = (await secret.textContent()) ?? '';
    expect((await api.ping(first)).json).toMatchObject({ key_type: 'dryrun' });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);

    await console.clock.advance(Minutes(1));
    await page.getByRole('button', { name: 'Replace Front desk', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('The old key goes on working for').selectOption('30');
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true, disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/ends in 30 days/).waitFor();
    const second = (await secret.textContent()) ?? '';
    expect(second).not.toBe(first);
    expect([(await api.ping(first)).status, (await api.ping(second)).status]).toEqual([200, 200]);

    await page.reload();
    await page.getByRole('heading', { name: 'Keys in use' }).waitFor();
    expect(await page.content()).not.toContain(second);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
    await page.getByRole('button', { name: 'Revoke Front desk' }).last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The very next request with it is refused').waitFor();
    await dialog.getByRole('button', { name: 'Replace it instead' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Revoke Front desk', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Ended', { exact: true }).waitFor();
    expect((await api.ping(second)).status).toBe(401);
    expect((await api.ping(first)).status).toBe(200);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('opens the page of a request by the id that its refusal named, and narrows the list in the address', async () => {
    const { api } = console;
    const { partnerId, partners, db } = api.world;
    const key = await db.write((tx) => partners.createOwnKey(tx, partnerId, 'live', 'Branch server'));
    const sent = String((await api.ping(key.text)).headers['x-request-id']);
    const remark = { index: 0, facilityId: api.world.facilityId, ids: { member_id: 'M-<b>1001</b>' }, path: null };
    await db.write((tx) =>
      partners.keepRemarks(tx, { partnerId, requestId: sent, from: 0 }, [{ ...remark, reason: 'Missing first_name' }]),
    );
    const refused = await api.send({ path: `${NO_DOOR}?facility_id=x`, headers: basic(key.text) });
    await api.requests.flush();

    const { page, wrongs, close } = await console.open('/console/requests', PHONE);
    await page.getByLabel('Open a request by its ID').fill(refused.json.request_id);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: refused.json.request_id }).waitFor();
    await page.getByText(NO_DOOR).waitFor();
    await page.getByText('Branch server').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);

    await page.getByText('"message": "There is no such facility for this integration."').waitFor();
    const asked = { first_name: '\u202e<img src=x>', door: 'sk_live_planted', facility_id: '<b>here</b>' };
    const unlock = { method: 'POST', path: `${NO_DOOR}/unlock`, headers: basic(key.text), body: asked } as const;
    const nowhere = await api.send({ path: '/partner/v1/no/such/path', headers: basic(key.text) });
    for (const [answer, part] of [
      [await api.send(unlock), '"facility_id": "<b>here</b>"'],
      [nowhere, '"error": "no_such_path"'],
    ] as const) {
      await api.requests.flush();
      await page.goto(new URL(`/console/requests/${answer.json.request_id}`, page.url()).href);
      await page.locator('pre').filter({ hasText: part }).waitFor();
      expect(await page.locator('main').textContent()).not.toMatch(/planted|\u202e|img src/);
      expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    }

    await page.goto(new URL(`/console/requests/${sent}`, page.url()).href);
    await page.getByText('Item 0 was skipped').waitFor();
    await page.getByText('M-<b>1001</b>').waitFor();
    await page.getByText('Not kept. It is, for 7 days').waitFor();

    await page.getByRole('link', { name: 'Requests', exact: true }).click();
    await page.getByLabel('Answered with').selectOption('4');
    await page.getByLabel('Key').selectOption({ label: await optionOf(page, 'Branch server') });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL(/[?]status=4&keyId=/);
    await page.getByText(sent).waitFor({ state: 'detached' });
    const listed = await page.locator('.owned li a').allTextContents();
    expect(listed.toSorted()).toEqual(['GET /partner/v1/no/such/path', 'GET doors.read', 'POST doors.unlock']);
    await page.reload();
    await page.locator('.owned li').first().waitFor();
    expect(await page.getByLabel('Answered with').inputValue()).toBe('4');

    await page.goto(new URL('/console/requests/req_0000000000000000', page.url()).href);
    await page.getByText('There is no request of your account with this id.').waitFor();
    expect(wrongs.filter((wrong) => !/404/.test(wrong))).toEqual([]);
    await close();
  });

  it('leads from a key to a sandbox door that fails, and to the request that failed, by keyboard alone', async () => {
    const { api } = console;
    const { partnerId, partners, sandbox, facilityId, db } = api.world;
    await db.write((tx) => partners.createOwnKey(tx, partnerId, 'live', 'Server'));
    await sandbox.setFacility(facilityId, true);
    await api.world.beacon();
    const { page, wrongs, close } = await console.open('/console', PHONE);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true, disabled: false }).focus();
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: 'Make a key for this page' }).waitFor();
    await press('Make a key for this page');
    await page.getByText('Ends in 30 minutes').waitFor();
    await press('Ask');
    await page.locator('pre').filter({ hasText: '"key_type": "dryrun"' }).waitFor();
    await press('Look for doors');
    await page.getByLabel('Door', { exact: true }).getByRole('option').first().waitFor({ state: 'attached' });
    await page.getByLabel('What fails').selectOption({ label: 'The lock is stuck' });
    await press('Break it and try to unlock');
    await page.getByText('"reason": "relay_fault"').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
    await api.requests.flush();
    await page.getByRole('link', { name: 'Open this request' }).last().focus();
    await page.keyboard.press('Enter');
    await page.getByText('doors.unlock').waitFor();
    await page.locator('pre').filter({ hasText: '"member_id": [text]' }).waitFor();
    await page.locator('pre').filter({ hasText: '"reason": "relay_fault"' }).waitFor();
    await page.getByText('A key for trying, or one that is gone').waitFor();

    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByText(/Ends in (30|29) minutes/).waitFor();
    await sandbox.setFacility(facilityId, false);
    await press('Look for doors');
    await page.getByLabel('Door', { exact: true }).getByRole('option').first().waitFor({ state: 'attached' });
    await press('Break it and try to unlock');
    await page.getByText('This facility is no sandbox').waitFor();
    expect(wrongs.filter((wrong) => !/502|403/.test(wrong))).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Make a key for this page' }).waitFor();
    await close();
  });

  it('lets an owner say who signs in, and nobody else, and comes back in mid-form where a session has ended', async () => {
    const { api } = console;
    const { page, wrongs, close } = await console.open('/console/account', PHONE);
    await page.getByText('The last owner stays').waitFor();
    const form = page.locator('form.add');
    await form.getByLabel('E-mail address').fill('sam@acme.example');
    await form.getByLabel('Name').fill('Sam Rivers');
    const { id } = await api.contact('robin@acme.example');
    await api.world.db.write((tx) => api.world.partnerConsole.endAllOf(tx, id));
    await form.getByRole('button', { name: 'Add a contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('button', { name: 'Send me a code' }).click();
    await dialog.getByLabel('Code from the e-mail').waitFor();
    await dialog.getByLabel('Code from the e-mail').fill((await api.codeSentTo('robin@acme.example')) ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('Sam Rivers', { exact: true }).waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Make Sam Rivers an owner' }).click();
    await page.getByText('The last owner stays').waitFor({ state: 'detached' });
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await page.getByRole('button', { name: 'Remove Sam Rivers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Sam Rivers' }).click();
    await page.getByText('Sam Rivers', { exact: true }).waitFor({ state: 'detached' });
    expect(wrongs.filter(expected)).toEqual([]);
    await close();

    const developer = await console.open('/console/account', PHONE, { as: 'dev@acme.example' });
    await developer.page.getByText('You', { exact: true }).waitFor();
    expect(await developer.page.locator('form.add').count()).toBe(0);
    await developer.close();
  });

  it('says that it was updated meanwhile', async () => {
    const { page, wrongs, close } = await console.open('/console', PHONE);
    await page.getByRole('heading', { name: 'Acme Members' }).waitFor();
    await comeBackToUpdated(page);
    await page.getByRole('complementary').getByText('This page is of an earlier version.').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
