import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { endOf } from '../../../kit/http/endpoint.ts';
import { serveSurface } from '../../../kit/http/surfaces.ts';
import { serveSurfaces } from '../../../testing/surface-api.ts';
import { confirms, scriptedLink } from '../../../testing/world.ts';
import { createAdmission, type InferenceCaller } from '../admission.ts';
import { createInference, type InferenceService } from '../inference.service.ts';
import { inferenceSurface } from '../inference-surface.ts';
import type { UpstreamSettings } from '../models-config.ts';
import { httpUpstream } from '../upstream.ts';
import { playModels } from './played-models.ts';
import { readStream } from './read-stream.ts';
import { aKey, setFacility } from './stored.ts';
import { testUpstreams } from './test-upstreams.ts';

/** Waits for what happens beside, on this machine’s clock. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = Date.now() + 5_000;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error('it did not come to be');
    await new Promise((resolve) => void setTimeout(resolve, 5));
  }
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
  /** As somebody who asks a replica by the key. */
  const caller = async (): Promise<InferenceCaller> => {
    const found = await db.read(async (tx) => ({
      settings: await world.aiSettings.of(tx, facilityId),
      key: await world.aiSettings.keyByHash(tx, key.hash),
      facility: await world.organisations.findFacility(tx, facilityId),
    }));
    if (found.facility === undefined) throw new Error('there is no facility');
    const spender = { ...found, source: 'key' as const, subject: key.hash, facility: found.facility };
    return { actor: 'ai-key:test', tenant: 'ai-key:test', spender, paceHeaders: {} };
  };
  return {
    ...api,
    log,
    models: played.models,
    /** What a replica is asked with, by the key. */
    callOn: async (on: Pick<Database, 'write'> = db): Promise<Parameters<InferenceService['chat']>[1]> => ({
      caller: await caller(),
      header: () => undefined,
      about: () => undefined,
      write: async (work) => (await on.write(async (tx) => endOf(await work(tx)))).value,
    }),
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
    /** The service of another process on the same database; with a clock that stands still it is as good as gone. */
    replica: (ofClock = clock, ofDb: Database = world.db) => {
      const deps = { ...world, db: ofDb, clock: ofClock, random: systemRandom, modelUpstreams: testUpstreams };
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
