import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessStanding, EntryExplanation } from '@gatehouse/edge/access/access.ts';
import { A_DOOR } from '@gatehouse/edge/fakes/a-door.ts';
import type { StaffMember } from '@gatehouse/edge/panel/identify.ts';
import { type PanelKit, type PanelKitOptions, startPanelKit } from '@gatehouse/edge/panel/panel.kit.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { nameKeyWrapper, sealName } from '@gatehouse/shared/snapshot/names.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage } from '../kit/browser.ts';

export const PIN = '246810';
const NAME_KEY = new Uint8Array(32).fill(7);
const member = async (name: string, role: StaffMember['role']): Promise<StaffMember> => ({
  staffId: `staff_${name}`,
  name,
  role,
  pin: await verifierOf(PIN, systemRandom),
  nameKey: (await nameKeyWrapper(PIN, systemRandom))(NAME_KEY),
});
export const STAFF = [await member('Ada Byron', 'staff'), await member('Sam Okoro', 'manager')];
const named = (name: string, last: string) => DoorConfig.parse({ ...A_DOOR, name, doorId: `door_${last.repeat(16)}` });
export const DOORS = [named('Front door', 'a'), named('Studio', 'b'), named('Car-park gate', 'c')];
export const [front, studio, gate] = DOORS.map(({ doorId }) => doorId) as [
  DoorConfig['doorId'],
  DoorConfig['doorId'],
  DoorConfig['doorId'],
];
export const desired = {
  facility: { id: 'fac_0123456789abcdef', name: 'Brisbane Fitness', timezone: 'Australia/Brisbane' },
  doors: DOORS,
} as unknown as DesiredState;
const standing: AccessStanding = {
  epoch: '22222222-2222-4222-8222-222222222222',
  revision: 41,
  hash: 'a'.repeat(64),
  entries: 1_200,
  ageMs: 12_000,
  staleness: 'fresh',
  stretched: false,
  zonesRelease: '2026a',
  newest: 43,
  pulling: true,
  trouble: null,
  bans: 0,
};
const explained: EntryExplanation = {
  decision: { allowed: false, reason: 'outside_hours' },
  steps: [
    { step: 'lockdown', verdict: 'passes', text: 'The door is not locked down.' },
    { step: 'known', verdict: 'passes', text: 'The person is known here.' },
    {
      step: 'plan',
      verdict: 'stays_closed',
      reason: 'outside_hours',
      text: 'The plan “Off-peak” opens this door from 09:00 to 15:00 on weekdays.',
    },
    { step: 'nothing', verdict: 'denies', text: 'Nothing opens this door now.' },
  ],
  decidedBy: 3,
  zonesRelease: '2026a',
  nextOpenS: 1_900_000_000,
  changes: [{ reason: 'outside_hours', text: 'Come at the plan’s hours, or change the plan.' }],
  person: 17,
  revision: 41,
  pinAsked: false,
};
export const bans: unknown[] = [];
export const access: PanelKitOptions['access'] = {
  standing: () => standing,
  explainAt: ({ presented }) =>
    presented.kind === 'member' && presented.memberId === 'twice' && presented.partnerId === undefined
      ? { ...explained, person: null }
      : explained,
  sources: () => [
    { partnerId: 'ptr_00000000000000a1' as PartnerId, name: 'Club One' },
    { partnerId: 'ptr_00000000000000b2' as PartnerId, name: 'Passport' },
  ],
  person: (person) => ({
    person,
    name: sealName(NAME_KEY, `person:${person}`, 'Grace Hopper'),
    credentials: ['card'],
    hasPin: true,
    banned: bans.length > 0,
  }),
  ban: async (ban) => void bans.push(ban),
};

/** Where somebody asks for pictures, they are made. */
const FOLDER = process.env.PANEL_PICTURES;

/** A real browser for the tests of one file, and panels that end with each of them. */
export const panelInBrowser = () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    bans.length = 0;
    for (const close of closing.splice(0).reverse()) await close();
  });

  const startKit = async (options: PanelKitOptions = {}): Promise<PanelKit> => {
    const kit = await startPanelKit({
      clock: systemClock,
      staff: STAFF,
      access,
      doors: DOORS,
      box: { desired: () => desired },
      ...options,
    });
    closing.push(kit.close);
    return kit;
  };
  const open = async (kit: PanelKit, width: number, path = '/') => {
    const opened = await openPage(browser, `${kit.origin}${path}`, width);
    closing.push(opened.close);
    return opened;
  };
  const signIn = async (page: Page, name: string) => {
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('PIN').fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Front door' }).waitFor();
  };
  const picture = async (page: Page, name: string, width: number) => {
    if (FOLDER === undefined) return;
    mkdirSync(FOLDER, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.waitForTimeout(300);
      await page.screenshot({
        path: join(FOLDER, `${name}-${width}-${scheme}.png`),
        fullPage: !name.startsWith('dialog'),
      });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const fair = async (page: Page) => {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await barriers(page), colorScheme).toEqual([]);
    }
    expect(await fitsItsWidth(page)).toBe(true);
  };
  return { startKit, open, signIn, picture, fair };
};
