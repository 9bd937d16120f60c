// @module-tag exhaustive
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyModule } from '../areas.ts';
import { renderReports } from '../kit/http/reports.ts';
import { type OpenApiDocument, operationsOf, successOf } from './document.ts';
import { RECIPES } from './testing/error-recipes.ts';
import { fitsSchema, shapeOf } from './testing/example-shape.ts';
import { type ExampleWorld, openExampleWorld } from './testing/example-world.ts';
import { PREPARED } from './testing/prepared.ts';

const document = JSON.parse(renderReports(everyModule)['cloud/openapi/partner.json'] ?? '') as OpenApiDocument;
const operations = operationsOf(document);

/** Who is refused at the gate has used nothing up, and a first answer is no replay. */
const SOMETIMES = ['RateLimit', 'Idempotent-Replayed'];

let world: ExampleWorld;
beforeAll(async () => {
  world = await openExampleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.script({});
  await world.api.moveOn();
});

describe.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (_id, operation) => {
  const { responses, parameters, body } = operation;

  it('has an example of everything that a request needs, and of the answer', () => {
    expect(parameters.filter(({ required, example }) => required && example === undefined)).toEqual([]);
    if (body !== undefined) expect(fitsSchema(document, body.schema, body.example)).toBe(true);
    const { media } = successOf(operation);
    expect(media.example).toBeDefined();
    expect(fitsSchema(document, media.schema, media.example)).toBe(true);
  });

  it('answers the example as documented, with the request’s id and what is left of the rate', async () => {
    const { status, media } = successOf(operation);
    await PREPARED[operation.operationId]?.(world);
    const answer = await world.send(world.requestOf(operation));
    expect(answer.status, answer.text).toBe(status);
    expect(fitsSchema(document, media.schema, answer.json)).toBe(true);
    expect(shapeOf(answer.json)).toEqual(expect.objectContaining(shapeOf(media.example)));
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_/),
      ratelimit: expect.stringMatching(/^"endpoint";r=\d+;t=\d+$/),
      'ratelimit-policy': '"endpoint";q=5;w=1',
    });
  });

  const errors = Object.entries(responses).flatMap(([status, { content }]) =>
    Object.entries(content['application/json'].examples ?? {}).map(
      ([code, { value }]) => [Number(status), code, value] as const,
    ),
  );
  it.each(errors)('answers %i %s as in its example, with the request’s id', async (status, code, example) => {
    const recipe = RECIPES[code];
    if (recipe === undefined) return expect.fail(`nobody knows how to produce ${code}`);
    const answer = await recipe(world, world.requestOf(operation), operation);
    expect(answer.status, answer.text).toBe(status);
    expect([answer.json.error, answer.json.reason]).toContain(code);
    const media = responses[status]?.content['application/json'];
    for (const shown of [answer.json, example]) expect(media && fitsSchema(document, media.schema, shown)).toBe(true);
    expect(shapeOf(answer.json)).toEqual(expect.objectContaining(shapeOf(example)));
    expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
    const documented = Object.keys((responses[status] as { headers?: object }).headers ?? {});
    const known = status !== 401 && code !== 'internal_error';
    if (known) expect(answer.headers).toMatchObject({ 'ratelimit-policy': '"endpoint";q=5;w=1' });
    const always = documented.filter((header) => !SOMETIMES.includes(header));
    for (const header of always) expect(answer.headers).toHaveProperty([header.toLowerCase()]);
  });
});

describe('over all endpoints', () => {
  const writes = operations.filter(({ method }) => method !== 'get');
  /** Everything that is stored, but for the logs, when a key was last used, and what a dryrun key rehearses for itself. */
  const stored = async () => {
    const { db } = world.api.world;
    const tables = await db.read((tx) =>
      sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`.execute(tx),
    );
    const kept = tables.rows
      .map(({ name }) => name)
      .filter((name) => !/^(request_log|kept_exchange|audit_entry|partner_key|sandbox_rehearsal)$/.test(name));
    const dumps = await Promise.all(
      kept.map((name) => db.read(async (tx) => [name, (await sql`select * from ${sql.table(name)}`.execute(tx)).rows])),
    );
    return Object.fromEntries(dumps);
  };

  it('[R11] a read-only key reads everything and writes nothing', async () => {
    for (const operation of operations) {
      await PREPARED[operation.operationId]?.(world);
      const before = await stored();
      const { status, text } = await world.send({ ...world.requestOf(operation), headers: world.readOnly });
      expect([operation.operationId, status, text]).toEqual([
        operation.operationId,
        operation.method === 'get' ? 200 : 403,
        expect.any(String),
      ]);
      if (status === 403) expect(await stored(), operation.operationId).toEqual(before);
      await world.api.moveOn();
    }
  });
  it('[R12] a dryrun key is answered as a live one would be, with the flag, and changes nothing; a live one has no flag', async () => {
    expect(writes.length).toBeGreaterThanOrEqual(6);
    for (const operation of writes) {
      const before = await stored();
      const audited = await world.api.audited();
      const dry = await world.send({ ...world.requestOf(operation), headers: world.dryrun });
      expect(dry.status, dry.text).toBe(successOf(operation).status);
      expect([operation.operationId, dry.json['dry-run'] ?? dry.json.metadata?.['dry-run']]).toEqual([
        operation.operationId,
        true,
      ]);
      expect(await stored(), operation.operationId).toEqual(before);
      expect(await world.api.audited(), operation.operationId).toEqual(audited);
      const real = await world.send(world.requestOf(operation));
      expect(real.status, real.text).toBe(successOf(operation).status);
      expect(real.text).not.toContain('dry-run');
      await world.api.moveOn();
    }
  });
  it('[R12] windows that refuse a whole batch refuse it for a dryrun key as well, with the flag', async () => {
    const request = { method: 'POST', path: '/partner/v1/members', body: { members: [{ access_time_windows: 5 }] } };
    const dry = await world.send({ ...request, headers: world.dryrun });
    const real = await world.send({ ...request, headers: world.live });
    expect([dry.status, real.status]).toEqual([422, 422]);
    expect({ ...dry.json, request_id: '' }).toEqual({ ...real.json, request_id: '', 'dry-run': true });
    expect(real.json).not.toHaveProperty('dry-run');
    await world.api.moveOn();
  });
  it('[R7] no other version is there', async () => {
    for (const operation of operations)
      for (const version of ['v0', 'v2', 'V1']) {
        const request = world.requestOf(operation);
        const answer = await world.send({ ...request, path: request.path.replace('/v1/', `/${version}/`) });
        expect(answer).toMatchObject({ status: 404, json: { request_id: answer.headers['x-request-id'] } });
      }
  });
});
