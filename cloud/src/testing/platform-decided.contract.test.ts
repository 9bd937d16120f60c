// @module-tag exhaustive
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../areas.ts';
import { ENGINES } from '../kit/db/engines.ts';
import type { Database } from '../kit/db/unit-of-work.ts';
import { auditLog } from '../kit/http/audit.ts';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { pathOf } from '../kit/http/endpoint-contract.ts';
import { replyStore, takesIdempotencyKey } from '../kit/http/replies.ts';
import { type PlatformApi, servePlatformApi } from './platform-api.ts';
import { platformCases as cases } from './platform-cases.ts';

const deciding = declarations.filter(
  ({ surface, method, readsOnly }) => surface.name === 'platform' && method !== 'GET' && !readsOnly,
);

/** What the kit notes of every request, whatever becomes of it: with whom a row names, and when keys were used. */
const KITS = ['audit_entry', 'member_pseudonym', 'request_log', 'http_reply', 'user_key', 'console_session'];
/** Written down before its box is asked, and decided by what that says. It looks after its keys itself. */
const DECIDED_BY_BOXES = ['unlocks.unlock'];
/** Claimed before somebody else is asked, so that nobody asks a second time: that stands whatever becomes of the request. */
const CLAIMED_FIRST: Readonly<Record<string, readonly string[]>> = {
  'single-sign-on.finish': ['openid_sign_in'],
  'store.update-club': ['store_location'],
  // With the job that removes it a day later, so that no file outlives that, whatever becomes of the request.
  'agreements.upload-attachment': ['agreement_attachment', 'job'],
  'page-images.upload': ['page_image', 'job'],
};

describe('what the platform API decides', () => {
  const clock = new ManualClock();
  let db: Database;
  let api: PlatformApi;
  /** No audit row can be written in a unit. */
  let isBroken = false;
  /** The process dies once a handler is done. */
  let isDying = false;
  let isDead = false;
  beforeAll(async () => {
    const sqlite = ENGINES.find(({ name }) => name === 'sqlite');
    db = (await sqlite?.open()) ?? expect.fail('no engine');
    const log = auditLog(db, (...asked) => api.world.erasures.pseudonymOf(...asked));
    const add: typeof log.add = (...row) =>
      isBroken ? Promise.reject(new Error('the disk is full')) : log.add(...row);
    const write: Database['write'] = (work) => (isDead ? Promise.reject(new Error('it is dead')) : db.write(work));
    const store = replyStore({ read: db.read, write }, clock);
    const once: typeof store.once = (request, run) =>
      store.once(request, async (attempt) => {
        const outcome = await run(attempt);
        isDead = isDying;
        return outcome;
      });
    await noteChanges();
    api = await servePlatformApi(db, clock, undefined, { audit: { ...log, add }, replies: { once } });
  });
  afterAll(() => api.close());

  /** Has the database note of every table when it changes: a dump of all tables would cost each endpoint more with each table. */
  const noteChanges = () =>
    db.write(async (tx) => {
      const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(tx);
      await sql`create table changed (name text not null)`.execute(tx);
      for (const { name } of rows.filter((row) => !KITS.includes(row.name)))
        for (const change of ['insert', 'update', 'delete'])
          await sql`create trigger ${sql.id(`${name}_${change}`)} after ${sql.raw(change)} on ${sql.id(name)} begin insert into changed values (${sql.lit(name)}); end`.execute(
            tx,
          );
    });

  /** Tables of which a row was made, changed or removed since this was last asked, in units that stand. */
  const changed = () =>
    db.write(async (tx) => {
      const { rows } = await sql<{ name: string }>`delete from changed returning name`.execute(tx);
      return [...new Set(rows.map(({ name }) => name))];
    });

  /** Keys are claimed and let go of in units of their own. */
  const keysHeld = () => db.read((tx) => tx.selectFrom('http_reply').select(['key', 'state']).orderBy('key').execute());

  const asked = async ({ id, method, path, body, rawBody }: AnyEndpoint) => {
    const valid = (await cases[id]?.(api)) ?? expect.fail('no case');
    await api.moveOn();
    const { superAdmin } = api.callers;
    const { streamed } = valid;
    return {
      method,
      path: pathOf({ path } as AnyEndpoint, valid),
      headers: {
        ...(valid.allowed ?? superAdmin.headers),
        ...valid.headers,
        ...(streamed && { 'content-type': streamed.type }),
        'idempotency-key': `once-${id}`,
      },
      body: (body ?? rawBody) === undefined ? streamed?.bytes : (valid.body ?? {}),
    };
  };
  const named = (endpoints: readonly AnyEndpoint[]) => endpoints.map((endpoint) => [endpoint.id, endpoint] as const);
  const inUnits = deciding.filter(({ id }) => !DECIDED_BY_BOXES.includes(id));

  it.each(named(inUnits))('is not so where its audit row cannot be written: %s', async (_id, endpoint) => {
    const request = await asked(endpoint);
    await changed();
    const keys = await keysHeld();
    isBroken = true;
    const answer = await api.send(request).finally(() => {
      isBroken = false;
    });
    expect(answer.status, answer.text).toBe(500);
    expect(await changed()).toEqual(CLAIMED_FIRST[endpoint.id] ?? []);
    expect(await keysHeld(), 'its key is free').toEqual(keys);
  });

  it.each(named(inUnits.filter(takesIdempotencyKey)))(
    'is decided once by its key though the process died before it could answer: %s',
    async (_id, endpoint) => {
      const request = await asked(endpoint);
      isDying = true;
      const first = await api.send(request).finally(() => {
        isDying = false;
        isDead = false;
      });
      expect(await changed(), 'what it decided stands').not.toEqual([]);
      const keys = await keysHeld();
      await clock.advance(Minutes(3));
      const again = await api.send(request);
      // The kit keeps the answer in the unit; who has units of its own is told that it was carried out.
      const isKept = endpoint.unit !== 'own' && !endpoint.answersSecret;
      if (isKept) expect(again).toMatchObject({ status: endpoint.success.status, text: first.text });
      else expect(again.json, again.text).toMatchObject({ error: 'answer_not_kept' });
      expect(await changed()).toEqual([]);
      expect(await keysHeld()).toEqual(keys);
    },
  );
});
