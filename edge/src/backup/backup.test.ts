import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Lockdown, NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KEPT_FILES } from '../doors-kept/kept-copies.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { openFoundation } from '../foundation.ts';
import { uploadAllFacts } from '../journal/facts-upload.ts';
import { verifyJournalFile } from '../journal/verify-journal.ts';
import { SEAL } from '../store/kept-rows.ts';
import { makeBackup } from './make-backup.ts';
import { withBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'backup-'));

/** The foundation of an agent, started in `dataDir`. */
const start = (dataDir: string) => {
  const clock = new ManualClock();
  const steps: (() => Promise<void> | void)[] = [];
  const agent = openFoundation({ dataDir, clock, log: silentLog }, (step) => void steps.unshift(step));
  return {
    ...agent,
    clock,
    record: async (count: number) => {
      for (let i = 0; i < count; i++) await agent.journal.record({ kind: 'agent.stopping', data: { why: `${i}` } });
    },
    stop: async () => {
      for (const step of steps) await step();
    },
  };
};
const backupOf = (dataDir: string, more: { withKey?: boolean } = {}) => {
  const to = join(folder(), 'box.backup');
  return makeBackup({ dataDir, to, nowMs: 0, withKey: false, ...more }).then((manifest) => ({ to, manifest }));
};
const restore = (file: string, dataDir: string) => restoreBackup({ file, dataDir, nowMs: 0 });

