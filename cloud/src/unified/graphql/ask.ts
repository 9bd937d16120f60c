import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import DataLoader from 'dataloader';
import type { Asked, Level, Noted } from '../../kit/http/asked.ts';
import type { Caller, IncomingRequest } from '../../kit/http/call.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { changes } from '../../kit/http/method-rules.ts';
import type { MountedEndpoint } from '../../kit/http/mount.ts';
import type { Kit } from '../../kit/http/pipeline.ts';
import { type Ran, runDeclared } from '../../kit/http/run-declared.ts';
import { runMany } from '../../kit/http/run-many.ts';
import { parseInput, pathPart, readableParams } from '../../kit/http/validate.ts';
import { graphFault } from './graph.faults.ts';
import { graphError } from './graph-error.ts';
import type { NodeType } from './nodes.ts';
import type { Ctx, FieldPlan, Seen } from './seen.ts';

/** Who asks, once they are known: a caller for each of many requests of theirs, by few statements. */
export type CallersOf = (
  asked: readonly { readonly request: IncomingRequest; readonly gate: unknown }[],
) => Promise<readonly Caller[]>;

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

/** What is sent to an endpoint, as a URL and a body would have it. */
interface Sent {
  readonly params: Readonly<Record<string, string>>;
  readonly search: string;
  readonly body: unknown;
  readonly key?: string | undefined;
}

/** Without `many`, so many are asked at once. */
const BESIDE = 8;

/** Asks endpoints for the fields of one operation, each by the one path of the kit: what a level asks of one endpoint goes together. */
export const createAsking = (deps: AskingDeps): Ctx => {
  const { kit, mounted, signal } = deps;
  const askedOf = askedFor(deps);
  const endpointOf = (declaration: AnyEndpoint): MountedEndpoint => {
    const endpoint = mounted.get(declaration);
    if (endpoint === undefined) throw new Bug(`${declaration.id} is not mounted`);
    return endpoint;
  };
  const runLevel = async (endpoint: MountedEndpoint, all: readonly Sent[]): Promise<readonly Ran[]> => {
    const level: Level = {};
    const asked = all.map((sent) => askedOf(endpoint, sent, level));
    if (endpoint.many !== undefined) return runMany(kit, endpoint, asked);
    const results: Ran[] = [];
    for (let from = 0; from < asked.length && !signal.aborted; from += BESIDE) {
      const part = asked.slice(from, from + BESIDE);
      results.push(...(await Promise.all(part.map((one) => runDeclared(kit, endpoint, one)))));
    }
    return all.map((_, index) => results[index] ?? NOT_ASKED);
  };
  const loaders = new Map<AnyEndpoint, DataLoader<Sent, Ran, string>>();
  const loaderOf = (declaration: AnyEndpoint) => {
    const endpoint = endpointOf(declaration);
    const made =
      loaders.get(declaration) ??
      new DataLoader<Sent, Ran, string>((all) => runLevel(endpoint, all) as Promise<Ran[]>, {
        cacheKeyFn: (sent) => JSON.stringify([sent.params, sent.search, sent.body]),
        // Whatever is still to be written belongs to the level.
        batchScheduleFn: (run) => void deps.settled().then(run),
      });
    loaders.set(declaration, made);
    return made;
  };
  const read = (declaration: AnyEndpoint, sent: Sent, inputs: Seen['inputs']): Promise<Seen> => {
    if (signal.aborted) return Promise.reject(tooLate(deps.requestId));
    const seenAs =
      (requestId: string) =>
      ({ result }: Ran): Seen => {
        if (result === undefined) throw tooLate(deps.requestId);
        if ('fault' in result) throw graphError(result.fault, requestId);
        deps.pace();
        return { value: result.value as Seen['value'], inputs };
      };
    if (!changes(declaration)) return loaderOf(declaration).load(sent).then(seenAs(deps.requestId));
    const [endpoint, requestId] = [endpointOf(declaration), newRequestId(kit)];
    return runDeclared(kit, endpoint, askedOf(endpoint, sent, undefined, requestId)).then(seenAs(requestId));
  };
  const whole = (node: NodeType, id: unknown): Promise<Seen> => {
    const params = { [node.key]: String(id) };
    return read(node.endpoint, { params: encoded(params), search: '', body: undefined }, params);
  };
  return {
    pace: deps.pace,
    whole,
    ask: (plan, args, parent) => {
      const asked = (from: From): Promise<Seen> | null =>
        from === null ? null : read(plan.endpoint, ...sentOf(plan, args, from, parent));
      const from = inputsFrom(plan, parent, whole);
      return from instanceof Promise ? from.then(asked) : asked(from);
    },
  };
};

