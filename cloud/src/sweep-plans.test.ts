import { Days } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ENGINES, openTestDatabase } from './db/engines.ts';
import type { Engine } from './db/unit-of-work.ts';
import { jobKindsOf } from './job-kinds.ts';
import { retainedOf } from './retained.ts';
import { confirms, createWorld, scriptedLink } from './test-kit/world.ts';

/** These have about as many rows as there are boxes, webhooks, sources, kinds or days: never one an event. */
const SMALL = ['access_source', 'audit_day', 'box', 'box_epoch', 'box_watch', 'retention_setting', 'webhook_endpoint'];
/** What only walks along an index until it has enough. */
const isBounded = (text: string): boolean => !/\bwhere\b/i.test(text) && /\blimit\b/i.test(text);

/** By which index each of these is swept: another one that is narrowed by nothing but a state is no better than none. */
const BY = ['door_wish_made', 'job_finished', 'job_kind_finished', 'warning_closed', 'webhook_delivery_created'];

const PLAN: Readonly<Record<Engine, (url: string, texts: readonly string[]) => Promise<string[]>>> = {
  sqlite: async (url, texts) => {
    const db = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    const planOf = (text: string) => {
      const parameters = text.split('+?').slice(1).fill('');
      return db.prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[];
    };
    const plans = texts.map((text) =>
      planOf(text)
        .map(({ detail }) => detail)
        .join('\n'),
    );
    db.close();
    return plans;
  },
  postgres: async (url, texts) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // Tables are empty here: it would read them whole else, and be right.
    await client.query('set enable_seqscan = off');
    const plans: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await client.end();
    return plans;
  },
};
/** The tables that a plan reads from the first row to the last; pictures that nobody uses are few, and have an index of their own. */
const readWhole = (plan: string): string[] =>
  [...plan.matchAll(/(?:\bSCAN|Seq Scan on) (?!CONSTANT|\w+ USING INDEX member_picture_unused)(\w+)/g)].flatMap(
    ([, table]) => table ?? [],
  );

afterEach(() => vi.restoreAllMocks());

/** Every statement that is run from now on. */
const listen = (): ReadonlySet<string> => {
  const texts = new Set<string>();
  const hear = (text: unknown): void => {
    if (typeof text === 'string' && /^\s*(select|update|delete|with)\b/i.test(text)) texts.add(text.trim());
  };
  const { prepare } = Sqlite.prototype;
  vi.spyOn(Sqlite.prototype, 'prepare').mockImplementation(function (this: Sqlite.Database, text: string) {
    hear(text);
    return prepare.call(this, text);
  });
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    hear(args[0]);
    return query.apply(this, args as never);
  } as never);
  return texts;
};

describe.each(ENGINES)('what is swept again and again on $name', ({ name, freshUrl }) => {
  it('is found by an index, however much is kept', async () => {
    const url = await freshUrl();
    const db = await openTestDatabase(url);
    const clock = new ManualClock();
    const world = await createWorld(db, clock, scriptedLink(confirms).link);
    const texts = listen();
    const at = clock.wallMs() - Days(1);
    for (const { deleteBefore } of retainedOf(world)) await db.write((tx) => deleteBefore(tx, at, 500));
    const call = { signal: new AbortController().signal };
    for (const { cron, run } of jobKindsOf(world)) if (cron !== undefined) await run({} as never, call as never);
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
