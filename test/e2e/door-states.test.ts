// @module-tag long
// @module-tag waiting
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DoorName } from '../kit/building.ts';
import { eventually, throughout } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ holdSeconds: 1 });
});
afterAll(() => site.close());
const stays = (door: DoorName, position: string, during: Duration) =>
  throughout(during, async () => (await site.building.lockOf(door)) === position, `${door} ${position}`);

describe('a door that is not simply locked', () => {
  let before: Mark;
  beforeEach(async () => {
    before = await site.settled();
  });
  afterEach(() => site.journal.prove());

  it('[R62] force-closed ends a running hold and refuses every unlock with 409, until it is off again', async () => {
    expect((await site.unlock('front')).status).toBe(200);
    await site.maintain('front', 'force-closed');
    await site.building.untilLock('front', 'locked', Milliseconds(1_000));
    const refused = await site.unlock('front');
    expect(refused).toMatchObject({
      status: 409,
      json: { status: 'failed', reason: 'maintenance_mode_active', mode: 'force-closed', until: null },
    });
    expect(site.building.pulses('front', before.happened)).toBe(1);
    await site.maintain('front', 'off');
    await eventually(async () => (await site.readDoor('front')).maintenance_mode === 'off', 'the cloud hears of it');
    expect((await site.unlock('front')).status).toBe(200);
    expect(await site.journal.of('maintenance.changed', before.seq)).toMatchObject([
      { maintenance: { mode: 'force-closed', by: 'Sam', reason: 'Testing' } },
      { maintenance: { mode: 'off' } },
    ]);
  });

  it('the exit button opens a door that is force-closed, and the door locks again by itself', async () => {
    await site.maintain('front', 'force-closed');
    await site.building.door('front', 'press-rex');
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await site.building.untilLock('front', 'locked', Seconds(5));
    await site.maintain('front', 'off');
    await site.journal.until('lock.moved', ({ to }) => to === 'locked', before.seq);
    expect(await site.journal.of('lock.moved', before.seq)).toMatchObject([
      { to: 'unlocked', cause: 'rex' },
      { to: 'locked', cause: 'relock' },
    ]);
  });

  it('a lock that does not move is 502 relay_fault and back to locked; three in a row are a warning and an alarm', async () => {
    await site.building.door('front', 'jam');
    // The shortest wait that a caller may choose makes the box judge early.
    const headers = { prefer: 'wait=2' };
    for (let i = 0; i < 3; i++) {
      expect(await site.unlock('front', {}, { headers })).toMatchObject({
        status: 502,
        json: { status: 'failed', reason: 'relay_fault', event_id: expect.stringMatching(/^evt_/) },
      });
      const { doors } = await site.building.state();
      expect(doors.find(({ name }) => name === 'front')).toMatchObject({ lock: { position: 'locked' } });
      await eventually(async () => !(await coilOf('front')), 'the coil is at rest');
    }
    expect(await site.warnings()).toMatchObject([{ kind: 'relay_fault_repeated', subject: site.doorIds.front }]);
    await eventually(async () => (await alarmsOf('front')).includes('relay_fault'), 'the box shows the alarm');
    await site.building.door('front', 'free');
    expect((await site.unlock('front')).status).toBe(200);
    expect(await site.journal.until('door.alarm_cleared', ({ alarm }) => alarm === 'relay_fault')).toBeDefined();
    expect(site.building.moves('front', before.happened)).toEqual(['lock unlocked']);
  });
  const coilOf = async (door: string) => {
    const { doors } = await site.building.state();
    return doors.find(({ name }) => name === door)?.coil.energised;
  };
  const alarmsOf = async (door: 'front') => {
    const { doors } = (await site.edgeControl('status')) as { doors: { doorId: string; alarms: string[] }[] };
    return doors.find(({ doorId }) => doorId === site.doorIds[door])?.alarms ?? [];
  };

  it('a door that is torn open is a fact in the cloud at once, and nothing says that it was let open', async () => {
    await stays('front', 'locked', Milliseconds(1_300)); // A second after its hold a leaf may still be on its way.
    await site.building.door('front', 'force');
    expect(await site.journal.until('door.opened', () => true, before.seq)).toEqual({
      doorId: site.doorIds.front,
      expected: false,
    });
    await eventually(async () => (await alarmsOf('front')).includes('forced_open'), 'the box shows the alarm');
    await site.building.door('front', 'pull-shut');
    expect(await site.journal.until('door.closed', () => true, before.seq)).toEqual({ doorId: site.doorIds.front });
    expect(site.building.moves('front', before.happened)).toEqual([]);
  });
});

describe.concurrent('what takes long, each at a door of its own', { tags: 'long' }, () => {
  it('[R62] force-open holds the lock released for as long as it lasts, and an unlock says so with 409 and its end', async () => {
    const before = site.building.mark();
    const until = new Date(systemClock.wallMs() + 3_600_000).toISOString();
    await site.maintain('front', 'force-open', { until });
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await eventually(async () => (await site.unlock('front')).status === 409, 'the cloud hears of it');
    expect((await site.unlock('front')).json).toMatchObject({
      reason: 'maintenance_mode_active',
      mode: 'force-open',
      until,
    });
    await stays('front', 'unlocked', Seconds(11)); // Longer than one pulse of the board: it is renewed.
    await site.maintain('front', 'off');
    await site.building.untilLock('front', 'locked', Seconds(2));
    expect(site.building.moves('front', before)).toEqual(['lock unlocked', 'lock locked']);
  }, 30_000);

  const ofStudio = ({ doorId }: { doorId: string }) => doorId === site.doorIds.studio;
  it('a door that is propped open is reported when its time is up, and was let open', async () => {
    const seq = await site.journal.lastSeq();
    expect((await site.unlock('studio')).status).toBe(200);
    await site.building.door('studio', 'prop');
    expect(await site.journal.until('door.opened', ofStudio, seq)).toMatchObject({ expected: true });
    expect(await site.journal.until('door.held_open', ofStudio, seq)).toMatchObject({ seconds: 5 });
    await site.building.door('studio', 'unprop');
    await site.building.door('studio', 'pull-shut');
    expect(await site.journal.until('door.alarm_cleared', ofStudio, seq)).toMatchObject({
      alarm: 'held_open',
    });
  });
});
