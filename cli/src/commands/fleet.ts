import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { Command } from 'commander';
import { ANY_PORTS } from '../demo/any-ports.ts';
import { startChild } from '../demo/child.ts';
import { CloudReady } from '../demo/ready.ts';
import { PROGRAMS } from '../process-files.ts';

/** `gatehouse fleet …`: a cloud of its own, and so many light boxes that belong to it. */
export const fleetCommand = (): Command =>
  new Command('fleet')
    .description(
      'Load a cloud of its own with light boxes: they speak the device link as real ones, and pretend the doors.',
    )
    .option('--boxes <n>', 'how many', '200')
    .option('--ramp <n>', 'how many new ones a second', '50')
    .option('--seconds <n>', 'how long at full size', '30')
    .option('--unlocks <n>', 'unlocks a second, all over the fleet', '5')
    .option('--storm-every <seconds>', 'let a part of them lose its connection at once, so often; 0 for never', '0')
    .option('--storm-percent <n>', 'how many of a hundred', '50')
    .option('--seed <text>', 'for every choice left to chance', '1')
    .option('--database <url>', 'postgres://…; SQLite unless given')
    .action(async ({ database, ...options }: Record<string, string | undefined>) => {
      const dir = mkdtempSync(join(tmpdir(), 'gatehouse-fleet-'));
      const cloud = await startChild({
        name: 'cloud',
        file: PROGRAMS.cloud,
        args: ['--seed-demo'],
        environment: {
          DATA_DIR: dir,
          ...ANY_PORTS,
          LOG_LEVEL: 'warn',
          ...(database !== undefined && { DATABASE_URL: database }),
        },
        ready: CloudReady,
        logDir: join(dir, 'logs'),
        clock: systemClock,
      });
      const { demo, deviceUrl, partnerUrl, caFile } = cloud.ready;
      const place = {
        'device-url': deviceUrl,
        'partner-url': partnerUrl,
        ca: caFile,
        data: dir,
        facility: demo.facilityId,
        partner: demo.direct.id,
      };
      const typed = Object.fromEntries(
        Object.entries(options).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`), value]),
      );
      const args = Object.entries({ ...typed, ...place }).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const code = await new Promise<number>((resolve, reject) => {
        const fleet = spawn(process.execPath, [...process.execArgv, PROGRAMS.fleet, ...args], {
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, GATEHOUSE_PARTNER_KEY: demo.direct.keys.live },
        });
        const stop = (): void => void fleet.kill('SIGTERM');
        process.once('SIGINT', stop).once('SIGTERM', stop);
        fleet.once('error', reject);
        fleet.once('exit', (ended) => resolve(ended ?? 1));
      });
      await cloud.stop();
      rmSync(dir, { recursive: true, force: true });
      process.exitCode = code;
    });
