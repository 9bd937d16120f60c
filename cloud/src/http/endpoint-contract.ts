import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditEntry } from './audit.ts';
import { DEFAULT_BODY_LIMIT } from './body.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { openApiOf } from './openapi.ts';
import { isPublicGate } from './surfaces.ts';
import type { Client, ClientAnswer } from './testing/https-client.ts';

type Headers = Readonly<Record<string, string>>;

/** A running server that holds what a valid request needs, as one contract run sees it. */
export interface World {
  /** Speaks to the server over a real TLS socket. */
  readonly send: Client;
  /** Credentials of a caller that every gate lets through. */
  readonly allowed: Headers;
  /** Credentials of one that the gate of this endpoint denies; nothing if it denies nobody. */
  readonly denied?: Headers;
  /** Credentials that are well-formed or not, and nobody's. */
  readonly garbage: readonly Headers[];
  /** Requests a second that the allowed caller has here. */
  readonly requestsPerSecond: number;
  /** All audit rows so far. */
  readonly audited: () => Promise<readonly AuditEntry[]>;
  /** Lets a second pass on the server's clock, so that no earlier request counts against the limit. */
  readonly moveOn: () => Promise<void>;
}

/** A request that succeeds. */
export interface Valid {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Sent extends ClientAnswer {
  /** The audit rows that this request left. */
  readonly audited: readonly AuditEntry[];
}

/** The tests every endpoint gets for free, read off its own declaration. Call it at the top level of a test file. */
export const endpointContract = (endpoint: AnyEndpoint, world: () => World, valid: Valid): void => {
  describe(`${endpoint.id} keeps the house rules`, () => {
    const body = valid.body ?? {};
    const limit = endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT;
    const schema = endpoint.body ?? endpoint.rawBody;

    const send = async (
      headers: Headers,
      overrides: { query?: Valid['query']; body?: unknown } = {},
    ): Promise<Sent> => {
      const { audited, send: request } = world();
      const before = (await audited()).length;
      const payload = schema === undefined ? undefined : 'body' in overrides ? overrides.body : body;
      const answer = await request({
        method: endpoint.method,
        path: pathOf(endpoint, { ...valid, ...(overrides.query === undefined ? {} : { query: overrides.query }) }),
        headers,
        body: payload,
      });
      return { ...answer, json: answer.json, audited: (await audited()).slice(before) };
    };
    const expectRefusal = (answer: Sent, status: number) => {
      expect(answer).toMatchObject({ status, json: { request_id: answer.headers['x-request-id'] } });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.audited.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
      expectDocumented(endpoint, answer);
    };

    beforeEach(() => world().moveOn());

    it('succeeds for an allowed caller, as documented, and leaves exactly one audit row if it changes anything', async () => {
      const answer = await send(world().allowed);
      expect(answer.status, answer.text).toBe(endpoint.success.status);
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{16}$/);
      expectDocumented(endpoint, answer);
      const row = { event: endpoint.audit?.event, outcome: 'ok', request_id: answer.headers['x-request-id'] };
      expect(answer.audited).toMatchObject(endpoint.audit === undefined ? [] : [row]);
    });

    if (!isPublicGate(endpoint.gate)) {
      it('answers 401 to a stranger and to garbage credentials, whatever else is wrong', async () => {
        for (const headers of [{}, ...world().garbage]) {
          const answer = await send(headers, { body: '{' });
          expectRefusal(answer, 401);
          expect(answer.audited).toEqual([]);
        }
      });
      it('answers 403 to a caller that its gate denies, before it looks at the body', async () => {
        const { denied } = world();
        if (denied !== undefined) expectRefusal(await send(denied, { body: '{' }), 403);
      });
    }

    it('answers 429 beyond the limit, with the time to come back', async () => {
      const { allowed, requestsPerSecond } = world();
      for (let i = 0; i < requestsPerSecond; i++) await send(allowed, { body: '{' });
      const answer = await send(allowed);
      expectRefusal(answer, 429);
      expect(answer.headers).toMatchObject({
        'retry-after': expect.stringMatching(/^[1-9]\d*$/),
        ratelimit: expect.stringMatching(/^"endpoint";r=0;t=[1-9]\d*$/),
        'ratelimit-policy': `"endpoint";q=${requestsPerSecond};w=1`,
      });
    });

    for (const name of requiredIn(endpoint.query))
      it(`answers 400 without the query's ${name}`, async () => {
        const { [name]: _gone, ...query } = valid.query ?? {};
        expectRefusal(await send(world().allowed, { query }), 400);
      });

    if (schema === undefined) return;
    for (const name of requiredIn(schema)) {
      it(`answers 400 without the body's ${name}, and does nothing`, async () => {
        const { [name]: _gone, ...rest } = body;
        expectRefusal(await send(world().allowed, { body: rest }), 400);
      });
      it(`answers 400 where the body's ${name} is of another kind`, async () => {
        for (const wrong of wrongKinds(schema, name))
          expectRefusal(await send(world().allowed, { body: { ...body, [name]: wrong } }), 400);
      });
    }
    it.each([
      ['no JSON', '{"half":'],
      ['nothing', ''],
      ['an array', '[]'],
      ['a text', '"text"'],
      ['valid but for a member that is nested too deep', withMember(body, `"x":${'['.repeat(40)}${']'.repeat(40)}`)],
      ['valid but for a reserved key', withMember(body, '"__proto__":{}')],
    ])('answers 400 to a body that is %s', async (_what, text) => {
      expectRefusal(await send(world().allowed, { body: text }), 400);
    });
    it('answers 413 to a body beyond its limit', async () => {
      expectRefusal(await send(world().allowed, { body: Buffer.alloc(limit.bytes + 1, ' ') }), 413);
    });
    it('ignores fields of the body that it does not know', async () => {
      const answer = await send(world().allowed, { body: { ...body, x_not_known_here: 1 } });
      expect(answer.status, answer.text).toBe(endpoint.success.status);
    });
  });
};

