import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { guardedRequest, type OutboundTargets } from '../../kit/outbound/guarded-request.ts';
import type { JobKind, JobRun } from '../../platform/jobs/jobs.module.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';
import { circuitBreaker } from './circuit-breaker.ts';
import { DELIVER } from './dispatch.ts';
import { operatorFeedRepo } from './operator-feed.repo.ts';
import { toEvent } from './operator-feed.ts';
import { signedHeaders } from './signature.ts';
import { webhooksRepo } from './webhooks.repo.ts';

export interface DeliverDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly warnings: Pick<WarningsService, 'raise'>;
  readonly targets: OutboundTargets;
}

/** How long after each failed attempt the next is made: over three days in all. */
const WAITS = [
  Seconds(5),
  Minutes(5),
  Minutes(30),
  Hours(2),
  Hours(5),
  Hours(10),
  Hours(14),
  Hours(20),
  Hours(24),
] as const;
/** An endpoint that has taken nothing for so long is not sent to any more. */
const GIVEN_UP_AFTER = Days(5);
/** The status by which an endpoint says that it does not want anything any more. */
const GONE = 410;
/** Receivers may take ten seconds each: they wait in places of their own, and keep no other job from its turn. */
const AT_ONCE = 24;

const Payload = z.strictObject({ deliveryId: z.string().max(40) });

export const deliverJob = (deps: DeliverDeps): JobKind<z.infer<typeof Payload>> => {
  const { db, clock } = deps;
  const breaker = circuitBreaker(clock);

  const load = (deliveryId: string) =>
    db.read(async (tx) => {
      const repo = webhooksRepo(tx);
      const delivery = await repo.findDelivery(deliveryId);
      const endpoint = delivery && (await repo.find(delivery.endpoint_id));
      if (delivery === undefined || endpoint === undefined) return undefined;
      return { delivery, endpoint, event: await operatorFeedRepo(tx).findEvent(endpoint.org_id, delivery.event_id) };
    });
  type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

  const post = async ({ endpoint, event }: Loaded, signal: AbortSignal): Promise<number> => {
    if (event === undefined) throw new Error('the event is forgotten');
    const { id, type, facilityId, occurredAt, recordedAt, data } = toEvent(event);
    const iso = (at: number) => isoOf(at);
    const body = JSON.stringify({
      type,
      timestamp: iso(occurredAt),
      data: { ...data, facilityId, organisationId: endpoint.org_id, recordedAt: iso(recordedAt) },
    });
    const now = clock.wallMs();
    const isOldGood = endpoint.old_secret !== null && (endpoint.old_secret_until ?? 0) > now;
    const secrets = [endpoint.secret, ...(isOldGood ? [endpoint.old_secret as string] : [])];
    const signed = signedHeaders(secrets, { id, timestamp: Math.floor(now / 1_000), payload: body });
    const headers = { ...signed, 'content-type': 'application/json', 'user-agent': 'Gatehouse-Webhooks/1' };
    const { status } = await guardedRequest(new URL(endpoint.url), { method: 'POST', headers, body, signal }, deps);
    return status;
  };

  const disable = async (tx: Tx, { endpoint, delivery }: Loaded, why: string): Promise<void> => {
    if (!(await webhooksRepo(tx).disable(endpoint.id, clock.wallMs(), why))) return;
    breaker.forget(endpoint.id);
    await deps.warnings.raise(tx, {
      kind: 'webhook_disabled',
      facilityId: delivery.facility_id,
      subject: endpoint.id,
      message: `Webhook ${endpoint.id} of this organisation was disabled: ${why}. What happened meanwhile can be replayed.`,
    });
  };

  const arrived = (loaded: Loaded, status: number): Promise<void> =>
    db.write(async (tx) => {
      const { delivery, endpoint } = loaded;
      await webhooksRepo(tx).updateDelivery(delivery.id, {
        state: 'delivered',
        attempts: delivery.attempts + 1,
        last_at: clock.wallMs(),
        last_status: status,
        last_error: null,
      });
      await webhooksRepo(tx).failsNoMore(endpoint.id);
    });
  const failed = (loaded: Loaded, failure: { status?: number; error: string }, { last }: JobRun): Promise<void> =>
    db.write(async (tx) => {
      const { delivery, endpoint } = loaded;
      const now = clock.wallMs();
      const gone = failure.status === GONE;
      await webhooksRepo(tx).updateDelivery(delivery.id, {
        state: last || gone ? 'dead' : 'pending',
        attempts: delivery.attempts + 1,
        last_at: now,
        last_status: failure.status ?? null,
        last_error: failure.error.slice(0, 300),
      });
      await webhooksRepo(tx).failingSince(endpoint.id, now);
      // As it is now: others may have arrived meanwhile.
      const since = (await webhooksRepo(tx).find(endpoint.id))?.failing_since ?? now;
      if (gone) await disable(tx, loaded, 'its receiver answered 410 Gone');
      else if (now - since >= GIVEN_UP_AFTER) await disable(tx, loaded, 'it has taken nothing for five days');
    });

  return {
    name: DELIVER,
    payload: Payload,
    attempts: WAITS.length + 1,
    atOnce: AT_ONCE,
    backOff: (attempt) => WAITS[Math.min(attempt, WAITS.length) - 1] ?? WAITS[0],
    run: async ({ deliveryId }, job) => {
      const loaded = await load(deliveryId);
      if (loaded === undefined || loaded.delivery.state === 'delivered') return;
      if (loaded.endpoint.disabled_at !== null) {
        await db.write((tx) => webhooksRepo(tx).updateDelivery(deliveryId, { state: 'dropped' }));
        return;
      }
      const ended = breaker.begin(loaded.endpoint.id);
      const outcome = await post(loaded, job.signal).then(
        (status) => ({ status, error: `answered ${status}` }),
        (cause: unknown) => ({ error: cause instanceof Error ? cause.message : String(cause) }),
      );
      const taken = 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
      ended(taken ? 'taken' : 'failed');
      if (taken) return arrived(loaded, outcome.status);
      if (job.signal.aborted) throw new Error('stopped');
      await failed(loaded, outcome, job);
      if ('status' in outcome && outcome.status === GONE) return;
      throw new Error(outcome.error);
    },
  };
};
