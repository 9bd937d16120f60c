import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StartedGym, startGym } from '@gatehouse/cli/gym/start-gym.ts';
import { asOneFile } from '@gatehouse/cli/one-file.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { aGpioBuilding } from '@gatehouse/firmware-sim/world/buildings.kit.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuildingWatch, watchBuilding } from '../kit/building.ts';
import { eventually, throughout, timed } from '../kit/eventually.ts';
import { journalOf } from '../kit/journal.ts';
import { type Answer, partnerClient } from '../kit/partner-client.ts';
import { childrenOf } from '../kit/processes.ts';

/** A door on GPIO lines of the box itself, and a reader that is a USB keyboard of it. */
const BUILDING = aGpioBuilding({ hat: { activeLow: true } });

/**
 * The whole chain on files that FUSE serves: partner API, agent, pulse supervisor, onoff as published, line, relay, lock,
 * sense, line.
 */
describe('a gym whose door hangs on GPIO lines of the box', () => {
  let gym: StartedGym;
  let building: BuildingWatch;
  let partner: ReturnType<typeof partnerClient>;
  let journal: ReturnType<typeof journalOf>;
  beforeAll(async () => {
    gym = await startGym({ building: BUILDING, seed: 'gpio', doors: { holdSeconds: 2 } }, systemClock);
    building = watchBuilding(gym.place.simulatorUrl);
    partner = partnerClient(Number(new URL(gym.place.partnerUrl).port), readFileSync(gym.place.caFile, 'utf8'));
    const { boxId, cloudData, edgeData } = gym.place;
    journal = journalOf(boxId, {
      cloud: (command, body) => callControl(cloudData, command, body),
      edge: (command, body) => callControl(edgeData, command, body),
    });
  });
  afterAll(async () => {
    building?.stopWatching();
    await partner?.close();
    await gym?.close();
  });

  const unlock = (): Promise<Answer> => {
    const { facilityId, doors, keys } = gym.place;
    return partner.request(keys.live, `/access-control/doors/${doors.front}/unlock`, {
      facility_id: facilityId,
      member_id: 'M-1',
      first_name: 'Ada',
      last_name: 'Byron',
    });
  };
  const untilLocked = () => building.untilLock('front', 'locked', Seconds(6));
  const coilOf = async () => (await building.state()).doors[0]?.coil.energised;

  it('unlocks on the answer of the lock itself, and locks again after its hold', async () => {
    const { status, json } = await unlock();
    expect(await building.lockOf('front')).toBe('unlocked');
    expect([status, json.status, json.confirmed_by]).toEqual([200, 'unlocked', 'lock-sense']);
    const { tookMs } = await timed(untilLocked);
    expect(tookMs).toBeGreaterThan(1_000);
    expect(tookMs).toBeLessThan(3_000);
    const coil = building.happened('front', 'coil');
    expect(coil.slice(-2)).toEqual(['coil energised: line 17 went low', 'coil at rest: line 17 went high']);
  });

  it('tells a relay that moves nothing from one that opened the door', async () => {
    await building.door('front', 'jam');
    expect((await unlock()).status).toBe(502);
    await building.door('front', 'free');
    await untilLocked();
    expect((await unlock()).status).toBe(200);
    await untilLocked();
  });

  it('releases the door by its exit button, told of by an edge', async () => {
    const { tookMs } = await timed(async () => {
      await building.door('front', 'press-rex', { holdMs: 300 });
      await building.untilLock('front', 'unlocked', Seconds(2));
    });
    expect(tookMs).toBeLessThan(1_500);
    await building.untilLock('front', 'locked', Seconds(15));
  });

  it('locks at once when the agent is killed in the middle of a hold: the pulse supervisor brings the relay back', async () => {
    expect((await unlock()).status).toBe(200);
    const { tookMs } = await timed(async () => {
      await gym.process('agent', 'kill');
      await untilLocked();
    });
    expect(tookMs).toBeLessThan(1_500);
    await gym.process('agent', 'start');
    await throughout(Milliseconds(500), async () => (await building.lockOf('front')) === 'locked', 'it stays locked');
    expect((await unlock()).status).toBe(200);
    await untilLocked();
  });

  it('leaves a relay energised when its pulse supervisor is killed, as the kernel has it, until the next brings it to rest', async () => {
    expect((await unlock()).status).toBe(200);
    const [pulseSupervisor] = childrenOf(pidOfAgent(gym)).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('gatehouse-pulse-supervisor'),
    );
    expect(pulseSupervisor).toBeDefined();
    process.kill(pulseSupervisor ?? 0, 'SIGKILL');
    expect(await coilOf()).toBe(true);
    await building.untilLock('front', 'locked', Seconds(6));
    await eventually(async () => (await unlock()).status === 200, 'the door works again');
    await untilLocked();
  });

  it('takes a card from the keyboard reader, which it has for itself', async () => {
    const reader = async () => (await building.state()).readers[0];
    await eventually(async () => {
      const state = await reader();
      return state !== undefined && 'grabbed' in state && state.grabbed;
    }, 'the agent has grabbed the keyboard');
    await building.reader('wedge', 'present-qr', { text: '0008057923' });
    await journal.until('access.denied', ({ by }) => by === 'card');
    await building.reader('wedge', 'unplug');
    await building.reader('wedge', 'replug');
    await eventually(async () => {
      const state = await reader();
      return state !== undefined && 'grabbed' in state && state.grabbed;
    }, 'it has the keyboard again');
  });
});

const AGENT = await asOneFile(PROGRAMS.edge);
/** The agent is the process whose folder is the gym's. */
const pidOfAgent = (gym: StartedGym): number => {
  const mine = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = mine.find((pid) => {
    try {
      const line = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').split('\0');
      return line.includes(gym.place.edgeData) && line.includes(AGENT);
    } catch {
      return false;
    }
  });
  return Number(found ?? 0);
};
