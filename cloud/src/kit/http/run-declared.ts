import { Bug, type Fault } from '@gatehouse/shared/fault/fault.ts';
import { readingOnly } from '../db/reading-only.ts';
import type { Tx } from '../db/unit-of-work.ts';
import { withinATurn } from '../db/within-a-turn.ts';
import { afterUrgent } from '../yield-to-event-loop.ts';
import type { Asked, Progress } from './asked.ts';
import { auditAlone, auditEntry } from './attempt-audit.ts';
import { begin, type Running } from './begin.ts';
import {
  type AnswerHeaders,
  type AuditOutcome,
  type Caller,
  endOf,
  isReply,
  type OwnCall,
  type ReadCall,
  refusalIn,
  type UnitCall,
} from './call.ts';
import { conformsTo } from './conforms.ts';
import { Disconnected } from './disconnected.ts';
import type { AnyEndpoint, Inputs } from './endpoint.ts';
import { flagged } from './fault-response.ts';
import { changes } from './method-rules.ts';
import type { MountedEndpoint } from './mount.ts';
import { type OpenMedia, openMedia } from './open-media.ts';
import type { Kit } from './pipeline.ts';
import { refusalOf, undeclared } from './refusal.ts';
import { type Attempt, takesIdempotencyKey } from './replies.ts';
import { admittedAgain, admittedTo } from './resource.ts';

/** What came of a success. */
export interface Outcome {
  readonly status: number;
  /** As JSON has it, or `OpenMedia`. */
  readonly value: unknown;
  readonly headers: AnswerHeaders;
}

/** What came of a request. `headers` are those of the rate limit, as far as it got. */
export interface Ran {
  readonly caller: Caller | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing, where whoever asked went away before they had asked. */
  readonly result?: Outcome | { readonly fault: Fault } | undefined;
}

/**
 * The one path through an endpoint, whichever way the request came in. INVARIANT, the order: who calls (401), may they (403),
 * how often (429), what they sent (413, 415, 400), may they with what that names (404, 403), what is slow, then the unit: the
 * gate once more, the handler, its audit row and the answer kept for its key. No rule of permission is anywhere else. Never
 * throws.
 */
export const runDeclared = async (kit: Kit, endpoint: MountedEndpoint, asked: Asked): Promise<Ran> => {
  const progress: Progress = { rateHeaders: {} };
  const ended = (result?: Ran['result']): Ran => ({
    caller: progress.caller,
    headers: progress.rateHeaders,
    ...(result && { result }),
  });
  try {
    return ended(await attempt(kit, endpoint, { asked, progress }));
  } catch (thrown) {
    progress.opened?.source?.close();
    if (thrown instanceof Disconnected) return ended();
    return ended({ fault: await refusalOf(kit, endpoint.declaration, { asked, progress, thrown }) });
  }
};

const attempt = async (kit: Kit, endpoint: MountedEndpoint, { asked, progress }: Running): Promise<Outcome> => {
  const { declaration } = endpoint;
  if (!declaration.hot) await afterUrgent();
  const { caller, input } = await begin(kit, declaration, { asked, progress });
  const admitted = (tx: Tx) => admittedTo(endpoint, { input, by: { tx, caller }, progress });
  const resource = endpoint.find && (await kit.db.read(admitted));
  const call: ReadCall = {
    requestId: asked.requestId,
    caller,
    remoteAddress: asked.remoteAddress,
    startedMonoMs: asked.startedMonoMs,
    header: asked.header,
    at: (place) => {
      progress.place = place;
    },
    about: (target) => {
      progress.target = target;
    },
    read: endpoint.find && declaration.unit !== 'own' ? admitting(kit, admitted) : kit.db.read,
    resource,
  };
  const carryOut = changesByUnit(declaration) ? inUnit : byItself;
  const { outcome, replayed } = await onceByKey(kit, endpoint, { input, call }, (once) =>
    carryOut(kit, endpoint, { asked, progress, input, call, once }),
  );
  if (progress.audited !== true) {
    const told = replayed ? { outcome: 'replayed', status: outcome.status } : { outcome: 'ok' };
    await auditAlone(kit, declaration, { asked, progress, outcome: told });
  }
  return outcome;
};

/** What is read of a resource is read while it is where the caller may read it. */
const admitting =
  ({ db }: Kit, admitted: (tx: Tx) => Promise<unknown>): ReadCall['read'] =>
  (work) =>
    db.read(async (tx) => {
      await admitted(tx);
      return work(tx);
    });

/** Whether the kit opens the unit that the handler writes in. */
const changesByUnit = ({ method, unit, readsOnly }: AnyEndpoint): boolean =>
  method !== 'GET' && unit !== 'own' && !readsOnly;

interface CarriedOut extends Running {
  readonly input: Inputs<unknown, unknown, unknown>;
  readonly call: ReadCall;
  readonly once: Attempt | undefined;
}

/** One unit: what the handler writes, its audit row, and the answer that is kept for its key. */
const inUnit = async (
  kit: Kit,
  endpoint: MountedEndpoint,
  { asked, progress, input, call, once }: CarriedOut,
): Promise<Outcome> => {
  const { declaration } = endpoint;
  const prepared = await endpoint.prepare?.(input, call);
  const { read: _read, ...common } = call;
  const ended = await kit.db.write(async (tx) => {
    const answer = await unwaiting(kit, declaration, async () => {
      const now = await admittedAgain(endpoint, { input, by: { tx, caller: call.caller }, progress });
      const unit: UnitCall<Caller, unknown> = { ...common, ...now, tx, prepared };
      return endpoint.handle(input, unit);
    });
    const fault = refusalIn(answer);
    const outcome =
      fault === undefined
        ? checked(kit, declaration, { caller: call.caller, isRead: asked.level !== undefined }, answer)
        : undefined;
    await addAudit(kit, declaration, { asked, progress, tx, outcome: { outcome: fault?.code ?? 'ok' }, fault });
    if (outcome !== undefined) await once?.answered(tx, outcome);
    return { outcome, fault };
  });
  progress.audited = true;
  if (ended.outcome === undefined) throw ended.fault;
  return ended.outcome;
};

