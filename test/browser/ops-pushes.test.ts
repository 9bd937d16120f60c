// @module-tag long
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { GIVEN, TOLD } from './ops-pushes.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const BROWSERS = '/ops/account/browsers';

/**
 * A browser whose user says this, and whose vendor gives what the tests say: nobody is asked where no window is shown. What the
 * policy of the page forbids, it forbids.
 */
const answering = (permission: 'granted' | 'denied') => (page: Page) =>
  page.addInitScript(
    ([permission, given]) => {
      const here = globalThis as unknown as {
        Notification: { requestPermission(): Promise<string> };
        ServiceWorkerContainer: { prototype: { register: unknown } };
        registered: unknown[];
      };
      here.registered = [];
      here.Notification.requestPermission = async () => permission;
      here.ServiceWorkerContainer.prototype.register = async (url: object, options: unknown) => {
        here.registered.push([url.constructor.name, String(url), options]);
        return {
          pushManager: {
            subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
              here.registered.push(applicationServerKey.length);
              return { toJSON: () => given };
            },
          },
        };
      };
    },
    [permission, GIVEN] as const,
  );

describe('being told things while no page is open', () => {
  it('begins in this browser by keyboard, once its user has said yes, by the one script that its page lets in', async () => {
    const { page, wrongs, close } = await console.open('/ops/account', PHONE, { before: answering('granted') });
    await page.getByRole('link', { name: 'Where you are told things while no page is open' }).press('Enter');
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
    const label = page.getByLabel('What you call it');
    await label.fill('');
    await page.keyboard.press('Enter');
    await page.getByText('Give it a name by which you know it again.').waitFor();
    await label.fill('Phone');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({ ...GIVEN, label: 'Phone' });
    expect(await page.evaluate('globalThis.registered')).toEqual([
      ['TrustedScriptURL', '/ops/push-worker.js', { scope: '/ops/' }],
      65,
    ]);
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await close();
  });

  it('says what to do where the user of the browser has said no, and asks nothing of the cloud', async () => {
    const { page, wrongs, close } = await console.open(BROWSERS, PHONE, { before: answering('denied') });
    await page.getByRole('button', { name: 'Be told in this browser', disabled: false }).press('Enter');
    await page
      .getByText('Allow notifications for this page in its settings, and try again.', { exact: false })
      .waitFor();
    expect([await page.evaluate('globalThis.registered'), await barriers(page), wrongs]).toEqual([[], [], []]);
    await close();
  });

  it('is tried and ended for each browser, and says where the last did not get there', async () => {
    const { page, wrongs, close } = await console.open(BROWSERS, PHONE);
    await page.getByText('The last one did not get there: the push service answered 503.').waitFor();
    await page.getByRole('button', { name: 'Try Front desk', disabled: false }).press('Enter');
    await page.getByText('It is on its way.', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Tell me nothing more in Front desk', disabled: false }).press('Enter');
    const ended = page.waitForRequest((request) => request.method() === 'DELETE');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Tell me nothing more in Front desk', disabled: false })
      .press('Enter');
    expect(new URL((await ended).url()).pathname).toBe(`/api/push/subscriptions/${TOLD[0]?.subscriptionId}`);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is shown by a worker that is registered as its page forbids everything else, and leads to a page of ours', async () => {
    const before = (page: Page) =>
      page.addInitScript((given) => {
        const here = globalThis as unknown as {
          Notification: { requestPermission(): Promise<string> };
          PushManager: { prototype: { subscribe: unknown } };
        };
        here.Notification.requestPermission = async () => 'granted';
        here.PushManager.prototype.subscribe = async () => ({ toJSON: () => given });
      }, GIVEN);
    const { page, wrongs, close } = await console.open(BROWSERS, PHONE, { before });
    const registered = page.context().waitForEvent('serviceworker');
    await page.getByRole('button', { name: 'Be told in this browser', disabled: false }).press('Enter');
    const worker = await registered;
    expect(new URL(worker.url()).pathname).toBe('/ops/push-worker.js');
    const shown = worker.evaluate(`new Promise((seen) => {
      registration.showNotification = async (title, { body, data }) => seen({ title, body, data });
      const told = JSON.stringify({ title: 'Held open', body: 'Front door', url: '/ops/account' });
      dispatchEvent(new PushEvent('push', { data: told }));
    })`);
    expect(await shown).toEqual({ title: 'Held open', body: 'Front door', data: '/ops/account' });
    expect(wrongs).toEqual([]);
    await close();
  });
});
