import { pino } from 'pino';
import { readOptions, USAGE } from './options.ts';
import { startSimulator } from './simulator.ts';

const log = pino({ name: 'firmware-sim', level: process.env.LOG_LEVEL ?? 'info' }, pino.destination(2));
const args = process.argv.slice(2);

if (args.includes('--help')) {
  process.stdout.write(`${USAGE}\n`);
} else {
  try {
    const simulator = await startSimulator({ ...readOptions(args), log });
    const ready = { type: 'ready', url: simulator.url, buses: simulator.buses };
    if (process.send === undefined) log.info(ready, 'ready');
    else process.send(ready);

    let stopping = false;
    const stop = (why: string) => {
      if (stopping) return;
      stopping = true;
      log.info({ why }, 'stopping');
      // Whatever hangs, the links are gone and the process ends within a second.
      setTimeout(() => process.exit(0), 800).unref();
      simulator.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    };
    process.on('SIGTERM', () => stop('SIGTERM'));
    process.on('SIGINT', () => stop('SIGINT'));
    process.on('disconnect', () => stop('the parent is gone'));
  } catch (error) {
    log.fatal(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
