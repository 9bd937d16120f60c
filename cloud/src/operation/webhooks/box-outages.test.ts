import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

it.each(ENGINES)('counts on $name how often and for how long boxes were away in a period', async ({ open }) => {
  const clock = new ManualClock();
  const db = await open();
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const { facilityId, boxId, webhooks } = world;
  const claimedAt = clock.wallMs();
  const watch = async (minutes: number, heard: boolean) => {
    await clock.advance(Minutes(minutes));
    if (heard) await world.beacon();
    await webhooks.watchBoxes();
  };
  const outages = (from: number, to = clock.wallMs() + 1) =>
    db.read((tx) => webhooks.outages(tx, facilityId, { from, to }, new Map([[boxId as string, claimedAt]])));
  const sum = (times: number, minutes: number) => [{ boxId, times, awayMs: Minutes(minutes) }];

  await watch(2, true);
  expect(await outages(claimedAt - Hours(1)), 'one that is new was not away').toEqual(sum(0, 0));
  await watch(10, false);
  await watch(20, true);
  await watch(5, false);
  const later = clock.wallMs() + 1;
  await watch(5, false);
  expect(await outages(claimedAt - Hours(1), clock.wallMs())).toEqual(sum(2, 25));
  expect(await outages(later), 'nothing is known of its changes').toEqual([]);
  await watch(5, true);
  expect(await outages(later), 'away since before').toEqual([{ boxId, times: 1, awayMs: Minutes(10) - 1 }]);
});

it.each(ENGINES)('counts nobody on $name as away beyond what was looked at', async ({ open }) => {
  const clock = new ManualClock();
  const db = await open();
  const { facilityId, orgId, webhooks } = await createWorld(db, clock, scriptedLink(confirms).link);
  const from = clock.wallMs();
  const changes = [{ boxId: 'b-2', type: 'box.offline' }];
  for (let n = 0; n < 500; n++)
    changes.push({ boxId: 'b-1', type: 'box.offline' }, { boxId: 'b-1', type: 'box.online' });
  changes.push({ boxId: 'b-2', type: 'box.online' });
  const rows = changes.map(({ boxId, type }, n) => ({
    id: `evt_${n}`,
    org_id: orgId,
    facility_id: facilityId,
    seq: n + 1,
    type,
    recorded_at: from + n * 1_000,
    occurred_at: from + n * 1_000,
    data: JSON.stringify({ boxId }),
  }));
  await db.write((tx) =>
    tx
      .insertInto('operator_event')
      .values(rows as never)
      .execute(),
  );
  const outages = await db.read((tx) => webhooks.outages(tx, facilityId, { from, to: from + Hours(24) }, new Map()));
  expect(outages.find(({ boxId }) => boxId === 'b-2')).toEqual({ boxId: 'b-2', times: 1, awayMs: 999_000 });
});
