// @module-tag long
// @module-tag waiting
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { BoxScenario } from '@gatehouse/shared/wire/simulate.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DoorName } from '../kit/building.ts';
import { eventually, throughout, timed } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

const DOCUMENT = new URL('../../docs/partner/sandbox.md', import.meta.url);

/** Everything a partner's engineer is told to try, through HTTP alone: each row of docs/partner/sandbox.md is one of these. */
describe('the sandbox', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterEach(async () => {
    await site.untilOnline();
    for (const door of ['front', 'studio', 'car-park'] as const) await simulate('clear', { door });
    await site.journal.prove();
  });
  afterAll(() => site.close());

  const path = (door: DoorName) => `/sandbox/doors/${site.doorIds[door]}/simulate`;
  const simulate = (
    scenario: string,
    { door = 'front' as DoorName, seconds = 60, key = site.demo.direct.keys.live } = {},
  ) => site.request(key, path(door), { facility_id: site.demo.facilityId, scenario, seconds });
  const simulated = async (door: DoorName = 'front') =>
    (await site.request(site.demo.direct.keys.readOnly, `${path(door)}?facility_id=${site.demo.facilityId}`)).json
      .simulating;
  const events = async () => (await site.request(site.demo.direct.keys.live, '/events?limit=200')).json.data;

  it('offline: the unlock that follows answers 503, the door reads offline, and the box comes back by itself', async () => {
    const before = site.building.mark();
    // Long enough for a busy machine to answer three more requests while the box is away.
    const seconds = 10;
    const { status, json } = await simulate('offline', { seconds });
    const { tookMs: awayMs } = await timed(async () => {
      expect({ status, json }).toEqual({
        status: 200,
        json: {
          door_id: site.doorIds.front,
          facility_id: site.demo.facilityId,
          simulating: [{ scenario: 'offline', until: expect.stringMatching(/^\d{4}-/) }],
        },
      });
      expect(await site.unlock('front')).toMatchObject({ status: 503, json: { reason: 'device_offline' } });
      expect(await site.readDoor('front')).toMatchObject({ status: 'offline', online: false });
      expect(await simulate('clear')).toMatchObject({ status: 503, json: { error: 'simulation_unreachable' } });
      await site.untilOnline();
    });
    expect(awayMs).toBeGreaterThan((seconds - 3) * 1_000);
    expect(awayMs).toBeLessThan((seconds + 6) * 1_000);
    expect(site.building.moves('front', before)).toEqual([]);
    expect(await site.unlock('front')).toMatchObject({ status: 200 });
  });

  it('jam: the unlock answers 502, the lock never moves, and it is free again after the time', async () => {
    const { happened: before } = await site.settled();
    expect((await simulate('jam', { door: 'studio', seconds: 300 })).status).toBe(200);
    expect(await site.unlock('studio')).toMatchObject({ status: 502, json: { reason: 'relay_fault' } });
    expect(site.building.moves('studio', before)).toEqual([]);
    expect((await simulate('jam', { door: 'studio', seconds: 1 })).status).toBe(200);
    await eventually(async () => (await simulated('studio')).length === 0, 'the jam is over');
    await eventually(async () => (await site.unlock('studio')).status === 200, 'the studio unlocks again');
  });

  it('slow_confirmation: the unlock answers 504 though the door opens, and the late confirmation follows in the feed', async () => {
    await site.settled();
    expect((await simulate('slow_confirmation')).status).toBe(200);
    const { status, json } = await site.unlock('front', {}, { headers: { prefer: 'wait=2' } });
    expect({ status, json }).toMatchObject({ status: 504, json: { reason: 'unlock_confirmation_timeout' } });
    await site.journal.until('unlock.confirmed', ({ eventId }) => eventId === json.event_id);
    const late = async () =>
      (await events()).filter(
        (event: { kind: string; data: { event_id?: string } }) =>
          event.kind === 'unlock.confirmed_late' && event.data.event_id === json.event_id,
      );
    await eventually(async () => (await late()).length === 1, 'the late confirmation is in the feed');
    await simulate('clear');
    expect(await site.unlock('front')).toMatchObject({ status: 200 });
    await site.building.untilLock('front', 'locked');
  });

  it('maintenance: the unlock answers 409 with its end, and staff’s own maintenance is left alone', async () => {
    const { json } = await simulate('maintenance', { door: 'car-park', seconds: 120 });
    const refused = await site.unlock('car-park');
    expect(refused).toMatchObject({
      status: 409,
      json: { reason: 'maintenance_mode_active', mode: 'force-closed' },
    });
    expect(Math.abs(Date.parse(refused.json.until) - Date.parse(json.simulating[0].until))).toBeLessThan(5_000);
    expect(await site.readDoor('car-park')).toMatchObject({ maintenance_mode: 'force-closed' });
    expect((await simulate('clear', { door: 'car-park' })).json.simulating).toEqual([]);
    expect(await site.unlock('car-park')).toMatchObject({ status: 200 });
    await site.building.untilLock('car-park', 'locked');

    await site.maintain('car-park', 'force-closed');
    const clash = await simulate('maintenance', { door: 'car-park' });
    expect(clash).toMatchObject({ status: 409, json: { error: 'simulation_refused', reason: 'maintenance' } });
    await simulate('clear', { door: 'car-park' });
    expect(await site.unlock('car-park')).toMatchObject({ status: 409 });
    await site.maintain('car-park', 'off');
  });

  it('integration_not_enabled: every call for the facility answers 403, for this partner alone, until it is cleared', async () => {
    expect((await simulate('integration_not_enabled')).status).toBe(200);
    expect(await site.unlock('front')).toMatchObject({ status: 403, json: { reason: 'integration_not_enabled' } });
    const { live } = site.demo.direct.keys;
    const list = () => site.request(live, `/access-control/doors?facility_id=${site.demo.facilityId}`);
    expect(await list()).toMatchObject({ status: 403, json: { error: 'integration_not_enabled' } });
    const other = { facility_id: undefined, linking_identifier: site.demo.linkingIdentifier };
    expect(await site.unlock('front', other, { key: site.demo.linked.keys.live })).toMatchObject({ status: 200 });
    expect((await simulate('clear')).json.simulating).toEqual([]);
    expect((await list()).status).toBe(200);
    await site.building.untilLock('front', 'locked');
  });

  it('what needs no simulation is answered as the document says too', async () => {
    const { happened: before } = await site.settled();
    const { dryrun, readOnly, live } = site.demo.direct.keys;
    const missing = await site.unlock('front', { member_id: undefined }, { key: dryrun });
    expect(missing).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect(missing.json.message).toContain('member_id');
    const nobody = await site.unlock('front', {}, { key: `sk_live_${'x'.repeat(43)}` });
    expect(nobody).toMatchObject({ status: 401, json: { error: 'unauthenticated' } });
    expect(await site.unlock('front', {}, { key: readOnly })).toMatchObject({
      status: 403,
      json: { error: 'read_only_key' },
    });
    const elsewhere = await site.unlock('front', { facility_id: 'fac_zzzzzzzzzzzzzzzz' }, { key: dryrun });
    expect(elsewhere).toMatchObject({ status: 404, json: { error: 'not_found' } });
    const tooMuch = await site.unlock('front', { metadata: { note: 'x'.repeat(10 * 1024 * 1024) } }, { key: dryrun });
    expect(tooMuch).toMatchObject({ status: 413, json: { error: 'payload_too_large' } });
    const many = await Promise.all(Array.from({ length: 12 }, () => site.request(live, '/organisations')));
    const limited = many.find(({ status }) => status === 429);
    expect(limited).toMatchObject({ json: { error: 'rate_limit_exceeded' }, headers: { 'retry-after': '1' } });
    expect(site.building.mark()).toBe(before);
  });

  it('a bad window and a revision that is used twice are answered as the document says', async () => {
    const { live } = site.demo.direct.keys;
    const push = (windows: object) =>
      site.request(live, '/members', { members: [{ ...site.ada, member_id: 'M-sandbox', ...windows }] });
    const window = { external_id: 'trial', kind: 'absolute', from: 1_772_323_200, to: 1_772_409_600 };
    expect(await push({ access_time_windows: [window] })).toMatchObject({
      status: 422,
      json: { error: 'validation_failed', errors: [{ index: 0, member_id: 'M-sandbox' }] },
    });
    const first = await push({ access_time_windows: [window], access_time_windows_revision: 1 });
    expect(first).toMatchObject({ status: 200, json: { metadata: { success: 1 } } });
    const other = { access_time_windows: [{ ...window, external_id: 'other' }], access_time_windows_revision: 1 };
    expect(await push(other)).toMatchObject({
      status: 409,
      json: { error: 'revision_conflict', conflicts: [{ member_id: 'M-sandbox', stored_revision: 1 }] },
    });
  });

  it('one thing at a time stands beside a disabled integration, and a read-only key may look', async () => {
    await site.settled();
    await simulate('jam');
    await simulate('slow_confirmation');
    await simulate('integration_not_enabled');
    expect((await simulated()).map(({ scenario }: { scenario: string }) => scenario)).toEqual([
      'integration_not_enabled',
      'slow_confirmation',
    ]);
    expect(await site.building.state()).toMatchObject({ doors: [{ lock: { jammed: false } }, {}, {}] });
  });

  it('a lock that stands open for somebody is not jammed', async () => {
    expect((await site.unlock('front')).status).toBe(200);
    const refused = await simulate('jam');
    expect(refused).toMatchObject({ status: 409, json: { error: 'simulation_refused', reason: 'door_in_use' } });
    await site.building.untilLock('front', 'locked', Seconds(5));
  });

  it('a dryrun key is told what would be and nothing happens; a read-only key is refused', async () => {
    const { happened: before } = await site.settled();
    const { dryrun, readOnly } = site.demo.direct.keys;
    const told = await simulate('maintenance', { key: dryrun });
    expect(told).toMatchObject({ status: 200, json: { 'dry-run': true, simulating: [{ scenario: 'maintenance' }] } });
    expect(await simulate('jam', { key: readOnly })).toMatchObject({ status: 403, json: { error: 'read_only_key' } });
    expect(await simulated()).toEqual([]);
    await throughout(Milliseconds(300), () => site.building.mark() === before, 'nothing happens in the building');
    expect(await site.readDoor('front')).toMatchObject({ maintenance_mode: 'off', online: true });
  });

  it('the document for partners has a row for every scenario', () => {
    const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| [^|]+ \| `(\w+)` \|/gm);
    const scenarios = [...BoxScenario.options, 'integration_not_enabled'];
    expect([...rows].map(([, scenario]) => scenario).sort()).toEqual(scenarios.sort());
  });

  it('a door that is not the partner’s is the same 404 as one that does not exist, and a real facility a 403', async () => {
    const { facilityId, direct } = site.demo;
    const ask = (doorId: string, facility: string) =>
      site.request(direct.keys.live, `/sandbox/doors/${doorId}/simulate`, { facility_id: facility, scenario: 'jam' });
    const missing = await ask('door_zzzzzzzzzzzzzzzz', facilityId);
    const elsewhere = await ask(site.doorIds.front, 'fac_zzzzzzzzzzzzzzzz');
    expect([missing.status, elsewhere.status]).toEqual([404, 404]);
    const unnamed = ({ request_id: _, ...rest }: Record<string, unknown>) => rest;
    expect(unnamed(missing.json).error).toBe('not_found');
    expect(unnamed(elsewhere.json).error).toBe('not_found');
    await site.cloudControl('sandbox', { facilityId, enabled: false });
    expect(await ask(site.doorIds.front, facilityId)).toMatchObject({ status: 403, json: { error: 'sandbox_only' } });
    await site.cloudControl('sandbox', { facilityId, enabled: true });
  });

  it('a simulated maintenance and a slow confirmation die with the box, a jam with the simulator’s own time', async () => {
    await site.settled();
    await simulate('maintenance', { door: 'studio', seconds: 300 });
    await simulate('slow_confirmation', { door: 'front', seconds: 300 });
    await simulate('jam', { door: 'car-park', seconds: 6 });
    await site.kill(site.processes.edge);
    await site.startEdge();
    await site.untilOnline();
    expect(await site.unlock('studio')).toMatchObject({ status: 200 });
    expect(await site.unlock('front')).toMatchObject({ status: 200 });
    await eventually(
      async () => (await site.building.state()).doors[2]?.lock.jammed === false,
      'the simulator frees the gate by itself',
    );
    expect(await site.unlock('car-park')).toMatchObject({ status: 200 });
  });

  it('a box whose own configuration names no simulator refuses everything, and notes nothing of it', async () => {
    const file = join(site.dir, 'edge', 'edge.json');
    const sandbox = readFileSync(file, 'utf8');
    const { simulator: _, ...real } = JSON.parse(sandbox);
    writeFileSync(file, JSON.stringify(real));
    await site.stop(site.processes.edge);
    await site.startEdge();
    await site.untilOnline();
    const { happened, seq } = await site.settled();
    for (const scenario of ['offline', 'jam', 'slow_confirmation', 'maintenance', 'clear'])
      expect(await simulate(scenario)).toMatchObject({ status: 409, json: { reason: 'no_simulator' } });
    expect([site.building.mark(), await site.journal.lastSeq()]).toEqual([happened, seq]);
    expect(await site.unlock('front')).toMatchObject({ status: 200 });
    await site.building.untilLock('front', 'locked');
    writeFileSync(file, sandbox);
    await site.stop(site.processes.edge);
    await site.startEdge();
  });

  it('what the cloud was told survives the cloud, and ends at its time', async () => {
    await simulate('integration_not_enabled', { seconds: 300 });
    await site.kill(site.processes.cloud);
    await site.startCloud();
    await site.untilOnline();
    expect(await site.unlock('front')).toMatchObject({ status: 403 });
    await simulate('integration_not_enabled', { seconds: 1 });
    await eventually(async () => (await site.unlock('front')).status === 200, 'the integration is enabled again');
    await site.building.untilLock('front', 'locked');
  });
});
