import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type AlarmingWorld, alarmingWorld } from './testing/alarming-world.ts';

const FORCED = 'A door was forced open: Front door · Harbour Gym';
const HELD = 'A door stands open: Front door · Harbour Gym';

describe.each(ENGINES)('alarms on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let gym: AlarmingWorld;
  beforeEach(async () => {
    // Noon at the gym.
    clock = new ManualClock('2026-11-22T02:00:00.000Z');
    db = await open();
    gym = await alarmingWorld(db, clock);
    gym.startReplica();
  });
  afterEach(() => gym.close());

  it('are told to managers and to who asked at once, and to who runs the organisation when nobody takes one', async () => {
    await gym.someone('mia', 'facility-manager');
    await gym.wantsPushes(await gym.someone('sam', 'facility-staff'));
    await gym.someone('kim', 'facility-staff');
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.someone('old');
    await gym.forced();
    expect(await gym.told()).toEqual([`mail mia: ${FORCED}`, `push sam: ${FORCED}`]);
    expect(await gym.open()).toMatchObject([
      { kind: 'door_forced_open', about: 'Front door', step: 1, steps: 2, nextStepAt: clock.wallMs() + Minutes(10) },
    ]);
    await gym.pass(Minutes(10 - 1 / 60));
    expect(await gym.told()).toEqual([]);
    await gym.pass(Seconds(1));
    expect(await gym.told()).toEqual([`mail ola: ${FORCED}`]);
    expect(await gym.open()).toMatchObject([{ step: 2, nextStepAt: null, ownedBy: null }]);
    await gym.pass(Hours(12));
    expect(await gym.told()).toEqual([]);
  });

  it('are told no further once somebody has one', async () => {
    const mia = await gym.someone('mia', 'facility-manager');
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.forced();
    await gym.told();
    const [alarm] = await gym.open();
    const at = await gym.at(mia, alarm?.id ?? '');
    await db.write((tx) => gym.alarms.owning.acknowledge(tx, at));
    await db.write((tx) => gym.alarms.owning.acknowledge(tx, at));
    await gym.pass(Hours(1));
    expect(await gym.told()).toEqual([]);
    expect(await gym.open()).toMatchObject([{ ownedBy: mia.id, nextStepAt: null }]);
    expect(await gym.warnings.list(gym.facilityId)).toMatchObject([{ acknowledged_by: `user:${mia.id}` }]);
  });

  it('are anybody’s who says of the warning that they look after it', async () => {
    const sam = await gym.someone('sam', 'facility-staff');
    await gym.forced();
    const [warning] = await gym.warnings.list(gym.facilityId);
    await db.write((tx) => gym.warnings.acknowledge(tx, gym.facilityId, warning?.id ?? '', `user:${sam.id}`));
    expect(await gym.open()).toMatchObject([{ ownedBy: sam.id }]);
  });

  it('end by themselves with their cause, and whoever was told in a browser hears that once', async () => {
    await gym.wantsPushes(await gym.someone('mia', 'facility-manager'));
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.heldOpen();
    expect(await gym.told()).toEqual([`push mia: ${HELD}`]);
    await gym.pass(Minutes(2));
    await gym.heldOpenOver();
    expect(await gym.open()).toMatchObject([{ clearedAt: clock.wallMs(), nextStepAt: null }]);
    await gym.pass(Minutes(11));
    expect(await gym.told()).toEqual([`push mia: Over: ${HELD}`]);
    expect(await gym.open()).toEqual([]);
    await gym.heldOpen();
    expect(await gym.told()).toEqual([`push mia: ${HELD}`]);
  });

  it('that come again soon are the same alarm, which goes on where it was', async () => {
    await gym.wantsPushes(await gym.someone('mia', 'facility-manager'));
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.heldOpen();
    expect(await gym.told()).toEqual([`push mia: ${HELD}`]);
    for (let time = 0; time < 4; time += 1) {
      await gym.pass(Minutes(1));
      await gym.heldOpenOver();
      await gym.pass(Minutes(1));
      await gym.heldOpen();
    }
    expect(await gym.told()).toEqual([]);
    expect(await gym.open()).toMatchObject([{ times: 5, step: 1 }]);
    // It was gone when the next step fell due.
    await gym.pass(Minutes(1));
    await gym.heldOpenOver();
    await gym.pass(Minutes(5));
    expect(await gym.told()).toEqual([]);
    await gym.heldOpen();
    expect(await gym.told()).toEqual([`mail ola: ${HELD}`]);
  });

  it('are no news where they are over before anybody is to be told', async () => {
    await gym.someone('mia', 'facility-manager');
    const board = { bus: 'rs485-1', unit: 1 };
    await gym.tell({ kind: 'board.lost', data: { ...board, why: 'no answer' } });
    await gym.pass(Seconds(30));
    await gym.tell({ kind: 'board.found', data: board });
    await gym.pass(Minutes(15));
    expect(await gym.told()).toEqual([]);
    await gym.tell({ kind: 'board.lost', data: { ...board, why: 'no answer' } });
    await gym.pass(Minutes(1));
    expect(await gym.told()).toEqual(['mail mia: The board of a lock does not answer: Front door · Harbour Gym']);
  });

  it('are told at most once a minute, and after ten times in an hour every ten, each time of all that is new', async () => {
    await gym.wantsPushes(await gym.someone('mia', 'facility-manager'));
    const plan = [{ afterMinutes: 0, tell: ['managers' as const], userIds: [] }];
    const { facility } = await gym.at(await gym.someone('sam', 'facility-staff'), '');
    await db.write((tx) => gym.alarms.plans.put(tx, facility, plan, 'test'));
    let number = 0;
    const raise = async (): Promise<void> => {
      number += 1;
      const warning = {
        kind: 'reader_tampered',
        facilityId: gym.facilityId,
        subject: `${gym.doorId}/r${number}`,
      } as const;
      await db.write((tx) => gym.warnings.raise(tx, { ...warning, message: 'Open.' }));
      await gym.alarms.follow(warning);
      await gym.alarms.run(gym.facilityId);
    };
    const minutes = async (count: number): Promise<void> => {
      clock.jumpWall(Minutes(count));
      await gym.alarms.run(gym.facilityId);
    };
    // Without the replica, so that each look is one of this test.
    await gym.close();
    const waiting = async () => (await gym.open()).filter(({ step }) => step === 0).length;
    const pushes = async () => (await gym.told()).filter((line) => line.startsWith('push')).length;
    await raise();
    expect(await pushes()).toBe(1);
    await raise();
    await raise();
    expect([await pushes(), await waiting()]).toEqual([0, 2]);
    await minutes(1);
    expect([await gym.told(), await waiting()]).toEqual([
      ['mail mia: 2 alarms · Harbour Gym', 'push mia: 2 alarms · Harbour Gym'],
      0,
    ]);
    for (let times = 2; times < 10; times += 1) {
      await raise();
      await minutes(1);
      expect(await pushes()).toBe(1);
    }
    for (let times = 0; times < 8; times += 1) {
      await raise();
      await minutes(1);
    }
    expect([await pushes(), await waiting()]).toEqual([0, 8]);
    await minutes(2);
    expect([await pushes(), await waiting()]).toEqual([1, 0]);
    // The hour is over.
    await minutes(50);
    await raise();
    await minutes(1);
    await raise();
    await minutes(1);
    expect(await pushes()).toBe(2);
  });

  it('pass over a step in which nobody is there, and say where nobody was told at all', async () => {
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.forced();
    expect(await gym.told()).toEqual([`mail ola: ${FORCED}`]);
    await gym.pass(Hours(1));
    const [alarm] = await gym.open();
    const { entries } = await db.read((tx) => gym.alarms.find(tx, gym.facilityId, alarm?.id ?? ''));
    expect(entries.map(({ what, step }) => [what, step])).toEqual([
      ['opened', undefined],
      ['told', 2],
    ]);
  });

  it('are told in no browser in quiet hours, nor of a kind that nobody chose, but by e-mail', async () => {
    const mia = await gym.someone('mia', 'facility-manager');
    const kim = await gym.someone('kim', 'facility-manager');
    await gym.wantsPushes(mia, ['door_forced_open'], { from: 22 * 60, until: 6 * 60 });
    await gym.wantsPushes(kim, ['fire_raised']);
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.forced();
    expect(await gym.told()).toEqual([`mail kim: ${FORCED}`, `push mia: ${FORCED}`]);
    const at = await gym.at(mia, (await gym.open())[0]?.id ?? '');
    await db.write((tx) => gym.alarms.owning.resolve(tx, at, 'The wind.'));
    await gym.pass(Hours(11));
    await gym.forced();
    expect(await gym.told()).toEqual([`mail kim: ${FORCED}`, `mail mia: ${FORCED}`]);
  });

  it('say neither who somebody is nor anything that is secret', async () => {
    await gym.someone('mia', 'facility-manager');
    const personId = 'per_0123456789abcdef';
    await db.write((tx) =>
      gym.warnings.raise(tx, {
        ...{ kind: 'banned_person_let_in', facilityId: gym.facilityId, subject: personId },
        message: `Ada Okafor (${personId}) is in.`,
      }),
    );
    await gym.settle();
    expect(await gym.told()).toEqual(['mail mia: Somebody who is banned was let in · Harbour Gym']);
    const [mail] = await gym.mail.list(1);
    const text = (await gym.mail.find(mail?.id ?? ''))?.text_body ?? '';
    expect(text).toContain('https://console.example/ops/facilities/');
    expect(text).not.toMatch(/Ada|per_/);
  });

  it('of a step are told once by two replicas, and by one whose jobs got lost', async () => {
    gym.startReplica();
    await gym.someone('mia', 'facility-manager');
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.forced();
    await Promise.all([gym.alarms.run(gym.facilityId), gym.alarms.run(gym.facilityId), gym.alarms.look()]);
    expect(await gym.told()).toEqual([`mail mia: ${FORCED}`]);
    await db.write((tx) => tx.deleteFrom('job').where('kind', '=', 'alarms.tell').execute());
    await gym.pass(Minutes(11));
    expect(await gym.told()).toEqual([`mail ola: ${FORCED}`]);
  });
});
