import { join } from 'node:path';
import { type DiskError, failingDisk } from '@gatehouse/edge/fakes/failing-disk.ts';
import { verifyJournalFile } from '@gatehouse/edge/journal/verify-journal.ts';
import { expect } from 'vitest';
import { type AgentInMemory, agentInMemory } from './agent-in-memory.ts';
import type { Outside } from './cloud-in-memory.ts';

const ERRORS: readonly DiskError[] = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CORRUPT'];
const NEVER_HEALTHY = 60_000;

/** A day of an agent, in short: whatever it does to its disk, it does here. Nothing of it is looked at. */
const live = async (agent: AgentInMemory): Promise<void> => {
  await agent.pass(65_000);
  await agent.unlock();
  await agent.enter();
  await agent.enterOtherwise();
  const { cookie } = await agent.signIn();
  await agent.http('POST', '/bans', { person: 7, reason: 'a test' }, cookie);
  await agent.http('GET', '/facts?before=99999', undefined, cookie);
  await agent.http('GET', '/state', undefined, cookie);
  for (const active of [true, false])
    await agent.control('lockdown', { door: 'Front', active, by: 'Kim', reason: 'a test' });
  for (const mode of ['force-closed', 'off'])
    await agent.control('maintenance', { door: 'Front', mode, by: 'Kim', reason: 'a test' });
  await agent.control('client-add', { name: 'ha', kind: 'observer' });
  await agent.control('client-remove', { name: 'ha' });
  await agent.control('access', { pull: true });
  const revision = agent.people(7);
  agent.down('nudge', { v: 1, about: 'snapshot', revision });
  agent.desired.revision++;
  agent.down('nudge', { v: 1, about: 'desired-state', revision: agent.desired.revision });
  await agent.pass(3_000);
  const journal = agent.beacon()?.journal;
  agent.down('facts-please', { v: 1, epoch: journal?.epoch, from: 1, to: journal?.lastSeq });
  await agent.http('GET', '/health');
  await agent.pass(6_000);
};

/** Whatever befell it, a while later it does all that it is for, and owes nothing. */
const isWell = async (agent: AgentInMemory): Promise<void> => {
  await agent.pass(10_000);
  for (const active of [false]) await agent.control('lockdown', { door: 'Front', active, by: 'Kim', reason: 'over' });
  await agent.control('maintenance', { door: 'Front', mode: 'off', by: 'Kim', reason: 'over' });
  expect(await agent.unlock(), 'a remote unlock').toBe('unlocked');
  expect(await agent.enter(), 'an entry').toBe(true);
  expect(agent.locked(), 'the lock rests').toBe(true);
  let health = '';
  for (let ms = 0; ms < NEVER_HEALTHY && health !== 'ok'; ms += 5_000) {
    await agent.pass(5_000);
    health = JSON.parse((await agent.http('GET', '/health')).text).status;
  }
  expect(health, 'nothing waits for the disk, and what was lost is told').toBe('ok');
};

export interface Case {
  readonly during: 'first start' | 'life' | 'stop' | 'start';
  readonly statement: string;
  readonly error: DiskError;
}

/** Everything that the agent runs on its databases, each with each error. */
export const allCases = async (outside: Outside): Promise<readonly Case[]> => {
  const agent = await agentInMemory(outside);
  const seenDuring = async (work: () => Promise<void>): Promise<readonly string[]> => {
    const disk = failingDisk();
    await work();
    disk.mend();
    return [...disk.seen.keys()];
  };
  const seen = {
    'first start': await seenDuring(agent.start),
    life: await seenDuring(() => live(agent)),
    stop: await seenDuring(agent.stop),
    start: await seenDuring(agent.start),
  };
  await agent.stop();
  const known = new Set<string>();
  return (['life', 'stop', 'start', 'first start'] as const).flatMap((during) =>
    seen[during]
      .filter((statement) => !known.has(`${during === 'first start' ? '' : during}${statement}`))
      .flatMap((statement) => {
        known.add(statement);
        return ERRORS.map((error) => ({ during, statement, error }));
      }),
  );
};

