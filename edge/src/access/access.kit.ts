import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { FactBody, FactKind } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { z } from 'zod';
import { watchClock } from '../clock/clock-trust.ts';
import type { GrantRequest, GrantResult } from '../door/doors.ts';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { CloudUnreachable } from '../identity/cloud-https.ts';
import { openBoxStore } from '../store/box-store.ts';
import { SqliteDamage } from '../store/database.ts';
import type { Presented, Question } from './access.ts';
import { createAccess } from './create-access.ts';
import { A_GYM, aFacility, bytesOf, type CloudSnapshot, cloudSnapshot, FRONT, type Put } from './snapshot.kit.ts';
import type { createWriter } from './writer.ts';
import type { WriterAnswer, WriterOrder } from './writer-messages.ts';
import { createOrders } from './writer-orders.ts';

/** Monday 2026-11-16 12:00 in Berlin. */
export const MONDAY_NOON = '2026-11-16T11:00:00.000Z';

/** What a box keeps while its agent is away: its disk, and what the outside is like. */
export const aBox = () => ({
  dir: mkdtempSync(join(tmpdir(), 'access-box-')),
  cloud: cloudSnapshot() as CloudSnapshot,
  /** Set to have the cloud be away. */
  offline: false,
  most: 1_000,
  zones: undefined as unknown,
  /** When set, answers in place of the cloud. */
  instead: undefined as ((path: string) => Buffer) | undefined,
  facilityId: A_GYM as FacilityId | undefined,
  asked: [] as string[],
  facts: [] as FactBody[],
});
export type ABox = ReturnType<typeof aBox>;

let boots = 0;

/** Carries out orders in this thread, one a turn: to start a thread for each box would take longer than most tests. */
const writerHere: typeof createWriter = (paths) => {
  const orders = createOrders(paths);
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    ask: <Order extends WriterOrder>(order: Order) => {
      const answered = last.then(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        if (closed) throw new Bug('no snapshot is written any more: the process ends');
        const done = orders.answerTo({ ...order, id: 0 });
        if ('answer' in done) return done.answer as Extract<WriterAnswer, { to: Order['do'] }>;
        throw done.damage ? new SqliteDamage(done.failed) : new Bug(done.failed);
      });
      last = answered.catch(() => {});
      return answered;
    },
    close: async () => {
      closed = true;
      await last;
      orders.close();
    },
  };
};

/** One run of the agent's part that decides, on a clock that stands still; `thread`: its snapshot is written beside, as a box does. */
export const startBox = (
  box: ABox,
  clock = new ManualClock(MONDAY_NOON),
  { unproven = false, thread = false } = {},
) => {
  const store = openBoxStore(join(box.dir, 'box.db'), { nowMs: clock.wallMs(), clock, log: silentLog });
  const floor = store.slot('time_floor_ms', z.int().nonnegative());
  // It looks whenever it is asked: a second at a time would make forty days long.
  const asked: Clock = {
    wallMs: () => clock.wallMs(),
    monoMs: () => clock.monoMs(),
    after: (delay, run) => clock.after(delay, run),
    every: () => ({ cancel: () => {} }),
  };
  const trust = watchClock({
    clock: asked,
    floorMs: floor.load() ?? 0,
    saveFloor: floor.keep,
    onStep: () => {},
    unproven,
  });
  const { doors, fake } = fakeDoors();
  const granted: GrantRequest[] = [];
  const state = { result: { outcome: 'unlocked', holdSeconds: 5, tookMs: 12 } as GrantResult, unwritable: false };
  const access = createAccess({
    isFirst: !existsSync(join(box.dir, 'access.db')),
    dataDir: box.dir,
    bootId: `boot-${++boots}`,
    box: store,
    cloud: {
      fetch: async ({ path }) => {
        box.asked.push(path);
        if (box.offline) throw new CloudUnreachable('no network');
        if (box.instead !== undefined) return box.instead(path);
        if (path.startsWith('/edge/v1/zones/')) return bytesOf(box.zones);
        const asked = new URL(path, 'https://cloud').searchParams;
        const epoch = asked.get('epoch') ?? undefined;
        return bytesOf(box.cloud.page({ epoch, after: Number(asked.get('after')) }, box.most));
      },
    },
    tokens: {
      current: async () => ({ token: 't', expiresInSeconds: 600, brokerUrl: 'mqtts://127.0.0.1:1' }),
      drop: () => {},
    },
    facilityId: () => box.facilityId,
    doors: {
      report: doors.report,
      grant: async (request) => {
        granted.push(request);
        return state.result;
      },
    },
    journal: {
      record: async (...bodies) => {
        if (state.unwritable) throw new Error('the disk is full');
        box.facts.push(...bodies);
        return [];
      },
    },
    trust,
    clock,
    random: systemRandom,
    log: silentLog,
    ...(!thread && { createWriter: writerHere }),
  });
  const ask = (presented: Presented, over: Partial<Question> = {}): Question => ({
    doorId: FRONT,
    presented,
    via: 'reader',
    ...over,
  });
  return {
    access,
    clock,
    trust,
    doors: fake,
    granted,
    state,
    store,
    decide: (presented: Presented, over: Partial<Question> = {}) => access.decideAt(ask(presented, over)),
    present: (presented: Presented, over: Partial<Question> = {}) => access.present(ask(presented, over)),
    reasonFor: (presented: Presented, over: Partial<Question> = {}) =>
      access.decideAt(ask(presented, over)).decision.reason,
    /** Switches the agent off, as a stop does. */
    stop: async () => {
      await access.close();
      trust.close();
      store.close();
    },
  };
};
export type Running = ReturnType<typeof startBox>;

export const card = (text: string, pin?: string): Presented => ({
  kind: 'card',
  text,
  ...(pin !== undefined && { pin }),
});
export const member = (memberId: string, partnerId?: PartnerId): Presented => ({ kind: 'member', memberId, partnerId });
export const shortId = (text: string, pin?: string): Presented => ({
  kind: 'short_id',
  text,
  ...(pin !== undefined && { pin }),
});

/** A box that has pulled a facility with these people. */
export const aBoxWith = async (
  people: readonly Put[],
  facility = aFacility(),
  clock?: ManualClock,
  options?: Parameters<typeof startBox>[2],
): Promise<{ box: ABox; run: Running }> => {
  const box = aBox();
  box.cloud.put({ kind: 'facility', id: '', data: facility });
  if (people.length > 0) box.cloud.put(...people);
  const run = startBox(box, clock, options);
  await run.access.pull();
  return { box, run };
};

export const factsOf = <Kind extends FactKind>({ facts }: ABox, kind: Kind) =>
  facts.flatMap((fact) => (fact.kind === kind ? [fact.data as Extract<FactBody, { kind: Kind }>['data']] : []));
