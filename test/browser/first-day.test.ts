// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser } from '../kit/browser.ts';
import { printed, startDemo } from '../kit/demo-process.ts';
import { eventually } from '../kit/eventually.ts';

const SOON = { timeout: Seconds(30) };

/** The demo by its two links alone: no key, and no command but those that start it. */
describe('a first day with the demo', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-first-day-'));
  const running: ReturnType<typeof startDemo>[] = [];
  let browser: Browser;
  let context: BrowserContext;
  let screen: string;
  const begin = async (until: string, ...options: string[]): Promise<string> => {
    const started = startDemo(dir, ...options);
    running.unshift(started);
    await eventually(() => started.said().includes(until), `it says “${until}”`, SOON.timeout);
    return started.said();
  };
  beforeAll(async () => {
    [browser, screen] = await Promise.all([openBrowser(), begin('Ctrl-C stops everything')]);
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGINT');
      await ended;
    }
    await browser.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const open = async (url: string): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(SOON.timeout);
    await page.goto(url);
    return page;
  };
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true, disabled: false }).first().press('Enter');

  it('claims a second box by its code, wires a door of it and confirms that at its panel, sees a week, and locks down and ends it', async () => {
    const page = await open(printed(screen, 'Console'));
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
    const second = await begin('Ctrl-C stops this box', '--second-box');
    await page.goto(printed(second, 'Claim it'));
    await page.getByRole('radio').first().press('Space');
    const compare = page.getByRole('region', { name: 'Compare before you claim it' });
    await compare.getByRole('checkbox', { name: /fingerprint/i }).press('Space');
    await compare.getByLabel('What people call the box').fill('Second box');
    await compare.getByRole('button', { name: /^Claim it to /, disabled: false }).press('Enter');
    await page.getByRole('heading', { name: 'The box is claimed' }).waitFor();
    await page.getByRole('link', { name: 'See how it does' }).press('Enter');
    await page.getByRole('heading', { name: 'Second box' }).waitFor();
    await page.getByRole('link', { name: 'Pins and buses' }).press('Enter');

    const editor = page.getByRole('region', { name: 'Change the wiring' });
    await editor.getByText('Add a door').first().press('Enter');
    await editor.getByLabel('What people call the door').fill('Back door');
    await editor.getByRole('button', { name: 'Add a door', disabled: false }).press('Enter');
    const door = editor.getByRole('group').filter({ hasText: 'Back door' }).first();
    await door.locator('summary').press('Enter');
    await door.getByRole('group', { name: 'Relay', exact: true }).getByLabel('Channel').fill('3');
    await editor.getByRole('button', { name: 'Send to the box', disabled: false }).press('Enter');
    await page.getByText(/^Waiting for confirmation at the panel since/).waitFor();

    const panel = await open(printed(second, 'Box panel'));
    await panel.getByLabel('PIN').fill(printed(second, 'PIN'));
    await panel.getByRole('button', { name: 'Sign in', disabled: false }).press('Enter');
    await panel.getByRole('button', { name: 'Confirm…', disabled: false }).press('Enter');
    await panel.getByRole('dialog').getByRole('button', { name: 'Confirm wiring', disabled: false }).press('Enter');
    await panel.getByText('Confirmed. Try every door now.').waitFor();
    await panel.close();
    await page.getByText(/^Confirmed at the panel by /).waitFor();
    await page.getByRole('link', { name: 'Try each door' }).waitFor();

    await page.getByRole('link', { name: 'Mappings', exact: true }).press('Enter');
    const scopes = page.getByRole('region', { name: 'Access scopes' });
    await scopes.getByText('Make an access scope').first().press('Enter');
    await scopes.getByLabel('Name', { exact: true }).fill('Downstairs');
    await scopes.getByRole('checkbox', { name: 'Front door' }).press('Space');
    await scopes.getByRole('button', { name: 'Make an access scope', disabled: false }).press('Enter');
    await scopes.getByRole('listitem').filter({ hasText: 'Downstairs' }).waitFor();

    await page.getByLabel('Find a member by name, e-mail or number').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Ada Byron' }).first().press('Enter');
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.locator('.calendar-frame rect').first().waitFor();

    const lock = page.getByRole('button', { name: 'Lock all doors down' });
    await lock.hover();
    await page.mouse.down();
    await page.getByText('Lockdown ordered.').first().waitFor({ state: 'attached' });
    await page.mouse.up();
    await page
      .getByRole('link', { name: /^Lockdown/ })
      .first()
      .press('Enter');
    await page.getByText('End this lockdown').press('Enter');
    await page.getByLabel('Why may people come in again?').fill('A drill');
    // It works on a view younger than 5 s only, and a busy machine may be behind.
    await page.getByRole('button', { name: /^Let people in/, disabled: false }).press('Enter');
    await page.getByText('Nothing is locked down').waitFor();
  });

  it('makes a key, breaks a sandbox door on purpose, and opens the request that failed from its id', async () => {
    const page = await open(printed(screen, 'For partners'));
    await press(page, 'Make a key for this page');
    await page.getByText(/^Ends in /).waitFor();
    await press(page, 'Look for doors');
    await page.getByLabel('Door', { exact: true }).getByRole('option').first().waitFor({ state: 'attached' });
    await page.getByLabel('What fails').selectOption({ label: 'The lock is stuck' });
    await press(page, 'Break it and try to unlock');
    await page.getByText('"reason": "relay_fault"').waitFor();
    const link = page.getByRole('link', { name: 'Open this request' }).last();
    const requestId = String((await link.getAttribute('href'))?.split('/').at(-1));
    await page.getByRole('link', { name: 'Requests', exact: true }).press('Enter');
    await page.getByLabel('Open a request by its ID').fill(requestId);
    await page.keyboard.press('Enter');
    await page.locator('pre').filter({ hasText: '"reason": "relay_fault"' }).waitFor();
  });
});
