import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createModels, MODELS_KEY } from '@gatehouse/stand-ins/models/models.ts';
import type { Insertable } from 'kysely';
import type { Tables } from '../../../kit/db/tables.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { serveSurface } from '../../../kit/http/surfaces.ts';
import { serveSurfaces } from '../../../testing/surface-api.ts';
import { confirms, scriptedLink, type World } from '../../../testing/world.ts';
import { createAdmission } from '../admission.ts';
import { createInference } from '../inference.service.ts';
import { inferenceSurface } from '../inference-surface.ts';
import type { UpstreamSettings } from '../models-config.ts';
import { httpUpstream } from '../upstream.ts';
import { testUpstreams } from './test-upstreams.ts';

const SMALL = { fromInputTokens: 0, inputMicros: 1_000_000, outputMicros: 2_000_000 };
const base = { kind: 'chat', contextTokens: 32_768, maxOutputTokens: 8_192, outputLimit: 'max_tokens' } as const;
/** A token of input costs a micro there, one of output two. */
export const MODELS: UpstreamSettings['models'] = [
  { ...base, id: 'small-1', imageTokens: 100, prices: [SMALL] },
  { ...base, id: 'blind', upstreamId: 'large-1', prices: [SMALL] },
  { ...base, id: 'embed-1', kind: 'embedding', prices: [{ ...SMALL, outputMicros: 0 }] },
];

/** Language models that are played for a test, and how they are named in the settings. */
export const playModels = async (clock: Clock = systemClock) => {
  const models = await serveStandIn(createModels({ clock }));
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, MODELS_KEY);
  const settings = (more: Partial<UpstreamSettings> = {}): UpstreamSettings => ({
    name: 'one',
    url: `${models.url}/v1`,
    keyFile,
    zeroRetention: false,
    cancelCosts: 'whole',
    generations: true,
    models: MODELS,
    ...more,
  });
  return {
    models,
    settings,
    close: async () => {
      rmSync(folder, { recursive: true });
      await models.close();
    },
  };
};

export interface Streamed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The events with JSON in them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly events: readonly any[];
  /** What the first choice says. */
  readonly said: string;
  /** Whether the connection ended before the answer did. */
  readonly isCut: boolean;
}

/** Reads a stream to its end, or hangs up after so many bytes of it. */
export const readStream = (
  to: { readonly port: number; readonly ca: string },
  headers: Record<string, string>,
  body: object,
  hangUpAfter = Number.POSITIVE_INFINITY,
): Promise<Streamed> =>
  new Promise((resolve, reject) => {
    const sent = request({ ...to, host: 'localhost', path: '/v1/chat/completions', method: 'POST', headers });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      const done = (isCut: boolean) => {
        const events = text
          .split('\n\n')
          .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
        const said = events
          .map(({ choices }) => choices?.find(({ index }: { index: number }) => index === 0)?.delta?.content ?? '')
          .join('');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, events, said, isCut });
      };
      response
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (text.length < hangUpAfter) return;
          sent.destroy();
          done(true);
        })
        .on('end', () => done(false))
        .on('error', () => done(true));
    });
    sent.end(JSON.stringify(body));
  });

/** Waits for what happens beside, on this machine’s clock. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = Date.now() + 5_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error('it did not come to be');
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
};

let keys = 0;
/** A key of a facility, as if somebody had made it, and its text. */
export const aKey = async (
  db: Pick<Database, 'write'>,
  facilityId: FacilityId,
  { limits = {}, ...more }: Partial<Omit<Insertable<Tables['ai_key']>, 'limits'>> & { limits?: object } = {},
) => {
  keys += 1;
  const text = `sk-gh-v1-${String(keys).padStart(43, 'k')}`;
  const hash = createHash('sha256').update(text).digest('hex');
  const none = {
    spendCap: null,
    allowedModels: null,
    guardrailIds: [],
    contentFilters: [],
    rpmLimit: null,
    tpmLimit: null,
  };
  const row = {
    hash,
    facility_id: facilityId,
    label: 'Test',
    hint: text.slice(0, 12),
    limits: JSON.stringify({ ...none, ...limits }),
    expires_at: null,
    disabled: 0 as const,
    made_by: 'usr_test',
    made_at: 0,
    changed_at: 0,
    last_used_at: null,
    deleted_at: null,
    ...more,
  };
  await db.write((tx) => tx.insertInto('ai_key').values(row).execute());
  return { text, hash, headers: { authorization: `Bearer ${text}` } };
};

