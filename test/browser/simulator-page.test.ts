// @module-tag long
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { Recording } from '@gatehouse/firmware-sim/control/step.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, tabStops, WIDTHS } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';

const EVERYTHING = new URL('../../firmware-sim/buildings/everything.json', import.meta.url);
const building = Building.parse(JSON.parse(readFileSync(EVERYTHING, 'utf8')));

let browser: Browser;
let dir: string;
let simulator: Simulator;
const closing: (() => Promise<void> | void)[] = [];
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sim-page-'));
  simulator = await startSimulator({ dir, port: 0, building, seed: 'page' });
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await simulator.close();
  rmSync(dir, { recursive: true });
});

const open = async (width: number) => {
  const { page, wrongs, close } = await openPage(browser, simulator.url, width);
  closing.push(close);
  await page.getByRole('article', { name: 'Annexe' }).waitFor();
  return { page, wrongs, client: createSimulatorClient(simulator.url) };
};
const openDrawers = (page: Page) =>
  page.evaluate('for (const drawer of document.querySelectorAll("details")) drawer.open = true');
/** What the page says of the last thing that was done. */
const said = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor();

describe.each(WIDTHS)('the simulator’s page of a building of every kind of hardware, %i pixels wide', (width) => {
  it('shows every door, reader, board, bus and wire, by keyboard too, without barriers in light and dark', async () => {
    const { page, wrongs } = await open(width);
    for (const { title } of building.doors)
      expect(await page.getByRole('article', { name: title, exact: true }).count()).toBe(1);
    for (const { name } of building.boards)
      expect(await page.getByRole('region', { name, exact: true }).count()).toBe(1);
    for (const reader of ['Front reader', 'Studio scanner', 'Office wedge', 'Annexe reader'])
      expect(await page.getByRole('region', { name: reader, exact: true }).count()).toBe(1);
    const buttons = await page.locator('button:visible').count();
    const stops = await tabStops(page, 400);
    expect(stops.filter((stop) => stop.startsWith('button'))).toHaveLength(buttons);
    expect(buttons).toBeGreaterThan(60);

    await openDrawers(page);
    // What a drawer holds is made when it opens, a moment later.
    const shown = async () => (await page.locator('.wire:visible').count()) === simulator.world.site.wires.size;
    await eventually(shown, 'every wire is shown');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriers(page), colorScheme).toEqual([]);
    }
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
  });

  it('cuts and mends a wire, presents a card, opens a housing, and says what came of each', async () => {
    const { page, client } = await open(width);
    const studio = page.getByRole('article', { name: 'Studio' });
    await studio.getByText('Wires', { exact: true }).first().click();
    const contact = studio.locator('.wire', { hasText: 'Door contact' });
    const level = async () => (await client.state()).boards.find(({ name }) => name === 'board-1')?.inputs[4];
    expect(await level()).toBe(true);
    await contact.getByRole('button', { name: 'Cut' }).click();
    await studio.getByText('Door contact cut').waitFor();
    expect(await level()).toBe(false);
    await contact.getByRole('button', { name: 'Mend' }).click();
    await studio.getByText('all whole').first().waitFor();
    expect(await level()).toBe(true);

    const reader = page.getByRole('region', { name: 'Annexe reader' });
    await reader.getByLabel('card').fill('04a1b2c3');
    await reader.getByRole('button', { name: 'Hold card' }).click();
    await said(page, 'Annexe reader: The reader has no connection');

    const osdp = page.getByRole('region', { name: 'Front reader' });
    await osdp.getByRole('button', { name: 'Open housing' }).click();
    await osdp.getByText('housing open').waitFor();
    await osdp.getByText('Keypad', { exact: true }).click();
    await osdp.getByRole('button', { name: '7', exact: true }).click();
    await said(page, /^Front reader: /);
  });

  it('asks for what a command needs, and says which member is wrong', async () => {
    const { page, client } = await open(width);
    const front = page.getByRole('article', { name: 'Front door' });
    await front.getByText('Faults and more', { exact: true }).click();
    const slow = front.locator('form', { has: page.getByRole('button', { name: 'Slow relay' }) });
    await slow.getByLabel('ms').fill('250');
    await slow.getByRole('button').click();
    await said(page, 'Front door: The relay follows its coil after 250 ms.');
    expect((await client.state()).doors[0]?.coil.slowMs).toBe(250);
    const contact = front.locator('form', { has: page.getByRole('button', { name: 'Contact', exact: true }) });
    await contact.getByLabel('mode').selectOption('stuck');
    await contact.getByLabel('at', { exact: true }).selectOption('open');
    await contact.getByRole('button').click();
    await front.getByText('Open, stuck').waitFor();
  });

  it('decodes the traffic of every bus, counts polls that repeat, and shows what one asks to see', async () => {
    const { page } = await open(width);
    const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
    const port = openSync(simulator.buses['rs485-1'] ?? '', O_RDWR | O_NOCTTY | O_NONBLOCK);
    closing.push(() => closeSync(port));
    const rows = page.locator('#traffic li:visible');
    const ask = async (hex: string) => {
      const before = simulator.world.buses.get('rs485-1')?.trace.frames.length ?? 0;
      writeSync(port, Buffer.from(hex.replaceAll(' ', ''), 'hex'));
      const heard = async () => (simulator.world.buses.get('rs485-1')?.trace.frames.length ?? 0) >= before + 2;
      await eventually(heard, 'the board answers');
    };
    for (let poll = 0; poll < 3; poll++) await ask('01 02 00 00 00 08 79 CC');
    await rows.getByText('read inputs').first().waitFor();
    await rows.getByText('×3').waitFor();
    await ask('01 05 02 00 00 07 8D B0');
    await rows.getByText('flash coil 0 on for 0.7 s').first().waitFor();
    await page.getByLabel('Polls').uncheck();
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Filter the traffic').fill('no such thing');
    expect(await rows.count()).toBe(0);
    await page.getByLabel('Filter the traffic').fill('8d b0');
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Bus', { exact: true }).selectOption('osdp-1');
    expect(await rows.count()).toBe(0);
    await page.getByLabel('Bus', { exact: true }).selectOption('');
    await page.getByRole('button', { name: 'Pause' }).click();
    await ask('01 05 02 00 00 07 8D B0');
    await page.getByRole('button', { name: 'Resume' }).click();
    expect(await rows.count()).toBe(1);
  });

  it('lets chaos loose and stops it, saves what was done, and does it again from the file', async () => {
    const { page, client } = await open(width);
    const chaos = page.locator('#session form');
    await chaos.getByLabel('seconds').fill('300');
    await chaos.getByLabel('seed').fill('7');
    await chaos.getByLabel('every ms').fill('100');
    await chaos.getByRole('button').click();
    await said(page, /^Chaos: Chaos for 300 s with seed 7: \d+ steps\.$/);
    await page.getByText(/^chaos: \d+ of \d+$/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('progressbar').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Mend everything' }).click();
    await said(page, 'Everything is whole again.');

    await client.wire('front.sense', 'cut');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Save the recording').click()]);
    const file = join(dir, 'recording.json');
    await download.saveAs(file);
    // One step more, a minute later: so long it plays, however quick the rest was.
    const recording = Recording.parse(JSON.parse(readFileSync(file, 'utf8')));
    const [last] = recording.steps.slice(-1);
    expect(last).toMatchObject({ target: 'wire', name: 'front.sense', command: 'cut' });
    const mend = { ...last, command: 'mend', atMs: (last?.atMs ?? 0) + 60_000 };
    writeFileSync(file, JSON.stringify({ ...recording, steps: [...recording.steps, mend] }));
    await client.wire('front.sense', 'mend');
    await page.getByLabel('Replay a recording').setInputFiles(file);
    await said(page, /^Replay: Replaying \d+ steps\.$/);
    await page.getByText(/^replay: \d+ of \d+$/).waitFor();
    await client.site('stop');
  });
});
