// @module-tag long
// @module-tag waiting
import { startTestPostgres, type TestPostgres } from '@gatehouse/cloud/kit/db/test-postgres.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually, throughout, timed } from '../kit/eventually.ts';
import { partnerClient } from '../kit/partner-client.ts';
import { type Site, startSite } from '../kit/site.ts';

describe('the broker as a process of its own', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ separateBroker: true });
  });
  afterAll(() => site.close());

  it('[R60] carries an unlock to the lock and its confirmation back', async () => {
    const before = await site.settled();
    const answer = await site.unlock('front');
    expect(answer).toMatchObject({ status: 200, json: { status: 'unlocked' } });
    expect(site.building.moves('front', before.happened)).toEqual(['lock unlocked']);
    await site.settled();
    await site.journal.prove();
  });

  it('[R63] frozen: 504, and the command that comes out of it too late moves nothing', async () => {
    const before = await site.settled();
    process.kill(site.broker.process().pid, 'SIGSTOP');
    const answer = await site.unlock('front', {}, { headers: { prefer: 'wait=2' } });
    process.kill(site.broker.process().pid, 'SIGCONT');
    expect(answer).toMatchObject({ status: 504, json: { reason: 'unlock_confirmation_timeout' } });
    // The broker delivers in order: once this one is through, the first has been looked at.
    const next = await site.unlock('front');
    expect(next.status).toBe(200);
    await site.settled();
    expect(site.building.pulses('front', before.happened)).toBe(1);
    expect(await site.journal.of('unlock.accepted', before.seq)).toMatchObject([{ commandId: next.json.command_id }]);
    expect(await site.warnings()).toEqual([]);
  });

  it('[R61] killed: 503 at once and never a later movement; started again, all of it recovers by itself', async () => {
    const before = await site.settled();
    const agent = site.processes.edge.pid;
    const cloud = site.processes.cloud.pid;
    // One command is under way: whatever becomes of it, it happens in time or never.
    const underWay = site.unlock('studio');
    await site.kill(site.broker.process());
    const died = systemClock.monoMs();
    await eventually(async () => (await site.unlock('front')).status === 503, 'an unlock is refused', Seconds(3));
    const { result: refused, tookMs } = await timed(() => site.unlock('front', { idempotency_key: 'down' }));
    expect(refused).toMatchObject({ status: 503, json: { reason: 'device_offline' } });
    expect(tookMs).toBeLessThan(1_000);
    await site.broker.start();
    expect([200, 503, 504]).toContain((await underWay).status);
    const studio = site.building.pulses('studio', before.happened);
    expect(studio).toBeLessThanOrEqual(1);

    await site.untilOnline();
    await eventually(async () => (await site.unlock('car-park')).status === 200, 'the gate opens again', Seconds(20));
    expect([site.processes.edge.pid, site.processes.cloud.pid]).toEqual([agent, cloud]);
    // Long enough for everything that was refused or cut off to show up, if it ever did.
    const longestMs = 8_000 - (systemClock.monoMs() - died);
    if (longestMs > 0)
      await throughout(
        Seconds(longestMs / 1_000),
        () => site.building.pulses('front', before.happened) === 0,
        'no refused command moves the front door',
      );
    expect(site.building.pulses('studio', before.happened)).toBe(studio);
    expect(await site.unlock('front', { idempotency_key: 'down' })).toMatchObject({
      status: 503,
      json: { event_id: refused.json.event_id },
    });
    expect(site.building.pulses('front', before.happened)).toBe(0);
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();
    await site.journal.prove();
  });
});

describe('two replicas on one PostgreSQL and one broker', () => {
  const Control = z.object({ doors: z.array(z.object({ online: z.boolean() })) });
  let postgres: TestPostgres;
  let site: Site;
  let other: Awaited<ReturnType<Site['startReplica']>>;
  let api: ReturnType<typeof partnerClient>;
  beforeAll(async () => {
    postgres = await startTestPostgres(systemClock);
    site = await startSite({ separateBroker: true, databaseUrl: postgres.url('postgres') });
    other = await site.startReplica();
    api = partnerClient(Number(new URL(other.ready.partnerUrl).port), site.ca);
    await eventually(async () => (await unlockAtOther({})).status === 200, 'the other replica has heard the box');
  });
  afterAll(async () => {
    await api?.close();
    await site?.close();
    await postgres?.stop();
  });
  const unlockAtOther = (fields: Readonly<Record<string, unknown>>) =>
    api.request(site.demo.direct.keys.live, `/access-control/doors/${site.doorIds.studio}/unlock`, {
      ...site.ada,
      ...fields,
    });
  const otherControl = (command: string, body: unknown = {}) => callControl(`${site.dir}/replica`, command, body);

  it('[R65] both asked at once with one key: one command, one pulse, one answer', async () => {
    const before = await site.settled();
    const fields = { idempotency_key: 'both' };
    const answers = await Promise.all([
      site.unlock('studio', fields),
      unlockAtOther(fields),
      site.unlock('studio', fields),
      unlockAtOther(fields),
    ]);
    const bodies = answers.map(({ status, json }) => JSON.stringify([status, { ...json, request_id: '' }]));
    expect(new Set(bodies).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, json: { status: 'unlocked' } });
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(3);
    await site.settled();
    expect(site.building.pulses('studio', before.happened)).toBe(1);
    expect(site.building.moves('studio', before.happened)).toEqual(['lock unlocked', 'lock locked']);
    expect(await site.journal.of('unlock.confirmed', before.seq)).toMatchObject([
      { commandId: answers[0]?.json.command_id },
    ]);
    // Both replicas take in every fact; each is stored once, and nobody is warned.
    await site.journal.prove();
    expect(await site.warnings()).toEqual([]);
  });

  it('each answers what it sent itself, and one that is killed takes no other with it', async () => {
    await site.settled();
    const both = await Promise.all([site.unlock('front'), unlockAtOther({})]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await site.kill(other);
    await api.close();
    expect((await site.unlock('front')).status).toBe(200);
    other = await site.startReplica();
    api = partnerClient(Number(new URL(other.ready.partnerUrl).port), site.ca);
    await eventually(async () => (await unlockAtOther({})).status === 200, 'the other replica is back');
    await site.settled();
    await site.journal.prove();
  });

  it('a box that one of them decommissions loses its session, and neither commands it any more', async () => {
    const before = await site.settled();
    await otherControl('decommission', { boxId: site.boxId });
    const EdgeLink = z.object({ link: z.object({ state: z.string() }) });
    const disconnected = async () => EdgeLink.parse(await site.edgeControl('status')).link.state !== 'connected';
    await eventually(disconnected, 'the box has lost its session', Seconds(5));
    const refused = await Promise.all([site.unlock('front'), unlockAtOther({})]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503]);
    await throughout(Seconds(5), disconnected, 'the box is not let in again');
    for (const answer of await Promise.all([site.unlock('front'), unlockAtOther({})])) expect(answer.status).toBe(503);
    expect(site.building.pulses('front', before.happened)).toBe(0);
    expect(site.building.pulses('studio', before.happened)).toBe(0);
    const { doors } = Control.parse(await site.cloudControl('doors', { facilityId: site.demo.facilityId }));
    expect(doors.every(({ online }) => !online)).toBe(true);
  });
});
