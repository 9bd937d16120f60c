import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../db/engines.ts';
import type { Also, Database, Tx } from '../../db/unit-of-work.ts';
import { bothOrNeither } from '../../test-kit/both-or-neither.ts';
import { createWorld, scriptedLink, type World } from '../../test-kit/world.ts';
import { positionOfZone } from './rules.ts';

const WHY = { by: 'Sam', reason: 'Threw weights' };
const TABLES = [
  'facility_person',
  'person_member',
  'access_grant',
  'plan_zone',
  'access_policy',
  'facility_access',
  'snapshot_change',
  'partner_integration',
] as const;

describe.each(ENGINES)('what staff decide on $name', ({ open }) => {
  let db: Database;
  let world: World;
  let personId: string;
  let grantId: string;
  beforeEach(async () => {
    db = await open();
    world = await createWorld(db, new ManualClock(), scriptedLink(() => Promise.reject(new Error('no unlock'))).link);
    personId = await world.access.personFor(member('M-1'), 'Sam');
    grantId = await world.access.grant(person(), { target: { to: 'facility' } }, 'Sam');
  });
  const member = (memberId: string) => ({ facilityId: world.facilityId, partnerId: world.partnerId, memberId });
  const person = () => ({ facilityId: world.facilityId, personId });
  const rowsIn = async (tx: Tx) => {
    const rows: string[][] = [];
    for (const table of TABLES)
      rows.push((await tx.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort());
    return rows;
  };

  const decisions: Readonly<Record<string, (also: Also) => Promise<unknown>>> = {
    'makes a person': (also) => world.access.knownFor(member('M-2'), 'Sam', also),
    'bans a member': (also) => world.access.flagMember(member('M-1'), { banned: true }, WHY, also),
    'bans a person': (also) => world.access.setFlags(person(), { banned: true }, WHY, also),
    'holds doors for longer': (also) => world.access.setExtended(world.facilityId, personId, true, also),
    'links a member': (also) => world.access.linkMember(personId, member('M-3'), also),
    'unlinks a member': (also) => world.access.unlinkMember(member('M-1'), personId, also),
    'gives a grant': (also) => world.access.grant(person(), { target: { to: 'none' } }, 'Sam', also),
    'takes a grant back': (also) => world.access.takeBack(world.facilityId, grantId, also),
    'sets the policy': (also) => world.access.setPolicy(world.facilityId, { graceHours: 1 }, also),
    'maps a plan zone': (also) => world.access.mapPlanZone({ ...member(''), name: 'Pool' }, { to: 'facility' }, also),
    'disables an integration': (also) =>
      world.partners.setIntegration(world.partnerId, world.facilityId, { enabled: false }, also),
  };

  it.each(Object.keys(decisions))('%s with what its caller writes, or not at all', async (what) => {
    const decide = decisions[what] as (also: Also) => Promise<unknown>;
    await bothOrNeither(db, rowsIn, decide);
  });

  const ONCE_ONLY = ['unlinks a member', 'takes a grant back'];
  it.each(Object.keys(decisions).filter((what) => !ONCE_ONLY.includes(what)))(
    '%s and lets its caller write once more where that is so already',
    async (what) => {
      let times = 0;
      const count: Also = async () => void times++;
      await decisions[what]?.(count);
      await decisions[what]?.(count);
      expect(times).toBe(2);
    },
  );

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
    await access.mapPlanZone({ facilityId, partnerId, name: 'Gym floor' }, { to: 'facility' });
    await access.mapPlanZone({ facilityId, partnerId, name: 'Cellar' }, { to: 'none' });
    const names: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page = await access.listNamedZones(facilityId, { after, limit: 2 });
      names.push(...page.map(({ name }) => name));
      const last = page.at(-1);
      after = last && positionOfZone(last);
    }
    expect(names).toEqual(['Attic/roof', 'Pool', 'Sauna', 'Cellar', 'Gym floor']);
  });
});
