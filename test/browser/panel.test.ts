import { doorFault } from '@gatehouse/edge/door/doors.faults.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { describe, expect, it } from 'vitest';
import { WIDTHS } from '../kit/browser.ts';
import { front, gate, panelInBrowser, studio } from './panel.kit.ts';

const { startKit, open, signIn, picture, fair } = panelInBrowser();

const [PHONE, ...WIDER] = WIDTHS;
const looks = (width: number) => {
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

  it('sets maintenance by keyboard alone in two steps: choose, then confirm the door and the end in plain words', async () => {
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

  it('shows what somebody else did meanwhile, and does nothing until it is decided again', {
    tags: 'long',
  }, async () => {
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

  it('D7 offers three reasons for a lockdown that looks grave, and folds sign-ins and what only support asks for', {
    tags: 'long',
  }, async () => {
    const kit = await startKit();
    const { page, wrongs } = await open(kit, width);
    for (const name of ['Ada Byron', 'Sam Okoro'])
      await kit.journal.record({ kind: 'panel.signed_in', data: { staffId: `staff_${name}`, name } });
    await signIn(page, 'Ada Byron');
    await page.getByText('2 sign-ins at the panel, the last: Sam Okoro signed in at the panel').click();
    await page.getByText('Ada Byron signed in at the panel', { exact: true }).waitFor();
    const all = page.getByRole('button', { name: 'Lock down all doors…' });
    const colour = (selector: string) => page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
    expect(await colour('#all-doors button')).not.toBe(await colour('#sign-out'));
    await page.getByText('For support').click();
    await page.locator('#support').getByText('Box', { exact: true }).waitFor();
    await all.click();
    const reasons = page.getByRole('group', { name: 'Reasons to choose from' }).getByRole('button');
    expect(await reasons.count()).toBe(3);
    await fair(page);
    await reasons.first().click();
    await page.getByRole('button', { name: 'Lock down all 3 doors' }).click();
    kit.live.changed();
    await page.getByText('Locked down by Ada Byron (Threat in the building)').nth(2).waitFor();
    expect(wrongs).toEqual([]);
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

  it('ends a maintenance at a time of the facility’s own clock, wherever the phone is', { tags: 'long' }, async () => {
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
};

describe(`the staff panel in a real browser, ${PHONE} pixels wide`, () => looks(PHONE));
describe.each(WIDER)('the staff panel in a real browser, %i pixels wide', { tags: 'long' }, looks);
