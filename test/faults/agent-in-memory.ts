import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { A_GYM, FRONT, KEY } from '@gatehouse/edge/access/snapshot.kit.ts';
import { type Agent, startAgent } from '@gatehouse/edge/compose.ts';
import { createDoors } from '@gatehouse/edge/door/create-doors.ts';
import { createMemoryBus } from '@gatehouse/edge/drivers/memory-bus.ts';
import { cloudKey } from '@gatehouse/edge/fakes/command-parties.ts';
import { memoryReader } from '@gatehouse/edge/readers/desk/memory-reader.kit.ts';
import type { ReaderInput, ReaderKey } from '@gatehouse/edge/readers/reader.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { newCommandId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { type OutagePass, signPass } from '@gatehouse/shared/pass/outage-pass.ts';
import { CODE_STEP_S } from '@gatehouse/shared/pass/pass-code.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { memberText, presentedHash } from '@gatehouse/shared/snapshot/presented.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { importPrivateKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';

import { cloudInMemory, type Outside, PIN } from './cloud-in-memory.ts';

const COIL = 0;
const SENSE = 0;
const LOCK_MS = 40;
const phone = aPhone();

/**
 * A whole agent at a door of memory, with a cloud that answers at once, on a clock that stands still until it is moved. Only
 * its disk, its panel and its control socket are real.
 */
export const agentInMemory = async (outside: Outside) => {
  const dir = mkdtempSync(join(tmpdir(), 'statements-'));
  const clock = new ManualClock('2026-11-16T11:00:00.000Z');
  const pass = (ms: number) => clock.advance(Milliseconds(ms));
  const real = async <T>(promise: Promise<T>): Promise<T> => {
    let over = false;
    const watched = promise.finally(() => {
      over = true;
    });
    watched.catch(() => undefined);
    while (!over) await pass(1);
    return watched;
  };

  // The building.
  const said: string[] = [];
  const unasked: string[] = [];
  let asking = 0;
  const building = () => {
    const bus = createMemoryBus(clock);
    const board = bus.plug(1);
    board.onCoil = (channel, energised) => {
      if (channel !== COIL) return;
      if (energised && asking === 0) unasked.push(`the lock was released at ${clock.monoMs()}`);
      clock.after(Milliseconds(LOCK_MS), () => {
        board.inputs[SENSE] = energised;
      });
    };
    const desk = memoryReader();
    return { bus, board, desk };
  };
  let now = building();
  outside.openBus = () => ({ ...now.bus, reader: () => now.desk.reader });

  const { issuer, people, desired, facts, outcomes, down, beacon, snapshot } = await cloudInMemory(outside, clock);
  const note = (detail: object, text: string) =>
    void said.push(`${text} ${String((detail as { err?: unknown }).err ?? '')}`);
  const quiet = () => undefined;
  const log = { trace: quiet, debug: quiet, info: quiet, warn: note, error: note, fatal: note } as never;
  const dataDir = join(dir, 'data');
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, 'no authority');
  let agent: Agent | undefined;

  const start = async (): Promise<void> => {
    now = building();
    agent = await real(
      startAgent({
        config: {
          cloud: { url: 'https://127.0.0.1:1', caFile },
          buses: { main: { kind: 'modbus-rtu', path: 'memory', baud: 9_600 } },
          readers: { desk: { bus: 'main', unit: 2, door: FRONT, formats: ['hex'] } },
        },
        dataDir,
        panel: { host: '127.0.0.1', port: 0 },
        version: '0.0.1',
        clock,
        random: systemRandom,
        log,
        createDoors,
      }),
    );
    await pass(3_000);
  };
  const stop = async (): Promise<void> => {
    await real(agent?.stop('end of the run') ?? Promise.resolve());
    agent = undefined;
  };

  const http = (method: string, path: string, body?: unknown, cookie?: string) =>
    real(
      new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) };
        const options = { method, headers, rejectUnauthorized: false, agent: false as const };
        const req = request(new URL(path, agent?.panelUrl), options, (res) => {
          let text = '';
          res.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              cookie: String(res.headers['set-cookie']).split(';')[0] ?? '',
              text,
            }),
          );
        });
        req.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
      }),
    );
  const control = (command: string, body: object = {}) =>
    real(callControl(dataDir, command, body)).catch((error: unknown) => ({ refused: String(error) }));

  const expecting = async <T>(what: () => Promise<T>): Promise<T> => {
    asking++;
    try {
      return await what();
    } finally {
      asking--;
    }
  };
  const unlock = () =>
    expecting(async () => {
      const boot = beacon();
      if (boot === undefined || agent === undefined) return 'no beacon';
      const commandId = newCommandId();
      const order = {
        v: 1,
        commandId,
        eventId: newEventId(),
        boxId: agent.boxId,
        facilityId: A_GYM,
        doorId: FRONT,
        bootId: boot.bootId,
        notAfterMonoMs: clock.monoMs() + 3_500,
        judgeAfterMs: 2_000,
        origin: 'partner',
        replyTo: `gh/v1/reply/r1/${agent.boxId}`,
      };
      down('unlock', { jws: signJws(order, cloudKey) });
      for (let ms = 0; ms < 4_000 && !outcomes.has(commandId); ms += 20) await pass(20);
      const outcome = outcomes.get(commandId);
      await pass(3_000);
      return String(outcome?.reason ?? outcome?.outcome);
    });
  const enter = () =>
    expecting(async () => {
      const before = now.board.writes.length;
      now.desk.take({ kind: 'line', text: 'A600' }, clock.monoMs());
      await pass(2_000);
      const opened = now.board.writes.slice(before).some(({ energised }) => energised);
      await pass(3_000);
      return opened;
    });
  const take = async (...inputs: readonly ReaderInput[]) =>
    expecting(async () => {
      let before = 0;
      for (const input of inputs) {
        before = now.desk.shown.length;
        now.desk.take(input, clock.monoMs());
        await pass(200);
      }
      // A PIN is stretched by another thread. Then the reader says what came of it, unless that was lost with the disk.
      const endMs = systemClock.monoMs() + (inputs.at(-1)?.kind === 'key' ? 150 : 0);
      while (now.desk.shown.length === before && systemClock.monoMs() < endMs) await pass(1);
      await pass(3_000);
    });
  let passes = 0;
  /** Somebody with a PIN, and then somebody with an outage pass. */
  const enterOtherwise = async () => {
    const keys = [...PIN, '#'] as ReaderKey[];
    await take({ kind: 'line', text: 'A800' }, ...keys.map((key) => ({ kind: 'key', key }) as const));
    const nowS = Math.floor(clock.wallMs() / 1_000);
    const outagePass: OutagePass = {
      v: 1,
      is: 'outage-pass',
      passId: `pass_${String(++passes).padStart(16, '0')}`,
      facilityId: A_GYM,
      member: presentedHash(KEY, 'member', memberText(1, 'M-9')),
      doors: [0],
      phone: phone.key,
      fromS: nowS - 60,
      untilS: nowS + 3_600,
      uses: 2,
    };
    const jws = signPass(outagePass, { kid: 'p1', privateKey: importPrivateKey(issuer.privateKeyPem) });
    await take({ kind: 'line', text: phone.show(jws, outagePass.passId, nowS) });
    await pass(CODE_STEP_S * 1_000);
  };
  const signIn = () =>
    http('POST', '/session', { name: '', pin: readFileSync(join(dataDir, 'panel-pin'), 'utf8').trim() });

  return {
    dataDir,
    said,
    unasked,
    facts,
    desired,
    people,
    pass,
    start,
    stop,
    http,
    control,
    unlock,
    enter,
    enterOtherwise,
    signIn,
    down,
    /** Whether the lock is where nobody holds it. */
    locked: () => now.board.inputs[SENSE] === false,
    snapshot,
    beacon,
  };
};
export type AgentInMemory = Awaited<ReturnType<typeof agentInMemory>>;
