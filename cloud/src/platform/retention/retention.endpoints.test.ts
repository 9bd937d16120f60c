import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('what is forgotten, on $name', ({ open }) => {
  let api: PlatformApi;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
  });
  afterEach(() => api.close());
  const PATH = '/api/admin/retention';
  const { stringify } = JSON;
  const put = (kinds: object) =>
    api.send({ method: 'PUT', path: PATH, headers: api.callers.superAdmin.headers, body: { kinds } });

  it('has a default between its bounds, and a name of its own', async () => {
    const kinds = await api.world.db.read(api.world.retention.policy);
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
    for (const { name, days } of kinds)
      expect([name, days.min <= days.default && days.default <= days.max && days.min >= 1]).toEqual([name, true]);
  });

  it('is set by super admins, within its bounds, or not at all', async () => {
    const set = await put([{ kind: 'request_log', keepDays: 14 }]);
    expect(set.status, stringify(set.json)).toBe(200);
    expect((set.json as { data: { kind: string }[] }).data.find(({ kind }) => kind === 'request_log')).toMatchObject({
      keepDays: 14,
      defaultDays: 30,
      setBy: { kind: 'user', id: api.callers.superAdmin.user.id },
    });
    for (const refused of [
      [{ kind: 'request_log', keepDays: 6 }],
      [{ kind: 'nothing', keepDays: 30 }],
      [
        { kind: 'request_log', keepDays: 20 },
        { kind: 'box_fact', keepDays: 89 },
      ],
    ])
      expect(await put(refused)).toMatchObject({ status: 400, json: { error: 'retention_refused' } });
    const { name, keepDays } =
      (await api.world.db.read(api.world.retention.policy)).find((kind) => kind.name === 'request_log') ?? {};
    expect([name, keepDays]).toEqual(['request_log', 14]);
  });

  it('is unlocks, warnings that closed, jobs that ended and events of operators, each when it is of age', async () => {
    const { db, facilityId, doorId, warnings, jobs, unlocks, retention, webhooks, orgId } = api.world;
    const unlocked = await api.send({
      method: 'POST',
      path: `/api/access-control/${facilityId}/doors/${doorId}/unlock`,
      headers: api.callers.manager.headers,
      body: { reason: 'A delivery' },
    });
    expect(unlocked.status, stringify(unlocked.json)).toBe(200);
    const gone = { kind: 'box_cloned', facilityId, subject: 'gone' } as const;
    await db.write(async (tx) => {
      await warnings.raise(tx, { ...gone, message: 'It was.' });
      await warnings.close(tx, [gone]);
      await warnings.raise(tx, { ...gone, subject: 'open', message: 'It is.' });
      const id = await jobs.enqueue(tx, 'test.done', {});
      await tx.updateTable('job').set({ state: 'done', finished_at: clock.wallMs() }).where('id', '=', id).execute();
      await jobs.enqueue(tx, 'test.queued', {});
    });
    const left = async () => {
      const { events } = await webhooks.page(orgId, { limit: 200 });
      return db.read(async (tx) => ({
        unlocks: (await tx.selectFrom('unlock_attempt').select('event_id').execute()).length,
        warnings: (await tx.selectFrom('warning').select('subject').execute()).map(({ subject }) => subject).toSorted(),
        jobs: (await tx.selectFrom('job').select('kind').execute()).map(({ kind }) => kind).toSorted(),
        events: events.length,
      }));
    };
    const before = { unlocks: 1, warnings: ['gone', 'open'], jobs: ['test.done', 'test.queued'], events: 4 };
    expect(await left()).toEqual(before);
    await retention.sweep();
    expect(await left()).toEqual(before);
    clock.jumpWall(Days(8));
    await retention.sweep();
    expect(await left()).toEqual({ ...before, jobs: ['test.queued'] });
    clock.jumpWall(Days(400));
    await unlocks.sweep();
    await retention.sweep();
    expect(await left()).toEqual({ unlocks: 0, warnings: ['open'], jobs: ['test.queued'], events: 0 });
  });
});
