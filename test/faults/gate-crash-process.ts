import { createAdmission } from '@gatehouse/cloud/inference/inference/admission.ts';
import { inferenceSurface } from '@gatehouse/cloud/inference/inference/inference-surface.ts';
import type { UpstreamSettings } from '@gatehouse/cloud/inference/inference/models-config.ts';
import { readStream } from '@gatehouse/cloud/inference/inference/testing/read-stream.ts';
import { testUpstreams } from '@gatehouse/cloud/inference/inference/testing/test-upstreams.ts';
import { httpUpstream } from '@gatehouse/cloud/inference/inference/upstream.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { serveSurface } from '@gatehouse/cloud/kit/http/surfaces.ts';
import { serveSurfaces } from '@gatehouse/cloud/testing/surface-api.ts';
import { confirms, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { killedAt, lifeGiven } from './killed-at.ts';

/** One day of a gate. */
export interface GateDay {
  readonly url: string;
  readonly upstreams: readonly UpstreamSettings[];
  /** When it is. */
  readonly at: string;
  readonly facilityId: FacilityId;
  /** The text of a key. */
  readonly key: string;
  /** What is asked, each by an `Idempotency-Key` of its own. */
  readonly asks: readonly string[];
  /** At which point the process kills itself; 0: at none. */
  readonly point: number;
}
export interface GateDayDone {
  readonly points: number;
  /** What was answered, by the `Idempotency-Key`: a status. */
  readonly answered: Readonly<Record<string, number>>;
  readonly intact: boolean;
  readonly differing: readonly unknown[];
  /** What all transactions come to, and the day that is not closed yet; and what there is. */
  readonly transactionsMicros: number;
  readonly balanceMicros: number;
}

/**
 * A process for the test to lose, as by `kill -9`: a gate that settles what the one before it has left, hands on answers that are whole,
 * streamed, or given up by their client, several at once, and closes its days.
 */
const AT_ONCE = 3;
const HANG_UP_AFTER = 600;

const day = await lifeGiven<GateDay>();
const clock = new ManualClock(day.at);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const opened = await openDatabase(day.url, { clock, log: quiet });
const killed = killedAt(opened, day.point);
testUpstreams.push(...day.upstreams.map((settings) => httpUpstream(settings, systemClock)));
const api = await serveSurfaces({ db: killed.db, clock, link: scriptedLink(confirms).link }, (world) => [
  serveSurface(inferenceSurface, createAdmission({ ...world, clock, noteRefusal: world.inference.noteRefusal })),
]);
const { inference, ledger, closeAiDays, aiTransactions } = api.world;
const answered: Record<string, number> = {};

const ask = async (name: string, at: number): Promise<void> => {
  const headers = { authorization: `Bearer ${day.key}`, 'idempotency-key': name };
  const model = at % 2 === 0 ? 'small-1' : 'part-1';
  const body = { model, messages: [{ role: 'user', content: `say ${name} `.repeat(6) }], max_tokens: 40 };
  // Of what takes seconds it is written down how far it has got.
  const passes = clock.advance(Seconds(2));
  if (at % 3 === 0)
    answered[name] = (await api.send({ method: 'POST', path: '/v1/chat/completions', headers, body })).status;
  else {
    const hangUpAfter = at % 3 === 1 ? undefined : HANG_UP_AFTER;
    answered[name] = (await readStream(api, headers, { ...body, stream: true }, hangUpAfter)).status;
  }
  killed.atPoint();
  await passes;
};

killed.begin();
await inference.sweep();
const left = day.asks.map((name, at) => () => ask(name, at));
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await next();
  }),
);
await inference.close();
await ledger.seal();
await closeAiDays();
const points = killed.end();

const { intact, differing } = await ledger.verify();
const { rows, openMicros, balanceMicros } = await opened.read((tx) =>
  aiTransactions.page(tx, day.facilityId, {
    types: ['topup', 'charge-reconcile', 'refund', 'adjustment', 'trueup-shortfall'],
    limit: 200,
  }),
);
const transactionsMicros = rows.reduce((all, { micros }) => all + micros, openMicros);
process.send?.({ points, answered, intact, differing, transactionsMicros, balanceMicros } satisfies GateDayDone);
await opened.close();
process.exit(0);
