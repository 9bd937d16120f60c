import { wiringFault } from '@gatehouse/edge/wiring/wiring.faults.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { describe, expect, it } from 'vitest';
import { DOORS, panelInBrowser } from './panel.kit.ts';

const { startKit, open, signIn, picture, fair } = panelInBrowser();

const HASH = '0123456789abcdef'.repeat(4);
const [front, studio, gate] = DOORS;
if (front === undefined || studio === undefined || gate === undefined) throw new Error('the gym has three doors');
const HOSTILE = '<img src=x onerror=alert(1)>\u202etixe';
const standing = (rejected: { by: string; atMs: number } | null = null) => ({
  confirmed: { doors: [front, studio, gate], acknowledged: {} },
  waiting: {
    hash: HASH,
    revision: 4,
    sinceMs: Date.now() - 1_800_000,
    rejected,
    acknowledged: { [front.doorId]: ['magnet_without_exit'] },
    doors: [
      { ...front, profile: 'magnet' as const, relayEnergisedMeans: 'locked' as const, rex: null },
      { ...studio, relay: { ...studio.relay, channel: 6 } },
      { ...front, doorId: 'door_new0000000000000' as DoorId, name: HOSTILE, relay: { ...front.relay, channel: 9 } },
    ],
  },
});

describe.each([390, 1280])('a wiring that waits at the panel, %i px wide', (width) => {
  it('is read door by door in words, and confirmed by keyboard alone', async () => {
    const kit = await startKit({ box: { wiring: () => standing() } });
    const { page, wrongs } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    const section = page.getByRole('region', { name: 'A new wiring waits for you' });
    await section.getByText('locks: without power the relay says unlocked').waitFor();
    await section.getByText(/let go: it is locked/).waitFor();
    await section.getByText('hardware lets people out, not an exit button of this box').first().waitFor();
    await section.getByText(HOSTILE).waitFor();
    await picture(page, 'panel-wiring', width);
    await fair(page);
    await section.getByRole('button', { name: 'Confirm…', disabled: false }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm this wiring?' });
    await dialog.waitFor();
    await fair(page);
    await picture(page, 'dialog-wiring', width);
    kit.refusing.now = wiringFault('wiring.door_in_use', 'Front door: somebody is being let in.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const again = page.getByRole('dialog', { name: 'A door stands released' });
    await again.getByText('Front door: somebody is being let in.').waitFor();
    kit.refusing.now = undefined;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Confirmed. Try every door now.').waitFor();
    expect(kit.asked[0]).toMatchObject({
      what: 'wiring-confirmed',
      change: { hash: HASH, anyway: true, who: { name: 'Ada Byron' } },
    });
    expect(wrongs.filter((wrong) => !/409/.test(wrong))).toEqual([]);
  });

  it('is rejected in two steps, and says by whom it was', async () => {
    const now = { rejected: null as { by: string; atMs: number } | null };
    const kit = await startKit({ box: { wiring: () => standing(now.rejected) } });
    const { page } = await open(kit, width);
    await signIn(page, 'Ada Byron');
    await page.getByRole('button', { name: 'Reject…' }).click();
    await page.getByRole('button', { name: 'Reject wiring' }).click();
    await page.getByText('Rejected: the doors stay as they are.').waitFor();
    expect(kit.asked[0]).toMatchObject({ what: 'wiring-rejected', change: { hash: HASH } });
    now.rejected = { by: 'Ada Byron', atMs: Date.now() };
    kit.live.changed();
    await page.getByText(/^Rejected by Ada Byron at/).waitFor();
    expect(await page.getByRole('button', { name: 'Reject…' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Confirm…' }).waitFor();
  });
});
