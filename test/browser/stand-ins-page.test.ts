import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStandIns, type StandIns } from '@gatehouse/cli/demo/stand-ins.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, WIDTHS } from '../kit/browser.ts';

const HOSTILE = '<img src=x onerror="document.title=1">';
const dir = mkdtempSync(join(tmpdir(), 'stand-ins-page-'));
let browser: Browser;
let standIns: StandIns<'page' | 'weather'>;
beforeAll(async () => {
  const ports = { page: { port: 0 }, weather: { port: 0 } };
  [browser, standIns] = await Promise.all([openBrowser(), openStandIns({ ports, logDir: dir, clock: systemClock })]);
});
afterAll(async () => {
  await Promise.all([browser.close(), standIns.close()]);
  rmSync(dir, { recursive: true });
});

describe.each(WIDTHS)('the page of the stand-ins, %i pixels wide', (width) => {
  const home = () => `http://127.0.0.1:${standIns.ports.page}/`;
  const ask = () => fetch(`http://127.0.0.1:${standIns.ports.weather}/v1/${encodeURIComponent(HOSTILE)}`);

  it('shows what came to a service as text, has it fail by a button, and stop by another', async () => {
    await ask();
    const { page, wrongs, close } = await openPage(browser, home(), width);
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await page.getByRole('link', { name: 'weather' }).click();
    const entries = page.locator('summary');
    await entries.last().click();
    await page.getByText('user-agent').last().waitFor();
    expect(await page.title()).toBe('weather');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await page.getByLabel('times').fill('1');
    await page.getByRole('button', { name: 'too-many' }).click();
    await page.getByText('{"kind":"too-many","times":1}').waitFor();
    expect([(await ask()).status, (await ask()).status]).toEqual([429, 404]);
    await page.getByRole('button', { name: 'refuse' }).click();
    expect((await ask()).status).toBe(503);
    await page.getByRole('button', { name: 'clear' }).click();
    await page.getByText('Wanted now: nothing').waitFor();
    expect((await ask()).status).toBe(404);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('moves the clock', async () => {
    const { page, wrongs, close } = await openPage(browser, home(), width);
    const shown = async () =>
      Date.parse(/\d{4}-\S+Z/.exec((await page.locator('legend').textContent()) ?? '')?.[0] ?? '');
    const before = await shown();
    await page.getByRole('button', { name: 'a day on' }).click();
    await expect.poll(async () => (await shown()) - before).toBeGreaterThanOrEqual(86_400_000);
    expect(wrongs).toEqual([]);
    await close();
  });
});
