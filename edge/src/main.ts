import { announceReady, listenForStop } from '@gatehouse/shared/control/ready.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { destination, multistream, pino } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { startAgent } from './compose.ts';
import { ConfigError, type EdgeConfig, loadConfig } from './config.ts';
import { createDoors } from './door/create-doors.ts';
import { createEnding } from './ending.ts';
import { openServiceManager } from './health/sd-notify.ts';
import { REDACTED } from './log.ts';
import { openLogFile } from './log-file.ts';
import { parseOptions } from './options.ts';
import { reload } from './reload.ts';
import { FolderInUse } from './store/folder-lock.ts';
import { EXIT } from './update/release-home.ts';

const onStop = listenForStop();
process.umask(0o077); // What the box keeps is nobody else's to read.
const STDERR = 2;
const toStderr = destination(STDERR);
const levelOf = (config?: EdgeConfig): string => config?.logLevel ?? process.env.LOG_LEVEL ?? 'info';
/** Node ends a process that has no ear for SIGHUP. While the agent starts, it is noted. */
let reloadAsked = false;
let onReload = (): void => {
  reloadAsked = true;
};
process.on('SIGHUP', () => onReload());
// The log that is there when it happens.
const ending = createEnding({ clock: systemClock, exit: (code) => process.exit(code), log: () => log });
process.on('uncaughtException', ending.failed);
let log = pino({ name: 'edge', redact: REDACTED, level: levelOf() }, toStderr);

try {
  const options = parseOptions(process.argv.slice(2));
  let config = loadConfig(options.configFile);
  if (options.logFile !== undefined) {
    const onTrouble = (why: string) => console.error(why);
    const file = openLogFile(options.logFile, { clock: systemClock, onTrouble });
    const streams = multistream([
      { level: 'trace', stream: file },
      { level: 'error', stream: toStderr },
    ]);
    log = pino({ name: 'edge', redact: REDACTED }, streams);
  }
  log.level = levelOf(config);
  const agent = await startAgent({
    config,
    dataDir: options.dataDir,
    panel: { host: options.panelHost, port: options.panelPort },
    version: manifest.version,
    clock: systemClock,
    random: systemRandom,
    log,
    createDoors,
    manager: await openServiceManager(process.env, log),
    releaseHome: process.env.GATEHOUSE_HOME,
    restart: ending.restart,
  });
  ending.stopBy(agent.stop);
  onStop(agent.stop);
  onReload = () => {
    try {
      const setLogLevel = (level: EdgeConfig['logLevel']) => {
        log.level = level ?? levelOf();
      };
      const { setBus } = agent;
      const { config: now, ...outcome } = reload(config, loadConfig(options.configFile), { setLogLevel, setBus });
      config = now;
      log.info(outcome, 'The configuration was read again.');
    } catch (error) {
      log.error({ err: error }, 'The configuration has problems: nothing of it was taken on.');
    }
  };
  if (reloadAsked) onReload();
  log.info({ boxId: agent.boxId, panelUrl: agent.panelUrl, claimed: agent.claimed() }, 'The edge agent runs.');
  const { boxId, panelUrl } = agent;
  announceReady({ panelUrl, boxId, claimCode: agent.claimCode(), claimed: agent.claimed() });
} catch (error) {
  // What the operator can mend is said in words; anything else with its stack.
  if (error instanceof ConfigError || error instanceof FolderInUse) console.error(error.message);
  else log.fatal({ err: error }, 'The edge agent could not start.');
  process.exit(error instanceof FolderInUse ? EXIT.folderInUse : 1);
}
