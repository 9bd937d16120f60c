// @module-tag long
// @module-tag waiting
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BoardError, type Bus, type ReaderKeys } from '@gatehouse/edge/drivers/driver.ts';
import { OsdpConfig } from '@gatehouse/edge/drivers/osdp/config.ts';
import { osdp } from '@gatehouse/edge/drivers/osdp/driver.ts';
import type { ReaderInput } from '@gatehouse/edge/readers/reader.ts';
import type { OsdpUnit } from '@gatehouse/firmware-sim/osdp-unit.ts';
import { createSimulation, type Simulation } from '@gatehouse/firmware-sim/simulation.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, throughout } from '../kit/eventually.ts';

const NAMES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;
const CARD = { by: 'card', card: 'h10301:123:4567' } as const;
const BITS = '10111101100010001110101110';
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const units = (count: number) => NAMES.slice(0, count).map((_, i) => i + 1);

/** A building with its readers on one line, and the agent's driver on the far end of its pseudo terminal. */
const aLine = (given: { readers: number; baud: 9600 | 115200 }) => {
  const dir = mkdtempSync(join(tmpdir(), 'osdp-'));
  open.push({ close: () => rmSync(dir, { recursive: true }) });
  const building = Building.parse({
    title: 'Readers',
    buses: [{ name: 'osdp', baud: given.baud }],
    doors: [
      { name: 'door', title: 'Door', lock: 'strike', wiring: 'no', board: 'one', channel: 0, sense: { input: 0 } },
    ],
    boards: [],
    readers: NAMES.slice(0, given.readers).map((name, i) => ({
      kind: 'osdp',
      name,
      door: 'door',
      bus: 'osdp',
      address: i + 1,
    })),
  });
  const simulation: Simulation = createSimulation({ clock: systemClock, seed: 'osdp', building, dir });
  open.push(simulation);
  const kept = new Map<number, Uint8Array>();
  const keys: ReaderKeys = {
    get: (unit) => kept.get(unit),
    put: (unit, key) => {
      kept.set(unit, key);
      return 'stored';
    },
    remove: (unit) => {
      kept.delete(unit);
      return 'stored';
    },
  };
  const line = simulation.buses.get('osdp')!;
  const devices = Object.fromEntries(units(given.readers).map((unit) => [String(unit), { address: unit }]));
  const bus: Bus = osdp.open(OsdpConfig.parse({ path: line.path, baud: given.baud, devices }), {
    clock: systemClock,
    log,
    keys,
  });
  open.push(bus);
  const took: { readonly unit: number; readonly input: ReaderInput }[] = [];
  for (const unit of units(given.readers))
    bus.reader?.(unit)?.listen({ took: (input) => void took.push({ unit, input }), changed: () => undefined });
  const all = (secure: boolean) =>
    units(given.readers).every((unit) => {
      const standing = bus.reader?.(unit)?.standing();
      return standing?.state === 'online' && standing.secure === secure;
    });
  return {
    bus,
    line,
    simulation,
    took,
    all,
    unit: (name: (typeof NAMES)[number]) => simulation.readers.get(name) as OsdpUnit,
    pair: async () => {
      await eventually(() => all(false), 'every reader is there');
      for (const unit of units(given.readers)) await bus.pairing?.install(unit);
      await eventually(() => all(true), 'every reader is paired');
    },
  };
};

describe('readers on a pseudo terminal', () => {
  it.each([9_600, 115_200] as const)(
    'are paired, eight on one line of %i baud, and each is heard',
    async (baud) => {
      const line = aLine({ readers: 8, baud: baud as 9600 });
      await line.pair();
      for (const name of NAMES) expect(line.unit(name).present(CARD)).toMatchObject({ done: true });
      await eventually(() => line.took.length === 8, 'eight cards are heard', Seconds(15));
      expect(line.took.map(({ unit }) => unit).sort()).toEqual(units(8));
      for (const { input } of line.took) expect(input).toEqual({ kind: 'bits', bits: BITS });
    },
    60_000,
  );

  it('move a lock that hangs on one of them, which locks again by itself though the agent is gone', async () => {
    const line = aLine({ readers: 2, baud: 9600 });
    await line.pair();
    const board = line.bus.board(1);
    await board.pulse(0, true, Seconds(3));
    const sees = async (unlocked: boolean) => (await board.readInputs(1)).values[0] === unlocked;
    await eventually(() => sees(true), 'the sense input sees the lock move', Seconds(2));
    await line.bus.close();
    const output = () => line.unit('one').firmware.state().outputs[0];
    expect(output()).toBe(true);
    await eventually(() => output() === false, 'the reader lets the lock go', Seconds(5));
  });

  it('are found again after the adapter was pulled out, under the keys that they have', async () => {
    const line = aLine({ readers: 2, baud: 115200 });
    await line.pair();
    line.line.unplug();
    await eventually(() => line.bus.reader?.(1)?.standing().state === 'lost', 'the readers are lost', Seconds(2));
    await expect(line.bus.board(1).set(0, true)).rejects.toBeInstanceOf(BoardError);
    line.line.plug();
    await eventually(() => line.all(true), 'the readers are back', Seconds(10));
    await throughout(Milliseconds(300), () => line.took.length === 0, 'nothing is heard that was kept');
    line.unit('two').present(CARD);
    await eventually(() => line.took.length === 1, 'a card is heard', Seconds(2));
  });

  it('are heard through noise, and nothing is heard that nobody presented', async () => {
    const line = aLine({ readers: 2, baud: 115200 });
    await line.pair();
    const hiss = systemClock.every(Milliseconds(40), () => line.line.noise(9));
    open.push({ close: () => hiss.cancel() });
    await throughout(Seconds(3), () => line.took.length === 0, 'nothing is heard');
    line.unit('one').present(CARD);
    await eventually(() => line.took.length === 1, 'the card is heard', Seconds(4));
    expect(line.took[0]).toEqual({ unit: 1, input: { kind: 'bits', bits: BITS } });
  });
});
