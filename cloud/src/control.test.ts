import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { controlCommands } from './control.ts';
import { ENGINES } from './db/engines.ts';
import type { Database } from './db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink, type World } from './test-kit/world.ts';

describe.each(ENGINES)('orders of the operator on $name', ({ open }) => {
  let db: Database;
  let world: World;
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, new ManualClock(), scriptedLink(confirms).link);
  });
  const order = async (name: string, body: object): Promise<unknown> => {
    const command = controlCommands(db, world)[name];
    if (command === undefined) throw new Error(`no command ${name}`);
    return command.run(command.body.parse(body));
  };
  const facilityId = 'fac_zzzzzzzzzzzzzzzz';
  const by = 'Kim';

  it.each([
    ['person', { partnerId: 'ptr_zzzzzzzzzzzzzzzz', memberId: 'M-1', by }],
    ['ban', { personId: 'per_x', banned: true, by, reason: 'Theft' }],
    ['add-staff', { name: 'Sam', role: 'staff', pin: '190283', by }],
    ['staff', {}],
    ['remove-staff', { staffId: 'stf_x' }],
    ['doors', {}],
    ['warnings', {}],
  ])('%s for a facility that there is not says which', async (name, body) => {
    const message = `facilityId: there is no facility ${facilityId}.`;
    await expect(order(name, { ...body, facilityId })).rejects.toMatchObject({ code: 'invalid_request', message });
  });

  it('a partner that there is not is named as well', async () => {
    const { facilityId } = world;
    const person = order('person', { facilityId, partnerId: 'ptr_zzzzzzzzzzzzzzzz', memberId: 'M-1', by });
    await expect(person).rejects.toMatchObject({ code: 'not_found', message: 'There is no such partner.' });
  });

  it('what is there is looked at', async () => {
    expect(await order('doors', { facilityId: world.facilityId })).toMatchObject({ doors: [{ id: world.doorId }] });
  });

  it('jobs are listed, and dead ones tried again or discarded', async () => {
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
});
