import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_BODY_LIMIT } from './body.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { takesIdempotencyKey } from './replies.ts';
import { isPublicGate } from './surfaces.ts';
import type { Headers, HouseRules, Sent, Valid, World } from './testing/contract-run.ts';
import { expectDocumented } from './testing/documented.ts';
import { strictInputs } from './testing/strict-inputs.ts';

export type { Valid, World } from './testing/contract-run.ts';

/**
 * The tests every endpoint gets for free, read off its own declaration. Call it at the top level of a test file. `valid`
 * may be made: it is asked once a test.
 */
export const endpointContract = (
  endpoint: AnyEndpoint,
  world: () => World,
  valid: Valid | (() => Promise<Valid>),
  rules: HouseRules = { unknownFields: 'ignored' },
): void => {
  describe(`${endpoint.id} keeps the house rules`, () => {
    const limit = endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT;
    const schema = endpoint.body ?? endpoint.rawBody;
    let current: Valid;
    const validBody = () => current.body ?? {};

    const send = async (
      headers: Headers,
      overrides: { params?: Valid['params']; query?: Valid['query']; body?: unknown } = {},
    ): Promise<Sent> => {
      const { auditedOf, send: request } = world();
      const { params = current.params, query = current.query } = overrides;
      const payload = schema === undefined ? undefined : 'body' in overrides ? overrides.body : validBody();
      const path = pathOf(endpoint, { ...(params && { params }), ...(query && { query }) });
      const answer = await request({ method: endpoint.method, path, headers, body: payload });
      return { ...answer, json: answer.json, audited: await auditedOf(String(answer.headers['x-request-id'])) };
    };
    const expectRefusal = (answer: Sent, status: number) => {
      expect(answer, answer.text).toMatchObject({ status, json: { request_id: answer.headers['x-request-id'] } });
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.audited.filter(({ outcome }) => outcome === 'ok')).toEqual([]);
      expectDocumented(endpoint, answer);
    };

    beforeEach(async () => {
      current = typeof valid === 'function' ? await valid() : valid;
      await world().moveOn();
    });

    it('succeeds for an allowed caller, as documented, and leaves exactly one audit row if it is audited', async () => {
      const answer = await send(world().allowed);
      expect(answer.status, answer.text).toBe(endpoint.success.status);
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{16}$/);
      expectDocumented(endpoint, answer);
      const event = endpoint.audit?.event ?? (endpoint.surface.auditsEverything ? endpoint.id : undefined);
      const row = { event, outcome: 'ok', request_id: answer.headers['x-request-id'] };
      expect(answer.audited).toMatchObject(event === undefined ? [] : [row]);
      expectAuditedWithin(endpoint, rules, world().auditedAfter?.(String(answer.headers['x-request-id'])));
    });

    if (!isPublicGate(endpoint.gate)) {
      it('answers 401 to a stranger and to garbage credentials, whatever else is wrong', async () => {
        for (const headers of [{}, ...world().garbage]) {
          const answer = await send(headers, { body: '{' });
          expectRefusal(answer, 401);
          // A minute of strangers has one row, which some other request may have written; a key that belongs elsewhere has its own.
          expect(answer.audited.map(({ outcome }) => outcome)).toEqual(
            answer.audited.slice(0, 1).map(() => 'unauthenticated'),
          );
        }
      });
      it('answers 403 to a caller that its gate denies, before it looks at the body', async () => {
        const { denied } = world();
        if (denied !== undefined) expectRefusal(await send(denied, { body: '{' }), 403);
      });
    }

    it('answers 429 beyond the limit, with the time to come back', async () => {
      const { allowed, requestsPerSecond, send: request } = world();
      const path = pathOf(endpoint, current);
      const body = schema === undefined ? undefined : '{';
      for (let i = 0; i < requestsPerSecond; i++)
        await request({ method: endpoint.method, path, headers: allowed, body });
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
        const { [name]: _gone, ...query } = current.query ?? {};
        expectRefusal(await send(world().allowed, { query }), 400);
      });

    if (takesIdempotencyKey(endpoint))
      it('carries out once what is sent again with the same idempotency key', async () => {
        const headers = { ...world().allowed, 'idempotency-key': randomUUID() };
        const first = await send(headers);
        const second = await send(headers);
        expect(first.status, first.text).toBe(endpoint.success.status);
        if (endpoint.answersSecret) return expectRefusal(second, 409);
        expect(second).toMatchObject({ status: first.status, text: first.text });
        expect([first, second].map((answer) => answer.headers['idempotent-replayed'])).toEqual([undefined, 'true']);
      });
    else if (endpoint.method !== 'GET')
      it('knows what to answer when it is sent again', async () => {
        await send(world().allowed);
        const second = await send(world().allowed);
        expect(second.status, second.text).toBeLessThan(500);
        expectDocumented(endpoint, second);
      });

    if (rules.unknownFields === 'refused')
      strictInputs(endpoint, world, { send, expectRefusal, current: () => current, rules });

    if (schema === undefined) return;
    for (const name of requiredIn(schema)) {
      it(`answers 400 without the body's ${name}, and does nothing`, async () => {
        const { [name]: _gone, ...rest } = validBody();
        expectRefusal(await send(world().allowed, { body: rest }), 400);
      });
      it(`answers 400 where the body's ${name} is of another kind`, async () => {
        for (const wrong of wrongKinds(schema, name))
          expectRefusal(await send(world().allowed, { body: { ...validBody(), [name]: wrong } }), 400);
      });
    }
    it.each([
      ['no JSON', () => '{"half":'],
      ['an array', () => '[]'],
      ['a text', () => '"text"'],
      [
        'valid but for a member that is nested too deep',
        () => withMember(validBody(), `"x":${'['.repeat(40)}${']'.repeat(40)}`),
      ],
      ['valid but for a reserved key', () => withMember(validBody(), '"__proto__":{}')],
    ])('answers 400 to a body that is %s', async (_what, text) => {
      expectRefusal(await send(world().allowed, { body: text() }), 400);
    });
    if (!schema.safeParse(undefined).success)
      it('answers 400 to a body that is nothing', async () => {
        expectRefusal(await send(world().allowed, { body: '' }), 400);
      });
    it('answers 413 to a body beyond its limit', async () => {
      expectRefusal(await send(world().allowed, { body: Buffer.alloc(limit.bytes + 1, ' ') }), 413);
    });
    if (rules.unknownFields === 'ignored')
      it('ignores fields of the body that it does not know', async () => {
        const answer = await send(world().allowed, { body: { ...validBody(), x_not_known_here: 1 } });
        expect(answer.status, answer.text).toBe(endpoint.success.status);
      });
  });
};

/** What changed something wrote its audit row as it did: a crash between the two would hide who did it. */
const expectAuditedWithin = (endpoint: AnyEndpoint, rules: HouseRules, after: boolean | undefined): void => {
  const changes = endpoint.method !== 'GET' && endpoint.readsOnly !== true;
  if (rules.auditedWithin && changes) expect(after, 'the audit row came after the unit').toBe(false);
};

/** The path with its parameters filled in, and the query. */
export const pathOf = ({ path }: AnyEndpoint, { params = {}, query = {} }: Valid): string => {
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
