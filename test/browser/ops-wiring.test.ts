// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { DOORS, FACILITY } from './ops-gym.kit.ts';
import { BOX } from './ops-walk.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const AT = `/ops/facilities/${FACILITY}/boxes/${BOX}`;
const [FRONT] = DOORS;

describe('the wiring of a box in a real browser', () => {
  it('is drawn as terminals and said as a table, with what waits at the panel since when', async () => {
    const { page, wrongs, close } = await console.open(AT, PHONE);
    await page.getByRole('link', { name: 'Pins and buses' }).press('Enter');
    await page.getByText(/^Waiting for confirmation at the panel since/).waitFor();
    await page.getByRole('img', { name: /^Board 1 on rs485-1: \d+ terminals are used/ }).waitFor();
    await page.getByText('Every wire, as a table').press('Enter');
    const row = page.getByRole('row', { name: /rs485-1, board 1, relay 0/ });
    await row.getByText(FRONT?.name ?? '').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is drafted by keyboard alone: a conflict stands at its pin at once, the difference before it is sent, and the draft outlives the page and a reload', async () => {
    const { page, cloud, wrongs, close } = await console.open(`${AT}/wiring`, PHONE, { cloud: { overtaken: true } });
    const editor = page.getByRole('region', { name: 'Change the wiring' });
    await editor.getByText(FRONT?.name ?? '', { exact: true }).press('Enter');
    const relay = editor.getByRole('group', { name: 'Relay', exact: true });
    await relay.getByLabel('Channel').fill('1');
    await editor
      .getByText(/relay: must not be the relay of/)
      .first()
      .waitFor();
    await page.getByRole('img', { name: /in conflict/ }).waitFor();
    await relay.getByLabel('Channel').fill('6');
    await relay.getByLabel('Power on the relay').press('End');
    await relay.getByLabel('Power on the relay').selectOption('locked');
    await editor.getByText('rs485-1, board 1, channel 6').waitFor();
    await editor.getByText('Locks: without power the relay says unlocked', { exact: true }).last().waitFor();

    await page.getByRole('link', { name: 'Back to the box' }).press('Enter');
    await page.getByRole('link', { name: 'Pins and buses' }).press('Enter');
    await editor.getByText('rs485-1, board 1, channel 6').waitFor();
    await page.reload();
    await editor.getByText('rs485-1, board 1, channel 6').waitFor();
    expect(await barriers(page)).toEqual([]);

    const send = editor.getByRole('button', { name: 'Send to the box' });
    await send.press('Enter');
    await editor.getByText('Somebody else has changed the box meanwhile').waitFor();
    expect(cloud.rewired).toEqual([]);
    await editor.getByText('rs485-1, board 1, channel 6').waitFor();
    await editor.getByRole('button', { name: 'Take it all back' }).waitFor();
    await close();

    const again = await console.open(`${AT}/wiring`, PHONE);
    const once = again.page.getByRole('region', { name: 'Change the wiring' });
    await once.getByText(FRONT?.name ?? '', { exact: true }).press('Enter');
    await once.getByRole('group', { name: 'Exit button' }).getByLabel('There is one').press('Space');
    await once.getByRole('button', { name: 'Send to the box', disabled: false }).press('Enter');
    await once.getByText('Nothing is changed yet.').waitFor();
    expect(again.cloud.rewired).toMatchObject([
      {
        body: {
          uuid: BOX,
          expectedVersion: 4,
          doors: [{ doorId: FRONT?.doorId, rex: { bus: 'rs485-1', unit: 1, channel: 0 } }],
        },
        key: expect.any(String),
      },
    ]);
    expect([...wrongs, ...again.wrongs].filter((wrong) => !/409/.test(wrong))).toEqual([]);
    await again.close();
  });

  it('goes back to an older version after its difference was looked at, and asks once more', async () => {
    const { page, cloud, close } = await console.open(`${AT}/wiring`, PHONE);
    const versions = page.getByRole('region', { name: 'Versions' });
    await versions.getByText('How it differs from what is wanted now').press('Enter');
    await versions.getByText('rs485-1, board 1, channel 15, active means alarm').waitFor();
    await versions.getByRole('button', { name: 'Restore version 3', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Restore version 3', disabled: false }).press('Enter');
    await expect.poll(() => cloud.rewired).toMatchObject([{ body: { uuid: BOX, version: 3, expectedVersion: 4 } }]);
    await close();
  });
});
