// @module-tag long
// @module-tag waiting
import { execFileSync } from 'node:child_process';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

/** From now on no file of this process can be written further than so many bytes (setrlimit(2), RLIMIT_FSIZE). */
const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);

describe('a box whose disk takes nothing more', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
  });
  afterAll(() => site.close());

  it('refuses remote unlocks, moves nothing, still lets people out, and goes on when there is room again', async () => {
    const before = await site.settled();
    const { pid } = site.processes.edge;
    limitFiles(pid, 1);
    for (let i = 0; i < 3; i++)
      expect(await site.unlock('front')).toMatchObject({ status: 503, json: { reason: 'device_offline' } });
    expect(await site.building.lockOf('front')).toBe('locked');
    expect(site.building.mark()).toBe(before.happened);
    expect((await site.journal.standing()).writable).toBe(false);

    await site.building.door('front', 'press-rex');
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await site.building.untilLock('front', 'locked', Seconds(4));

    limitFiles(pid, 'unlimited');
    await eventually(async () => (await site.unlock('front')).status === 200, 'unlocks work again', Seconds(5));
    expect((await site.journal.standing()).writable).toBe(true);
    await site.settled();
    expect(site.processes.edge.pid).toBe(pid);
    await site.journal.prove();
    const accepted = await site.journal.of('unlock.accepted', before.seq);
    expect(accepted).toHaveLength(site.building.pulses('front', before.happened) - 1); // One pulse was the exit button's.
  });

  it('goes on letting in whom its rules let in, and says afterwards how much of it is not on record', async () => {
    const people = entering(site);
    await people.push('M-7001');
    const enters = async () => (await people.present(people.member('M-7001'))).granted;
    await eventually(enters, 'the box knows the member');
    const before = await site.settled();
    limitFiles(site.processes.edge.pid, 1);
    const first = await people.present(people.member('M-7001'));
    expect(first).toMatchObject({ granted: true });
    await site.building.untilLock('front', 'unlocked', Seconds(2));
    await site.building.untilLock('front', 'locked', Seconds(4));
    expect(await people.present(people.member('M-9999'))).toMatchObject({ granted: false });
    expect(await site.unlock('front')).toMatchObject({ status: 503 });
    await eventually(
      async () => (await site.warnings()).some(({ kind }) => kind === 'box_disk_full'),
      'staff are warned of the disk',
      Seconds(25),
    );

    limitFiles(site.processes.edge.pid, 'unlimited');
    await eventually(async () => (await site.journal.standing()).writable, 'the journal is written again', Seconds(10));
    const { facts, why } = await site.journal.until('journal.lost', () => true, before.seq);
    expect(facts).toBeGreaterThanOrEqual(3); // Two decisions and a movement at the least.
    expect(why).toMatch(/Sqlite/);
    await site.settled();
    await site.journal.prove();
  });
});
