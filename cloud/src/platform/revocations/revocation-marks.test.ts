import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import { memoryObjectStore } from '../../kit/objects/testing/memory-object-store.ts';
import { createRevocationsService } from './revocations.service.ts';

const log = { error: () => undefined };

describe.each(ENGINES)('the pages of what was revoked, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let objects: ReturnType<typeof memoryObjectStore>['objects'];
  let read: string[];
  let revocations: ReturnType<typeof createRevocationsService>;
  const pages = (): string[] => [...objects.keys()].sort();
  const revoke = (subject: string): Promise<void> =>
    revocations.marked().write(async (tx) => revoked(tx, { kind: 'session', subject }));

  beforeEach(async () => {
    db = await open();
    clock = new ManualClock('2026-03-01T12:00:00Z');
    const memory = memoryObjectStore();
    objects = memory.objects;
    read = [];
    const store: ObjectStore = {
      ...memory.store,
      get: (key) => {
        read.push(key);
        return memory.store.get(key);
      },
    };
    revocations = createRevocationsService({
      ...{ db, clock, log, objects: store, backupsKeptDays: 30 },
      random: systemRandom,
      erasureKey: new Uint8Array(32),
    });
  });

  it('are read where they are, not looked for in every ten minutes that backups are kept', async () => {
    await revoke('ses_one');
    await clock.advance(Days(3));
    await revoke('ses_two');
    read = [];
    expect(await revocations.missing()).toEqual({ units: [], unusable: [] });
    expect(read.sort()).toEqual(['revocations/2026-03-01/1200.json', 'revocations/2026-03-04/1200.json']);
  });

  it('are removed once no backup is as old, with what was kept aside of them; all others stay', async () => {
    await revoke('ses_old');
    objects.set('revocations/2026-03-01/1200.json.damaged', { bytes: new Uint8Array(), type: 'text/plain' });
    await clock.advance(Hours(24));
    await revoke('ses_newer');
    await revocations.beat();
    await clock.advance(Hours(30 * 24 + 1));
    await revocations.removeOld();
    expect(pages()).toEqual(['revocations/2026-03-02/1200.json', 'revocations/pulse.json']);
    expect((await revocations.missing()).units).toEqual([]);
  });
});
