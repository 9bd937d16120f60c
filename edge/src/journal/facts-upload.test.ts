import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { A_BOX, AN_EPOCH, journalOnDisk } from '../fakes/journal-on-disk.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { uploadFacts } from './facts-upload.ts';

/** A cloud that stores each number once and acknowledges the highest one below which nothing is missing. */
const cloud = () => {
  const stored = new Map<number, Fact>();
  return {
    stored,
    store: (facts: readonly Fact[]) => {
      for (const fact of facts) if (!stored.has(fact.seq)) stored.set(fact.seq, fact);
      let through = 0;
      while (stored.has(through + 1)) through++;
      return through;
    },
  };
};

const setup = () => {
  const clock = new ManualClock();
  const { journal } = journalOnDisk(mkdtempSync(join(tmpdir(), 'upload-')), clock);
  const sent: Fact[][] = [];
  let online = true;
  const upload = uploadFacts({
    journal,
    clock,
    log: silentLog,
    port: { connected: () => online, send: ({ facts }) => void sent.push(facts as Fact[]) },
  });
  const record = (count: number) =>
    journal.record(
      ...Array.from({ length: count }, (_, i) => ({ kind: 'agent.stopping', data: { why: `${i}` } }) as const),
    );
  const ack = (through: number) => upload.acknowledged({ v: 1, epoch: AN_EPOCH, through });
  const setOnline = (now: boolean) => {
    online = now;
  };
  return { clock, journal, sent, upload, record, ack, setOnline };
};

describe('the upload of facts', () => {
  it('sends what was recorded, in order, and nothing twice while it is being answered', async () => {
    const { clock, sent, record, ack } = setup();
    await record(2);
    await clock.advance(Seconds(1));
    await record(1);
    await clock.advance(Seconds(1));
    ack(3);
    await clock.advance(Minutes(5));
    expect(sent.map((facts) => facts.map((fact) => fact.seq))).toEqual([[1, 2], [3]]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('sends again, ever more slowly, until it is answered', async () => {
    const { clock, sent, record, ack } = setup();
    await record(1);
    await clock.advance(Minutes(10));
    expect(sent.length).toBeGreaterThan(8);
    expect(sent.length).toBeLessThan(16);
    ack(1);
    const before = sent.length;
    await clock.advance(Minutes(10));
    expect(sent).toHaveLength(before);
  });

  it('sends nothing while there is no connection, and the rest from the last answer at the next', async () => {
    const { clock, sent, record, ack, upload, setOnline } = setup();
    await record(3);
    await clock.advance(Seconds(1));
    ack(2);
    setOnline(false);
    await record(1);
    await clock.advance(Minutes(1));
    expect(sent).toHaveLength(1);
    setOnline(true);
    upload.connected();
    expect(sent[1]?.map((fact) => fact.seq)).toEqual([3, 4]);
  });

  it('does not run ahead of the answers without bound, nor make a message too large to pass', async () => {
    const { clock, sent, record } = setup();
    for (let i = 0; i < 10; i++) await record(400);
    await clock.advance(Seconds(1));
    expect(sent.flat()).toHaveLength(1_000);
    for (const message of sent) expect(JSON.stringify(message).length).toBeLessThan(140_000);
  });

  it('ignores answers that are late, of another epoch, or of facts that do not exist', async () => {
    const { clock, journal, upload, record, ack } = setup();
    await record(5);
    await clock.advance(Seconds(1));
    ack(4);
    ack(2);
    ack(99);
    upload.acknowledged({ v: 1, epoch: A_BOX, through: 5 });
    expect(journal.standing().acknowledged).toBe(4);
  });

  it('sends a range again when it is asked to, as far as it is still kept, and not of another epoch', async () => {
    const { clock, sent, upload, record, ack, journal } = setup();
    for (let i = 0; i < 3; i++) await record(300);
    for (let seq = 300; seq <= 900; seq += 300) {
      await clock.advance(Seconds(1));
      ack(seq);
    }
    sent.length = 0;
    upload.askedAgain({ v: 1, epoch: A_BOX, from: 1, to: 10 });
    upload.askedAgain({ v: 1, epoch: AN_EPOCH, from: 101, to: 620 });
    expect(sent.flat()).toHaveLength(200); // No faster than the cloud stores them.
    await clock.advance(Seconds(1));
    expect(sent.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 520 }, (_, i) => 101 + i));
    upload.askedAgain({ v: 1, epoch: AN_EPOCH, from: 895, to: 2_000 });
    await clock.advance(Seconds(1));
    expect(sent.at(-1)?.map(({ seq }) => seq)).toEqual([895, 896, 897, 898, 899, 900]);
    expect(clock.pendingTimers).toBe(0);
    expect(journal.standing().acknowledged).toBe(900);
  });

  it('brings every fact over exactly once, in an unbroken chain, whatever is lost, doubled or late', async () => {
    const step = fc.tuple(fc.constantFrom(...ACTS), fc.integer({ min: 1, max: 300 }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const world = unreliable(setup());
        const { journal } = world;
        for (const [act, n] of steps) {
          await world[act](n);
          await world.clock.advance(Seconds(0.1));
          expect(journal.standing().acknowledged).toBeLessThanOrEqual(world.store([]));
        }
        await world.recover();
        const inOrder = [...world.stored.values()].sort((a, b) => a.seq - b.seq);
        expect(verifyChain(inOrder, { seq: 0, hash: genesisHash(A_BOX, AN_EPOCH) })).toMatchObject({
          ok: true,
          lastSeq: journal.standing().lastSeq,
        });
        world.upload.close();
        journal.close();
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

const ACTS = [
  'record',
  'deliver',
  'lose',
  'deliverTwice',
  'ack',
  'ackTwice',
  'loseAck',
  'cut',
  'connect',
  'wait',
] as const;

/** A link and a cloud where anything may be lost, doubled, late or out of order. */
const unreliable = (it: ReturnType<typeof setup>) => {
  const { stored, store } = cloud();
  const acks: number[] = [];
  const take = <T>(from: T[], n: number) => from.splice(n % Math.max(1, from.length), 1);
  const look = <T>(from: T[], n: number) => from.slice(n % Math.max(1, from.length)).slice(0, 1);
  const connect = () => {
    it.setOnline(true);
    it.upload.connected();
  };
  return {
    ...it,
    stored,
    store,
    connect,
    record: (n: number) => it.record(n),
    deliver: (n: number) => take(it.sent, n).forEach((facts) => void acks.push(store(facts))),
    deliverTwice: (n: number) => look(it.sent, n).forEach((facts) => void acks.push(store(facts))),
    lose: (n: number) => void take(it.sent, n),
    ack: (n: number) => take(acks, n).forEach(it.ack),
    ackTwice: (n: number) => look(acks, n).forEach(it.ack),
    loseAck: (n: number) => void take(acks, n),
    cut: () => it.setOnline(false),
    wait: (n: number) => it.clock.advance(Seconds(n % 30)),
    recover: async () => {
      connect();
      for (let round = 0; round < 300 && it.journal.standing().acknowledged < it.journal.standing().lastSeq; round++) {
        for (const facts of it.sent.splice(0)) it.ack(store(facts));
        await it.clock.advance(Seconds(1));
      }
    },
  };
};
