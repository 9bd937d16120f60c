import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';
import { endpointsFor } from './endpoint.ts';
import { mount } from './mount.ts';
import { runDeclared } from './run-declared.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { type SampleCaller, sampleSurface } from './testing/sample-surface.ts';

const MOVER: SampleCaller = { actor: 'key:mover', tenant: 'mover', mayMove: true };
const declare = endpointsFor(sampleSurface)<{ readonly work: () => Promise<unknown> }>();
const common = {
  path: '/sample/v1/counted',
  summary: 'Count',
  description: 'Counts.',
  gate: { scope: 'move' },
  success: { status: 200, description: 'Counted.', schema: z.object({}) },
  faults: {},
} as const;
const quiet = declare({
  ...common,
  id: 'counted.quiet',
  method: 'GET',
  handle: async ({ work }) => {
    await work();
    return {};
  },
});
const said = declare({
  ...common,
  id: 'counted.said',
  method: 'GET',
  writes: true,
  handle: async ({ work }) => {
    await work();
    return {};
  },
});

describe.each(ENGINES)('a GET on $name', ({ open }) => {
  const ask = async (endpoint: typeof quiet, workOf: (db: Database) => () => Promise<unknown>, undeclared?: 'log') => {
    const db = await open();
    const kit = { ...memoryKit(), db, ...(undeclared && { undeclared }) };
    const { result } = await runDeclared(kit, mount(endpoint, { work: workOf(db) }), {
      via: 'http',
      requestId: 'req_0000000000000001',
      remoteAddress: '127.0.0.1',
      startedMonoMs: 0,
      startedWallMs: 0,
      header: () => undefined,
      authenticate: async () => MOVER,
      input: async () => ({ params: undefined, query: undefined, body: undefined }),
    });
    return {
      result,
      logged: JSON.stringify(kit.logged.map(({ fields }) => String((fields as { err?: unknown }).err))),
    };
  };
  const writing = (db: Database) => () => db.write((tx) => tx.deleteFrom('audit_entry').execute());

  it('that writes without saying so fails in tests, whoever opens the unit', async () => {
    const { result, logged } = await ask(quiet, writing);
    expect(result).toMatchObject({ fault: { code: 'internal_error' } });
    expect(logged).toContain('counted.quiet writes, and says that it only reads');
  });
  it('that says so may, and so does every GET of a cloud that serves', async () => {
    expect((await ask(said, writing)).result).toMatchObject({ status: 200 });
    expect((await ask(quiet, writing, 'log')).result).toMatchObject({ status: 200 });
  });
  it('that reads is not held up, nor is what it leaves for later', async () => {
    let later: Promise<unknown> | undefined;
    const { result } = await ask(quiet, (db) => async () => {
      await db.read((tx) => tx.selectFrom('audit_entry').select('id').execute());
      later = new Promise((resolve) => setImmediate(resolve)).then(writing(db));
    });
    expect(result).toMatchObject({ status: 200 });
    await expect(later).resolves.toBeDefined();
  });
});
