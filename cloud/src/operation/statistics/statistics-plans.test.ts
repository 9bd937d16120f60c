import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { listen, PLAN } from '../../testing/statement-plans.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

/** These have a row an event, and more of them than anybody wants to wait for. */
const LARGE = /(?:\bSCAN|Seq Scan on) "?(door_event|operator_event|unlock_attempt)\b/;
/** By which index each is found: in the order in which pieces follow each other. */
const BY = ['door_event_decided', 'operator_event_boxes', 'unlock_attempt_facility'];

describe.each(ENGINES)('what statistics ask on $name', ({ name, freshUrl }) => {
  it('is found by an index that has it in the order of pieces, however much has happened', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const clock = new ManualClock();
    const { statistics, unlocks, eventSearch, facilityId } = await createWorld(db, clock, scriptedLink(confirms).link);
    const heard = listen();
    const period = { from: clock.wallMs() - Days(90), to: clock.wallMs() };
    await statistics.read(facilityId, period, 'day');
    const after = { at: period.from, id: 'evt_zzzzzzzzzzzzzzzz' };
    await db.read((tx) => unlocks.attemptsAfter(tx, facilityId, { ...period, after, limit: 2_000 }));
    await db.read((tx) => eventSearch.decisionsAfter(tx, facilityId, { ...period, after, limit: 2_000 }));
    const texts = [...heard];
    const plans = await PLAN[name](url, texts);
    expect(plans.flatMap((plan, i) => (LARGE.test(plan) ? [`${texts[i]}\n${plan}`] : []))).toEqual([]);
    const all = plans.join('\n');
    expect(BY.filter((index) => !new RegExp(`\\b${index}\\b`).test(all))).toEqual([]);
    // A sort of the whole period for each piece would make the last pieces as slow as all of them. Of equal times it is small.
    const sorted = plans.filter(
      (plan, i) => /"(door_event|unlock_attempt)"/.test(texts[i] ?? '') && /USE TEMP B-TREE FOR ORDER BY/.test(plan),
    );
    expect(sorted).toEqual([]);
    await db.close();
  });
});