/** SQLite has one writer: while a unit waits, so does everybody else. Tests find out who does. */
const unwaiting = async <T>(kit: Kit, { id }: AnyEndpoint, work: () => Promise<T>): Promise<T> => {
  if (kit.undeclared !== 'throw' || kit.db.engine !== 'sqlite') return work();
  const { value, waited } = await withinATurn(work);
  if (waited) throw new Bug(`${id} waited within its unit: what is slow belongs into prepare`);
  return value;
};

/** What reads, and what has units of its own. */
const byItself = async (
  kit: Kit,
  endpoint: MountedEndpoint,
  { asked, progress, input, call, once }: CarriedOut,
): Promise<Outcome> => {
  const { declaration } = endpoint;
  const write: OwnCall['write'] = async (work) => {
    const { value, outcome } = await kit.db.write(async (tx) => {
      const ended = endOf(await work(tx));
      if (ended.outcome === undefined) return ended;
      if (progress.audited) throw new Bug(`${declaration.id} is decided twice`);
      await addAudit(kit, declaration, { asked, progress, tx, outcome: ended.outcome });
      if (ended.outcome.outcome === 'ok') await once?.decided(tx);
      return ended;
    });
    if (outcome !== undefined) progress.audited = true;
    return value;
  };
  const askOther: OwnCall['ask'] = async (other, further) => {
    if (progress.audited) throw new Bug(`${declaration.id} asks another endpoint, and has an audit row already`);
    progress.audited = true;
    const { requestId, remoteAddress, startedMonoMs, startedWallMs, via } = asked;
    return runDeclared(kit, other, { via, requestId, remoteAddress, startedMonoMs, startedWallMs, ...further });
  };
  const own: OwnCall = { ...call, write, ask: askOther };
  const handle = () => endpoint.handle(input, own);
  // Tests find out what writes without saying so.
  const isHeldToIt = kit.undeclared === 'throw' && !changes(declaration);
  const answer = await (isHeldToIt ? readingOnly(declaration.id, handle) : handle());
  const outcome = checked(kit, declaration, { caller: call.caller, isRead: asked.level !== undefined }, answer);
  if (declaration.success.schema !== undefined) return outcome;
  const opened = await openMedia(kit, declaration, asked, outcome);
  progress.opened = opened.value as OpenMedia;
  return opened;
};

const addAudit = async (
  kit: Kit,
  declaration: AnyEndpoint,
  {
    asked,
    progress,
    tx,
    outcome,
    fault,
  }: Running & { readonly tx: Tx; readonly outcome: AuditOutcome; readonly fault?: Fault | undefined },
): Promise<void> => {
  const row = auditEntry(kit, declaration, { asked, progress, outcome, ...(fault && { fault }) });
  if (row !== undefined) await kit.audit.add(tx, row.entry, row.target);
};

/** Runs what a request asks for; where it brings an idempotency key that the kit looks after, once for that key. */
const onceByKey = async (
  kit: Kit,
  { declaration: endpoint, admit }: MountedEndpoint,
  { input, call }: { input: Inputs<unknown, unknown, unknown>; call: ReadCall },
  run: (attempt?: Attempt) => Promise<Outcome>,
): Promise<{ outcome: Outcome; replayed: boolean }> => {
  const { caller, header } = call;
  const key = takesIdempotencyKey(endpoint) ? header('idempotency-key') : undefined;
  if (key === undefined) return { outcome: await run(), replayed: false };
  await admit?.(input, call);
  if (kit.replies === undefined) throw new Bug('a surface takes idempotency keys, and nothing keeps them');
  // Who acts as somebody else asks for something else than they do themselves.
  const content = [endpoint.id, input, caller.actingAs];
  return kit.replies.once({ key, caller: caller.tenant, content, keep: endpoint.answersSecret !== true }, run);
};

/**
 * What an endpoint answered, held against what it declares. `isRead`: whoever gets it reads members of it, and does not send it as it is:
 * what conforms needs no copy whose members are in the order of the schema.
 */
export const checked = (
  kit: Kit,
  endpoint: AnyEndpoint,
  { caller, isRead }: { readonly caller: Caller; readonly isRead: boolean },
  result: unknown,
): Outcome => {
  const { success } = endpoint;
  const { body, headers, status = success.status } = isReply(result) ? result : { body: result, headers: {} };
  if (success.schema === undefined) return { status, value: body, headers };
  const conforms = isRead && conformsTo(success.schema)?.(body) === true;
  const parsed = conforms ? { success: true as const, data: body } : success.schema.safeParse(body);
  if (!parsed.success) undeclared(kit, `${endpoint.id} answered what it does not declare`, parsed.error);
  if (status !== success.status && status !== success.also?.status)
    undeclared(kit, `${endpoint.id} answered with a status that it does not declare`, status);
  return { status, value: flagged(parsed.success ? parsed.data : body, endpoint.surface, caller), headers };
};
