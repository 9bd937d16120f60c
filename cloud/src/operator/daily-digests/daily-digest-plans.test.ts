import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../../kit/db/engines.ts';
import { listen, PLAN } from '../../testing/statement-plans.ts';
import { confirms, createWorld, scriptedLink } from '../../testing/world.ts';

/** These have a row an event, and more of them than anybody wants to wait for. */
const LARGE = /(?:\bSCAN|Seq Scan on) (audit_entry|door_event|job|mail|operator_event|unlock_attempt|warning)\b/;
/** By which index each is found: one that has but the rows that are counted, or in the order of time. */
const BY = [
  'audit_entry_failed',
  'briefing_subscription_due',
  'door_event_alarm',
  'door_event_entry',
  'job_state',
  'operator_event_boxes',
  'unlock_attempt_facility',
  'unlock_attempt_failed',
  'warning_of_facility',
];

describe.each(ENGINES)('what daily digests ask on $name', ({ name, freshUrl }) => {
  it('is found by an index, however much has happened', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const clock = new ManualClock('2026-11-21T19:50:00.000Z');
    const world = await createWorld(db, clock, scriptedLink(confirms).link);
    const { users, dailyDigests, facilityId } = world;
    await db.write(async (tx) => {
      const sam = { email: 'sam@example.com', firstName: 'Sam', lastName: 'Example' };
      const { id: userId } = await users.addUser(tx, sam, 'test');
      await users.addGrant(tx, userId, { right: 'global-admin', scope: 'platform', scopeId: '' }, 'test');
      const daily = { hour: 7, weekday: null, enabled: true, timezone: 'Australia/Brisbane' };
      for (const place of [facilityId, ''] as const) await dailyDigests.put(tx, { userId, facilityId: place }, daily);
    });
    await clock.advance(Minutes(2));
    clock.jumpWall(Hours(2));
    const heard = listen();
    await dailyDigests.sendDue();
    const texts = [...heard];
    expect(await world.mail.list(10)).toHaveLength(2);
    expect(texts.length).toBeGreaterThan(15);
    const plans = await PLAN[name](url, texts);
    expect(plans.flatMap((plan, i) => (LARGE.test(plan) ? [`${texts[i]}\n${plan}`] : []))).toEqual([]);
    const all = plans.join('\n');
    expect(BY.filter((index) => !new RegExp(`\\b${index}\\b`).test(all))).toEqual([]);
  });
});
