import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { ordersOf } from '../../testing/orders.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

it.each(ENGINES)('jobs are listed, and dead ones tried again or discarded, on $name', async ({ open }) => {
  const db = await open();
  const world = await createWorld(db, new ManualClock(), scriptedLink(confirms).link);
  const order = ordersOf(world);
  const dead = async () => {
    const id = await db.write((tx) => world.jobs.enqueue(tx, 'test.some', {}));
    await db.write((tx) => tx.updateTable('job').set({ state: 'dead' }).where('id', '=', id).execute());
    return id;
  };
  const [one, two] = [await dead(), await dead()];
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(await order('jobs', { state: 'dead' })).toMatchObject({
    jobs: [{ dueAt: moment }, { createdAt: moment }],
    counts: { dead: 2 },
    next: null,
  });
  expect(await order('retry-job', { jobId: one })).toMatchObject({ job: { jobId: one, state: 'queued' } });
  expect(await order('discard-job', { jobId: two })).toEqual({ discarded: two });
  await expect(order('retry-job', { jobId: two })).rejects.toMatchObject({ code: 'job_unknown' });
});