const pathOf = ({ path }: AnyEndpoint, { params = {}, query = {} }: Valid): string => {
  const filled = path.replace(/:(\w+)/g, (_all, name) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

/** Members that a schema cannot do without, one at a time; a rule over several members is the endpoint's own test. */
const requiredIn = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject
    ? Object.keys(schema.shape).filter((name) => !(schema.shape[name] as z.ZodType).safeParse(undefined).success)
    : [];

/** The body as JSON with one more member, which `JSON.stringify` would not write. */
const withMember = (body: object, member: string): string =>
  `${JSON.stringify({ ...body, x_last: 0 }).slice(0, -1)},${member}}`;

const wrongKinds = (schema: z.ZodType | undefined, name: string): unknown[] => {
  const member = schema instanceof z.ZodObject ? (schema.shape[name] as z.ZodType) : undefined;
  return [17.5, true, { a: 1 }, null].filter((value) => member?.safeParse(value).success === false);
};

/** The body fits the schema that the document gives for this status. */
const expectDocumented = (endpoint: AnyEndpoint, { status, json }: ClientAnswer): void => {
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
  const document = openApiOf(endpoint.surface, [endpoint]) as any;
  const [operation] = Object.values(document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')] ?? {}) as [
    { responses: Record<string, { content: { 'application/json': { schema: object; examples?: object } } }> },
  ];
  const documented = operation.responses[status]?.content['application/json'];
  expect(documented, `${endpoint.id} does not document ${status}`).toBeDefined();
  if (status >= 400 && 'error' in json) expect(Object.keys(documented?.examples ?? {})).toContain(json.error);
  const schema = { ...documented?.schema, $defs: document.components.schemas };
  const local = JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));
  expect(z.fromJSONSchema(local).safeParse(json)).toMatchObject({ success: true });
};
