// @module-tag long
import { DEVELOPER } from '@gatehouse/cloud/partner/partner-console/testing/console-api.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, WIDTHS } from '../kit/browser.ts';
import { servePartnerConsole } from './partner-console.kit.ts';

const HOSTILE = '\u202e<img src=x onerror=alert(1)>';
const [PHONE] = WIDTHS;
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

describe('the settings of a partner', () => {
  it('name what another linking method breaks before it is changed, by keyboard alone, and by what was seen alone', async () => {
    const { partnerId, partners, db, organisations, orgId, members } = console.api.world;
    const gym = await organisations.createFacility({ orgId, name: HOSTILE, timezone: 'UTC' });
    const enable = (linkingIdentifier?: string) =>
      db.write((tx) => partners.setIntegration(tx, partnerId, gym, { enabled: true, linkingIdentifier }));
    await enable();
    await members.put([{ partnerId, facilityId: gym, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
    const { page, wrongs, close } = await console.open('/console/settings', PHONE);
    await page.getByRole('button', { name: 'See what the other way breaks', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: '2 facilities with 1 member cannot be named' }).waitFor();
    expect(await page.locator('table').textContent()).toContain(HOSTILE);
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);

    const change = async () => {
      await page
        .getByRole('button', { name: 'Name facilities by linking_identifier', disabled: false })
        .first()
        .focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('every request that sends facility_id alone is refused').waitFor();
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Name facilities by linking_identifier', disabled: false }).focus();
      await page.keyboard.press('Enter');
    };
    await enable('BNE-07');
    await change();
    await page.getByText('The settings have changed since you looked').waitFor();
    await page.getByRole('button', { name: 'Look again', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: '1 facility with 0 members cannot be named' }).waitFor();
    await change();
    await page.getByText('By a code of your own (linking_identifier)').waitFor();
    const told = await console.api.world.db.read((tx) => tx.selectFrom('mail').select('recipient').execute());
    expect(told).toEqual([{ recipient: DEVELOPER.email }]);
    expect(wrongs.filter((wrong) => !/412/.test(wrong))).toEqual([]);
    await close();
  });

  it('are shown to developers, and changed by owners', async () => {
    const { page, wrongs, close } = await console.open('/console/settings', PHONE, { as: DEVELOPER.email });
    await page.getByText('An owner of the account changes this.').first().waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.goto(new URL('/console/account', page.url()).href);
    await page.getByText('E-mail address for outages').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(wrongs).toEqual([]);
    await close();
  });
});

describe('the sandbox of a partner', () => {
  it('breaks a door, meets it and mends it, by keyboard alone; a real gym is left alone', async () => {
    const { facilityId, sandbox, beacon, db, partners, partnerId } = console.api.world;
    await db.write((tx) => partners.setSettings(tx, partnerId, { linking_method: 'facility_id' }));
    await sandbox.setFacility(facilityId, true);
    await beacon();
    const { page, wrongs, close } = await console.open(`/console/sandbox?facility=${facilityId}`, PHONE);
    const press = async (name: string) => {
      await page.getByRole('button', { name, disabled: false }).focus();
      await page.keyboard.press('Enter');
    };
    await page.getByText('Everything works at this door.').waitFor();
    await page.getByLabel('What fails', { exact: true }).focus();
    await page.getByLabel('What fails', { exact: true }).selectOption('offline');
    await press('Break it');
    await page.getByText(/^The box is offline, for/).waitFor();
    await press('Try to unlock');
    await page.getByText('"reason": "device_offline"').waitFor();
    await page.getByText('"member_id": "TRY-1"').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await press('Mend it');
    await page.getByText('Everything works at this door.').waitFor();
    await press('Try to unlock');
    await page.getByText('"status": "unlocked"').waitFor();
    await sandbox.setFacility(facilityId, false);
    await page.reload();
    await page.getByText('This facility is no sandbox.').waitFor();
    // Five looks a second are answered, and where this is quicker the page waits for the next.
    expect(wrongs.filter((wrong) => !/503|403|429/.test(wrong))).toEqual([]);
    await close();
  });
});

describe('the events of a partner', () => {
  it('are those that the API gives, narrowed in the address, with the request as curl', async () => {
    const { partnerId, facilityId, db, events } = console.api.world;
    await db.write(async (tx) => {
      for (const kind of ['unlock', 'access.denied'] as const)
        await events.add(tx, { partnerId, facilityId, kind, data: { member_id: HOSTILE } });
    });
    const { page, wrongs, close } = await console.open('/console/events', PHONE);
    await page.getByText('2 events', { exact: true }).waitFor();
    await page.getByText('curl -sS -u "$KEY:"').waitFor();
    await page.getByLabel('Kind').focus();
    await page.keyboard.type('access');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?]kind=access$/);
    await page.getByText('1 of 2 events').waitFor();
    await page.locator('.owned summary').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.owned pre').filter({ hasText: 'onerror' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await page.getByRole('button', { name: 'Go on', disabled: false }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/after=/);
    await page.getByText('No events').waitFor();
    await page.goto(new URL('/console/events?after=nonsense', page.url()).href);
    await page.getByText('is not a cursor of this feed').waitFor();
    expect(wrongs.filter((wrong) => !/400/.test(wrong))).toEqual([]);
    await close();
  });
});
