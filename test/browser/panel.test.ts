import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AccessStanding, EntryExplanation } from '@gatehouse/edge/access/access.ts';
import { doorFault } from '@gatehouse/edge/door/doors.faults.ts';
import { A_DOOR } from '@gatehouse/edge/fakes/a-door.ts';
import { caOf } from '@gatehouse/edge/panel/ca-certificate.ts';
import type { StaffMember } from '@gatehouse/edge/panel/identify.ts';
import { type PanelKit, type PanelKitOptions, startPanelKit } from '@gatehouse/edge/panel/panel.kit.ts';
import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { sealName, wrapNameKey } from '@gatehouse/shared/snapshot/names.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority } from '@gatehouse/shared/tls/certificates.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, openBrowser, openPage, WIDTHS } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';

const PIN = '246810';
const NAME_KEY = new Uint8Array(32).fill(7);
const member = async (name: string, role: StaffMember['role']): Promise<StaffMember> => ({
  staffId: `staff_${name}`,
  name,
  role,
  pin: await verifierOf(PIN, systemRandom),
  nameKey: await wrapNameKey(PIN, NAME_KEY, systemRandom),
});
const STAFF = [await member('Ada Byron', 'staff'), await member('Sam Okoro', 'manager')];
const named = (name: string, last: string) => DoorConfig.parse({ ...A_DOOR, name, doorId: `door_${last.repeat(16)}` });
const DOORS = [named('Front door', 'a'), named('Studio', 'b'), named('Car-park gate', 'c')];
const [front, studio, gate] = DOORS.map(({ doorId }) => doorId) as [
  DoorConfig['doorId'],
  DoorConfig['doorId'],
  DoorConfig['doorId'],
];
const desired = {
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
const bans: unknown[] = [];
const access: PanelKitOptions['access'] = {
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
/** Where somebody asks for pictures, they are made. */
const FOLDER = process.env.PANEL_PICTURES;
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

describe.each(WIDTHS)('the staff panel in a real browser, %i pixels wide', (width) => {
  it('shows every door with its alarms and modes in words, what happened by name, and how the box does', async () => {
    const kit = await startKit();
    const now = systemClock.wallMs();
    await kit.journal.record(
      { kind: 'agent.started', data: { version: '1.2.3', after: 'unclean' } },
      {
        kind: 'access.granted',
        data: {
          doorId: front,
          entryId: 'evt_0123456789abcdef' as never,
          person: 17,
          by: 'card',
          revision: 41,
          via: 'plan',
          clock: 'trusted',
          stale: false,
        },
      },
      {
        kind: 'lock.moved',
        data: { doorId: front, to: 'unlocked', cause: 'access', entryId: 'evt_0123456789abcdef' as never },
      },
      {
        kind: 'access.denied',
        data: {
          doorId: studio,
          entryId: 'evt_0123456789abcdeg' as never,
          person: null,
          by: 'card',
          revision: 41,
          reason: 'unknown_credential',
          hash: 'abc',
        },
      },
      { kind: 'door.opened', data: { doorId: gate, expected: false } },
    );
    kit.fake.reports = kit.fake.reports.map((report) => {
      if (report.doorId === front) return { ...report, lock: 'unlocked', contact: 'open' };
      if (report.doorId === studio)
        return {
          ...report,
          maintenance: {
            mode: 'force-closed',
            untilMs: now + 7_200_000,
            by: 'Sam Okoro',
            reason: 'Cleaning',
            generation: 4,
          },
        };
      return { ...report, lock: 'unknown', contact: 'open', alarms: ['forced_open', 'fire'] };
    });
    const { page, wrongs } = await open(kit, width);
    await page.getByLabel('Your name').waitFor();
    await picture(page, 'sign-in', width);
    await fair(page);
    await signIn(page, 'sam okoro');
    const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await card('Front door').getByText('Unlocked', { exact: true }).waitFor();
    await card('Front door').getByText('Enforces revision 41 of 43, 12 s old').waitFor();
    await card('Studio')
      .getByText(/^Kept closed by Sam Okoro until .* \(Cleaning\)$/)
      .waitFor();
    await card('Car-park gate').getByText('Forced open').waitFor();
    await page.getByText('Front door: Grace Hopper let in, by their plan').waitFor();
    await page.getByText('Studio: somebody unknown kept out: nobody here knows this card or code').click();
    await page.getByText('unknown_credential').waitFor();
    for (const name of ['Front door', 'Studio', 'Car-park gate'])
      for (const action of ['Maintenance…', 'Lock down…'])
        await page.getByRole('button', { name: `${action} ${name}`, exact: true }).waitFor();
    await picture(page, 'panel', width);
    await fair(page);
    expect(wrongs).toEqual([]);
  });

  it('keeps everything in its place when a door is unlocked and locked again', async () => {
    const kit = await startKit();
    const { page } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    await page.evaluate(`(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shifted += value;
      }).observe({ type: 'layout-shift' });
    })()`);
    for (const [lock, text] of [
      ['unlocked', 'Unlocked'],
      ['locked', 'Locked'],
    ] as const) {
      kit.fake.reports = kit.fake.reports.map((report) => ({ ...report, lock }));
      kit.live.changed();
      await page.getByText(text, { exact: true }).nth(2).waitFor();
    }
    // The padlock keeps to the middle of its own badge, and that is all. Web Vitals call less than 0.1 good.
    expect(await page.evaluate('window.shifted')).toBeLessThan(0.001);
  });

  it('[R62] sets maintenance by keyboard alone in two steps: choose, then confirm the door and the end in plain words', async () => {
    const kit = await startKit();
    const { page, wrongs } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    const tabTo = async (what: RegExp) => {
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        const on = await page.evaluate('document.activeElement.textContent || document.activeElement.value');
        if (what.test(String(on))) return;
      }
      throw new Error(`Tab reaches nothing like ${what}`);
    };
    await tabTo(/^Maintenance…$/);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Maintenance of Front door' });
    await dialog.waitFor();
    await fair(page);
    await picture(page, 'dialog-choose', width);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown'); // Keep closed
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowLeft'); // 30 min
    await page.keyboard.press('Enter');
    await dialog.getByText('Say why').waitFor();
    expect(kit.asked).toEqual([]);
    await page.keyboard.type('Wet floor');
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('dialog', { name: /^Keep Front door closed until \d\d:\d\d (today|tomorrow)\?$/ });
    await confirm.waitFor();
    await page.keyboard.press('Enter'); // Nothing is answered by the key that asked.
    expect(kit.asked).toEqual([]);
    await fair(page);
    await picture(page, 'dialog-confirm', width);
    await tabTo(/^Keep closed until/);
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/^Front door is kept closed until/)
      .waitFor();
    const [{ change }] = kit.asked as unknown as [{ change: { untilMs: number } }];
    expect(change).toMatchObject({
      doorId: front,
      mode: 'force-closed',
      reason: 'Wet floor',
      by: 'Ada Byron',
      seen: 0,
    });
    expect(Math.abs(change.untilMs - systemClock.wallMs() - 1_800_000)).toBeLessThan(60_000);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(wrongs).toEqual([]);
  });

  it('[R62] shows what somebody else did meanwhile, and does nothing until it is decided again', async () => {
    const kit = await startKit();
    const { page } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    await page.getByRole('button', { name: 'Maintenance…' }).first().click();
    await page.getByLabel('Why', { exact: true }).fill('Delivery');
    await page.getByRole('button', { name: 'Continue' }).click();
    const now = { mode: 'force-closed' as const, untilMs: null, by: 'Sam Okoro', reason: 'Cleaning', generation: 4 };
    kit.refusing.now = doorFault('doors.maintenance_outdated', 'Somebody changed this door meanwhile.', {
      body: { maintenance: now },
    });
    await page.getByRole('button', { name: /^Hold open until/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Sam Okoro changed Front door meanwhile' });
    await dialog.getByText('Now: Kept closed by Sam Okoro, without an end (Cleaning).').waitFor();
    await fair(page);
    await picture(page, 'dialog-outdated', width);
    kit.refusing.now = undefined;
    await dialog.getByRole('button', { name: 'Decide again' }).click();
    await page.getByRole('radio', { name: /^Hold open/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Hold open until/ }).click();
    await page
      .getByRole('status')
      .getByText(/is held open until/)
      .waitFor();
    expect(kit.asked).toMatchObject([{ change: { seen: 4, reason: 'Delivery' } }]);
  });

  it('locks all doors down in two steps by anybody, and lets a manager end it', async () => {
    const kit = await startKit();
    const { page, wrongs } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    await page.getByRole('button', { name: 'Lock down all doors…' }).click();
    await page.getByLabel('Why', { exact: true }).fill('Fight at the desk');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Lock down Front door, Studio and Car-park gate?' }).waitFor();
    await picture(page, 'dialog-lockdown', width);
    await fair(page);
    expect(kit.asked).toEqual([]);
    await page.getByRole('button', { name: 'Lock down all 3 doors' }).click();
    kit.live.changed();
    await page.getByText('Locked down by Ada Byron (Fight at the desk)').nth(2).waitFor();
    expect(await page.getByRole('button', { name: /^End/ }).count()).toBe(0);
    await picture(page, 'lockdown', width);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, 'Sam Okoro');
    await page.getByRole('button', { name: 'End all lockdowns…' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'End lockdown', exact: true }).click();
    await page
      .getByRole('status')
      .getByText(/is over/)
      .waitFor();
    expect(kit.asked).toHaveLength(6);
    expect(wrongs).toEqual([]);
  });

  it('answers why somebody would not get in, rule by rule, and lets a manager ban them in two steps', async () => {
    const kit = await startKit();
    const { page, wrongs } = await open(kit, width);
    await signIn(page, 'Sam Okoro');
    await page.getByLabel('Id or number').fill('M-1001');
    await page.keyboard.press('Enter');
    await page.getByText('Would not get in', { exact: true }).waitFor();
    await page.getByText('Grace Hopper, person 17, has a PIN').waitFor();
    await page.getByText(/^Next opening: /).waitFor();
    await page.getByText('Every rule that was looked at (revision 41)').click();
    await page.getByText('This decided.').waitFor();
    await fair(page);
    await picture(page, 'why', width);
    await page.getByRole('button', { name: 'Ban this person…' }).click();
    await page.getByLabel('Why', { exact: true }).fill('Stole');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(bans).toEqual([]);
    await page.getByRole('button', { name: 'Ban Grace Hopper', exact: true }).click();
    await page.getByText('Grace Hopper, person 17, has a PIN, banned').waitFor();
    expect(bans).toEqual([{ person: 17, by: 'Sam Okoro', reason: 'Stole' }]);
    await page.getByLabel('Id or number').fill('twice');
    await page.getByText('About another time').click();
    await page.getByLabel('When', { exact: true }).fill('2030-01-07T05:00');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Several partners have a member of this id. Whose is it?').waitFor();
    await page.getByRole('button', { name: 'Passport' }).click();
    await page.getByText('Would not get in at 05:00 on Mon 7 Jan 2030').waitFor();
    expect(wrongs).toEqual([]);
  });

  it('shows at once that it has lost the box, and finds it again by itself', async () => {
    const first = await startKit();
    const { page } = await open(first, width);
    await signIn(page, 'Ada Byron');
    expect(
      await page
        .getByRole('alert')
        .getByText(/lost the box/)
        .isVisible(),
    ).toBe(false);
    const place = () => page.getByRole('heading', { name: 'Front door' }).boundingBox();
    const before = await place();
    await page.context().setOffline(true);
    first.live.close();
    await page
      .getByRole('alert')
      .getByText(/^This page has lost the box\. What you see is \d+ s old/)
      .waitFor({ timeout: 3_000 });
    expect(await place()).toEqual(before);
    await picture(page, 'lost', width);
    await page.context().setOffline(false);
    await page
      .getByRole('alert')
      .getByText(/lost the box/)
      .waitFor({ state: 'hidden', timeout: 10_000 });
  });

  it('shows a box that nobody has claimed with its code to type and to scan, asks for its own PIN, and is not sure of the time', async () => {
    const nowMs = systemClock.wallMs();
    const kit = await startKit({
      staff: [],
      doors: [],
      access: { possibleTime: () => ({ trusted: false, fromMs: nowMs, toMs: nowMs + 259_200_000 }) },
      box: {
        claimCode: () => '7K3M9QXW',
        link: () => ({ state: 'stopped', trouble: undefined }),
        clockTrusted: () => false,
      },
    });
    const { page, wrongs } = await open(kit, width);
    await page.getByLabel('PIN').fill(kit.pin());
    expect(await page.getByLabel('Your name').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByText('7K3M-9QXW', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'The code to scan' }).waitFor();
    await page.getByText(/^! Not sure: between /).waitFor();
    await fair(page);
    await picture(page, 'claim', width);
    expect(wrongs).toEqual([]);
  });

  it('tells everybody how a phone comes to trust it, with the authority’s fingerprint', async () => {
    const authority = await newAuthority('Brisbane Fitness authority', systemClock.wallMs());
    const successor = await newAuthority('Brisbane Fitness authority', systemClock.wallMs());
    const authorities = [authority, successor].flatMap(({ certificatePem }) => caOf(certificatePem) ?? []);
    const kit = await startKit({ authorities });
    const { page, wrongs } = await open(kit, width, '/ca');
    for (const { fingerprint } of authorities)
      await page.getByText(fingerprint.slice(0, 11).replaceAll(':', ' ')).waitFor();
    await page.getByRole('link', { name: 'Download the successor' }).waitFor();
    await page.getByRole('img', { name: 'QR code of this page' }).waitFor();
    await fair(page);
    await picture(page, 'ca', width);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('link', { name: 'Download the certificate' }).isVisible()).toBe(false);
    expect(wrongs).toEqual([]);
  });

  it('shows older events when asked, of one door where chosen, and new ones by themselves', async () => {
    const kit = await startKit();
    for (let revision = 1; revision <= 90; revision++)
      await kit.journal.record({ kind: 'config.applied', data: { revision } });
    await kit.journal.record({ kind: 'door.closed', data: { doorId: studio } });
    const { page, wrongs } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    const shown = () => page.locator('#facts > li').count();
    expect(await shown()).toBe(40);
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText('Configuration 20 applied').waitFor();
    await page.getByRole('button', { name: 'Show older' }).click();
    await page.getByText('Configuration 1 applied', { exact: true }).waitFor();
    expect(await shown()).toBe(91);
    expect(await page.getByRole('button', { name: 'Show older' }).isVisible()).toBe(false);
    await page.getByLabel('Show', { exact: true }).selectOption('Studio');
    await eventually(async () => (await shown()) === 1, 'only what happened at the studio is shown');
    await kit.journal.record({ kind: 'door.opened', data: { doorId: studio, expected: true } });
    await kit.journal.record({ kind: 'door.opened', data: { doorId: front, expected: true } });
    kit.live.changed();
    await page.getByText('Studio: opened').waitFor();
    expect(await shown()).toBe(2);
    expect(wrongs).toEqual([]);
  });

  it('[R62] ends a maintenance at a time of the facility’s own clock, wherever the phone is', async () => {
    const kit = await startKit();
    const { page } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    await page.getByRole('button', { name: 'Maintenance…' }).first().click();
    await page.getByRole('radio', { name: /^Keep closed/ }).check();
    await page.getByRole('radio', { name: 'Until…' }).check();
    await page.getByLabel('Until, by the facility’s clock').fill('2030-01-07T05:00');
    await page.getByLabel('Why', { exact: true }).fill('Rebuilding');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Keep closed until 05:00 on Mon 7 Jan 2030' }).click();
    await page
      .getByRole('status')
      .getByText(/is kept closed until/)
      .waitFor();
    expect(kit.asked).toMatchObject([{ change: { untilMs: Date.parse('2030-01-07T05:00:00+10:00') } }]);
  });
});
