import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DoorName } from '../kit/building.ts';
import { eventually, throughout, timed } from '../kit/eventually.ts';
import { type Site, startSite } from '../kit/site.ts';

const HOLD_MS: Readonly<Record<DoorName, number>> = { front: 2_000, studio: 2_000, 'car-park': 3_000 };
const DOORS = Object.keys(HOLD_MS) as DoorName[];

describe('a real unlock, end to end', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterEach(() => site.journal.prove());
  afterAll(() => site.close());

  it('[R60] is answered 200 with its evidence while the lock is truly unlocked, and the board alone locks it again', async () => {
    const { happened: before } = await site.settled();
    const { status, json } = await site.unlock('front');
    expect(await site.building.lockOf('front')).toBe('unlocked');
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        status: 'unlocked',
        door_id: site.doorIds.front,
        facility_id: site.demo.facilityId,
        event_id: expect.stringMatching(/^evt_/),
        command_id: expect.stringMatching(/^cmd_/),
        hold_time_seconds: 2,
        confirmed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        confirmed_by: 'lock-sense',
      },
    });
    const { tookMs } = await timed(() => site.building.untilLock('front', 'locked'));
    expect(tookMs).toBeGreaterThan(HOLD_MS.front - 1_000);
    expect(tookMs).toBeLessThan(HOLD_MS.front + 1_000);
    const [energised, rested] = site.building.happened('front', 'coil', before);
    expect(energised).toMatch(/^coil energised/);
    expect(rested).toMatch(/^coil at rest: the board's own timer ended/);
  });

  it('is told once by the journal: one cause for each movement, and the facts name the command that was answered', async () => {
    const { seq: since, happened: before } = await site.settled();
    const { json } = await site.unlock('front');
    await site.building.untilLock('front', 'locked');
    await site.journal.until('lock.moved', ({ to }) => to === 'locked', since);
    const { command_id: commandId, event_id: eventId } = json;
    const named = { doorId: site.doorIds.front, commandId, eventId };
    expect(await site.journal.of('unlock.accepted', since)).toEqual([{ ...named, origin: 'partner' }]);
    expect(await site.journal.of('unlock.confirmed', since)).toMatchObject([{ ...named, confirmedBy: 'lock-sense' }]);
    expect(await site.journal.of('lock.moved', since)).toEqual([
      { doorId: site.doorIds.front, to: 'unlocked', cause: 'unlock', commandId },
      { doorId: site.doorIds.front, to: 'locked', cause: 'relock' },
    ]);
    expect(site.building.moves('front', before)).toEqual(['lock unlocked', 'lock locked']);
  });

  it('[R60, R67] works at the strike, the magnet and the gate alike, each for the hold time of its own settings', async () => {
    const { happened: before } = await site.settled();
    const answers = await Promise.all(
      DOORS.map((door) => site.unlock(door, { hold_time_seconds: 60, holdSeconds: 60, duration: 60 })),
    );
    for (const [i, door] of DOORS.entries())
      expect(answers[i]).toMatchObject({
        status: 200,
        json: { confirmed_by: 'lock-sense', hold_time_seconds: HOLD_MS[door] / 1_000 },
      });
    const relocked = await Promise.all(
      DOORS.map(async (door) => ({
        door,
        ...(await timed(() => site.building.untilLock(door, 'locked', Seconds(15)))),
      })),
    );
    for (const { door, tookMs } of relocked) expect(tookMs, door).toBeLessThan(HOLD_MS[door] + 1_000);
    for (const door of DOORS) expect(site.building.moves(door, before)).toEqual(['lock unlocked', 'lock locked']);
  });

  it('an unlock while unlocked keeps the door open for its own full hold, as a command of its own', async () => {
    const { happened: before } = await site.settled();
    const first = await site.unlock('front');
    await throughout(Seconds(1), async () => (await site.building.lockOf('front')) === 'unlocked', 'held');
    const second = await site.unlock('front');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json.command_id).not.toBe(first.json.command_id);
    await throughout(
      Milliseconds(1_500),
      async () => (await site.building.lockOf('front')) === 'unlocked',
      'still held',
    );
    await site.building.untilLock('front', 'locked', Seconds(2));
    expect(site.building.moves('front', before)).toEqual(['lock unlocked', 'lock locked']);
  });

  it('[R65] the same key again gives the same answer, and no coil moves', async () => {
    const first = await site.unlock('front', { idempotency_key: 'visit-7' });
    await site.building.untilLock('front', 'locked');
    const before = site.building.mark();
    const again = await site.unlock('front', { idempotency_key: 'visit-7' });
    expect(again.json).toEqual(first.json);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await site.building.lockOf('front')).toBe('locked');
    expect(site.building.pulses('front', before)).toBe(0);
  });

  it('[R12] a dryrun key rehearses every check, and moves nothing', async () => {
    const { seq: since, happened: before } = await site.settled();
    const { dryrun } = site.demo.direct.keys;
    const { status, json } = await site.unlock('studio', {}, { key: dryrun });
    expect(status).toBe(200);
    expect(json).toMatchObject({ status: 'unlocked', 'dry-run': true, event_id: expect.stringMatching(/^dry_/) });
    expect(json).not.toHaveProperty('confirmed_at');
    const { readOnly } = site.demo.direct.keys;
    expect((await site.unlock('studio', {}, { key: readOnly })).status).toBe(403);
    await throughout(Milliseconds(500), async () => (await site.building.lockOf('studio')) === 'locked', 'locked');
    expect(site.building.mark()).toBe(before);
    expect(await site.journal.of('unlock.accepted', since)).toEqual([]);
  });

  it('the door that the partner reads is the door that stands there', async () => {
    expect(await site.readDoor('front')).toMatchObject({ online: true, relay_state: 'locked' });
    expect((await site.unlock('front')).status).toBe(200);
    expect((await site.readDoor('front')).relay_state).toBe('unlocked'); // At once: nobody reads less than was told.
    await site.building.untilLock('front', 'locked');
    await eventually(async () => (await site.readDoor('front')).relay_state === 'locked', 'the cloud shows it locked');
  });
});