/** An agent that has lived for a while, and fails one statement once. */
export const survivesOn = async (outside: Outside) => {
  let agent = await agentInMemory(outside);
  let runs = false;

  const once = ({ statement, error }: Case) => {
    const disk = failingDisk();
    let left = 1;
    disk.failing((ran) => (ran === statement && left-- > 0 ? error : undefined));
    return { disk, happened: () => left < 1 };
  };
  const begin = async (one: Case): Promise<void> => {
    if (one.during === 'first start') {
      if (runs) await agent.stop();
      runs = false;
      agent = await agentInMemory(outside);
    } else if (!runs) {
      await agent.start();
      runs = true;
    }
    if (one.during === 'start') {
      await agent.stop();
      runs = false;
    }
    agent.said.splice(0);
  };
  /** Starts it, as whoever watches over it does: again, where it could not. */
  const startOrTwice = async (): Promise<void> => {
    try {
      await agent.start();
    } catch (error) {
      agent.said.push(`It could not start: ${error}`);
      await agent.start();
    }
    runs = true;
  };

  return {
    check: async (one: Case): Promise<void> => {
      await begin(one);
      const deaths: unknown[] = [];
      const die = (error: unknown) => void deaths.push(error);
      process.on('uncaughtException', die).on('unhandledRejection', die);
      const { disk, happened } = once(one);
      try {
        if (one.during === 'life') await live(agent);
        if (one.during === 'stop') await agent.stop();
        if (one.during !== 'life') await startOrTwice();
        disk.failing(undefined);
        await isWell(agent);
      } finally {
        disk.mend();
        process.off('uncaughtException', die).off('unhandledRejection', die);
      }
      expect(happened(), 'the statement was run').toBe(true);
      expect(deaths, 'what would have ended the process').toEqual([]);
      expect(agent.unasked, 'locks that moved by themselves').toEqual([]);
      const refused = agent.said.filter((text) => /journalled|could not be recorded|could not state/.test(text));
      const lost = agent.facts.filter(({ body }) => body.kind === 'journal.lost');
      if (refused.length > 0) expect(lost.length, `what was lost is told: ${refused}`).toBeGreaterThan(0);
    },
    /** An agent that finds the disk full as it starts, and for minutes after that. */
    checkFull: async (): Promise<void> => {
      await agent.start();
      await live(agent);
      await agent.stop();
      const disk = failingDisk();
      disk.failing((ran) => (/INSERT|UPDATE|DELETE/.test(ran) ? 'SQLITE_FULL' : undefined));
      try {
        await startOrTwice();
        await agent.pass(120_000);
        expect(agent.beacon(), 'beacons go on, and say what was lost').toMatchObject({
          journal: { lost: expect.any(Number) },
        });
        expect([await agent.enter(), await agent.unlock()]).toEqual([true, 'store_unwritable']);
        expect((await agent.signIn()).status, 'staff can look').toBe(204);
        disk.failing(undefined);
        await isWell(agent);
      } finally {
        disk.mend();
      }
      expect(agent.facts.some(({ body }) => body.kind === 'journal.lost')).toBe(true);
    },
    /** What the cloud has acknowledged is what the journal has, and its chain is whole. */
    end: async (): Promise<void> => {
      if (runs) await agent.stop();
      expect(verifyJournalFile(join(agent.dataDir, 'journal.db'))).toMatchObject({ ok: true });
      const bySeq = new Map<string, string>();
      for (const { epoch, seq, hash } of agent.facts) {
        const name = `${epoch} ${seq}`;
        expect(bySeq.get(name) ?? hash, `fact ${seq} is always the same`).toBe(hash);
        bySeq.set(name, hash);
      }
    },
  };
};
