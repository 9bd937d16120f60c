import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';
import { ENGINES } from './engines.ts';
import { up } from './migrations/0020-stored-numbers.ts';

describe.each(ENGINES)('a database from before numbers were stored, on $name', ({ name, open }) => {
  it('gets a number for every door and plan zone, and none for a set that another one had', async () => {
    const db = await open();
    const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
    const { facilityId, scopes } = world;
    await world.aDoor({ name: 'Pool' });
    const plan = (id: string, ...zones: string[]) => ({
      facility_id: facilityId,
      membership_plan_id: id,
      name: id,
      access_zones: zones.map((zone) => ({ name: zone })),
    });
    const membership_plans = [plan('gold', 'Floor', 'Pool'), plan('silver', 'Floor')];
    await world.plans.push(Buffer.from(JSON.stringify({ membership_plans })), world.callBy());
    for (const scope of ['A', 'B'])
      await db.write((tx) => scopes.createScope(tx, facilityId, { name: scope, doors: [] }));

    await db.write(async (tx) => {
      for (const table of ['door_number', 'plan_zone_number', 'person_number'])
        await sql.raw(`drop table ${table}`).execute(tx);
      await sql.raw('alter table facility_access drop column scopes_numbered').execute(tx);
      await up(tx as Kysely<unknown>, name);
    });

    const numbers = await db.read(async (tx) => ({
      doors: await tx.selectFrom('door_number').select('number').orderBy('number').execute(),
      zones: await tx.selectFrom('plan_zone_number').select(['membership_plan_id', 'name', 'number']).execute(),
    }));
    expect(numbers.doors).toEqual([{ number: 0 }, { number: 1 }]);
    expect(numbers.zones.map(({ membership_plan_id, name: zone }) => `${membership_plan_id} ${zone}`).sort()).toEqual([
      'gold Floor',
      'gold Pool',
      'silver Floor',
    ]);
    expect(new Set(numbers.zones.map(({ number }) => number)).size).toBe(3);
    const [, last] = await scopes.listScopes(facilityId);
    await db.write((tx) => scopes.removeScope(tx, facilityId, last?.id ?? ''));
    await db.write((tx) => scopes.createScope(tx, facilityId, { name: 'C', doors: [] }));
    expect((await scopes.listScopes(facilityId)).map(({ number }) => number)).toEqual([0, 2]);
    await world.partners.close();
  });
});
