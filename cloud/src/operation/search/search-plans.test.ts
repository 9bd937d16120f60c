import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { listen, PLAN } from '../../testing/statement-plans.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

/** These have many rows of places that a caller does not reach, and of places that this piece is not about. */
const LARGE = /(?:\bSCAN|Seq Scan on) "?(box|door|member|partner_integration)\b/;

describe.each(ENGINES)('what a search asks on $name', ({ name, freshUrl }) => {
  it('is found by an index for each piece, whatever the text is', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const world = await createWorld(db, new ManualClock(), scriptedLink(confirms).link);
    const { search, partnerId, facilityId, orgId } = world;
    const source = { partner_id: partnerId, facility_id: facilityId };
    const record = JSON.stringify({ first_name: 'Ada', last_name: 'Byron' });
    await db.write(async (tx) => {
      const none = { last_push_at: null, refused_since: null };
      await tx
        .insertInto('access_source')
        .values({ ...source, ...none, number: 0, refusal_warned: 0 })
        .execute();
      const member = { ...source, member_id: 'M-1', record, updated_at: null, stored_at: 0, picture_key: null };
      await tx.insertInto('member').values(member).execute();
    });
    const heard = listen();
    const reach = { organisations: [orgId], facilities: [facilityId] };
    const { hits, more } = await search.search('ada', { staff: reach, people: reach });
    expect([hits.map(({ of }) => of), more]).toEqual([['M-1'], false]);
    const texts = [...heard];
    const plans = await PLAN[name](url, texts);
    expect(plans.flatMap((plan, i) => (LARGE.test(plan) ? [`${texts[i]}\n${plan}`] : []))).toEqual([]);
    const all = plans.join('\n');
    for (const index of ['door_facility', 'box_of_facility']) expect(all).toMatch(new RegExp(`\\b${index}\\b`));
    // The words are held against the rows of one piece only, not against all of a source until enough fit.
    const pieces = texts.filter((text) => /"member"/.test(text));
    expect(pieces.length).toBeGreaterThan(0);
    for (const text of pieces) expect(text).toMatch(/from "member"[^)]*limit/);
    await db.close();
  });
});
