import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { GraphQLError } from 'graphql';
import type { Asked, Level, Noted } from '../../kit/http/asked.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { changes } from '../../kit/http/method-rules.ts';
import type { MountedEndpoint } from '../../kit/http/mount.ts';
import type { Kit } from '../../kit/http/pipeline.ts';
import { type Ran, runDeclared } from '../../kit/http/run-declared.ts';
import { runMany } from '../../kit/http/run-many.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { askedFor, type CallersOf, Who } from './asked-for.ts';
import { graphFault } from './graph.faults.ts';
import { graphError } from './graph-error.ts';
import { createLoads, type Sent } from './loads.ts';
import type { Answered, Ctx, FieldPlan, ManyCtx, Seen } from './seen.ts';
import { encoded, fromEach, sentOf } from './sent-of.ts';

/** One operation, as far as asking endpoints goes. */
export interface AskingDeps {
  readonly kit: Kit;
  readonly mounted: ReadonlyMap<AnyEndpoint, MountedEndpoint>;
  readonly callers: CallersOf;
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly header: (name: string) => string | undefined;
  readonly signal: AbortSignal;
  readonly noted: (noted: Noted) => void;
  readonly pace: Ctx['pace'];
  /** Once all objects of a level are written. */
  readonly settled: () => Promise<void>;
}

/** Without `many`, so many are asked at once. */
const BESIDE = 8;

/** Asks endpoints for the fields of one operation, each by the one path of the kit: what a level asks of one endpoint goes together. */
export const createAsking = (deps: AskingDeps): ManyCtx => {
  const { kit, mounted, signal, requestId, callers } = deps;
  const askedOf = askedFor(deps);
  const endpointOf = (declaration: AnyEndpoint): MountedEndpoint => {
    const endpoint = mounted.get(declaration);
    if (endpoint === undefined) throw new Bug(`${declaration.id} is not mounted`);
    return endpoint;
  };
  const runLevel = async (endpoint: MountedEndpoint, asked: readonly Asked[]): Promise<readonly Ran[]> => {
    if (endpoint.many !== undefined) return runMany(kit, endpoint, asked);
    const results: Ran[] = [];
    for (let from = 0; from < asked.length && !signal.aborted; from += BESIDE) {
      const part = asked.slice(from, from + BESIDE);
      results.push(...(await Promise.all(part.map((one) => runDeclared(kit, endpoint, one)))));
    }
    return results;
  };
  const load = createLoads({
    settled: deps.settled,
    send: (batches) => {
      const who = new Who(callers);
      const asked = batches.map(({ declaration, all }) => {
        const level: Level = {};
        const ask = askedOf(endpointOf(declaration), who, { requestId, level });
        return all.map(ask);
      });
      // Their callers are looked up together; where that fails, each is refused by it.
      let turn = who.ask();
      return batches.map(async ({ declaration }, at) => {
        // Each in a turn of its own: all of them at once take longer than an unlock may wait.
        turn = turn.then(yieldToEventLoop);
        await turn;
        return runLevel(endpointOf(declaration), asked[at] ?? []);
      });
    },
  });
  const seenOf = (ran: Ran | undefined, inputs: Seen['inputs'], own = requestId): Seen | GraphQLError => {
    if (ran?.result === undefined) return tooLate(own);
    if ('fault' in ran.result) return graphError(ran.result.fault, own);
    return { value: ran.result.value as Seen['value'], inputs };
  };
  const readEach = async (
    declaration: AnyEndpoint,
    all: readonly (readonly [Sent, Seen['inputs']])[],
  ): Promise<readonly (Seen | GraphQLError)[]> => {
    if (signal.aborted) return all.map(() => tooLate(requestId));
    const results = await load(
      declaration,
      all.map(([sent]) => sent),
    );
    return all.map(([, inputs], at) => seenOf(results[at], inputs));
  };
  const wholeEach: ManyCtx['wholeEach'] = (node, ids) =>
    readEach(
      node.endpoint,
      ids.map((id) => {
        const params = { [node.key]: String(id) };
        return [{ params: encoded(params), search: '', body: undefined }, params];
      }),
    );
  const askEach: ManyCtx['askEach'] = async (plan, args, parents) => {
    const from = await fromEach(plan, parents, wholeEach);
    const answered: Answered[] = [];
    const asked: (readonly [Sent, Seen['inputs']])[] = [];
    const places: number[] = [];
    for (const [at, one] of from.entries()) {
      answered.push(one instanceof GraphQLError ? one : null);
      if (one === null || one instanceof GraphQLError) continue;
      asked.push(sentOf(plan, args, one, parents[at]));
      places.push(at);
    }
    for (const [at, seen] of (await readEach(plan.endpoint, asked)).entries()) answered[places[at] as number] = seen;
    return answered;
  };
  const change = async (plan: FieldPlan, args: Readonly<Record<string, unknown>>): Promise<Answered> => {
    const [endpoint, own] = [endpointOf(plan.endpoint), newRequestId(kit)];
    const [sent, inputs] = sentOf(plan, args, {}, undefined);
    const who = new Who(callers);
    const asked = askedOf(endpoint, who, { requestId: own })(sent);
    await who.ask();
    return seenOf(await runDeclared(kit, endpoint, asked), inputs, own);
  };
  const only = ([answered = null]: readonly Answered[]): Seen | null => {
    if (answered instanceof GraphQLError) throw answered;
    if (answered !== null) deps.pace();
    return answered;
  };
  return {
    pace: deps.pace,
    wholeEach,
    askEach,
    whole: async (node, id) => only(await wholeEach(node, [id])) as Seen,
    ask: async (plan, args, parent) =>
      only(changes(plan.endpoint) ? [await change(plan, args)] : await askEach(plan, args, [parent])),
  };
};

const tooLate = (requestId: string) => graphError(graphFault('deadline', 'It took longer than 5 seconds.'), requestId);
const newRequestId = ({ clock }: Kit): string => randomId('req', undefined, clock.wallMs());
