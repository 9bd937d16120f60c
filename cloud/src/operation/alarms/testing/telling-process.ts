import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { areas } from '../../../areas.ts';
import { openDatabase } from '../../../kit/db/open-database.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { createIngest } from '../../../kit/ingest/ingest.ts';
import { makeModules } from '../../../kit/modules/make-modules.ts';
import { memoryObjectStore } from '../../../kit/objects/testing/memory-object-store.ts';
import { createDeviceTokens } from '../../../link/device-tokens.ts';
import { createRevocationsService } from '../../../platform/revocations/revocations.service.ts';
import { confirms, scriptedLink } from '../../../testing/scripted-link.ts';
import { ERASURE_KEY, testEnvironment } from '../../../testing/test-environment.ts';

/** A replica that tells what is due at a facility at a moment, and dies as its unit is about to be committed, or just was. */
const [url = '', facility = '', at = '', dies = ''] = process.argv.slice(2);
const clock = new ManualClock(at);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const opened = await openDatabase(url, { clock: systemClock, log });
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const db: Database = {
  ...opened,
  engine: opened.engine,
  read: (work) => opened.read(work),
  write: async (work) => {
    const value = await opened.write(async (tx) => {
      const done = await work(tx);
      if (dies === 'before commit') die();
      return done;
    });
    die();
    return value;
  },
};
const objects = memoryObjectStore().store;
const common = { db, clock, random: systemRandom, objects, log };
const { services } = makeModules(areas, {
  ...testEnvironment(clock),
  ...common,
  openLink: () => scriptedLink(confirms).link,
  revocations: createRevocationsService({ ...common, erasureKey: ERASURE_KEY, backupsKeptDays: 30 }),
  tokens: createDeviceTokens({ clock, secrets: [{ kid: 'test', secret: systemRandom(32) }] }),
  ingest: createIngest({ clock: systemClock, rowsAtOnce: 32 }),
});
await services.alarms.run(FacilityId.parse(facility));
