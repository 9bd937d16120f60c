import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { User } from '../../platform/users/users.service.ts';
import { type AlarmingWorld, alarmingWorld } from './testing/alarming-world.ts';

const FORCED = 'A door was forced open: Front door · Harbour Gym';

describe.each(ENGINES)('who has an alarm, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let gym: AlarmingWorld;
  let mia: User;
  let sam: User;
  beforeEach(async () => {
    clock = new ManualClock('2026-11-22T02:00:00.000Z');
    db = await open();
    gym = await alarmingWorld(db, clock);
    gym.startReplica();
    mia = await gym.someone('mia', 'facility-manager');
    sam = await gym.someone('sam', 'facility-staff');
    await gym.someone('ola', 'org-admin', 'organisation');
    await gym.forced();
    await gym.told();
  });
  afterEach(() => gym.close());

  const id = async () => (await gym.open())[0]?.id ?? '';
  const owning = () => gym.alarms.owning;
  const take = async (user: User) => {
    const at = await gym.at(user, await id());
    await db.write((tx) => owning().acknowledge(tx, at));
  };
  const what = async (alarmId: string) =>
    (await db.read((tx) => gym.alarms.find(tx, gym.facilityId, alarmId))).entries.map((entry) => entry.what);

  it('is whoever was first: of many at once, one', async () => {
    const people = [
      mia,
      sam,
      ...(await Promise.all(['a', 'b', 'c'].map((name) => gym.someone(name, 'facility-staff')))),
    ];
    const taken = await Promise.allSettled(people.map(take));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of taken) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'alarm_owned' });
    expect((await what(await id())).filter((entry) => entry === 'acknowledged')).toHaveLength(1);
  });

  it('is changed by its owner, and by who manages the facility', async () => {
    await take(sam);
    const kim = await gym.someone('kim', 'facility-staff');
    const [byKim, bySam, byMia] = await Promise.all([
      gym.at(kim, await id()),
      gym.at(sam, await id()),
      gym.at(mia, await id(), true),
    ]);
    const refused = { code: 'alarm_not_yours' };
    await expect(db.write((tx) => owning().handOver(tx, byKim, kim.id))).rejects.toMatchObject(refused);
    await expect(db.write((tx) => owning().giveBack(tx, byKim))).rejects.toMatchObject(refused);
    await expect(db.write((tx) => owning().resolve(tx, byKim, undefined))).rejects.toMatchObject(refused);
    await db.write((tx) => owning().handOver(tx, bySam, kim.id));
    expect(await gym.told()).toEqual([`mail kim: Handed to you: ${FORCED}`]);
    await db.write((tx) => owning().handOver(tx, byMia, mia.id));
    expect(await gym.told()).toEqual([]);
    expect(await gym.open()).toMatchObject([{ ownedBy: mia.id }]);
    const stranger = await gym.someone('old');
    for (const userId of [stranger.id, 'usr_0000000000000000'])
      await expect(db.write((tx) => owning().handOver(tx, byMia, userId))).rejects.toMatchObject({
        code: 'alarm_person_unknown',
      });
  });

  it('is nobody where it is given back: who was told last is told again, then the others', async () => {
    await take(sam);
    await gym.pass(Minutes(5));
    const at = await gym.at(sam, await id());
    await db.write((tx) => owning().giveBack(tx, at));
    await gym.settle();
    expect(await gym.told()).toEqual([`mail mia: ${FORCED}`]);
    await gym.pass(Minutes(10));
    expect(await gym.told()).toEqual([`mail ola: ${FORCED}`]);
  });

  it('is nobody at once where they lose the right or are deleted, and who has none cannot have it', async () => {
    await take(sam);
    await gym.pass(Minutes(5));
    await gym.takeRights(sam);
    expect(await gym.open()).toMatchObject([{ ownedBy: null }]);
    await gym.settle();
    expect(await gym.told()).toEqual([`mail mia: ${FORCED}`]);
    await expect(take(sam)).rejects.toMatchObject({ code: 'alarm_person_unknown' });
    await take(mia);
    await gym.pass(Minutes(5));
    await db.write((tx) => gym.users.remove(tx, mia.id));
    await gym.settle();
    expect(await gym.open()).toMatchObject([{ ownedBy: null }]);
    expect(await gym.told()).toEqual([`mail ola: ${FORCED}`]);
    expect(await what(await id())).toEqual([
      ...['opened', 'told', 'acknowledged', 'right_lost', 'told', 'acknowledged', 'right_lost', 'told'],
    ]);
  });

  it('is nobody within a minute where the facility is given to another organisation', async () => {
    const ola = await gym.someone('ola2', 'org-admin', 'organisation');
    await take(ola);
    const other = await gym.organisations.createOrganisation('Summit Clubs');
    await db.write((tx) => gym.organisations.moveFacility(tx, gym.facilityId, { orgId: other }));
    await gym.pass(Minutes(1));
    // As the schedule has it done each minute.
    await gym.alarms.look();
    await gym.settle();
    expect(await gym.open()).toMatchObject([{ ownedBy: null }]);
    expect(await gym.told()).toEqual([`mail mia: ${FORCED}`]);
  });

  it('says that it is seen to: what has happened is closed with it, what is so stands on and tells nobody', async () => {
    const at = await gym.at(sam, await id());
    await db.write((tx) => owning().resolve(tx, at, 'The latch.'));
    expect(await what(at.alarmId)).toEqual(['opened', 'told', 'note', 'resolved']);
    expect(await gym.warnings.list(gym.facilityId)).toEqual([]);
    await expect(db.write((tx) => owning().note(tx, at, 'More'))).rejects.toMatchObject({ code: 'alarm_over' });
    await gym.pass(Minutes(1));
    await gym.heldOpen();
    await gym.told();
    const held = await gym.at(sam, await id());
    await db.write((tx) => owning().resolve(tx, held, undefined));
    expect(await gym.warnings.list(gym.facilityId)).toMatchObject([{ kind: 'door_held_open' }]);
    await gym.pass(Minutes(3));
    await gym.heldOpen();
    await gym.pass(Hours(1));
    expect([await gym.open(), await gym.told()]).toEqual([[], []]);
    // It is gone and comes again: that is news.
    await gym.heldOpenOver();
    await gym.heldOpen();
    expect(await gym.told()).toEqual(['mail mia: A door stands open: Front door · Harbour Gym']);
  });

  it('is over where a manager closes its warning', async () => {
    const alarmId = await id();
    const [warning] = await gym.warnings.list(gym.facilityId);
    await db.write((tx) => gym.warnings.closeByHand(tx, gym.facilityId, warning?.id ?? '', `user:${mia.id}`));
    await gym.settle();
    expect(await gym.open()).toEqual([]);
    expect(await what(alarmId)).toEqual(['opened', 'told', 'resolved']);
  });
});
