import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { pino } from 'pino';
import { readOptions, USAGE } from './options.ts';
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
    const simulator = await startSimulator({ ...readOptions(args), log });
    onStop(async (why) => {
      log.info({ why }, 'stopping');
      // Whatever hangs, the links are gone and the process ends within a second.
      setTimeout(() => process.exit(0), 800).unref();
      await simulator.close();
    });
    const { url, buses } = simulator;
    log.info({ url, buses }, 'ready');
    announceReady({ url, buses });
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
