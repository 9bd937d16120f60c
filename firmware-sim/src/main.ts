import { announceReady, listenForStop } from '@gatehouse/shared/control/ready.ts';
import { pino } from 'pino';
import { readOptions, USAGE, withoutFiles } from './options.ts';
import { startSimulator } from './simulator.ts';

const log = pino(
  { name: 'firmware-sim', redact: ['body.password', 'body.pin'], level: process.env.LOG_LEVEL ?? 'info' },
  pino.destination(2),
);
const args = process.argv.slice(2);

if (args.includes('--help')) {
  process.stdout.write(`${USAGE}\n`);
} else {
  try {
    const onStop = listenForStop();
    const options = readOptions(args);
    const simulator = await startSimulator({ ...options, log });
    onStop(async (why) => {
      log.info({ why }, 'stopping');
      // Whatever hangs, the links are gone and the process ends within a second.
      setTimeout(() => process.exit(0), 800).unref();
      await simulator.close();
    });
    const { url, buses } = simulator;
    const alone = withoutFiles(options);
    if (alone.length > 0)
      log.warn({ alone }, 'No agent can open these: firmware-sim/bin/hardware.sh starts a simulator with their files.');
    log.info({ url, buses }, 'ready');
    announceReady({ url, buses });
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
