import { resolve } from 'node:path';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { Command } from 'commander';
import { startDemoSite } from '../demo/demo-site.ts';
import { demoScreen } from '../demo/print.ts';
import { smoke } from '../demo/smoke.ts';

/** `gatehouse demo`: a whole gym on this machine, on loopback, with nothing to configure. */
export const demoCommand = (): Command =>
  new Command('demo')
    .description(
      'Run a gym with three doors on this machine: cloud, edge agent, and simulated hardware on a serial bus.',
    )
    .option('--data <dir>', 'where the demo keeps its data between starts', 'data/demo')
    .option('--smoke', 'run every printed line, check what it answers, and stop')
    .action(async (options: { data: string; smoke?: true }) => {
      const began = systemClock.monoMs();
      const stopped = stopSignal();
      const site = await startDemoSite(resolve(options.data), systemClock);
      console.log(demoScreen(site, systemClock.monoMs() - began));
      if (options.smoke) {
        const failures = await smoke(site, systemClock, (text) => console.log(text));
        console.log(failures === 0 ? '\nEverything works.' : `\n${failures} of these failed.`);
        process.exitCode = failures === 0 ? 0 : 1;
      } else {
        const crashed = new Promise<string>((settle) => site.onCrash(settle));
        const why = await Promise.race([stopped, crashed]);
        if (why !== 'stop') {
          console.error(why);
          process.exitCode = 1;
        }
      }
      await site.close();
    });

const stopSignal = (): Promise<'stop'> =>
  new Promise((settle) => {
    process.once('SIGINT', () => settle('stop')).once('SIGTERM', () => settle('stop'));
  });
