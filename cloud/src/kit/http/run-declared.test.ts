import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES } from '../db/engines.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { Asked } from './asked.ts';
import { auditLog } from './audit.ts';
import type { OwnCall, ReadCall, UnitCall } from './call.ts';
import { endpointsFor, refused } from './endpoint.ts';
import { mount } from './mount.ts';
import type { Kit } from './pipeline.ts';
import { replyStore } from './replies.ts';
import { runDeclared } from './run-declared.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { type SampleCaller, sampleSurface, thingFault, thingFaults } from './testing/sample-surface.ts';

const MOVER: SampleCaller = { actor: 'key:mover', tenant: 'mover', mayMove: true };

interface Note {
  readonly prepare: (call: ReadCall<SampleCaller>) => Promise<string>;
  readonly write: (call: UnitCall<SampleCaller, string>) => Promise<unknown>;
}
const surface = { ...sampleSurface, idempotencyKeys: true as const };
const put = endpointsFor(surface)<Note>()({
  id: 'notes.put',
  method: 'POST',
  path: '/sample/v1/notes',
  summary: 'Write a note',
  description: 'Writes one.',
  gate: { scope: 'move' },
  success: { status: 201, description: 'Written.', schema: z.object({ said: z.string() }) },
  faults: thingFaults,
  audit: { event: 'note.put', target: () => 'a note' },
  prepare: ({ prepare }, _input, call) => prepare(call),
  handle: async ({ write }, _input, call) => (await write(call)) as { said: string },
});

/** Speaks another protocol, in which other endpoints are asked. */
const door = endpointsFor(sampleSurface)<{
  readonly through: (call: OwnCall<SampleCaller>) => Promise<unknown>;
}>()({
  id: 'doors.through',
  method: 'POST',
  unit: 'own',
  path: '/sample/v1/door',
  summary: 'Go through',
  description: 'Asks what is behind it.',
  gate: { scope: 'move' },
  success: { status: 200, description: 'What that said.', schema: z.object({ said: z.string() }) },
  faults: thingFaults,
  audit: { event: 'door.through', target: () => 'a door' },
  handle: async ({ through }, _input, call) => (await through(call)) as { said: string },
});

