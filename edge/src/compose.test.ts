import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { newCommandId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Beacon } from '@gatehouse/shared/wire/beacon.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Agent, startAgent } from './compose.ts';
import { A_DOOR } from './fakes/a-door.ts';
import { fakeBroker } from './fakes/fake-broker.ts';
import { fakeCloud } from './fakes/fake-cloud.ts';
import { fakeDoors } from './fakes/fake-doors.ts';
import { silentLog } from './fakes/silent-log.ts';
import { verifyJournalFile } from './journal/verify-journal.ts';

const soon = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 10 });

describe('the edge agent', () => {
  let it_: Awaited<ReturnType<typeof fakeCloud>>;
  let broker: Awaited<ReturnType<typeof fakeBroker>>;
  let dir: string;
  const running: Agent[] = [];
  const start = async (doors = fakeDoors()) => {
    const caFile = join(dir, 'ca.pem');
    writeFileSync(caFile, it_.ca);
    const agent = await startAgent({
      config: { cloud: { url: it_.url, caFile }, buses: {} },
      dataDir: join(dir, 'data'),
      panel: { host: '127.0.0.1', port: 0 },
      version: '0.0.1',
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      createDoors: () => doors.doors,
    });
    running.push(agent);
    return { agent, doors: doors.fake };
  };
  const aState = (): DesiredState => ({
    v: 1,
    revision: 3,
    facility: { id: it_.cloud.facilityId, name: 'Gym', timezone: 'UTC' },
    beaconSeconds: 5,
    commandKeys: it_.cloud.commandKeys,
    doors: [A_DOOR],
    maintenanceWishes: [],
    lockdownWishes: [],
  });
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'agent-'));
    it_ = await fakeCloud();
    broker = await fakeBroker(it_.tls);
    it_.cloud.brokerUrl = broker.url;
    it_.cloud.desired = aState();
  });
  afterEach(async () => {
    for (const agent of running.splice(0)) await agent.stop('end of the test');
    await broker.close();
    it_.close();
  });
  const sentOn = (name: string) =>
    broker.state.received
      .filter(({ topic }) => topic.endsWith(name))
      .map(({ payload }) => JSON.parse(payload))
      .map((body) => ('jws' in body ? claimsOf(body.jws) : body));
  const claimsOf = (jws: string) => JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const order = (boxId: string, beacon: Beacon, replyTo = `gh/v1/reply/r1/${boxId}`) => ({
    jws: signJws(
      {
        v: 1,
        commandId: newCommandId(),
        eventId: newEventId(),
        boxId,
        facilityId: it_.cloud.facilityId,
        doorId: A_DOOR.doorId,
        bootId: beacon.bootId,
        notAfterMonoMs: beacon.sentMonoMs + 60_000,
        judgeAfterMs: 2_000,
        origin: 'partner',
        replyTo,
      },
      it_.commandKey,
    ),
  });

  it('D6 shows its code as people say it, is claimed, takes its doors, unlocks one on a signed command, answers, and uploads what it did', async () => {
    const { agent, doors } = await start();
    await soon(async () =>
      expect(await callControl(join(dir, 'data'), 'claim-code')).toHaveProperty('claimUrl', expect.any(String)),
    );
    expect([agent.claimed(), await callControl(join(dir, 'data'), 'claim-code')]).toEqual([
      false,
      {
        boxId: agent.boxId,
        fingerprint: expect.stringMatching(/^([0-9A-F]{4}-){3}[0-9A-F]{4}$/),
        claimCode: agent.claimCode()?.replace(/^(.{4})/, '$1-'),
        claimUrl: `https://console.test/ops/claim#${agent.claimCode()?.replace(/^(.{4})/, '$1-')}`,
      },
    ]);
    it_.cloud.claimed = true;
    await soon(() => expect(doors.applied).toEqual([[A_DOOR]]));
    await soon(() => expect(sentOn('/up/beacon').at(-1)).toMatchObject({ configRevision: 3, clockTrusted: true }));
    const beacon = sentOn('/up/beacon').at(-1) as Beacon;
    await broker.publish(`gh/v1/${agent.boxId}/down/unlock`, order(agent.boxId, beacon));
    await soon(() => expect(sentOn(`reply/r1/${agent.boxId}`)).toHaveLength(1));
    expect(doors.unlocks).toHaveLength(1);
    const facts = () => sentOn('/up/facts').flatMap(({ facts: sent }) => sent as { seq: number }[]);
    await soon(() => expect(facts().map(({ seq }) => seq)).toEqual([1, 2]));
    await broker.publish(`gh/v1/${agent.boxId}/down/facts-ack`, { v: 1, epoch: beacon.journal.epoch, through: 2 });
    await soon(async () =>
      expect(await callControl(join(dir, 'data'), 'status')).toMatchObject({
        journal: { waiting: 0, acknowledged: 2 },
        link: { state: 'connected' },
        doors: [{ name: A_DOOR.name, lock: 'locked' }],
      }),
    );
  });

  it('drops an unlock that a hostile client planted as a retained message', async () => {
    it_.cloud.claimed = true;
    const { agent, doors } = await start();
    await soon(() => expect(sentOn('/up/beacon').length).toBeGreaterThan(0));
    const planted = order(agent.boxId, sentOn('/up/beacon').at(-1) as Beacon);
    await broker.publish(`gh/v1/${agent.boxId}/down/unlock`, planted, true);
    await soon(() => expect(doors.unlocks).toHaveLength(1)); // Delivered live, it is a command like any other.
    const before = (sentOn('/up/beacon').at(-1) as Beacon).connectionId;
    for (const socket of broker.state.sockets) socket.destroy();
    await soon(() => expect((sentOn('/up/beacon').at(-1) as Beacon).connectionId).not.toBe(before));
    await broker.publish(`gh/v1/${agent.boxId}/down/beacon-please`, { v: 1 });
    const beacons = sentOn('/up/beacon').length;
    await soon(() => expect(sentOn('/up/beacon').length).toBeGreaterThan(beacons));
    expect(doors.unlocks).toHaveLength(1); // What came after the planted copy was acted upon; the copy was not.
  });

  it('voids at its restart every command of the run before', async () => {
    it_.cloud.claimed = true;
    const first = await start();
    await soon(() => expect(sentOn('/up/beacon').length).toBeGreaterThan(0));
    const command = order(first.agent.boxId, sentOn('/up/beacon').at(-1) as Beacon);
    await running.pop()?.stop('restart');
    const second = await start();
    const beacons = sentOn('/up/beacon').length;
    await soon(() => expect(sentOn('/up/beacon').length).toBeGreaterThan(beacons)); // Whoever beacons listens.
    await broker.publish(`gh/v1/${second.agent.boxId}/down/unlock`, command);
    await soon(() => expect(sentOn(`reply/r1/${second.agent.boxId}`)).toHaveLength(1));
    expect(second.doors.unlocks).toEqual([]);
  });

  it('brings the doors up from its own store when the cloud cannot be reached', async () => {
    it_.cloud.claimed = true;
    const first = await start();
    await soon(() => expect(first.doors.applied).toHaveLength(1));
    await running.pop()?.stop('restart');
    it_.close();
    await broker.close();
    const second = await start();
    expect(second.doors.applied).toEqual([[A_DOOR]]);
    expect(second.agent.claimed()).toBe(true);
    broker = await fakeBroker(it_.tls);
  });

  it('stops within two seconds, doors at rest, and its last fact says so', async () => {
    it_.cloud.claimed = true;
    const { agent, doors } = await start();
    await soon(() => expect(sentOn('/up/beacon').length).toBeGreaterThan(0));
    const before = systemClock.monoMs();
    await running.pop()?.stop('SIGTERM');
    expect(systemClock.monoMs() - before).toBeLessThan(2_000);
    expect([doors.closed, sentOn('/up/gone').length]).toEqual([1, 1]);
    expect(verifyJournalFile(join(dir, 'data', 'journal.db'))).toMatchObject({ ok: true, boxId: agent.boxId });
    await start();
    await soon(() => expect(sentOn('/up/facts').length).toBeGreaterThan(1));
    const all = sentOn('/up/facts').flatMap(({ facts }) => facts as { body: { kind: string; data: unknown } }[]);
    expect(all.map(({ body }) => body)).toContainEqual({
      kind: 'agent.started',
      data: { version: '0.0.1', after: 'clean' },
    });
  });

  it('refuses to run twice on one data folder, and leaves nothing running', async () => {
    await start();
    await expect(start()).rejects.toMatchObject({ name: 'FolderInUse' });
    expect(await callControl(join(dir, 'data'), 'status')).toMatchObject({ version: '0.0.1' });
  });

  it('lets staff set maintenance by the name of the door, and says which doors there are', async () => {
    it_.cloud.claimed = true;
    const { doors } = await start();
    await soon(() => expect(doors.applied).toHaveLength(1));
    const set = (body: object) => callControl(join(dir, 'data'), 'maintenance', { by: 'Kim', ...body });
    expect(await set({ door: 'FRONT door', mode: 'force-closed', reason: 'painting' })).toMatchObject({
      name: A_DOOR.name,
      maintenance: { mode: 'force-closed', untilMs: null, by: 'Kim', reason: 'painting' },
    });
    const open = (await set({ door: A_DOOR.doorId, mode: 'force-open' })) as { maintenance: { untilMs: number } };
    expect(Math.round((open.maintenance.untilMs - systemClock.wallMs()) / 60_000)).toBe(120);
    await expect(set({ door: 'back', mode: 'off' })).rejects.toThrow('It has: Front door.');
    await expect(set({ door: 'front door', mode: 'ajar' })).rejects.toMatchObject({ code: 'invalid' });
    await expect(
      set({ door: 'front door', mode: 'force-open', hours: 1, until: '2030-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({ code: 'control.bad_end' });
    expect(await callControl(join(dir, 'data'), 'journal-verify')).toMatchObject({ ok: true });
    await expect(callControl(join(dir, 'data'), 'claim-code')).rejects.toThrow('claimed already, by Gym');
  });
});
