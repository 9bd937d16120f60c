import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES, openTestDatabase } from '../kit/db/engines.ts';
import { listen, PLAN } from './statement-plans.ts';
import { confirms, createWorld, scriptedLink } from './world.ts';

/** These have about as many rows as there are boxes, webhooks, sources, kinds or days: never one an event. */
const SMALL = [
  'access_source',
  'audit_day',
  'box',
  'box_epoch',
  'box_watch',
  'database_size', // One an hour of fifteen days.
  'pragma_page_count',
  'pragma_page_size',
  'rate_hit', // On PostgreSQL only, of who asked within the hour; an index by time would cost each request more than this costs an hour.
  'retention_setting',
  'webhook_endpoint',
];
/** What only walks along an index until it has enough. */
const isBounded = (text: string): boolean => !/\bwhere\b/i.test(text) && /\blimit\b/i.test(text);

/** By which index each of these is swept: another one that is narrowed by nothing but a state is no better than none. */
const BY = ['door_wish_made', 'job_finished', 'job_kind_finished', 'warning_closed', 'webhook_delivery_created'];

/** The tables that a plan reads from the first row to the last; pictures that nobody uses are few, and have an index of their own. */
const readWhole = (plan: string): string[] =>
  [...plan.matchAll(/(?:\bSCAN|Seq Scan on) (?!CONSTANT|\w+ USING INDEX member_picture_unused)(\w+)/g)].flatMap(
    ([, table]) => table ?? [],
  );

describe.each(ENGINES)('what is swept again and again on $name', ({ name, freshUrl }) => {
  it('is found by an index, however much is kept', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const clock = new ManualClock();
    const world = await createWorld(db, clock, scriptedLink(confirms).link);
    const texts = listen();
    const at = clock.wallMs() - Days(1);
    for (const { deleteBefore } of world.collected('retention').flat())
      await db.write((tx) => deleteBefore(tx, at, 500));
    const call = { signal: new AbortController().signal };
    for (const { cron, run } of world.collected('jobs').flat())
      if (cron !== undefined) await run({} as never, call as never);
    await world.unlocks.sweep();

    const heard = [...texts];
    expect(heard.length).toBeGreaterThan(30);
    const plans = await PLAN[name](url, heard);
    const slow = plans.flatMap((plan, i) => {
      const tables = readWhole(plan).filter((table) => !SMALL.includes(table));
      return tables.length === 0 || isBounded(heard[i] ?? '') ? [] : [`${heard[i]}\n${plan}`];
    });
    expect(slow).toEqual([]);
    const all = plans.join('\n');
    expect(BY.filter((index) => !new RegExp(`\\b${index}\\b`).test(all))).toEqual([]);
  });
});
