import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { destination, pino } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { startAgent } from './compose.ts';
import { ConfigError, loadConfig } from './config.ts';
import { createDoors } from './door/create-doors.ts';
import { openServiceManager } from './health/sd-notify.ts';
import { REDACTED } from './log.ts';
import { parseOptions } from './options.ts';
import { FolderInUse } from './store/folder-lock.ts';
import { EXIT } from './update/release-home.ts';

process.umask(0o077); // What the box keeps is nobody else's to read.
const STDERR = 2;
const log = pino({ name: 'edge', redact: REDACTED, level: process.env.LOG_LEVEL ?? 'info' }, destination(STDERR));

try {
  const options = parseOptions(process.argv.slice(2));
  const agent = await startAgent({
    config: loadConfig(options.configFile),
    dataDir: options.dataDir,
    panel: { host: options.panelHost, port: options.panelPort },
    version: manifest.version,
    clock: systemClock,
    random: systemRandom,
    log,
    createDoors,
    manager: await openServiceManager(process.env, log),
    releaseHome: process.env.GATEHOUSE_HOME,
    restart: (code, why) => {
      const over = () => process.exit(code);
      agent.stop(why).then(over, over);
    },
  });
  onStop(agent.stop);
  log.info({ boxId: agent.boxId, panelUrl: agent.panelUrl, claimed: agent.claimed() }, 'The edge agent runs.');
  const { boxId, panelUrl } = agent;
  announceReady({ panelUrl, boxId, claimCode: agent.claimCode(), claimed: agent.claimed() });
} catch (error) {
  // What the operator can mend is said in words; anything else with its stack.
  if (error instanceof ConfigError || error instanceof FolderInUse) console.error(error.message);
  else log.fatal({ err: error }, 'The edge agent could not start.');
  process.exit(error instanceof FolderInUse ? EXIT.folderInUse : 1);
}
