import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { listen, PLAN } from '../../testing/statement-plans.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

const LISTED = ['organisation', 'facility', 'door', 'box', 'box_presence', 'warning', 'lockdown'];

describe.each(ENGINES)('what lists of places ask on $name', ({ freshUrl, name }) => {
  it('is found by an index, in as many statements for many facilities as for one', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const world = await createWorld(db, new ManualClock(), scriptedLink(confirms).link);
    const { orgId, facilityId, organisations, facilities } = world;
    const more = async () => organisations.createFacility({ orgId, name: 'One more', timezone: 'UTC' });
    const some = [facilityId, await more(), await more()];
    const asked = { after: '', size: 201, q: 'harbour' };
    const manager = { organisations: [], facilities: some };
    const heard = listen();
    await db.read(async (tx) => {
      await facilities.part(tx, { organisations: [orgId], facilities: [] }, { ...asked, organisationId: orgId });
      await organisations.organisationsWithin(tx, manager, asked);
      await organisations.countFacilities(tx, 'everywhere', [orgId, 'org_zzzzzzzzzzzzzzzz' as OrgId]);
    });
    const texts = [...heard];
    expect(texts).toHaveLength(8);
    const plans = await PLAN[name](url, texts);
    const named = (plan: string) =>
      LISTED.filter((table) => new RegExp(`(?:\\bSCAN|Seq Scan on) "?${table}\\b(?! USING)`).test(plan));
    for (const [n, plan] of plans.entries()) expect(named(plan), `${texts[n]}\n${plan}`).toEqual([]);
    for (const index of [
      'facility_of_organisation',
      'box_of_facility',
      'warning_standing',
      'lockdown_standing',
      'door_facility',
    ])
      expect(plans.join('\n')).toMatch(new RegExp(`\\b${index}\\b`));

    const before = heard.size;
    await db.read((tx) => facilities.part(tx, manager, { after: '', size: 201 }));
    expect(heard.size - before).toBeLessThanOrEqual(6);
    await db.close();
  });
});