describe.each(ENGINES)('what changes something, on $name', ({ open }) => {
  let db: Database;
  let kit: Kit;
  let requests = 0;
  beforeEach(async () => {
    db = await open();
    const clock = new ManualClock();
    kit = { ...memoryKit(), clock, db, audit: auditLog(db), replies: replyStore(db, clock) };
  });

  const FEED = { partner_id: 'ptr_1' as PartnerId, facility_id: 'fac_1' as FacilityId };
  const note = (tx: Tx, text: string) => {
    const event = { ...FEED, kind: 'unlock', member_id: null, seq: null };
    const row = { ...event, id: text, data: '{}', occurred_at: 1, recorded_at: 1 };
    return tx.insertInto('partner_event').values(row).execute();
  };
  const asked = (key?: string): Asked => ({
    via: 'rest',
    requestId: `req_${String(++requests).padStart(16, '0')}`,
    remoteAddress: '127.0.0.1',
    startedMonoMs: 0,
    startedWallMs: 0,
    header: (name) => (name === 'idempotency-key' ? key : undefined),
    authenticate: async () => MOVER,
    input: async () => ({ params: undefined, query: undefined, body: undefined }),
  });
  const run = (deps: Partial<Note>, key?: string) =>
    runDeclared(
      kit,
      mount(put, { prepare: async () => 'ready', write: async () => ({ said: 'yes' }), ...deps }),
      asked(key),
    );
  const stands = () =>
    db.read(async (tx) => ({
      notes: (await tx.selectFrom('partner_event').select('id').execute()).map(({ id }) => id),
      audit: (await tx.selectFrom('audit_entry').select(['outcome', 'target', 'via']).orderBy('id').execute()).map(
        ({ outcome, target, via }) => `${outcome} ${target} by ${via}`,
      ),
      replies: (await tx.selectFrom('http_reply').select('state').execute()).map(({ state }) => state),
    }));

  it('is there together with its audit row and the answer kept for its key', async () => {
    const write: Note['write'] = async ({ tx, prepared, about }) => {
      await note(tx, prepared);
      about('that note');
      return { said: prepared };
    };
    const { result } = await run({ write }, 'k-1');
    expect(result).toMatchObject({ status: 201, value: { said: 'ready' } });
    expect(await stands()).toEqual({ notes: ['ready'], audit: ['ok that note by rest'], replies: ['answered'] });
    expect((await run({ write }, 'k-1')).result).toMatchObject({
      status: 201,
      value: { said: 'ready' },
      headers: { 'Idempotent-Replayed': 'true' },
    });
    expect((await stands()).notes).toEqual(['ready']);
  });

  it('is undone whole by what it throws, which alone is remembered', async () => {
    const write: Note['write'] = async ({ tx }) => {
      await note(tx, 'gone');
      throw thingFault('thing_stuck', 'It is stuck.');
    };
    expect((await run({ write }, 'k-1')).result).toMatchObject({ fault: { code: 'thing_stuck' } });
    expect(await stands()).toEqual({ notes: [], audit: ['thing_stuck a note by rest'], replies: [] });
  });

  it('stands though it is refused, where the refusal has to be remembered', async () => {
    const write: Note['write'] = async ({ tx }) => {
      await note(tx, 'wrong code');
      return refused(thingFault('thing_away', 'It is away.'));
    };
    expect((await run({ write }, 'k-1')).result).toMatchObject({ fault: { code: 'thing_away' } });
    expect(await stands()).toEqual({ notes: ['wrong code'], audit: ['thing_away a note by rest'], replies: [] });
  });

  it('is undone where its audit row or the answer cannot be written', async () => {
    const broken = { ...kit.audit, add: () => Promise.reject(new Error('the disk is full')) };
    const whole = kit;
    kit = { ...kit, audit: broken };
    expect((await run({ write: ({ tx }) => note(tx, 'half') })).result).toMatchObject({
      fault: { code: 'internal_error' },
    });
    kit = whole;
    const write: Note['write'] = async ({ tx }) => {
      await note(tx, 'taken for dead');
      await tx.updateTable('http_reply').set({ started_at: 7 }).execute();
      return { said: 'no' };
    };
    expect((await run({ write }, 'k-1')).result).toMatchObject({ fault: { code: 'request_in_progress' } });
    expect((await stands()).notes).toEqual([]);
  });

  it('holds its unit no longer than its statements take, and begins no other within', async () => {
    if (db.engine === 'sqlite') {
      const waits: Note['write'] = async ({ tx }) => {
        await note(tx, 'waited');
        await new Promise<void>((resolve) => setImmediate(resolve));
        return { said: 'late' };
      };
      expect((await run({ write: waits })).result).toMatchObject({ fault: { code: 'internal_error' } });
    }
    for (const inner of [() => db.read(async () => 0), () => db.write(async () => 0)]) {
      const nests: Note['write'] = async () => ({ said: String(await inner()) });
      expect((await run({ write: nests })).result).toMatchObject({ fault: { code: 'internal_error' } });
    }
    expect((await stands()).notes).toEqual([]);
  });

  describe('asked by another endpoint', () => {
    const opened = (through: (call: OwnCall<SampleCaller>) => Promise<unknown>) =>
      runDeclared(kit, mount(door, { through }), { ...asked(), via: 'mcp' });
    const further = { header: () => undefined, authenticate: async () => MOVER, input: asked().input };
    const write: Note['write'] = async ({ tx }) => note(tx, 'one').then(() => ({ said: 'yes' }));
    const other = () => mount(put, { prepare: async () => 'ready', write });

    it('leaves its own row, which is that of the request', async () => {
      const through = async ({ ask }: OwnCall<SampleCaller>) => {
        const { result } = await ask(other(), further);
        return { said: result !== undefined && 'value' in result ? JSON.stringify(result.value) : 'nothing' };
      };
      expect((await opened(through)).result).toMatchObject({ value: { said: '{"said":"yes"}' } });
      expect(await stands()).toMatchObject({ notes: ['one'], audit: ['ok a note by mcp'] });
    });
    it('is asked once, and not after another row', async () => {
      const twice = ({ ask }: OwnCall<SampleCaller>) => ask(other(), further).then(() => ask(other(), further));
      expect((await opened(twice)).result).toMatchObject({ fault: { code: 'internal_error' } });
      expect(await stands()).toMatchObject({ notes: ['one'], audit: ['ok a note by mcp'] });
    });
    it('leaves the row of whoever asked nothing to them', async () => {
      expect((await opened(async () => ({ said: 'nothing' }))).result).toMatchObject({ value: { said: 'nothing' } });
      expect(await stands()).toMatchObject({ notes: [], audit: ['ok a door by mcp'] });
    });
  });

  it('is prepared once, before there is a unit, and reads what is committed', async () => {
    let prepared = 0;
    let units = 0;
    const prepare: Note['prepare'] = async ({ read }) => {
      prepared += 1;
      await new Promise<void>((resolve) => setImmediate(resolve));
      return read(async (tx) => `${(await tx.selectFrom('partner_event').select('id').execute()).length} notes`);
    };
    const conflicted: Kit['db'] = {
      engine: db.engine,
      read: db.read,
      // As PostgreSQL does after a conflict: the first run is undone, and the unit runs again.
      write: async (work) => {
        const undone = new Error('undo');
        await db
          .write(async (tx) => {
            await work(tx);
            throw undone;
          })
          .catch((error) => expect(error).toBe(undone));
        return db.write(work);
      },
    };
    kit = { ...kit, db: conflicted };
    const write: Note['write'] = async ({ tx, prepared: said }) => {
      units += 1;
      await note(tx, said);
      return { said };
    };
    expect((await run({ prepare, write })).result).toMatchObject({ value: { said: '0 notes' } });
    expect([prepared, units]).toEqual([1, 2]);
    expect(await stands()).toMatchObject({ notes: ['0 notes'], audit: ['ok a note by rest'] });
  });
});
