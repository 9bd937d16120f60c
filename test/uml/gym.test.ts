import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { type Child, type ChildOptions, startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady, EdgeReady } from '@gatehouse/cli/demo/ready.ts';
import { createGymFacility } from '@gatehouse/cli/gym/gym-cloud.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { type Simulator, startSimulator } from '@gatehouse/firmware-sim/simulator.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { aGpioBuilding } from '@gatehouse/firmware-sim/world/buildings.kit.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { eventually, timed } from '../kit/eventually.ts';
import { partnerClient } from '../kit/partner-client.ts';
import { createSimChip, type SimChip } from './sim-chip.ts';

const CHIP = 'pinctrl-bcm2711';
const RELAY = 17;
const INPUTS = [27, 22, 23];
const SENSE = 27;
const building = Building.parse(
  aGpioBuilding({
    bus: { label: CHIP, lines: 32, base: 0 },
    hat: { relays: [RELAY], inputs: INPUTS },
    keyboard: false,
  }),
);

/** Solders the simulated building to lines of the kernel: its relay follows the line, its contacts pull theirs. */
const solder = (chip: SimChip, { world }: Simulator): Timer => {
  const lines = world.machine.gpio.get('pi')?.chip;
  const hat = world.machine.boards.get('hat');
  lines?.export(RELAY);
  let pulled: readonly boolean[] = [];
  return systemClock.every(Milliseconds(5), () => {
    lines?.exported.get(RELAY)?.setDirection(chip.level(RELAY) ? 'high' : 'low');
    const now = hat?.inputs ?? [];
    for (const [at, on] of now.entries()) if (on !== pulled[at]) chip.pull(INPUTS[at] ?? 0, on);
    pulled = now;
  });
};

/**
 * The whole chain on a real kernel: partner API, agent, pulse supervisor, character device, line, relay, lock, sense,
 * line.
 */
describe('a gym whose door hangs on lines of a real kernel', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-uml-'));
  const at = (name: string) => join(dir, name);
  const running: Child<unknown>[] = [];
  const start = async <Ready extends z.ZodType>(child: Omit<ChildOptions<Ready>, 'logDir' | 'clock'>) => {
    const started = await startChild({ ...child, logDir: at('logs'), clock: systemClock });
    running.push(started);
    return started;
  };
  let chip: SimChip;
  let simulator: Simulator;
  let wires: Timer;
  let unlock: () => Promise<{ readonly status: number; readonly json: { readonly confirmed_by?: string } }>;
  let agent: Child<unknown>;
  const lock = () => simulator.world.site.doors.get('front')?.state().lock.position;
  const startAgent = async () => {
    agent = await start({
      name: 'agent',
      file: PROGRAMS.edge,
      args: ['--config', at('edge.json'), '--data', at('edge'), '--panel-port', '0'],
      ready: EdgeReady,
    });
    return agent as Child<z.infer<typeof EdgeReady>>;
  };

  beforeAll(async () => {
    chip = createSimChip(CHIP, 32);
    simulator = await startSimulator({ dir: at('sim'), port: 0, building });
    wires = solder(chip, simulator);
    const environment = {
      DATA_DIR: at('cloud'),
      ...ANY_PORTS,
    };
    const { ready: cloud } = await start({
      name: 'cloud',
      file: PROGRAMS.cloud,
      args: ['--seed-demo'],
      environment,
      ready: CloudReady,
    });
    const { facilityId, doors } = await createGymFacility(at('cloud'), cloud.demo, {
      simulatorUrl: simulator.url,
      doors: { holdSeconds: 3 },
    });
    mkdirSync(at('edge'), { mode: 0o700 });
    const board = { chip: CHIP, relays: [{ line: RELAY }], inputs: INPUTS.map((line) => ({ line })) };
    const config = {
      cloud: { url: cloud.deviceUrl, caFile: cloud.caFile },
      buses: { pi: { kind: 'gpio', boards: { 1: board } } },
    };
    writeFileSync(at('edge.json'), JSON.stringify(config));
    const { claimCode } = (await startAgent()).ready;
    await eventually(
      () =>
        callControl(at('cloud'), 'associate', { facilityId, code: claimCode, doorIds: Object.values(doors) }).then(
          () => true,
          () => false,
        ),
      'the box is claimed',
      Seconds(60),
    );
    const partner = partnerClient(Number(new URL(cloud.partnerUrl).port), readFileSync(cloud.caFile, 'utf8'));
    unlock = () =>
      partner.request(cloud.demo.direct.keys.live, `/access-control/doors/${doors.front}/unlock`, {
        facility_id: facilityId,
        member_id: 'M-1',
        first_name: 'Ada',
        last_name: 'Byron',
      });
  }, 180_000);
  afterAll(async () => {
    for (const child of running.reverse()) await child.stop();
    wires?.cancel();
    await simulator?.close();
    chip?.remove();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  it('unlocks on the answer of the lock itself, and locks again after its hold', async () => {
    let answer = await unlock();
    await eventually(
      async () => {
        if (answer.status === 503) answer = await unlock(); // Not online yet.
        return answer.status !== 503;
      },
      'the door is online',
      Seconds(60),
    );
    expect(answer).toMatchObject({ status: 200, json: { confirmed_by: 'lock-sense' } });
    expect([lock(), chip.level(RELAY)]).toEqual(['unlocked', true]);
    await eventually(
      () => lock() === 'locked' && !chip.level(RELAY) && !chip.level(SENSE),
      'it locks again',
      Seconds(10),
    );
  });

  it('locks when the agent is killed in the middle of a hold', async () => {
    expect((await unlock()).status).toBe(200);
    expect([lock(), chip.level(RELAY)]).toEqual(['unlocked', true]);
    const { tookMs } = await timed(async () => {
      process.kill(agent.pid, 'SIGKILL');
      await eventually(() => lock() === 'locked', 'it locks', Seconds(3));
    });
    expect(tookMs).toBeLessThan(2_500);
    expect(chip.level(RELAY)).toBe(false);
  });
});
