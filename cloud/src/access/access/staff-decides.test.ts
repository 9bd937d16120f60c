import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { createWorld, scriptedLink, type World } from '../../testing/world.ts';
import { positionOfZone } from './rules.ts';

const WHY = { by: 'Sam', reason: 'Threw weights' };
describe.each(ENGINES)('what staff decide on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let personId: string;
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, new ManualClock(), scriptedLink(() => Promise.reject(new Error('no unlock'))).link);
    personId = await world.db.write((tx) => world.access.personFor(tx, member('M-1'), 'Sam'));
  });
  const member = (memberId: string) => ({ facilityId: world.facilityId, partnerId: world.partnerId, memberId });
  const person = () => ({ facilityId: world.facilityId, personId });
  const decisions: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
    'makes a person': (tx) => world.access.knownFor(tx, member('M-2'), 'Sam'),
    'bans a member': (tx) => world.access.flagMember(tx, member('M-1'), { banned: true }, WHY),
    'bans a person': (tx) => world.access.setFlags(tx, person(), { banned: true }, WHY),
    'holds doors for longer': (tx) => world.access.setExtended(tx, world.facilityId, personId, true),
    'links a member': (tx) => world.access.linkMember(tx, personId, member('M-3')),
    'sets the policy': (tx) => world.access.setPolicy(tx, world.facilityId, { graceHours: 1 }),
    'maps a plan zone': (tx) => world.access.mapPlanZone(tx, { ...member(''), name: 'Pool' }, { to: 'facility' }),
  };
  const changes = () => db.read((tx) => tx.selectFrom('snapshot_change').select('subject').execute());

  it.each(Object.keys(decisions))('%s, of which boxes hear, and of the same again they do not', async (what) => {
    const decide = decisions[what] as (tx: Tx) => Promise<unknown>;
    const clear = () => db.write((tx) => world.scopes.clearChanges(tx, world.facilityId));
    await clear();
    await world.db.write(decide);
    expect(await changes()).not.toEqual([]);
    await clear();
    await world.db.write(decide);
    expect(await changes()).toEqual([]);
  });

  it('lists the zones of plans page by page, those that open nothing first', async () => {
    const { access, facilityId, partnerId } = world;
    await world.members.put([{ ...member('M-1'), firstName: 'Ada', lastName: 'Byron' }]); // Now the partner is a source.
    const zones = ['Sauna', 'Pool', 'Attic/roof', 'Gym floor'].map((name) => ({ name, access_hours: {} }));
    const plan = { facility_id: facilityId, membership_plan_id: randomId('P', systemRandom), name: 'Gold' };
    const { skipped } = await world.plans.push(
      Buffer.from(JSON.stringify({ membership_plans: [{ ...plan, access_zones: zones }] })),
      world.callBy(),
    );
    expect(skipped).toBe(0);
    await world.db.write((tx) =>
      access.mapPlanZone(tx, { facilityId, partnerId, name: 'Gym floor' }, { to: 'facility' }),
    );
    await world.db.write((tx) => access.mapPlanZone(tx, { facilityId, partnerId, name: 'Cellar' }, { to: 'none' }));
    const names: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const asked: { after: string; limit: number } = { after, limit: 2 };
      const page = await world.db.read((tx) => access.listNamedZones(tx, facilityId, asked));
      names.push(...page.map(({ name }) => name));
      const last = page.at(-1);
      after = last && positionOfZone(last);
    }
    expect(names).toEqual(['Attic/roof', 'Pool', 'Sauna', 'Cellar', 'Gym floor']);
  });
});
