import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations } from '../../areas.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { unmirrored } from '../rest/mirror.ts';
import { definitionOf } from './tool-definition.ts';
import { sentByTool } from './tool-input.ts';
import { noToolBecause, type Tool, toolName, toolsOf } from './tools.ts';

const tools = toolsOf(declarations);
const served = declarations.filter(
  (endpoint) => endpoint.surface.name === 'platform' && unmirrored(endpoint) === undefined,
);
const reads = served.filter((endpoint) => !changes(endpoint));
const toolOf = (id: string): Tool => tools.get(toolName({ id })) ?? expect.fail(`${id} is no tool`);

describe('tools', () => {
  it('are whatever only reads, but for what says why not: look at whatever you leave out', () => {
    expect(reads.length).toBeGreaterThan(110);
    const without = reads.filter((endpoint) => !tools.has(toolName(endpoint)));
    expect(without.map(({ id }) => id).sort()).toEqual([
      'agreements.read-attachment',
      'agreements.read-evidence',
      'agreements.read-pdf',
      'ai-credits.receipt',
      'ai-credits.receipts',
      'ai-credits.statement-detail',
      'ai-credits.usage-statement',
      'db-sync.list-tables',
      'db-sync.read-run',
      'desk-pin.read',
      'invoices.export',
      'invoices.read-pdf',
      'invoices.read-record-pdf',
      'invoices.read-topup-pdf',
      'invoices.read-xml',
      'mail.read',
      'members.export',
      'model-router-admin.receipt',
      'model-router-admin.usage-statement',
      'passkeys.list',
      'passkeys.options',
      'pushes.list',
      'pushes.public-key',
      'sessions.list',
      'sms.message-history',
      'sms.read',
      'totp.read',
    ]);
    for (const endpoint of without) expect(noToolBecause(endpoint), endpoint.id).toMatch(/\w+ \w+/);
  });
  it('change something only where somebody has looked whether a program may decide it by itself', () => {
    const offered = served.filter((endpoint) => changes(endpoint) && tools.has(toolName(endpoint)));
    expect(offered.map(({ id, tool }) => [id, tool !== undefined && 'offer' in tool])).toEqual([
      ['warnings.acknowledge', true],
      ['unlocks.unlock', true],
      ['alarms.acknowledge', true],
      ['alarms.note', true],
    ]);
  });
  it('say what they do to things', () => {
    const hintsOf = (id: string) => definitionOf(toolOf(id)).annotations;
    expect(hintsOf('clubs.list')).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(hintsOf('unlocks.unlock')).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
    });
    expect(hintsOf('alarms.note')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  });
  it('say what each argument is, and take no other', () => {
    for (const tool of tools.values()) {
      const { title, description, inputSchema, _meta } = definitionOf(tool);
      expect([title, description].every((text) => text.length > 3)).toBe(true);
      expect(_meta['gatehouse/group']).not.toBe('Others');
      expect(inputSchema.additionalProperties).toBe(false);
      for (const [name, schema] of Object.entries(inputSchema.properties)) {
        const isSaid = schema.description !== undefined || typeof schema.$ref === 'string' || name === 'body';
        expect(isSaid, `${tool.name}: ${name}`).toBe(true);
      }
      // References lead within the schema itself.
      const refs = [...JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? '');
      const defs = Object.keys((inputSchema.$defs ?? {}) as object);
      for (const ref of refs) expect(defs).toContain(ref.replace('#/$defs/', ''));
    }
  });
  it('need what their paths need', () => {
    const { inputSchema } = definitionOf(toolOf('members.read'));
    expect(inputSchema.required).toEqual(expect.arrayContaining(toolOf('members.read').params as string[]));
    expect(definitionOf(toolOf('what-if.ask')).inputSchema.required).toContain('body');
    expect(definitionOf(toolOf('unlocks.unlock')).inputSchema.properties).toHaveProperty('idempotencyKey');
  });
});

const success = { status: 200, description: 'It.', schema: z.object({ ok: z.boolean() }) } as const;
const common = {
  method: 'GET',
  summary: 'Read it',
  description: 'It.',
  gate: { needs: 'facility-staff', in: 'anywhere' },
  success,
  faults: {},
  handle: async () => ({ ok: true }),
} as const;
const platform = platformEndpoint<object>();

describe('there are no tools', () => {
  it.each([
    [
      'of a secret that nobody says anything of',
      platform({ ...common, id: 'a.secret', path: '/api/a', answersSecret: true }),
      /a\.secret answers a secret/,
    ],
    [
      'with two arguments of one name',
      platform({
        ...common,
        id: 'a.twice',
        path: '/api/a/:body',
        params: z.strictObject({ body: z.string().max(9) }),
      }),
      /two arguments/,
    ],
    ['with a name that is too long', platform({ ...common, id: `a.${'b'.repeat(70)}`, path: '/api/a' }), /no name/],
  ])('%s', (_what, endpoint, message) => {
    expect(() => toolsOf([endpoint])).toThrow(message);
  });
  it('with one name', () => {
    const one = platform({ ...common, id: 'a.b_c', path: '/api/a' });
    const other = platform({ ...common, id: 'a_b.c', path: '/api/b' });
    expect(() => toolsOf([one, other])).toThrow(/one name/);
  });
});

describe('arguments', () => {
  const listed = platform({
    ...common,
    id: 'gyms.list',
    path: '/api/gyms/:gymId/doors',
    params: z.strictObject({ gymId: z.string().max(9) }),
    query: z.strictObject({
      limit: z.coerce.number<string>().int().max(9).default(5),
      kinds: z.union([z.string().max(9), z.array(z.string().max(9)).max(3)]).optional(),
    }),
  });
  const tool = [...toolsOf([listed]).values()][0] ?? expect.fail('it is no tool');
  const inputOf = (given: Record<string, unknown>) => sentByTool(tool, given).input();
  const problemsOf = (given: Record<string, unknown>) => {
    try {
      return inputOf(given) && [];
    } catch (fault) {
      return (fault as { problems: { path: string; rule: string }[] }).problems.map(({ path }) => path);
    }
  };
  it('become what the path and the query would have', () => {
    expect(inputOf({ gymId: 'a/b %', limit: 3, kinds: ['x', 'y'] })).toMatchObject({
      params: { gymId: 'a/b %' },
      query: { limit: 3, kinds: ['x', 'y'] },
    });
    expect(inputOf({ gymId: 'a', limit: null })).toMatchObject({ query: { limit: 5 } });
  });
  it.each<[string, Record<string, unknown>, string[]]>([
    ['that are missing', {}, ['params.gymId']],
    ['that are empty where something is named', { gymId: '' }, ['params.gymId']],
    ['of which there are several where one is named', { gymId: ['a', 'b'] }, ['params.gymId']],
    ['that are objects', { gymId: { toString: 'a' } }, ['gymId']],
    ['that nobody knows', { gymId: 'a', other: 1, body: {} }, ['other', 'body']],
    ['that the endpoint refuses', { gymId: 'a', limit: 10 }, ['query.limit']],
    ['with a NUL character', { gymId: 'a\0' }, ['params']],
    [
      'that only look like arguments',
      { gymId: 'a', idempotencyKey: 'k', hasOwnProperty: 'x' },
      ['idempotencyKey', 'hasOwnProperty'],
    ],
  ])('%s are named by the refusal', (_what, given, paths) => {
    expect(problemsOf(given)).toEqual(paths);
  });
});