describe('a backup', () => {
  it('is one private file, made while the agent writes, whole, and without the box’s key', async () => {
    const dataDir = folder();
    const agent = start(dataDir);
    await agent.record(20);
    const { to, manifest } = await backupOf(dataDir);
    await agent.record(5);
    expect(statSync(to).mode & 0o777).toBe(0o600);
    expect(manifest).toMatchObject({ boxId: agent.identity.boxId, journal: { firstSeq: 1, lastSeq: 20 } });
    expect(Object.keys(manifest.files).sort()).toEqual(['box.db', 'journal.db']);
    await withBackup(to, folder(), ({ journal }) => expect(journal).toMatchObject({ ok: true, lastSeq: 20 }));
    expect(readdirSync(join(to, '..'))).toEqual(['box.backup']);
    await agent.stop();
  });

  it('with the key, when that is asked for, makes the same box of another folder', async () => {
    const [dataDir, other] = [folder(), folder()];
    const agent = start(dataDir);
    agent.box.slot('colour', z.string()).keep('green');
    await agent.record(3);
    const { to } = await backupOf(dataDir, { withKey: true });
    await agent.stop();
    await restore(to, other);
    const again = start(other);
    expect(again.identity.boxId).toBe(agent.identity.boxId);
    expect(again.box.slot('colour', z.string()).load()).toBe('green');
    await again.stop();
  });

  it.each([0.2, 0.5, 0.9])('changed at %f of its length it is refused, and nothing is touched', async (where) => {
    const dataDir = folder();
    const agent = start(dataDir);
    await agent.record(50);
    const { to } = await backupOf(dataDir);
    await agent.stop();
    const bytes = readFileSync(to);
    const at = Math.floor(bytes.length * where);
    bytes.fill(0x55, at, at + 16);
    writeFileSync(to, bytes);
    const before = readdirSync(dataDir);
    await expect(restore(to, dataDir)).rejects.toThrow(/backup|damaged/);
    expect(readdirSync(dataDir)).toEqual(before);
  });

  it('is never put under a running agent, nor into another box', async () => {
    const [dataDir, other] = [folder(), folder()];
    const [agent, stranger] = [start(dataDir), start(other)];
    await agent.record(1);
    const { to } = await backupOf(dataDir);
    await expect(restore(to, dataDir)).rejects.toThrow(/already runs/);
    await stranger.stop();
    await expect(restore(to, other)).rejects.toThrow(/this is box/);
    await expect(restore(to, folder())).rejects.toThrow(/another box/);
    await agent.stop();
  });

  it('is there whole or not at all, also when its maker is killed', async () => {
    const dataDir = folder();
    const agent = start(dataDir);
    await agent.record(300);
    const to = join(folder(), 'box.backup');
    const program = new URL('../offline/main.ts', import.meta.url).pathname;
    for (const ms of [20, 120, 180, 240, 300]) {
      const child = spawn(process.execPath, [program, 'backup', '--data', dataDir, '--to', to], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      systemClock.after(Milliseconds(ms), () => void child.kill('SIGKILL'));
      await ended;
      if (existsSync(to)) await withBackup(to, folder(), ({ journal }) => expect(journal).toMatchObject({ ok: true }));
      expect(verifyJournalFile(join(dataDir, 'journal.db'))).toMatchObject({ ok: true });
      await agent.record(1);
    }
    await agent.stop();
  });
});

describe('a restored box', () => {
  /** What a cloud has stored, each number of each epoch once; a second fact under a number is a failure. */
  const cloud = () => {
    const stored = new Map<string, Fact>();
    const throughOf = (epoch: string) => {
      let through = 0;
      while (stored.has(`${epoch}/${through + 1}`)) through++;
      return through;
    };
    const take = (epoch: string, facts: readonly Fact[]) => {
      for (const fact of facts) {
        const before = stored.get(`${epoch}/${fact.seq}`);
        expect(before?.hash ?? fact.hash).toBe(fact.hash);
        stored.set(`${epoch}/${fact.seq}`, fact);
      }
      return throughOf(epoch);
    };
    const epochs = () => [...new Set([...stored.keys()].map((key) => key.split('/')[0] as string))];
    const prove = (boxId: string) => {
      for (const epoch of epochs()) {
        const facts = [...stored].filter(([key]) => key.startsWith(epoch)).map(([, fact]) => fact);
        const inOrder = facts.sort((a, b) => a.seq - b.seq);
        expect(verifyChain(inOrder, { seq: 0, hash: genesisHash(boxId, epoch) })).toMatchObject({ ok: true });
      }
    };
    return { take, throughOf, epochs, prove };
  };
  /** Everything that the agent has goes up. */
  const drain = async (agent: ReturnType<typeof start>, to: ReturnType<typeof cloud>) => {
    const acks: { epoch: string; through: number }[] = [];
    const upload = uploadAllFacts([agent.journal, ...agent.endedJournals], {
      clock: agent.clock,
      log: silentLog,
      port: {
        connected: () => true,
        send: ({ epoch, facts }) => void acks.push({ epoch, through: to.take(epoch, facts as Fact[]) }),
      },
    });
    upload.connected();
    for (let turn = 0; turn < 20; turn++) {
      for (const ack of acks.splice(0)) upload.acknowledged({ v: 1, ...ack });
      await agent.clock.advance(Seconds(1));
    }
    upload.close();
  };

  it('gives no number out twice: it begins a new epoch, and what the cloud lacks of the old one still comes', async () => {
    const dataDir = folder();
    const there = cloud();
    const agent = start(dataDir);
    const { boxId } = agent.identity;
    await agent.record(5);
    await drain(agent, there);
    await agent.record(10); // These wait when the backup is made.
    const { to, manifest } = await backupOf(dataDir);
    await agent.record(5);
    await agent.stop();
    for (const name of readdirSync(dataDir)) if (name.startsWith('journal')) rmSync(join(dataDir, name));

    expect(await restore(to, dataDir)).toMatchObject({ journal: 'ended' });
    const again = start(dataDir);
    expect(again.journal.standing()).toMatchObject({ lastSeq: 0 });
    expect(again.journal.standing().epoch).not.toBe(manifest.journal.epoch);
    await again.record(7);
    await drain(again, there);
    expect(there.throughOf(manifest.journal.epoch)).toBe(15);
    expect(there.throughOf(again.journal.standing().epoch)).toBe(7);
    there.prove(boxId);
    await again.stop();
    expect(readdirSync(dataDir).filter((name) => name.includes('ended'))).toEqual([]); // All of it is in the cloud.
  });

  it('keeps its own journal when that goes further than the backup', async () => {
    const dataDir = folder();
    const agent = start(dataDir);
    await agent.record(5);
    const { to } = await backupOf(dataDir);
    await agent.record(5);
    const { epoch } = agent.journal.standing();
    await agent.stop();
    expect(await restore(to, dataDir)).toMatchObject({ journal: 'kept' });
    const again = start(dataDir);
    expect(again.journal.standing()).toMatchObject({ epoch, lastSeq: 10 });
    await again.stop();
  });

  it('whose journal is damaged gets the one of the backup, ended, and the damaged one is kept aside', async () => {
    const dataDir = folder();
    const agent = start(dataDir);
    await agent.record(5);
    const { to } = await backupOf(dataDir);
    await agent.stop();
    cpSync(join(dataDir, 'box.db'), join(dataDir, 'journal.db'));
    const { journal, setAside } = await restore(to, dataDir);
    expect(journal).toBe('ended');
    expect(setAside.some((path) => path.includes('journal.db.set-aside'))).toBe(true);
    const again = start(dataDir);
    expect(again.journal.standing().lastSeq).toBe(0);
    expect(again.endedJournals.map((ended) => ended.standing().lastSeq)).toEqual([5]);
    await again.stop();
  });

  it('S2 from an old backup ends no lockdown that came later, begins none that is over, and alone leaves doubt', async () => {
    const [dataDir, other] = [folder(), folder()];
    const lockdowns = ({ box }: ReturnType<typeof start>) => box.slot('lockdown', z.record(z.string(), Lockdown));
    const agent = start(dataDir);
    const begun = { ...NO_LOCKDOWN, active: true, generation: 1 };
    lockdowns(agent).keep({ door_over: begun });
    await agent.box.doorsKept.kept();
    const { to } = await backupOf(dataDir, { withKey: true });
    lockdowns(agent).keep({ door_over: { ...begun, active: false, generation: 2 }, door_later: begun });
    await agent.stop();

    await restore(to, dataDir);
    const again = start(dataDir);
    expect(lockdowns(again).load()).toMatchObject({ door_over: { active: false }, door_later: { active: true } });
    expect(again.box.doorsKept.doubt()).toBeUndefined();
    await again.stop();

    await restore(to, other);
    const elsewhere = start(other);
    expect(lockdowns(elsewhere).load()).toMatchObject({ door_over: { active: true } });
    expect(elsewhere.box.doorsKept.doubt()).toBeDefined();
    await elsewhere.stop();
  });

  it('S2 from a backup of a release that kept no copies leaves doubt as well, though an update of it leaves none', async () => {
    const [dataDir, other] = [folder(), folder()];
    const agent = start(dataDir);
    await agent.stop();
    const db = new Database(join(dataDir, 'box.db'));
    db.prepare('DELETE FROM slot WHERE name = ?').run(SEAL);
    db.close();
    for (const name of KEPT_FILES) rmSync(join(dataDir, name));
    const { to } = await backupOf(dataDir, { withKey: true });

    await restore(to, other);
    const elsewhere = start(other);
    expect(elsewhere.box.doorsKept.doubt()).toBeDefined();
    await elsewhere.stop();
    const updated = start(dataDir);
    expect(updated.box.doorsKept.doubt()).toBeUndefined();
    await updated.stop();
  });
});
