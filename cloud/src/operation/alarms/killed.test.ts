// @module-tag long
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { alarmingWorld } from './testing/alarming-world.ts';

const PROGRAM = fileURLToPath(new URL('./testing/telling-process.ts', import.meta.url));
const FORCED = 'A door was forced open: Front door · Harbour Gym';
const PATIENT = { timeout: 60_000 };

describe.each(ENGINES)('a step whose process is killed, on $name', ({ freshUrl }) => {
  it.each([
    ['before commit', 'is told by whoever comes next'],
    ['after commit', 'was told, and is told by nobody else'],
  ])('%s, %s', PATIENT, async (dies) => {
    const clock = new ManualClock('2026-11-22T02:00:00.000Z');
    const url = await freshUrl();
    const gym = await alarmingWorld(await openTestDatabase(url), clock);
    await gym.someone('mia', 'facility-manager');
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.forced();
    await gym.alarms.follow({ kind: 'door_forced_open', facilityId: gym.facilityId, subject: gym.doorId });
    await gym.alarms.run(gym.facilityId);
    expect(await gym.told()).toEqual([`mail mia: ${FORCED}`]);
    await clock.advance(Minutes(10));
    const replica = fork(PROGRAM, [url, gym.facilityId, isoOf(clock.wallMs()), dies], { execArgv: [] });
    const [, signal] = await once(replica, 'exit');
    expect(signal).toBe('SIGKILL');
    const byIt = await gym.told();
    expect(byIt).toEqual(dies === 'after commit' ? [`mail ola: ${FORCED}`] : []);
    // Its lease has ended, or the minute's look finds what nobody did.
    gym.startReplica();
    await gym.pass(Minutes(2));
    expect([...byIt, ...(await gym.told())]).toEqual([`mail ola: ${FORCED}`]);
    expect(await gym.open()).toMatchObject([{ step: 2, nextStepAt: null }]);
    await gym.close();
  });
});
