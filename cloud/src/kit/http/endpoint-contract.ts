import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bodyLimitOf } from './body.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { takesIdempotencyKey } from './replies.ts';
import { isPublicGate } from './surfaces.ts';
import { bodyShapes, requiredIn } from './testing/body-shapes.ts';
import type { Contract, HouseRules, Part, Rule, Sent, Valid, World } from './testing/contract-run.ts';
import { expectDocumented } from './testing/documented.ts';
import { strictInputs } from './testing/strict-inputs.ts';
import { upgradeHeaders, wayServed } from './testing/way-served.ts';

export type { Part, Rule, Valid, World } from './testing/contract-run.ts';

/**
 * The tests every endpoint gets for free, read off its own declaration. Call it at the top level of a test file. `valid`
 * may be made: it is asked once a test.
 */
export const endpointContract = (
  endpoint: AnyEndpoint,
  world: () => World,
  valid: Valid | (() => Promise<Valid>),
  rules: HouseRules = { unknownFields: 'ignored' },
  parts: readonly Part[] = ['endpoint', 'input', 'kit'],
): void => {
  describe(`${endpoint.id} keeps the house rules`, () => {
    for (const { name, part, keep } of endpointRules(endpoint, world, valid, rules))
      if (parts.includes(part)) it(name, keep);
  });
};

/** The first endpoint of each way in which endpoints are served: what the kit does is proven with it for the others. */
export const firstOfEachWay = (endpoints: readonly AnyEndpoint[]): ReadonlySet<AnyEndpoint> =>
  new Set(new Map(endpoints.toReversed().map((endpoint) => [wayServed(endpoint), endpoint])).values());

/** The house rules as one endpoint has to keep them. Each makes its own valid request, after a second has passed. */
export const endpointRules = (
  endpoint: AnyEndpoint,
  world: () => World,
  valid: Valid | (() => Promise<Valid>),
  rules: HouseRules = { unknownFields: 'ignored' },
): readonly Rule[] => {
  const schema = endpoint.body ?? endpoint.rawBody;
  let current: Valid;

  const send: Contract['send'] = async (headers, overrides = {}) => {
    const { auditedOf, send: request, allowed } = world();
    const caller = headers === allowed ? (current.allowed ?? allowed) : headers;
    const { params = current.params, query = current.query } = overrides;
    const { bodyStream } = endpoint;
    const { type, bytes: streamed } = current.streamed ?? {};
    const beside = { ...(type !== undefined && { 'content-type': type }), ...upgradeHeaders(endpoint) };
    const payload =
      bodyStream !== undefined
        ? streamed
        : schema === undefined
          ? undefined
          : 'body' in overrides
            ? overrides.body
            : (current.body ?? {});
    const path = pathOf(endpoint, { ...(params && { params }), ...(query && { query }) });
    const answer = await request({
      method: endpoint.method,
      path,
      headers: { ...caller, ...current.headers, ...beside },
      body: payload,
    });
    const { status, headers: told, text, bytes } = answer;
    const json = told['content-type']?.startsWith('application/json') ? answer.json : undefined;
    return { status, headers: told, text, bytes, json, audited: await auditedOf(String(told['x-request-id'])) };
  };
  const expectRefusal = (answer: Sent, status: number) => {
    expect(answer, answer.text).toMatchObject({ status, json: { request_id: answer.headers['x-request-id'] } });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.audited.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
    expectDocumented(endpoint, answer);
  };
  const contract: Contract = { send, expectRefusal, current: () => current, world, rules };
  const limit = bodyLimitOf(endpoint);

  const all: readonly Rule[] = [
    ...callersRules(endpoint, contract),
    ...requiredIn(endpoint.query).map(
      (name): Rule => ({
        name: `answers 400 without the query's ${name}`,
        part: 'input',
        keep: async () => {
          const { [name]: _gone, ...query } = current.query ?? {};
          expectRefusal(await send(world().allowed, { query }), 400);
        },
      }),
    ),
    ...repetitionRules(endpoint, contract),
    ...(rules.unknownFields === 'refused' ? strictInputs(endpoint, contract) : []),
    ...bodyShapes(endpoint, contract, limit),
    ...(rules.unknownFields === 'ignored' && schema !== undefined ? [ignoresUnknownFields(endpoint, contract)] : []),
  ];
  return all.map(({ name, part, keep }) => ({
    name,
    part,
    keep: async () => {
      current = typeof valid === 'function' ? await valid() : valid;
      await world().moveOn();
      await keep();
    },
  }));
};

