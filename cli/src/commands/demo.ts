import { join, resolve } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { Command } from 'commander';
import { z } from 'zod';
import { type DemoSite, startDemoSite } from '../demo/demo-site.ts';
import { DEMO_ADMIN } from '../demo/lines.ts';
import { demoScreen, type SignInLinks, secondBoxScreen } from '../demo/print.ts';
import { startSecondBox } from '../demo/second-box.ts';
import { smoke } from '../demo/smoke.ts';

/** `gatehouse demo`: a whole gym on this machine, on loopback, with nothing to configure. */
export const demoCommand = (): Command =>
  new Command('demo')
    .description(
      'Run a gym with three doors on this machine: cloud, edge agent, and simulated hardware on a serial bus.',
    )
    .option('--data <dir>', 'where the demo keeps its data between starts', 'data/demo')
    .option('--second-box', 'beside a demo that runs: start another box, to be claimed in the console')
    .option('--smoke', 'run every printed line, check what it answers, and stop')
    .action(async (options: { data: string; smoke?: true; secondBox?: true }) => {
      if (options.secondBox) return secondBox(resolve(options.data));
      const began = systemClock.monoMs();
      const signal = stopSignal();
      const site = await startDemoSite(resolve(options.data), systemClock, signal).catch((error: unknown) => {
        if (error !== signal.reason) throw error;
      });
      if (site === undefined) process.exit(); // Stopped while it started.
      const startedInMs = systemClock.monoMs() - began;
      console.log(demoScreen(site, startedInMs, await signInLinks(site)));
      process.exitCode = await Promise.race([stopped(signal), options.smoke ? smoked(site) : crash(site)]);
      await site.close();
      // What still runs here, such as a line of the smoke, was stopped with the site.
      process.exit();
    });

/** Runs until it is stopped. */
const secondBox = async (dataDir: string): Promise<void> => {
  const signal = stopSignal();
  const box = await startSecondBox(dataDir, systemClock, signal).catch((error: unknown) => {
    if (error !== signal.reason) throw error;
  });
  if (box === undefined) process.exit();
  console.log(secondBoxScreen(box));
  process.exitCode = await Promise.race([stopped(signal), crash(box)]);
  await box.close();
  process.exit();
};

const stopped = (signal: AbortSignal): Promise<0> =>
  new Promise((settle) => {
    if (signal.aborted) settle(0);
    signal.addEventListener('abort', () => settle(0));
  });

/** One for each console; null where the first super admin is somebody else, or the partner has other contacts. */
const signInLinks = async ({ dataDir, cloud }: DemoSite): Promise<SignInLinks> => {
  const by = 'demo';
  const linkBy = async (order: string, body: object): Promise<string | null> => {
    const answer = await callControl(join(dataDir, 'cloud'), order, { ...body, by }).catch(() => undefined);
    return answer === undefined ? null : z.object({ link: z.string() }).parse(answer).link;
  };
  return {
    operators: await linkBy('sign-in-link', { email: DEMO_ADMIN }),
    partners: await linkBy('partner-sign-in-link', { partnerId: cloud.demo.direct.id }),
  };
};

const smoked = async (site: DemoSite): Promise<number> => {
  const failures = await smoke(site, systemClock, (text) => console.log(text));
  console.log(failures === 0 ? '\nEverything works.' : `\n${failures} of these failed.`);
  return failures === 0 ? 0 : 1;
};

const crash = (site: Pick<DemoSite, 'onCrash'>): Promise<number> =>
  new Promise((settle) => {
    site.onCrash((why) => {
      console.error(why);
      settle(1);
    });
  });

/** Aborted by Ctrl-C, SIGTERM, or the end of the launcher that started this process. */
const stopSignal = (): AbortSignal => {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop).on('disconnect', stop);
  if (process.connected === false) stop();
  return stopping.signal;
};