const NOT_ASKED: Ran = { caller: undefined, headers: {} };
const tooLate = (requestId: string) => graphError(graphFault('deadline', 'It took longer than 5 seconds.'), requestId);
const newRequestId = ({ clock }: Kit): string => randomId('req', undefined, clock.wallMs());

/** What an edge takes of its node. Null: it has none. */
type From = Readonly<Record<string, string>> | null;

/** It is what the node says, or was asked with, or its own endpoint says: a promise of it there alone, for there are hundreds of edges. */
const inputsFrom = (
  plan: FieldPlan,
  parent: Seen | undefined,
  whole: (node: NodeType, id: unknown) => Promise<Seen>,
): From | Promise<From> => {
  const { from, owner } = plan;
  const found: Record<string, string> = {};
  for (const input in from) {
    const value = knownOf(from[input] as string, parent);
    if (value === undefined && owner !== undefined)
      return whole(owner, parent?.value[owner.id]).then((node) => inputsIn(plan, parent, node));
    if (value === undefined || value === null) return null;
    found[input] = String(value);
  }
  return found;
};
const inputsIn = ({ from }: FieldPlan, parent: Seen | undefined, node: Seen): From => {
  const found: Record<string, string> = {};
  for (const input in from) {
    const property = from[input] as string;
    const value = knownOf(property, parent) ?? node.value[property];
    if (value === undefined || value === null) return null;
    found[input] = String(value);
  }
  return found;
};
const knownOf = (property: string, parent: Seen | undefined): unknown =>
  parent?.value[property] ?? parent?.inputs[property];

const sentOf = (
  { inPath, params, query, bodyOf }: FieldPlan,
  args: Readonly<Record<string, unknown>>,
  from: Readonly<Record<string, string>>,
  parent: Seen | undefined,
): [Sent, Seen['inputs']] => {
  const own: Record<string, string> = {};
  const search: [string, string][] = [];
  for (const name in from) {
    const value = from[name] as string;
    if (inPath.has(name)) own[name] = value;
    else search.push([name, value]);
  }
  for (const argument in params) own[params[argument] as string] = String(args[argument] ?? '');
  for (const argument in query)
    for (const value of [args[argument] ?? []].flat()) search.push([query[argument] as string, String(value)]);
  const body = bodyOf === undefined ? undefined : bodyOf(args.input);
  const key = typeof args.idempotencyKey === 'string' ? args.idempotencyKey : undefined;
  const inputs = { ...parent?.inputs, ...own, ...Object.fromEntries(search) };
  // Most edges send nothing there, and there are hundreds of them.
  const text = search.length === 0 ? '' : new URLSearchParams(search).toString();
  return [{ params: encoded(own), search: text, body, key }, inputs];
};

const encoded = (params: Readonly<Record<string, string>>): Record<string, string> => {
  const sent: Record<string, string> = {};
  for (const name in params) sent[name] = pathPart(params[name] as string);
  return sent;
};

/** Requests as the one path takes them: their callers are looked up together. */
const askedFor = ({ kit, callers, requestId, remoteAddress, header, noted }: AskingDeps) => {
  const loader = new DataLoader<{ readonly request: IncomingRequest; readonly gate: unknown }, Caller>(
    (all) => callers(all) as Promise<Caller[]>,
    { cache: false },
  );
  return (
    { declaration }: MountedEndpoint,
    { params, search, body, key }: Sent,
    level: Level | undefined,
    own = requestId,
  ): Asked => {
    const { method, gate } = declaration;
    const ofOwn = (name: string) => (name === 'idempotency-key' ? key : header(name));
    const query = (name: string) => (search === '' ? undefined : (new URLSearchParams(search).get(name) ?? undefined));
    const request = { method, remoteAddress, header: ofOwn, params: readableParams(params), query };
    return {
      via: 'graphql',
      requestId: own,
      remoteAddress,
      startedMonoMs: kit.clock.monoMs(),
      startedWallMs: kit.clock.wallMs(),
      header: ofOwn,
      ...(level !== undefined && { level, noted }),
      authenticate: () => loader.load({ request, gate }),
      input: async () => parseInput(declaration, { params, search, body }),
    };
  };
};