/** Who gets what, how often, and what is written down of it. */
const callersRules = (endpoint: AnyEndpoint, { send, expectRefusal, current, world, rules }: Contract): Rule[] => {
  const succeeds: Rule = {
    name: 'succeeds for an allowed caller, as documented, within its limit, and leaves exactly one audit row if it is audited',
    part: 'endpoint',
    keep: async () => {
      const { allowed, auditedAfter } = world();
      const requestsPerSecond = limitOf(endpoint, world());
      const answer = await send(allowed);
      expect(answer.status, answer.text).toBe(endpoint.success.status);
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{16}$/);
      expectDocumented(endpoint, answer);
      expect(answer.headers['ratelimit-policy']).toBe(`"endpoint";q=${requestsPerSecond};w=1`);
      expect(answer.headers.ratelimit, 'it took its turn').toBe(`"endpoint";r=${requestsPerSecond - 1};t=1`);
      const event = endpoint.audit?.event ?? (endpoint.surface.auditsEverything ? endpoint.id : undefined);
      const row = { event, outcome: 'ok', request_id: answer.headers['x-request-id'] };
      // What strangers read has one row a minute, which names none of the requests.
      const hasOwnRow = event !== undefined && !(isPublicGate(endpoint.gate) && isReading(endpoint));
      expect(answer.audited).toMatchObject(hasOwnRow ? [row] : []);
      expectAuditedWithin(endpoint, rules, auditedAfter?.(String(answer.headers['x-request-id'])));
    },
  };
  const strangers = (name: string, part: Part, headers: () => readonly Readonly<Record<string, string>>[]): Rule => ({
    name,
    part,
    keep: async () => {
      for (const sent of headers()) {
        const answer = await send(sent, { body: '{' });
        expectRefusal(answer, 401);
        // A minute of strangers has one row, which some other request may have written; a key that belongs elsewhere has its own.
        expect(answer.audited.map(({ outcome }) => outcome)).toEqual(
          answer.audited.slice(0, 1).map(() => 'unauthenticated'),
        );
      }
    },
  });
  const denied: Rule = {
    name: 'answers 403 to a caller that its gate denies, before it looks at the body',
    part: 'input',
    keep: async () => expectRefusal(await send(world().denied ?? expect.fail('nobody to deny'), { body: '{' }), 403),
  };
  const tooMany: Rule = {
    name: 'answers 429 beyond the limit, with the time to come back',
    part: 'kit',
    keep: async () => {
      const { send: request } = world();
      const allowed = current().allowed ?? world().allowed;
      const requestsPerSecond = limitOf(endpoint, world());
      const path = pathOf(endpoint, current());
      const body = (endpoint.body ?? endpoint.rawBody) === undefined ? undefined : '{';
      const processes = isPublicGate(endpoint.gate) ? (world().replicas ?? 1) : 1;
      for (let i = 0; i < requestsPerSecond * processes; i++)
        await request({ method: endpoint.method, path, headers: allowed, body });
      const answer = await send(allowed);
      expectRefusal(answer, 429);
      expect(answer.headers).toMatchObject({
        'retry-after': expect.stringMatching(/^[1-9]\d*$/),
        ratelimit: expect.stringMatching(/^"endpoint";r=0;t=[1-9]\d*$/),
        'ratelimit-policy': `"endpoint";q=${requestsPerSecond};w=1`,
      });
    },
  };
  if (isPublicGate(endpoint.gate)) return [succeeds, tooMany];
  return [
    succeeds,
    strangers('answers 401 to a stranger, whatever else is wrong', 'input', () => [{}]),
    strangers('answers 401 to garbage credentials, whatever else is wrong', 'kit', () => world().garbage),
    ...(rules.deniesNobody ? [] : [denied]),
    tooMany,
  ];
};

const repetitionRules = (endpoint: AnyEndpoint, { send, expectRefusal, current, world }: Contract): Rule[] => {
  const once: Rule = {
    name: 'carries out once what is sent again with the same idempotency key',
    part: 'endpoint',
    keep: async () => {
      const headers = { ...(current().allowed ?? world().allowed), 'idempotency-key': randomUUID() };
      const first = await send(headers);
      const second = await send(headers);
      expect(first.status, first.text).toBe(endpoint.success.status);
      if (endpoint.answersSecret) return expectRefusal(second, 409);
      expect(second).toMatchObject({ status: first.status, text: first.text });
      expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
    },
  };
  const again: Rule = {
    name: 'knows what to answer when it is sent again',
    part: 'endpoint',
    keep: async () => {
      await send(world().allowed);
      const second = await send(world().allowed);
      expect(second.status, second.text).toBeLessThan(500);
      expectDocumented(endpoint, second);
    },
  };
  if (takesIdempotencyKey(endpoint)) return [once];
  return endpoint.method === 'GET' ? [] : [again];
};

const ignoresUnknownFields = (endpoint: AnyEndpoint, { send, current, world }: Contract): Rule => ({
  name: 'ignores fields of the body that it does not know',
  part: 'input',
  keep: async () => {
    const answer = await send(world().allowed, { body: { ...current().body, x_not_known_here: 1 } });
    expect(answer.status, answer.text).toBe(endpoint.success.status);
  },
});

const isReading = ({ method, readsOnly }: AnyEndpoint): boolean => method === 'GET' || readsOnly === true;

/** What changed something wrote its audit row as it did: a crash between the two would hide who did it. */
const expectAuditedWithin = (endpoint: AnyEndpoint, rules: HouseRules, after: boolean | undefined): void => {
  if (rules.auditedWithin && !isReading(endpoint)) expect(after, 'the audit row came after the unit').toBe(false);
};

/** Requests a second that the allowed caller has at this endpoint. */
const limitOf = ({ requestsPerSecond }: AnyEndpoint, world: World): number =>
  requestsPerSecond ?? world.requestsPerSecond;

/** The path with its parameters filled in, and the query. */
export const pathOf = ({ path }: AnyEndpoint, { params = {}, query = {} }: Pick<Valid, 'params' | 'query'>): string => {
  const filled = path.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};
