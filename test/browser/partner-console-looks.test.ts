// @module-tag long
import { basic } from '@gatehouse/cloud/testing/partner-api.ts';
import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, WIDTHS } from '../kit/browser.ts';
import { wrongLooks } from '../kit/looks.ts';
import { servePartnerConsole } from './partner-console.kit.ts';

let browser: Browser;
let requestId = '';
let console: Awaited<ReturnType<typeof servePartnerConsole>>;
beforeAll(async () => {
  browser = await openBrowser();
  console = await servePartnerConsole(browser);
  const { partnerId, partners, db, caller } = console.api.world;
  const aKey = (type: 'live' | 'dryrun' | 'read-only', label: string) =>
    db.write((tx) => partners.createOwnKey(tx, partnerId, type, label));
  await db.write((tx) => partners.revokeKey(tx, caller.keyId));
  const server = await aKey('live', 'Front desk server');
  await console.clock.advance(Minutes(1));
  const rehearsals = await aKey('dryrun', 'Rehearsals');
  await console.clock.advance(Minutes(1));
  await aKey('read-only', 'Monthly report');
  await console.api.ping(server.text);
  await console.api.send({
    path: '/partner/v1/access-control/doors/door_0?facility_id=x',
    headers: basic(server.text),
  });
  const check_ins = [{ member_id: 'M-1001', timestamp: '2026-01-05T06:30:00Z' }];
  const batch = { method: 'POST', path: '/partner/v1/check-ins' } as const;
  const rehearsed = { ...batch, headers: basic(rehearsals.text), body: { check_ins } };
  requestId = String((await console.api.send(rehearsed)).headers['x-request-id']);
  await console.api.requests.flush();
  await console.api.world.sandbox.setFacility(console.api.world.facilityId, true);
  await partners.close();
  await console.clock.advance(Minutes(1));
  await db.write((tx) => partners.rotateKey(tx, rehearsals.id, Hours(240)));
  await somePlaces();
});
afterAll(async () => {
  await browser.close();
  await console.close();
});

/** An organisation that is linked, one that waits and one that has ended; a gym with a code, and an event. */
const somePlaces = async (): Promise<void> => {
  const { partnerId, partners, db, organisations, orgId, facilityId, events, members } = console.api.world;
  const [waiting, ended] = [
    await organisations.createOrganisation('Summit Clubs'),
    await organisations.createOrganisation('Old Friends'),
  ];
  await organisations.createFacility({ orgId: waiting, name: 'Summit North', timezone: 'UTC' });
  const second = await organisations.createFacility({ orgId, name: 'Riverside Strength Toowong', timezone: 'UTC' });
  await members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
  await db.write(async (tx) => {
    await partners.setOrganisations(tx, partnerId, [orgId, waiting, ended], 'everywhere');
    await partners.setOrganisations(tx, partnerId, [orgId, waiting], 'everywhere');
    await partners.setIntegration(tx, partnerId, second, { enabled: true, linkingIdentifier: 'BNE-02' });
    await events.add(tx, { partnerId, facilityId, kind: 'unlock', data: { outcome: 'unlocked', member_id: 'M-1' } });
    await events.add(tx, { partnerId, facilityId, kind: 'access.denied', data: { reason: 'outside_hours' } });
  });
};

/** A sandbox door that was broken. */
const broken = async (page: Page): Promise<void> => {
  await console.api.world.beacon();
  await page.getByLabel('What fails', { exact: true }).selectOption('maintenance');
  await page.getByRole('button', { name: 'Break it' }).click();
  await page.getByText(/^Staff have closed the door, for/).waitFor();
  await page.getByRole('button', { name: 'Try to unlock' }).click();
  await page.getByText('"reason": "maintenance_mode_active"').waitFor();
};

/** A form that was reloaded before it was sent. */
const reloaded = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail address for outages').fill('on-call@acme.example');
  await page.reload();
  await page.getByText(/This is what you typed/).waitFor();
};

/** What the other linking method would break. */
const looked = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'See what the other way breaks' }).click();
  await page.getByRole('table').waitFor();
};
const opened = async (page: Page): Promise<void> => {
  await page.getByText('Its facilities').first().click();
  await page.locator('.owned li').first().waitFor();
};

/** A door that was broken, and how it was refused. */
const tried = async (page: Page): Promise<void> => {
  await console.api.world.beacon();
  await page.getByRole('button', { name: 'Make a key for this page' }).click();
  await page.getByRole('button', { name: 'Look for doors' }).click();
  await page.getByLabel('Facility', { exact: true }).selectOption({ label: 'Harbour Gym' });
  await page.getByLabel('Door', { exact: true }).getByRole('option').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Break it and try to unlock' }).click();
  await page.getByText('"reason": "relay_fault"').waitFor();
};

const addressOf = (path: string): string =>
  path.replace(':requestId', requestId).replace(':facilityId', console.api.world.facilityId);

/** Every page, by what is there once it is whole. */
const PAGES: readonly {
  readonly name: string;
  readonly path: string;
  readonly whole: string;
  readonly as?: null;
  readonly before?: typeof tried;
}[] = [
  { name: 'sign-in', path: '/console', whole: 'h1', as: null },
  { name: 'start', path: '/console', whole: '.owned-one + .owned-one', before: tried },
  { name: 'keys', path: '/console/keys', whole: '.owned li' },
  { name: 'requests', path: '/console/requests', whole: '.owned li' },
  { name: 'request', path: '/console/requests/:requestId', whole: 'pre' },
  { name: 'events', path: '/console/events', whole: '.owned li' },
  { name: 'sandbox', path: '/console/sandbox?facility=:facilityId', whole: 'form', before: broken },
  { name: 'organisations', path: '/console/organisations', whole: '.points', before: opened },
  { name: 'settings', path: '/console/settings', whole: 'form', before: looked },
  { name: 'draft', path: '/console/account', whole: '.owned + form', before: reloaded },
  { name: 'account', path: '/console/account', whole: '.owned + form' },
];

describe('the partner console', () => {
  it('shows the doors of the facility that was chosen last, though those of another are still on their way', async () => {
    const { page, wrongs, close } = await console.open('/console', WIDTHS[0]);
    const held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/access-control/doors?*', async (route) => {
      asked += 1;
      if (asked === 1) await held.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Make a key for this page' }).click();
    await page.getByRole('button', { name: 'Look for doors' }).click();
    const facility = page.getByLabel('Facility', { exact: true });
    await facility.selectOption({ label: 'Riverside Strength Toowong' });
    await facility.selectOption({ label: 'Harbour Gym' });
    const doors = page.getByLabel('Door', { exact: true }).getByRole('option');
    await doors.first().waitFor({ state: 'attached' });
    const ofTheFirst = page.waitForResponse('**/access-control/doors?*');
    held.resolve();
    await ofTheFirst;
    expect(await doors.allTextContents()).toContain('Front door');
    expect(wrongs).toEqual([]);
    await close();
  });
  it.each(PAGES)(
    'is for everybody, at every width and by day and night: $name',
    async ({ name, path, whole, before, ...as }) => {
      const { page, wrongs, close } = await console.open(addressOf(path), WIDTHS[0], as);
      await page.locator(whole).first().waitFor();
      await before?.(page);
      expect(await wrongLooks(page, `partner-${name}`)).toEqual([]);
      expect(wrongs.filter((wrong) => !(as.as === null ? /401/ : /502|409/).test(wrong))).toEqual([]);
      await close();
    },
  );
});
