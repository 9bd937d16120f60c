// @module-tag postgres
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aLockWait } from '../../testing/lock-waits.ts';
import { PASS_KEY } from '../../testing/test-environment.ts';
import { accessApi, aWindow } from '../access/testing/access-api.ts';
import { createOfflinePassesService } from './offline-passes.service.ts';

describe.each(ENGINES.filter(({ name }) => name === 'postgres'))('passes are looked at on $name', ({ open }) => {
  const { on, map, push, pushWindows } = accessApi(open);
  const issueTo = async (memberId: string) => {
    await on.api.moveOn();
    const path = `/partner/v1/members/${memberId}/outage-passes`;
    const body = { facility_id: on.world.facilityId, phone_key: aPhone().key };
    const { status, text, json } = await on.api.send({ method: 'POST', path, headers: on.live, body });
    expect(status, text).toBe(200);
    return json.data.pass_id as string;
  };

  it('while staff keep somebody out, and neither has to begin again', async () => {
    await map();
    await pushWindows([aWindow()]);
    await push({ member_id: 'M-2', access_time_windows: [aWindow()], access_time_windows_revision: 1 });
    const ids = await Promise.all([issueTo('M-1'), issueTo('M-2')]);
    // The pass that is looked at first stands; the other one is to be taken back.
    const rows = [...ids].sort();
    const [kept, lost] = rows[0] === ids[0] ? (['M-1', 'M-2'] as const) : (['M-2', 'M-1'] as const);
    await push({ member_id: lost, access_time_windows: [], access_time_windows_revision: 9 });
    const { world } = on;
    let begun = 0;
    const db: Pick<Database, 'read' | 'write'> = {
      read: world.db.read,
      write: (work) =>
        world.db.write((tx) => {
          begun++;
          return work(tx);
        }),
    };
    const random = (bytes: number) => new Uint8Array(bytes);
    const offlinePasses = createOfflinePassesService({ ...world, db, clock: on.clock, random, passKey: PASS_KEY });
    const locked = Promise.withResolvers<void>();
    const seenToWait = locked.promise.then(() => aLockWait(world.db));
    const barring = db.write(async (tx) => {
      await world.scopes.recordChanges(tx, world.facilityId, []);
      locked.resolve();
      await seenToWait;
      await world.offlinePasses.memberBarred(tx, world.facilityId, [{ partnerId: world.partnerId, memberId: kept }]);
    });
    await locked.promise;
    await Promise.all([offlinePasses.review(), barring]);
    expect(begun).toBe(2);
    const revoked = await world.db.read((tx) => world.offlinePasses.revokedPassIds(tx, world.facilityId));
    expect(revoked.sort()).toEqual(rows);
  });
});
