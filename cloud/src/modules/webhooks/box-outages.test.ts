import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import { confirms, createWorld, scriptedLink } from '../../test-kit/world.ts';

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
