import { randomUUID } from 'node:crypto';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { ConfigurationReport, WiringReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { askingControllers, at } from './testing/asking-controllers.ts';

describe.each(ENGINES)('the wiring of a box that a person confirms on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock, scriptedLink(confirms).link);
  });
  afterEach(() => api.close());
  const { configOf, update, ok } = askingControllers(() => ({ clock, api }));

  const { boxId, facilityId } = { boxId: () => api.world.boxId, facilityId: () => api.world.facilityId };
  const wished = async () => {
    const state = await api.world.doors.desiredState(boxId(), { epochs: true, wiring: true });
    return state?.wiring?.hash ?? '';
  };
  const reports = async (wiring: WiringReport | undefined) => {
    const { db, boxes } = api.world;
    const hardware = { buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] };
    const report: ConfigurationReport = {
      v: 1,
      agentVersion: '1',
      revision: 1,
      hardware,
      refused: [],
      ...(wiring && { wiring }),
    };
    await clock.advance(Minutes(1));
    await db.write((tx) => boxes.takeReport(tx, boxId(), report));
  };
  const states = async (
    kind: 'wiring.confirmed' | 'wiring.rejected',
    wiring: string,
    decisionId: string = randomUUID(),
  ) => {
    const { db, doorControllers } = api.world;
    await clock.advance(Minutes(1));
    const body = { kind, data: { decisionId, wiring, revision: 1, by: 'Sam Okoro', staffId: 'staff_sam' } };
    const wallMs = clock.wallMs() - 5_000;
    await db.write((tx) => doorControllers.factStored(tx, boxId(), facilityId(), { body, wallMs } as never));
  };
  const wiring = async () => (await configOf()).wiring;
  const rewire = async (channel: number) => ok(update({ doors: [{ doorId: api.world.doorId, relay: at(channel) }] }));
  const confirmed = async () => {
    const hash = await wished();
    await reports({ inForce: hash, waiting: null });
    return hash;
  };

  it('is not asked for of a box that says nothing of it, and the answer says so', async () => {
    expect(await wiring()).toEqual({ state: 'not_asked', since: null, arrived: null, decided: null });
    await reports(undefined);
    expect(await rewire(5)).toMatchObject({ confirmation: 'not_asked' });
  });

  it('has a name that boxes hear only where they ask, and that no name and no time of a door changes', async () => {
    const hash = await wished();
    expect((await api.world.doors.desiredState(boxId(), { epochs: true }))?.wiring).toBeUndefined();
    await update({ name: 'Box', doors: [{ doorId: api.world.doorId, name: 'Main', holdSeconds: 9, zone: 'East' }] });
    expect(await wished()).toBe(hash);
    await update({ doors: [{ doorId: api.world.doorId, acknowledged: ['input_shared'] }] });
    const answered = await wished();
    await rewire(5);
    expect(new Set([hash, answered, await wished()]).size).toBe(3);
  });

  it('waits from when it was first wanted, whatever is renamed meanwhile, until the box says who has confirmed it', async () => {
    await confirmed();
    expect(await wiring()).toMatchObject({ state: 'confirmed', decided: null });
    expect(await ok(update({ name: 'Box' }))).toMatchObject({ confirmation: 'not_needed' });
    await clock.advance(Minutes(10));
    expect(await rewire(5)).toMatchObject({ confirmation: 'at_the_panel' });
    const since = new Date(clock.wallMs()).toISOString();
    await clock.advance(Minutes(10));
    expect(await ok(update({ name: 'Box again' }))).toMatchObject({ confirmation: 'at_the_panel' });
    expect(await wiring()).toEqual({ state: 'waiting', since, arrived: false, decided: null });

    const hash = await wished();
    await reports({ inForce: '0'.repeat(64), waiting: { hash, sinceMs: 0, rejected: false } });
    expect(await wiring()).toEqual({ state: 'waiting', since, arrived: true, decided: null });

    const decisionId = randomUUID();
    await states('wiring.confirmed', hash, decisionId);
    await states('wiring.confirmed', hash, decisionId);
    const decided = { at: new Date(clock.wallMs() - 65_000).toISOString(), by: 'Sam Okoro', staffId: 'staff_sam' };
    expect(await wiring()).toEqual({ state: 'confirmed', since: null, arrived: true, decided });
    await reports({ inForce: hash, waiting: null });
    expect(await wiring()).toMatchObject({ state: 'confirmed', decided });
  });

  it('is rejected by whom the box says, and may be confirmed after that', async () => {
    await confirmed();
    await rewire(5);
    const hash = await wished();
    await states('wiring.rejected', hash);
    expect(await wiring()).toMatchObject({ state: 'rejected', decided: { by: 'Sam Okoro' } });
    await reports({ inForce: '0'.repeat(64), waiting: { hash, sinceMs: 0, rejected: true } });
    expect(await wiring()).toMatchObject({ state: 'rejected', arrived: true });
    await states('wiring.confirmed', hash);
    expect(await wiring()).toMatchObject({ state: 'confirmed' });
  });

  it('waits anew where an older one is wanted again that was confirmed once', async () => {
    await rewire(5);
    const first = await wished();
    await states('wiring.confirmed', first);
    await reports({ inForce: first, waiting: null });
    await rewire(6);
    const second = await wished();
    await states('wiring.confirmed', second);
    await reports({ inForce: second, waiting: null });
    await rewire(5);
    expect(await wished()).toBe(first);
    expect(await wiring()).toMatchObject({ state: 'waiting', arrived: false, decided: null });
  });
});
