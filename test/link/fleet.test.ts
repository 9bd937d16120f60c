// @module-tag long
// @module-tag waiting

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { type Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { FleetOptions } from '@gatehouse/firmware-sim/fleet/options.ts';
import { type FleetReport, runFleet } from '@gatehouse/firmware-sim/fleet/run-fleet.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const BOXES = Number(process.env.GATEHOUSE_FLEET ?? 120);
const Boxes = z.object({
  boxes: z.array(z.object({ boxId: z.string(), epochs: z.array(z.looseObject({})) })),
});

describe(`a fleet of ${BOXES} light boxes on a real cloud`, () => {
  let dir: string;
  let cloud: Child<z.infer<typeof CloudReady>>;
  let report: FleetReport;
  /** Of whatever ran in this process before. */
  let memoryBefore: number;
  const said: string[] = [];
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'gatehouse-fleet-test-'));
    cloud = await startChild({
      name: 'cloud',
      file: PROGRAMS.cloud,
      args: ['--seed-demo'],
      environment: {
        DATA_DIR: dir,
        ...ANY_PORTS,
      },
      ready: CloudReady,
      logDir: join(dir, 'logs'),
      clock: systemClock,
    });
    const { deviceUrl, partnerUrl, caFile, demo } = cloud.ready;
    memoryBefore = process.memoryUsage().rss / 1e6;
    report = await runFleet({
      options: FleetOptions.parse({
        boxes: BOXES,
        ramp: 200,
        seconds: 8,
        unlocks: 4,
        'beacon-seconds': 2,
        'storm-every': 3,
        'storm-percent': 40,
      }),
      place: {
        deviceUrl,
        partnerUrl,
        caFile,
        cloudData: dir,
        facilityId: demo.facilityId,
        partnerId: demo.direct.id,
        key: demo.direct.keys.live,
      },
      clock: systemClock,
      say: (line) => said.push(line),
    });
  }, 180_000);
  afterAll(async () => {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('comes up whole, is heard by the cloud, and comes back after part of it was cut off at once', () => {
    expect(report).toMatchObject({ boxes: BOXES, connected: BOXES });
    expect(report.storms.length).toBeGreaterThanOrEqual(1);
    expect(report.storms).not.toContain(null);
    expect(report.drops).toBeGreaterThan(BOXES / 10);
    expect(report.acksPerSecond).toBeGreaterThan(BOXES / 2 / 4); // A beacon each two seconds, on a busy machine.
    expect(said.some((line) => /connected .* acknowledged/.test(line))).toBe(true);
  });

  it('opens the doors that partners ask for, by signed outcomes', () => {
    expect(report.unlockMs.count).toBeGreaterThan(5);
    expect(report.unlockMs.p50).toBeGreaterThan(90); // Its locks pretend to take 100 ms.
    const others = Object.keys(report.errors).filter((why) => !/^unlock (503|504)|closed|ECONN/.test(why));
    expect(others).toEqual([]);
  });

  it('leaves its facts with the cloud, one journal a box', async () => {
    expect(report.factsStored).toBeGreaterThanOrEqual(BOXES);
    const { boxes } = Boxes.parse(await callControl(dir, 'journal'));
    expect(boxes.filter(({ epochs }) => epochs.length === 1)).toHaveLength(BOXES);
  });

  it('is no more memory than a few processes', () => expect(report.memoryMb - memoryBefore).toBeLessThan(500));
});
