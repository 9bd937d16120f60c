import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { describe, expect, it, vi } from 'vitest';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { openBoxStore } from '../store/box-store.ts';
import { type OpenUpdatesDeps, openUpdates } from './open-updates.ts';
import { aRelease, aReleaseKey } from './testing/a-release.ts';
import { releaseShelf } from './testing/an-updater.ts';

const { key, publicKey } = aReleaseKey();

describe('the updates of a box', () => {
  const boxWith = (more: Partial<OpenUpdatesDeps>, shelf = releaseShelf()) => {
    const folder = mkdtempSync(join(tmpdir(), 'updates-'));
    const clock = new ManualClock('2026-01-01T00:00:00Z');
    const restarts: number[] = [];
    const seen = { trusted: true };
    const updates = openUpdates({
      config: {},
      version: '1.0.0',
      cloud: { send: shelf.send },
      uplink: {
        tokens: {
          current: async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: 'mqtts://x:1' }),
          fresh: async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: 'mqtts://x:1' }),
          drop: () => {},
        },
        view: {
          link: () => ({ state: 'connected', trouble: undefined }),
          claimCode: () => undefined,
          claimPage: () => undefined,
          desired: () => ({ facility: { timezone: 'Australia/Brisbane' } }) as never,
          appliedRevision: () => 0,
        },
      },
      box: openBoxStore(join(folder, 'box.db'), { nowMs: clock.wallMs(), log: silentLog }),
      journal: { record: async () => [], standing: () => ({ writable: true }) as never },
      doors: fakeDoors().doors,
      trust: { known: () => seen.trusted },
      releaseHome: folder,
      restart: (code) => void restarts.push(code),
      clock,
      random: (n) => new Uint8Array(n),
      log: silentLog,
      ...more,
    });
    return { updates, clock, restarts, seen };
  };

  it('are off unless they are configured and a supervisor is there, and say which is missing', async () => {
    const config = { updates: { publicKey: newDeviceKey().publicKey, channel: 'stable' } };
    const unconfigured = boxWith({}).updates;
    expect(unconfigured.standing()).toMatchObject({ state: 'off', running: '1.0.0' });
    await expect(unconfigured.check()).rejects.toThrow('edge.json has no updates');
    const alone = boxWith({ config, releaseHome: undefined }).updates;
    await expect(alone.check()).rejects.toMatchObject({ code: 'updates.off' });
    expect(boxWith({ config }).updates.standing().state).toBe('idle');
  });

  it('wait for their window in the facility’s own time, and for a clock that is trusted', async () => {
    const shelf = releaseShelf();
    shelf.shelf.offer(await aRelease({ version: '1.1.0', key }));
    const window = { from: '02:00', to: '04:00' }; // It is 10:00 in Brisbane.
    const { updates, clock, restarts, seen } = boxWith(
      { config: { updates: { publicKey, channel: 'stable', window } } },
      shelf,
    );
    await updates.check();
    const waits = (text: string) => vi.waitFor(() => expect(updates.standing().waitingFor).toEqual([text]));
    await waits('the hours of 02:00 to 04:00');
    seen.trusted = false;
    await clock.advance(Hours(17));
    await waits('a trusted clock, to know 02:00 to 04:00');
    expect(restarts).toEqual([]);
    seen.trusted = true;
    await clock.advance(Hours(0.1));
    await vi.waitFor(() => expect(restarts).toEqual([75]));
  });
});
