import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '@gatehouse/cli/demo/child.ts';
import { EdgeReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entering } from '../kit/entering.ts';
import { eventually } from '../kit/eventually.ts';
import { cutLine, mendLine } from '../kit/line.ts';
import { type Site, startSite } from '../kit/site.ts';

const Enforced = z.object({
  doors: z.array(
    z.object({
      enforces: z.looseObject({ revision: z.number(), of: z.number(), hashMatches: z.boolean().nullable() }),
    }),
  ),
});

/** From a partner's push to the door and back to the partner's feed, by three real processes. */
describe('an entry that the box decides', () => {
  let site: Site;
  let gym: ReturnType<typeof entering>;
  beforeAll(async () => {
    site = await startSite({ wires: true });
    gym = entering(site);
  });
  afterAll(() => site.close());

  const enforced = async () =>
    Enforced.parse(await site.cloudControl('doors', { facilityId: site.demo.facilityId })).doors.map(
      ({ enforces }) => enforces,
    );
  const letIn = (memberId: string) =>
    eventually(async () => (await gym.present(gym.member(memberId))).granted, `${memberId} is let in`);

  it('opens the door soon after the partner has sent the member, and says so in both records', async () => {
    const { happened, seq } = await site.settled();
    await gym.push('M-1');
    await letIn('M-1');
    await eventually(() => site.building.moves('front', happened).includes('lock unlocked'), 'the lock has moved');
    await site.settled();
    const granted = (await site.journal.of('access.granted', seq)).at(-1);
    expect(granted).toMatchObject({ via: 'window', by: 'member', clock: 'trusted', stale: false });
    expect(await site.journal.of('access.released', seq)).toContainEqual(
      expect.objectContaining({ entryId: granted?.entryId, outcome: 'unlocked' }),
    );
    expect((await site.journal.of('lock.moved', seq)).map(({ cause }) => cause)).toContain('access');
  });

  it('I7: once the box has acknowledged a revocation, nobody gets in by what was before it', async () => {
    await gym.push('M-2');
    await letIn('M-2');
    const before = (await gym.standing()).revision;
    await gym.push('M-2', { revision: 2, windows: [] });
    await eventually(
      async () => (await enforced()).every(({ revision }) => revision > before),
      'every door enforces it',
    );
    const { happened } = await site.settled();
    expect(await gym.present(gym.member('M-2'))).toMatchObject({ granted: false, reason: 'no_grant' });
    expect(site.building.moves('front', happened)).toEqual([]);
  });

  it('the cloud shows that every door enforces the newest revision, and the very same one', async () => {
    await gym.push('M-3');
    await eventually(
      async () => (await enforced()).every(({ revision, of, hashMatches }) => revision === of && hashMatches === true),
      'every door enforces the newest revision',
    );
  });

  it('a link that flaps every second loses nothing, doubles nothing, and ends with what the cloud has', {
    tags: 'long',
  }, async () => {
    for (let round = 0; round < 6; round++) {
      await gym.push(`M-flap-${round}`);
      await gym.present(gym.member('M-1'));
      cutLine(site);
      await sleep(systemClock, Milliseconds(500));
      mendLine(site);
      await sleep(systemClock, Milliseconds(500));
    }
    await site.untilOnline();
    await eventually(async () => {
      await gym.caughtUp();
      return (await gym.present(gym.member('M-flap-5'))).granted;
    }, 'the last member sent is known');
    await site.settled();
    await site.journal.prove();
    expect((await enforced()).every(({ hashMatches }) => hashMatches === true)).toBe(true);
  });

  it('two boxes with one identity are told apart by their journals, and staff are warned', {
    tags: 'long',
  }, async () => {
    await site.settled();
    await site.stop(site.processes.edge);
    const twin = join(site.dir, 'twin');
    cpSync(join(site.dir, 'edge'), twin, { recursive: true, filter: (file) => !file.endsWith('.sock') });
    await site.startEdge();
    await site.untilOnline();
    const child = await startChild({
      name: 'twin',
      file: PROGRAMS.edge,
      args: ['--config', join(site.dir, 'edge', 'edge.json'), '--data', twin, '--panel-port', '0'],
      logDir: join(site.dir, 'logs'),
      clock: systemClock,
      ready: EdgeReady,
    });
    try {
      await eventually(
        async () => (await site.warnings()).some(({ kind }) => kind === 'box_cloned'),
        'the twin is noticed',
        Seconds(60),
      );
    } finally {
      await child.stop();
    }
  });
});
