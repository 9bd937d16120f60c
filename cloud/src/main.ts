import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serveControl } from '@gatehouse/shared/control/control-server.ts';
import { announceReady, listenForStop } from '@gatehouse/shared/control/ready.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { pino } from 'pino';
import { areas } from './areas.ts';
import { startCloud } from './compose.ts';
import { readConfig } from './config.ts';
import { makeSource } from './content/db-sync/db-sync.module.ts';
import type { Owned } from './kit/modules/table-policy.ts';
import { loadSecrets } from './kit/secrets/secrets.ts';
import { brokerFolderCommand } from './link/broker-control.ts';
import { controlCommands } from './operator/control.ts';
import { seedDemo } from './operator/demo-seed.ts';
import { firstKeyCommand, showFirstKey } from './operator/first-start.ts';

const options = {
  'check-config': { type: 'boolean' },
  'seed-demo': { type: 'boolean' },
  'sync-source': { type: 'string' },
} as const;

const main = async (): Promise<void> => {
  process.umask(0o077); // Whatever this process writes is for its own user.
  const { values } = parseArgs({ options });
  const config = readConfig(process.env);
  if (values['check-config'] === true) {
    console.error(`The environment is usable; data in ${config.dataDir}.`);
    return;
  }
  const { 'sync-source': to } = values;
  if (to !== undefined) {
    const tables: Owned = Object.assign({}, ...areas.flatMap(({ modules }) => modules.map(({ owns }) => owns)));
    await makeSource({ databaseUrl: config.databaseUrl, tables, random: systemRandom }, to);
    console.error(`A staging may copy from here now: ${to}.`);
    return;
  }
  const onStop = listenForStop();
  const log = pino({ name: 'cloud', level: config.logLevel }, pino.destination(2));
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const secrets = await loadSecrets(config, systemClock);
  const cloud = await startCloud(config, secrets, { clock: systemClock, log });
  const { db, services, collected } = cloud;
  const terminal = [process.stderr, process.stdout].find(({ isTTY }) => isTTY);
  const { firstAdminEmail: email, secretsDir } = config;
  await showFirstKey(services.users, { email, secretsDir }, { log, ...(terminal && { terminal }) });
  const orders = [
    ...collected('operator'),
    { 'broker-folder': brokerFolderCommand(secretsDir, systemClock), 'first-key': firstKeyCommand(secretsDir) },
  ];
  const control = await serveControl(config.dataDir, controlCommands({ db, ...services }, orders));
  const demo = values['seed-demo'] === true ? await seedDemo(config.dataDir, db, services) : undefined;
  onStop(async (why) => {
    log.info({ why }, 'stopping');
    await control.close();
    await cloud.close();
  });
  const { partnerUrl, deviceUrl, platformUrl, unifiedUrl, inferenceUrl, consoleUrl, brokerUrl } = cloud;
  const urls = { partnerUrl, deviceUrl, platformUrl, unifiedUrl, inferenceUrl, consoleUrl, brokerUrl };
  log.info(urls, 'serving');
  announceReady({ ...urls, caFile: secrets.caFile, ...(demo && { demo }) });
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