/** What a facility has set, as if somebody had. */
export const setFacility = (
  db: Pick<Database, 'write'>,
  facilityId: FacilityId,
  set: Partial<Insertable<Tables['ai_facility']>> = {},
) => {
  const row = {
    facility_id: facilityId,
    enabled_at: 1,
    enabled_by: 'usr_test',
    paused_at: null,
    paused_by: null,
    pause_reason: null,
    spend_limit_cents: null,
    spend_reset: null,
    spend_epoch: 0,
    recharge_threshold_cents: null,
    recharge_amount_cents: null,
    guardrails: '[]',
    agent_caps: '[]',
    changed_at: 0,
    changed_by: 'usr_test',
    ...set,
  };
  return db.write((tx) =>
    tx
      .insertInto('ai_facility')
      .values(row)
      .onConflict((on) => on.column('facility_id').doUpdateSet(row))
      .execute(),
  );
};

/** Gives a facility credit. */
export const giveCredit = ({ db, ledger }: Pick<World, 'db' | 'ledger'>, facilityId: FacilityId, micros: number) => {
  const owner = `facility#${facilityId}` as const;
  return db.write((tx) =>
    ledger.post(tx, {
      key: `test:${Buffer.from(systemRandom(8)).toString('hex')}`,
      kind: 'grant',
      debit: { owner, account: 'grants' },
      credit: { owner, account: 'ai-credit' },
      currency: ledger.currency,
      micros,
      about: 'test',
      by: 'system:test',
    }),
  );
};

/** The gate on a real TLS socket, in front of a facility with a key, and of played models on this machine’s clock. */
export const serveGate = async (
  db: Database,
  clock: ManualClock,
  more: readonly Partial<UpstreamSettings>[] = [{}],
) => {
  const played = await playModels();
  testUpstreams.push(...more.map((one) => httpUpstream(played.settings(one), systemClock)));
  const log: unknown[] = [];
  const write = (...line: unknown[]) => void log.push(...line);
  const api = await serveSurfaces(
    { db, clock, link: scriptedLink(confirms).link },
    (world) => [
      serveSurface(inferenceSurface, createAdmission({ ...world, clock, noteRefusal: world.inference.noteRefusal })),
    ],
    { log: { info: write, warn: write, error: write } },
  );
  const { world } = api;
  const { facilityId } = world;
  await setFacility(world.db, facilityId);
  const key = await aKey(world.db, facilityId);
  /** A moment after the one before, so that requests are in the order of their ids. */
  const post = async (path: string, body: unknown, headers: Record<string, string> = key.headers) => {
    await clock.advance(Milliseconds(1));
    return api.send({ method: 'POST', path: `/v1/${path}`, headers, body });
  };
  const say = (text: string, rest: object = {}) => ({
    model: 'small-1',
    messages: [{ role: 'user', content: `say ${text}` }],
    ...rest,
  });
  const requests = () =>
    db.read((tx) =>
      tx.selectFrom('ai_request').selectAll().where('facility_id', '=', facilityId).orderBy('id').execute(),
    );
  const credit = async () => {
    const balances = await db.read((tx) => world.ledger.balances(tx, `facility#${facilityId}`));
    const of = (account: string) => balances.find((balance) => balance.account === account)?.micros ?? 0;
    const held = balances.find(({ account }) => account === 'ai-credit')?.held ?? 0;
    return { credit: of('ai-credit'), revenue: of('revenue'), shortfall: 0 - of('shortfall'), held };
  };
  return {
    ...api,
    log,
    models: played.models,
    facilityId,
    key,
    post,
    chat: (text: string, rest: object = {}, headers?: Record<string, string>) =>
      post('chat/completions', say(text, rest), headers),
    say,
    stream: async (
      text: string,
      rest: object = {},
      hangUpAfter?: number,
      headers: Record<string, string> = key.headers,
    ) => {
      await clock.advance(Milliseconds(1));
      return readStream(api, headers, say(text, { stream: true, ...rest }), hangUpAfter);
    },
    until,
    /** The service of another process on the same database. */
    replica: () => {
      const deps = { ...world, clock, random: systemRandom, modelUpstreams: testUpstreams };
      return createInference({ ...deps, log: { info: write, error: write } });
    },
    /** Once no request is open any more. */
    settled: async () => {
      await until(async () => (await requests()).every(({ state }) => state === 'settled'));
      return requests();
    },
    get: (path: string, headers: Record<string, string> = key.headers) =>
      api.send({ method: 'GET', path: `/v1/${path}`, headers }),
    requests,
    credit,
    counters: () => db.read((tx) => tx.selectFrom('ai_counter').selectAll().orderBy('subject').execute()),
    rollups: () => db.read((tx) => tx.selectFrom('ai_rollup').selectAll().execute()),
    close: async () => {
      await api.close();
      await world.inference.close();
      testUpstreams.splice(0);
      await played.close();
    },
  };
};
export type Gate = Awaited<ReturnType<typeof serveGate>>;
