import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createModels, MODELS_KEY } from '@gatehouse/stand-ins/models/models.ts';
import { z } from 'zod';
import { newCertificate } from './certificate.ts';
import { cpuMs } from './cpu.ts';
import type { Goal } from './goal.ts';
import { type Ask, askFor, askInAll } from './load.ts';
import { startProgram } from './program.ts';
import { median, spreadOf } from './statistics.ts';

export interface GateBenchOptions {
  readonly rounds: number;
  readonly forMs: number;
  readonly say: (text: string) => void;
}
/** Of one side in one round: processor time in ms an answer, and a piece of one; and ms until the first piece. */
interface Side {
  readonly whole: number;
  readonly piece: number;
  readonly first: number;
}
export interface GateRound {
  readonly gate: Side;
  readonly proxy: Side;
  /** Ms of two writes that are on the disk. */
  readonly twoSyncs: number;
  /** 99th percentile of the ms of an unlock in the same process, and of one while streams come. */
  readonly unlock: number;
  readonly unlockBeside: number;
}

const Ready = z.object({ port: z.int(), key: z.string() });
const Unlocked = z.object({ p99Ms: z.number() });
const UNLOCKS = 400;
/** At once, each as quick as models that people use speak. */
const STREAMS = 64;
const PIECE_EVERY_MS = 20;
/** By then they no longer begin and end together. */
const UNTIL_APART = Seconds(8);
const AT_ONCE = 16;
const WARM = 300;
/** So many tokens has a streamed answer. */
const PIECES = 200;
const SHORT = 'say hello world';
const said = (pieces: number): string => `say ${'word'.repeat(pieces)}`;
const LONG = said(PIECES);

/** What the gate costs beside a bare proxy between the same client and the same models, both measured in each round. */
export const runGateBench = async ({ rounds, forMs, say }: GateBenchOptions): Promise<readonly GateRound[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  const certificate = await newCertificate(folder);
  const standIn = createModels({ clock: systemClock });
  const models = await serveStandIn(standIn);
  const keyFile = join(folder, 'models-key');
  writeFileSync(keyFile, MODELS_KEY);
  const start = (side: 'gate' | 'proxy') => {
    const files = [join(folder, `${side}.db`), certificate.keyFile, certificate.certificateFile];
    return startProgram('gate-alone', [side, ...files, `${models.url}/v1`, keyFile], Ready);
  };
  const [gate, proxy] = [await start('gate'), await start('proxy')];
  const agent = new Agent({ keepAlive: true, ca: certificate.caPem });
  /** Asks once; resolves with the ms until the first byte of the answer. */
  const ask = ({ port, key }: z.output<typeof Ready>, content: string, stream: boolean): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ model: 'small-1', stream, max_tokens: 300, messages: [{ role: 'user', content }] });
      const headers = { authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(body) };
      const began = systemClock.monoMs();
      const path = '/v1/chat/completions';
      const sent = request({ host: 'localhost', port, path, method: 'POST', agent, headers }, (answer) => {
        let firstMs = 0;
        answer.on('data', () => {
          firstMs ||= systemClock.monoMs() - began;
        });
        answer.on('end', () =>
          answer.statusCode === 200 ? resolve(firstMs) : reject(new Error(`answered ${answer.statusCode}`)),
        );
      });
      sent.on('error', reject).end(body);
    });
  const costOf = async (program: typeof gate, content: string, stream: boolean): Promise<number> => {
    const one: Ask = async () => void (await ask(program.ready, content, stream));
    const before = cpuMs(program.pid);
    const { latenciesMs } = await askFor(Array<Ask>(AT_ONCE).fill(one), forMs);
    return (cpuMs(program.pid) - before) / latenciesMs.length;
  };
  const measure = async (program: typeof gate): Promise<Side> => {
    const whole = await costOf(program, SHORT, false);
    const [few, many] = [await costOf(program, SHORT, true), await costOf(program, LONG, true)];
    const firsts: number[] = [];
    for (let at = 0; at < 50; at++) firsts.push(await ask(program.ready, SHORT, true));
    return { whole, piece: (many - few) / (PIECES - 3), first: median(firsts) };
  };
  const unlocks = async () => Unlocked.parse(await gate.request({ unlocks: UNLOCKS })).p99Ms;
  const unlocksBesideStreams = async (): Promise<number> => {
    standIn.behave({ pauseMs: PIECE_EVERY_MS });
    let go = true;
    // Of lengths of their own, or all would begin and end together.
    const streams = Array.from({ length: STREAMS }, async (_, at) => {
      while (go) await ask(gate.ready, said(PIECES / 2 + 3 * at), true);
    });
    await sleep(systemClock, UNTIL_APART);
    const worst = await unlocks();
    go = false;
    await Promise.all(streams);
    standIn.behave({ pauseMs: 0 });
    return worst;
  };
  try {
    await unlocks();
    for (const { ready } of [gate, proxy])
      await askInAll(
        Array<Ask>(AT_ONCE).fill(async () => void (await ask(ready, LONG, true))),
        WARM,
      );
    const found: GateRound[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`Round ${round} of ${rounds} …`);
      const sides = { proxy: await measure(proxy), gate: await measure(gate), twoSyncs: twoSyncsIn(folder) };
      found.push({ ...sides, unlock: await unlocks(), unlockBeside: await unlocksBesideStreams() });
    }
    return found;
  } finally {
    agent.destroy();
    await Promise.all([gate.stop(), proxy.stop(), models.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
};

const twoSyncsIn = (folder: string): number => {
  const file = openSync(join(folder, 'synced'), 'w');
  const page = Buffer.alloc(4_096, 1);
  const tookMs = Array.from({ length: 20 }, () => {
    const began = systemClock.monoMs();
    for (const _ of [1, 2]) {
      writeSync(file, page);
      fdatasyncSync(file);
    }
    return systemClock.monoMs() - began;
  });
  closeSync(file);
  return median(tookMs);
};

export const gateGoals = (rounds: readonly GateRound[]): readonly Goal[] => [
  {
    name: 'I1',
    what: 'processor time of an answer that is not streamed, beside a bare proxy',
    bound: { atMost: 4 },
    value: spreadOf(rounds.map(({ gate, proxy }) => gate.whole / proxy.whole)),
  },
  {
    name: 'I2',
    what: 'processor time of a piece of a stream, beside a bare proxy',
    bound: { atMost: 2 },
    value: spreadOf(rounds.map(({ gate, proxy }) => gate.piece / proxy.piece)),
  },
  {
    name: 'I3',
    what: 'until the first piece, beside a bare proxy and two writes that are on the disk',
    bound: { atMost: 1.5 },
    value: spreadOf(rounds.map(({ gate, proxy, twoSyncs }) => gate.first / (proxy.first + twoSyncs))),
  },
  {
    name: 'I5',
    what: `p99 of an unlock while ${STREAMS} streams come, beside the same without`,
    bound: { atMost: 1.5 },
    value: spreadOf(rounds.map(({ unlock, unlockBeside }) => unlockBeside / unlock)),
  },
];
