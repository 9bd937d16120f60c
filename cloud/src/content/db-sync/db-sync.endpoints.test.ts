import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

const PATH = '/api/admin/db-sync/sync-from-prod';

describe.each(ENGINES)('Copying to staging on $name', ({ open }) => {
  let api: PlatformApi;
  beforeAll(async () => {
    api = await servePlatformApi(await open(), new ManualClock('2026-03-10T09:00:00.000Z'));
  });
  afterAll(() => api.close());

  const start = async (query: string, body?: unknown) => {
    await api.moveOn();
    return api.send({
      method: 'POST',
      path: `${PATH}${query}`,
      headers: api.callers.superAdmin.headers,
      ...(body !== undefined && { body }),
    });
  };

  it('[R87] takes each parameter in the query or in the body, and in both only if they are equal', async () => {
    const begun = await start('?dryRun=true&tables=facility,organisation', { dryRun: 'true' });
    expect(begun).toMatchObject({
      status: 202,
      json: { dryRun: true, order: ['organisation', 'facility'], tables: ['facility', 'organisation'] },
    });
    const { runId } = begun.json as { runId: string };
    expect(await start('', { dryRun: 'false', tables: 'organisation' })).toMatchObject({
      status: 409,
      json: { error: 'sync_running', message: expect.stringContaining(runId) },
    });
    for (const [query, body, path] of [
      ['?dryRun=true&tables=organisation', { dryRun: 'false' }, 'query.dryRun'],
      ['?dryRun=true&tables=organisation&socketID=sck_1', { socketID: 'sck_2' }, 'query.socketID'],
      ['?tables=organisation', undefined, 'query.dryRun'],
      ['?dryRun=maybe&tables=organisation', undefined, 'query.dryRun'],
      ['?dryRun=TRUE&tables=organisation', undefined, 'query.dryRun'],
      ['?dryRun=&tables=organisation', undefined, 'query.dryRun'],
      ['?tables=organisation', { dryRun: '1' }, 'body.dryRun'],
      ['?dryRun=true', undefined, 'query.tables'],
      ['?dryRun=true', {}, 'query.tables'],
      ['?dryRun=true&tables=', undefined, 'query.tables'],
      ['?dryRun=true&tables=%20,,', undefined, 'query.tables'],
      ['?dryRun=true&tables=platform_user,user_key', undefined, 'tables'],
    ] as const) {
      const refused = await start(query, body);
      expect([query, refused.status]).toEqual([query, 400]);
      expect((refused.json as { message: string }).message).toContain(path);
    }
    expect(await start('?dryRun=true&tables=organisation&socketID=sck_0123456789abcdef')).toMatchObject({
      status: 404,
      json: { error: 'socket_unknown' },
    });
    const run = await api.send({
      method: 'GET',
      path: `/api/admin/db-sync/runs/${runId}`,
      headers: api.callers.superAdmin.headers,
    });
    expect(run).toMatchObject({
      status: 200,
      json: { state: 'queued', startedBy: { kind: 'user' }, counts: [], lines: [] },
    });
  });

  it('lists every table with its policy', async () => {
    const { json } = await api.send({
      method: 'GET',
      path: '/api/admin/db-sync/list-tables',
      headers: api.callers.superAdmin.headers,
    });
    const { data } = json as { data: { table: string }[] };
    const of = (name: string) => data.find(({ table }) => table === name);
    expect(of('user_key')).toEqual({
      ...{ table: 'user_key', policy: 'never', masked: [], dependsOn: [], sourceRows: null, lastSyncedAt: null },
    });
    expect(of('check_in')).toMatchObject({ policy: 'mask', dependsOn: ['facility', 'partner'], sourceRows: 0 });
    expect(of('facility')).toMatchObject({ policy: 'copy', dependsOn: ['organisation'] });
  });
});
