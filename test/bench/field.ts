import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '@gatehouse/cli/demo/child.ts';
import { SimReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import type { DriverKind } from '@gatehouse/edge/drivers/registry.ts';
import { createSimulatorClient, type SimulatorClient } from '@gatehouse/firmware-sim/control/client.ts';
import { Building } from '@gatehouse/firmware-sim/world/building.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** Bytes of one question and its answer on the wire. */
interface Frames {
  readonly asked: number;
  readonly answered: number;
}

/** One line with one board of a kind, and a strike on its first relay that its first input sees. */
export interface BoardLine {
  readonly name: string;
  readonly kind: DriverKind;
  readonly baud: number;
  readonly unit: number;
  /** What moves the relay, and what asks for the inputs, as the driver does both. */
  readonly command: Frames;
  readonly inputs: Frames;
  readonly config: (path: string) => object;
  /** The line of the board whose first input sees the strike instead, where its own has none. */
  readonly eye?: BoardLine;
}

export interface ReaderLine {
  readonly name: string;
  readonly kind: DriverKind;
  readonly baud: number;
  /** How many readers are polled on it in turn. */
  readonly readers: number;
  /** Bytes that carry one card. */
  readonly card: number;
  readonly config: (path: string) => object;
}

const serial = (baud: number) => (path: string) => ({ path, baud });
const osdpDevices = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [String(at + 1), { address: at }]));
const osdpConfig = (baud: number, count: number) => (path: string) => ({ path, baud, devices: osdpDevices(count) });

// OSDP v2.2, 5.9: mark, SOM, address, length (2), control, code, data, CRC (2).
const OSDP_BARE = 9;
const OSDP_OUT = OSDP_BARE + 4;
const OSDP_ISTATR = OSDP_BARE + 4;
const OSDP_RAW_26 = OSDP_BARE + 8;

const modbus = (baud: number): BoardLine => ({
  name: `modbus-${baud}`,
  kind: 'modbus-rtu',
  baud,
  unit: 1,
  command: { asked: 8, answered: 8 },
  inputs: { asked: 8, answered: 6 },
  config: serial(baud),
});
const osdpBoard = (baud: number): BoardLine => ({
  name: `osdp-board-${baud}`,
  kind: 'osdp',
  baud,
  unit: 1,
  command: { asked: OSDP_OUT, answered: OSDP_BARE },
  inputs: { asked: OSDP_BARE, answered: OSDP_ISTATR },
  config: osdpConfig(baud, 1),
});
/** On USB: its bytes take no time that would count. */
const numato: BoardLine = {
  name: 'numato-usb',
  kind: 'numato',
  baud: 9_600,
  unit: 1,
  command: { asked: 0, answered: 0 },
  inputs: { asked: 0, answered: 0 },
  config: serial(9_600),
};

/** It answers nothing and sees nothing: a module of the other family sees its lock. */
const lcus: BoardLine = {
  name: 'lcus-9600',
  kind: 'lcus',
  baud: 9_600,
  unit: 1,
  command: { asked: 4, answered: 0 },
  inputs: numato.inputs,
  config: serial(9_600),
  eye: { ...numato, name: 'lcus-9600-eye' },
};

export const BOARD_LINES: readonly BoardLine[] = [
  modbus(9_600),
  modbus(115_200),
  osdpBoard(9_600),
  osdpBoard(115_200),
  numato,
  lcus,
];
const LINES_WITH_BOARDS = BOARD_LINES.flatMap((line) => [line, ...(line.eye ? [line.eye] : [])]);

const osdpReaders = (baud: number, readers: number): ReaderLine => ({
  name: `osdp-${baud}-${readers}`,
  kind: 'osdp',
  baud,
  readers,
  card: OSDP_RAW_26,
  config: osdpConfig(baud, readers),
});
const scanner: ReaderLine = {
  name: 'scanner-9600',
  kind: 'serial-line',
  baud: 9_600,
  readers: 1,
  card: 11,
  config: serial(9_600),
};
export const READER_LINES: readonly ReaderLine[] = [
  osdpReaders(9_600, 1),
  osdpReaders(9_600, 8),
  osdpReaders(115_200, 1),
  osdpReaders(115_200, 8),
  scanner,
];

/** A door controller on the LAN: it hangs on no line. */
export const CONTROLLER = 'lan-controller';

const doorOn = (name: string, board: string, eye = board) => ({
  name,
  title: name,
  lock: 'strike',
  wiring: 'no',
  board,
  channel: 0,
  sense: { board: eye, input: 0 },
  contact: { board: eye, input: 1 },
});
const boardOf = ({ name, kind }: BoardLine) => {
  if (kind === 'modbus-rtu') return { name: `${name}-board`, bus: name, address: 1 };
  return { name: `${name}-board`, kind, bus: name };
};
export const readerName = (line: ReaderLine, at: number): string => `${line.name}-r${at}`;
const readersOf = (line: ReaderLine) =>
  Array.from({ length: line.readers }, (_, at) => ({
    name: readerName(line, at),
    door: `${modbus(9_600).name}-door`,
    bus: line.name,
    ...(line.kind === 'osdp' ? { kind: 'osdp', address: at } : { kind: 'scanner' }),
  }));

/** A building with each line of both lists on a bus of its own, and a controller on its LAN. */
const field = Building.parse({
  title: 'Every kind of line',
  buses: [...LINES_WITH_BOARDS, ...READER_LINES].map(({ name, baud }) => ({ name, baud })),
  boards: [
    ...LINES_WITH_BOARDS.filter(({ kind }) => kind !== 'osdp').map(boardOf),
    { name: CONTROLLER, kind: 'mqtt-controller' },
  ],
  doors: [
    ...BOARD_LINES.map(({ name, eye }) => doorOn(`${name}-door`, `${name}-board`, eye && `${eye.name}-board`)),
    doorOn(`${CONTROLLER}-door`, CONTROLLER),
  ],
  readers: [
    ...BOARD_LINES.filter(({ kind }) => kind === 'osdp').map(({ name }) => ({
      name: `${name}-board`,
      kind: 'osdp',
      door: `${name}-door`,
      bus: name,
      address: 0,
    })),
    ...READER_LINES.flatMap(readersOf),
  ],
});

export interface Field {
  readonly simulator: SimulatorClient;
  /** Where a line's port is. */
  path(line: string): string;
  stop(): Promise<void>;
}

/** The simulator with that building, in a process of its own: what it costs is not the drivers'. */
export const startField = async (folder: string): Promise<Field> => {
  mkdirSync(folder, { recursive: true });
  const building = join(folder, 'building.json');
  writeFileSync(building, JSON.stringify(field));
  const sim = await startChild({
    name: 'sim',
    file: PROGRAMS.sim,
    args: ['--dir', join(folder, 'lines'), '--port', '0', '--building', building],
    logDir: join(folder, 'logs'),
    clock: systemClock,
    ready: SimReady,
  });
  return {
    simulator: createSimulatorClient(sim.ready.url),
    path: (line) => {
      const path = sim.ready.buses[line];
      if (path === undefined) throw new TypeError(`no line ${line}`);
      return path;
    },
    stop: sim.stop,
  };
};
