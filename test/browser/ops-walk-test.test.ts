// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { FACILITY } from './ops-gym.kit.ts';
import { BOX, PASSED, WALK_TEST } from './ops-walk.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const PAGE = `/ops/facilities/${FACILITY}/boxes/${BOX}/walk-test`;

describe('a walk test in a real browser', () => {
  it('leads through a door by keyboard: what the box tells is noted by itself, what it cannot see by who stands there', async () => {
    const { page, cloud, wrongs, close } = await console.open(PAGE, PHONE);
    await page.getByText('Nobody has tried these doors yet').waitFor();
    await page.getByRole('button', { name: 'Begin a walk test', disabled: false }).press('Enter');
    const door = page.getByRole('region', { name: 'Front door' });
    await door.getByRole('button', { name: 'Unlock Front door', disabled: false }).press('Enter');
    await door.getByText('✓ Seen unlocked.').waitFor();
    // The answer of an unlock is not what the box wrote down: that is waited for.
    await door.getByText('Waiting for word of the box…').waitFor();
    expect(cloud.walkTests[0]?.doors[0]?.steps[0]?.outcome).toBe('open');
    cloud.shown = ['unlock'];
    await door.getByText(/^Seen by the box, /).waitFor();
    await door.getByText('It has no contact: say what you see.').waitFor();
    await door.getByRole('button', { name: 'I have seen it', disabled: false }).press('Enter');
    await door.getByText('Shut it, wait until it has locked, and pull').waitFor();
    await door.getByRole('button', { name: 'I have seen it', disabled: false }).press('Enter');
    await door.getByText('Every step at this door is done').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the walk test', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'End the walk test', disabled: false }).press('Enter');
    await page.getByRole('button', { name: 'Begin a walk test' }).waitFor();
    await page.getByText(/^Passed, version 4, begun/).waitFor();
    expect(cloud.unlocks).toHaveLength(1);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('goes on where it was left, and says of a step that failed what to look at', async () => {
    const { page, cloud, wrongs, close } = await console.open(PAGE, PHONE, {
      cloud: { walkTests: [WALK_TEST, PASSED] },
    });
    await page.getByText('All 5 steps seen').waitFor();
    await page.getByRole('button', { name: 'Turnstile 1', exact: true, disabled: false }).press('Enter');
    const door = page.getByRole('region', { name: 'Turnstile 1' });
    await door.getByText('Did another door move? Then two relays are swapped').waitFor();
    expect(await door.getByRole('button', { name: 'Unlock Turnstile 1' }).count()).toBe(1);
    cloud.shown = ['unlock'];
    await door.getByText('Every step at this door is done').waitFor();
    await page.getByText('All 3 steps seen').waitFor();
    expect(wrongs).toEqual([]);
    await close();
  });
});
