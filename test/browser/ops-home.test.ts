// @module-tag long
import type { BlockedAtFacility } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { HARBOUR } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;

const gym = (number: number) => ({
  ...HARBOUR,
  facilityId: `fac_${String(number).padStart(16, '0')}`,
  name: `Gym ${number}`,
});
const blockedAt = (number: number, door: Partial<BlockedAtFacility['doors'][number]>): BlockedAtFacility => {
  const { facilityId, name } = gym(number);
  const doorId = `door_${String(number).padStart(16, '0')}`;
  const usual = { name: `Door ${number}`, why: 'kept_closed', by: 'Kim Example', reason: null, until: null } as const;
  return { facilityId, name, doors: [{ doorId, ...usual, ...door }], unseen: number };
};

/** A cloud with more facilities than a page lists, in two pages of doors where nobody gets in. */
const manyFacilities = async (page: Page): Promise<readonly string[]> => {
  const asked: string[] = [];
  await page.route(/\/api\/(?:facilities|blocked-doors)(?:\?|$)/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    asked.push(`${pathname} ${searchParams}`);
    const second = searchParams.has('after');
    const answer =
      pathname === '/api/facilities'
        ? { data: searchParams.has('needsAttention') ? [gym(7)] : [gym(1), gym(2)], next: 'fac_0000000000000002' }
        : second
          ? { data: [blockedAt(900, { why: 'lock_fault', by: null, reason: '<i>Jammed</i>' })], next: null }
          : { data: [blockedAt(3, { reason: 'Heater repair' })], next: 'fac_0000000000000003' };
    return route.fulfill({ json: answer });
  });
  return asked;
};

describe('the first page', () => {
  it('says first of all where people cannot get in, over more facilities than it could watch', async () => {
    let asked: readonly string[] = [];
    const { page, cloud, wrongs, close } = await console.open('/ops', PHONE, {
      before: async (page) => {
        asked = await manyFacilities(page);
      },
    });
    await page.getByRole('heading', { name: 'People cannot get in at 2 doors' }).waitFor();
    const rows = page.locator('.blocked li');
    expect(await rows.allTextContents()).toEqual([
      'Door 3Gym 3Kept closed by Kim Example: Heater repair',
      'Door 900Gym 900<i>Jammed</i>',
    ]);
    await page.getByText('903 other doors are not heard of: nobody can tell from here.').waitFor();
    await page.getByText('Others are found by name, with Ctrl K.').waitFor();
    expect(
      await page.getByRole('region', { name: 'Needs a look' }).locator('.facility-link').allTextContents(),
      'those that need a look',
    ).toEqual(['Gym 7']);
    expect(asked).toContain('/api/blocked-doors limit=200&after=fac_0000000000000003');
    expect(cloud.subscribed).toEqual([]);
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await page.getByRole('link', { name: 'Door 900' }).press('Enter');
    await page.waitForURL('**/facilities/fac_0000000000000900/doors/door_0000000000000900');
    await close();
  });

  it('watches the doors of as many as it can, and says of how many nobody hears', async () => {
    const { page, cloud, wrongs, close } = await console.open('/ops', PHONE);
    await page.getByRole('heading', { name: 'People cannot get in at 1 door' }).waitFor();
    await page.getByText('1 other door is not heard of: nobody can tell from here.').waitFor();
    expect(cloud.subscribed.map(({ topic }) => topic)).toContain(`facility:${HARBOUR.facilityId}`);
    expect(wrongs).toEqual([]);
    await close();
  });
});
