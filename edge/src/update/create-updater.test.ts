import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it, vi } from 'vitest';
import { A_DOOR } from '../fakes/a-door.ts';
import { CloudUnreachable } from '../identity/cloud-https.ts';
import { aRelease, aReleaseKey } from './testing/a-release.ts';
import { anUpdater, releaseShelf } from './testing/an-updater.ts';

const { key, publicKey } = aReleaseKey();
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 });
const NEW = '1.1.0';
/** Does not compress, so that it takes several parts. */
const LARGE = Array.from({ length: 8_000 }, (_, i) => createHash('sha512').update(`${i}`).digest('base64')).join('');

const offering = async (
  ...versions: { version: string; floor?: string; offer?: number; files?: Record<string, string> }[]
) => {
  const cloud = releaseShelf();
  for (const { offer, ...release } of versions) cloud.shelf.offer(await aRelease({ ...release, key }), offer);
  return cloud;
};

describe('the updater', () => {
  it('takes the newest release, and restarts with it', async () => {
    const cloud = await offering({ version: NEW }, { version: '1.2.0', floor: '1.1.0' }, { version: '0.9.0' });
    const { updater, seen, home, folder, doors } = anUpdater({ publicKey, cloud });
    await updater.check();
    await soon(() => expect(seen.restarts).toEqual([75]));
    expect(home.current()).toBe('1.2.0');
    expect(home.state().trial).toMatchObject({ to: '1.2.0', from: '1.0.0', floor: '1.1.0', phase: 'switching' });
    expect(seen.facts).toEqual([{ kind: 'update.begun', data: { from: '1.0.0', to: '1.2.0' } }]);
    expect(readdirSync(join(folder, 'releases'))).toEqual(['1.0.0', '1.2.0']);
    expect(doors.unlocks).toEqual([]);
  });

  it('finds one by itself within ten minutes of its start, and looks again every few hours', async () => {
    const cloud = await offering();
    const { updater, clock } = anUpdater({ publicKey, cloud });
    updater.start();
    await clock.advance(Seconds(600));
    await soon(() => expect(updater.standing().checkedAtMs).not.toBeNull());
    const { length } = cloud.shelf.asked;
    await clock.advance(Hours(8));
    await soon(() => expect(cloud.shelf.asked.length).toBeGreaterThan(length));
    updater.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('waits while a door is in use, an alarm is on, or it is not the time of day, and says so', async () => {
    const cloud = await offering({ version: NEW });
    const { updater, seen, clock, doors } = anUpdater({ publicKey, cloud });
    doors.atRest = false;
    seen.window = 'the hours of 02:00 to 04:00';
    await updater.check();
    await soon(() => expect(updater.standing()).toMatchObject({ state: 'waiting', version: NEW }));
    expect(updater.standing().waitingFor).toEqual(['a door in use', 'the hours of 02:00 to 04:00']);
    doors.atRest = true;
    doors.reports = doors.reports.map((report) => ({ ...report, alarms: ['fire', 'relay_fault'] }));
    seen.window = undefined;
    expect(updater.standing().waitingFor).toEqual(['the end of an alarm (fire)']);
    for (let i = 0; i < 20; i++) await clock.advance(Seconds(2));
    expect([seen.restarts, seen.facts]).toEqual([[], []]);
    await expect(updater.check()).rejects.toMatchObject({ code: 'updates.busy' });
    doors.reports = doors.reports.map((report) => ({ ...report, alarms: ['relay_fault'] }));
    await clock.advance(Seconds(2));
    await soon(() => expect(seen.restarts).toEqual([75]));
  });

  it('goes on with a download where it was cut, over a restart too', async () => {
    const cloud = await offering({ version: NEW, files: { 'agent.mjs': 'x', 'large.txt': LARGE } });
    let parts = 0;
    cloud.shelf.before = (path) => {
      if (path.includes('/file') && ++parts > 1) throw new CloudUnreachable('cut');
    };
    const first = anUpdater({ publicKey, cloud });
    await first.updater.check();
    await soon(() => expect(first.updater.standing()).toMatchObject({ state: 'idle', trouble: '1.1.0: cut' }));
    first.updater.close();
    first.box.close();
    cloud.shelf.before = () => {};
    cloud.shelf.asked = [];
    const second = anUpdater({ publicKey, cloud, folder: first.folder });
    await second.updater.check();
    await soon(() => expect(second.seen.restarts).toEqual([75]));
    expect(cloud.shelf.asked[1]).toBe('/edge/v1/releases/1.1.0/file?from=262144');
  });

  it('refuses what another key signed, a flipped byte, and a part of something else', async () => {
    const wrong = releaseShelf();
    wrong.shelf.offer(await aRelease({ version: NEW, key: aReleaseKey().key }));
    const one = anUpdater({ publicKey, cloud: wrong });
    await one.updater.check();
    expect(one.updater.standing()).toMatchObject({
      state: 'idle',
      trouble: '1.1.0 is refused: its signature is not that of the release key.',
    });
    expect(wrong.shelf.asked).toHaveLength(1); // Not a byte of it was asked for.

    const flipped = await offering({ version: NEW });
    const bytes = flipped.shelf.archives.get(NEW) ?? Buffer.alloc(1);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    const two = anUpdater({ publicKey, cloud: flipped });
    await two.updater.check();
    await soon(() => expect(two.updater.standing().trouble).toBe('1.1.0: The archive is not the one that was signed.'));
    expect(readdirSync(join(two.folder, 'drafts'))).toEqual([]); // What was bad is not gone on with.

    flipped.shelf.archives.set(NEW, Buffer.concat([bytes, bytes]));
    await two.updater.check();
    await soon(() => expect(two.updater.standing().trouble).toContain('does not belong here'));
    expect([one.seen.restarts, two.seen.restarts, two.home.current()]).toEqual([[], [], '1.0.0']);
  });

  it('takes an older signed release only on request, and none below the floor even then', async () => {
    const cloud = await offering({ version: '0.9.0' }, { version: '0.8.0' });
    const { updater, seen, box, home } = anUpdater({ publicKey, cloud });
    box.slot('update_floor', { safeParse: (data: unknown) => ({ data }) } as never).keep('0.9.0');
    await updater.check();
    expect([updater.standing().state, updater.standing().floor]).toEqual(['idle', '0.9.0']);
    await expect(updater.check('0.8.0')).rejects.toThrow('0.8.0 is refused: it is below the security floor 0.9.0.');
    await expect(updater.check('0.7.0')).rejects.toMatchObject({ code: 'updates.none' });
    await updater.check('0.9.0');
    await soon(() => expect(seen.restarts).toEqual([75]));
    expect(home.current()).toBe('0.9.0');
    expect(home.state().trial?.floor).toBe('0.9.0'); // Its own is 0.0.0: a floor never sinks.
  });

  it('keeps the floor when the file of the home is replaced by an older one', async () => {
    const cloud = await offering();
    const { updater, box, folder } = anUpdater({ publicKey, cloud });
    box.slot('update_floor', { safeParse: (data: unknown) => ({ data }) } as never).keep('0.9.0');
    const state = { v: 1, floor: '0.5.0', trial: null, undone: [] };
    writeFileSync(join(folder, 'state.json'), JSON.stringify(state));
    expect(updater.standing().floor).toBe('0.9.0');
    writeFileSync(join(folder, 'state.json'), JSON.stringify({ ...state, floor: '0.10.0' }));
    expect(updater.standing().floor).toBe('0.10.0');
  });

  it('tries a release that was given up again only when it is offered anew', async () => {
    const cloud = await offering({ version: NEW, offer: 4 });
    const { updater, seen, folder } = anUpdater({ publicKey, cloud });
    const undone = [{ version: NEW, from: '1.0.0', offer: 4, why: 'it ended 3 times' }];
    writeFileSync(join(folder, 'state.json'), JSON.stringify({ v: 1, floor: null, trial: null, undone }));
    await updater.check();
    expect(updater.standing().state).toBe('idle');
    cloud.shelf.list = { releases: cloud.shelf.list.releases.map((release) => ({ ...release, offer: 5 })) };
    await updater.check();
    await soon(() => expect(seen.restarts).toEqual([75]));
  });
});

describe('a release on trial', () => {
  const onTrial = async () => {
    const cloud = await offering({ version: NEW, floor: '1.1.0' });
    const before = anUpdater({ publicKey, cloud });
    await before.updater.check();
    await soon(() => expect(before.seen.restarts).toEqual([75]));
    before.updater.close();
    before.box.close();
    const after = anUpdater({ publicKey, cloud, folder: before.folder, running: NEW });
    await vi.waitFor(() => expect(after.doors.reports).toHaveLength(1));
    return after;
  };
  const confirmed = (folder: string) => existsSync(join(folder, 'confirmed'));

  it('stays once link, journal and boards have been well for twenty seconds, and raises the floor', async () => {
    const { updater, clock, seen, folder } = await onTrial();
    seen.linked = false;
    updater.start();
    await clock.advance(Seconds(60));
    expect(updater.standing()).toMatchObject({ state: 'on_trial', waitingFor: ['the link to the cloud'], floor: null });
    seen.linked = true;
    await clock.advance(Seconds(15));
    seen.writable = false;
    await clock.advance(Seconds(2));
    expect([updater.standing().waitingFor, confirmed(folder)]).toEqual([['a journal that can be written'], false]);
    seen.writable = true;
    await clock.advance(Seconds(22));
    expect([updater.standing().state, updater.standing().floor, confirmed(folder)]).toEqual(['idle', '1.1.0', true]);
    expect(seen.facts).toEqual([{ kind: 'update.kept', data: { version: NEW } }]);
  });

  it('stays although the disk did not take it at first, and can be updated again after a switch that failed', async () => {
    const { updater, clock, folder, home } = await onTrial();
    mkdirSync(join(folder, 'confirmed.draft')); // Writing it fails.
    updater.start();
    await clock.advance(Seconds(30));
    expect([updater.standing().state, confirmed(folder)]).toEqual(['on_trial', false]);
    rmdirSync(join(folder, 'confirmed.draft'));
    await clock.advance(Seconds(2));
    expect([updater.standing().state, confirmed(folder)]).toEqual(['idle', true]);
    await expect(updater.check()).rejects.toMatchObject({ code: 'updates.busy' }); // Not yet noted by the supervisor.
    const trial = { ...home.state().trial, to: '1.9.0', from: NEW };
    writeFileSync(join(folder, 'state.json'), JSON.stringify({ ...home.state(), trial }));
    expect(await updater.check()).toMatchObject({ state: 'idle' });
  });

  it('does not stay while a board is silent that answered before', async () => {
    const { updater, clock, doors, folder } = await onTrial();
    doors.reports = doors.reports.map((report) => ({ ...report, reachable: false }));
    updater.start();
    await clock.advance(Seconds(60));
    expect(updater.standing().waitingFor).toEqual([`an answer of the boards of ${A_DOOR.doorId}`]);
    doors.reports = [];
    await clock.advance(Seconds(60));
    expect(confirmed(folder)).toBe(false);
  });

  it('is told in the journal at the next start when the supervisor has gone back, and why', async () => {
    const failed = await onTrial();
    failed.box.close();
    const undone = [{ version: NEW, from: '1.0.0', offer: 1, why: 'it did not confirm in time' }];
    writeFileSync(join(failed.folder, 'state.json'), JSON.stringify({ v: 1, floor: null, trial: null, undone }));
    const cloud = releaseShelf();
    const back = anUpdater({ publicKey, cloud, folder: failed.folder });
    back.updater.start();
    const fact = { kind: 'update.undone', data: { from: NEW, to: '1.0.0', why: 'it did not confirm in time' } };
    await soon(() => expect(back.seen.facts).toEqual([fact]));
    back.updater.close();
    back.box.close();
    const again = anUpdater({ publicKey, cloud, folder: failed.folder });
    again.updater.start();
    expect(again.seen.facts).toEqual([]);
  });
});
