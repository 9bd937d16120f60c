import { mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { patiently } from '../calls.kit.ts';
import type { Bus } from '../driver.ts';
import { loadDriver } from '../registry.ts';
import { openPty, type Pty } from '../serial/pty.ts';
import { createScriptedBoard } from './scripted-board.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const folder = mkdtempSync(join(tmpdir(), 'serial-wire-'));
const path = join(folder, 'line');
const board = createScriptedBoard(1, systemClock);
let pty: Pty | undefined;
let bus: Bus | undefined;

/** Puts an adapter with one board behind the stable path. */
const plugIn = (): Pty => {
  pty = openPty();
  symlinkSync(pty.path, path);
  const line = pty;
  line.onBytes = (bytes) => {
    const reply = board.answer(bytes);
    if (reply !== undefined) line.write(reply);
  };
  return line;
};
const pullOut = () => {
  pty?.unplug();
  pty = undefined;
  unlinkSync(path);
};
const eventually = <T>(ask: () => Promise<T>): Promise<T> => patiently(ask, Seconds(8));
const open = async () => {
  const driver = await loadDriver('modbus-rtu');
  bus = driver.open(driver.config.parse({ path }), { clock: systemClock, log });
  return bus.board(1);
};

afterEach(async () => {
  await bus?.close();
  if (pty !== undefined) pullOut();
  board.coils.fill(false);
  board.inputs.fill(false);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the Modbus RTU driver on a real serial device (a pseudo-terminal)', () => {
  it('moves coils and reads inputs', async () => {
    plugIn();
    const relay = await open();
    board.inputs[2] = true;
    expect((await eventually(() => relay.readInputs(8))).values[2]).toBe(true);
    await relay.pulse(0, true, Milliseconds(300));
    expect(board.coils[0]).toBe(true);
    expect((await relay.readCoils(8)).values[0]).toBe(true);
  });

  it('starts before its adapter is there, survives its loss, and finds it again by its path', async () => {
    const relay = await open();
    await expect(relay.readInputs(8)).rejects.toMatchObject({ reason: 'gone', sent: false });
    plugIn();
    await eventually(() => relay.readInputs(8));
    pullOut();
    await expect(relay.set(0, true)).rejects.toMatchObject({ name: 'BoardError' });
    expect(board.coils[0]).toBe(false);
    plugIn();
    await eventually(() => relay.set(0, true));
    expect(board.coils[0]).toBe(true);
  });

  it('works on through garbage, and through an answer that comes in pieces', async () => {
    const line = plugIn();
    line.onBytes = (bytes) => {
      const reply = board.answer(bytes);
      if (reply === undefined) return;
      line.write(reply.subarray(0, 3));
      systemClock.after(Milliseconds(5), () => {
        line.write(reply.subarray(3));
        line.write(Uint8Array.from([0x00, 0xff, 0x13, 0x11, 0x0a, 0x0d]));
      });
    };
    const relay = await open();
    await eventually(() => relay.readInputs(8));
    for (let i = 0; i < 5; i++) await eventually(() => relay.set(1, i % 2 === 0));
    expect(board.coils[1]).toBe(true);
  });
});
