// @module-tag long
import { caOf } from '@gatehouse/edge/panel/ca-certificate.ts';
import type { ReaderReport } from '@gatehouse/edge/readers/wired-readers.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newAuthority } from '@gatehouse/shared/tls/certificates.ts';
import { describe, expect, it } from 'vitest';
import { WIDTHS } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { bans, desired, front, panelInBrowser, studio } from './panel.kit.ts';

const fine = { state: 'online', tampered: false, secure: false, trouble: null } as const;
const away = { state: 'lost', trouble: 'its serial line is not there' } as const;
const { startKit, open, signIn, picture, fair } = panelInBrowser();

describe.each(WIDTHS)('what the staff panel says of its box in a real browser, %i pixels wide', (width) => {
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

  it('shows the readers, which of them need somebody, and nothing of what they read', async () => {
    const readers: ReaderReport[] = [
      {
        name: 'front-reader',
        doorId: front,
        bus: 'rs485',
        unit: 1,
        ...fine,
        secure: true,
        lastReadMs: 1_767_261_600_000,
      },
      { name: 'side-reader', doorId: studio, bus: 'rs485', unit: 2, ...fine, tampered: true, lastReadMs: null },
      { name: 'scanner', doorId: front, bus: 'usb', unit: 1, ...fine, ...away, lastReadMs: null },
    ];
    let now: readonly ReaderReport[] = [];
    const kit = await startKit({ box: { desired: () => desired, readers: () => now } });
    const { page, wrongs } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    expect(await page.getByRole('heading', { name: 'Readers' }).isVisible()).toBe(false);
    now = readers;
    kit.live.changed();
    await page.getByText(/^Front door\. Answers, encrypted, last read .*1 Jan/).waitFor();
    await page.getByText('! Studio. Its housing is open. Answers, nothing read yet').waitFor();
    await page.getByText('! Front door. Does not answer (its serial line is not there), nothing read yet').waitFor();
    await fair(page);
    await picture(page, 'readers', width);
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
        claimPage: () => 'https://console.example/ops/claim',
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
    await page.getByText('https://console.example/ops/claim#7K3M-9QXW').waitFor();
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
});
