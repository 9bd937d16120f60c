import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Mounted } from './buses/fuse/serve.ts';
import type { MachineMounts } from './machine.ts';
import { Building } from './world/building.ts';
import { demoBuilding } from './world/demo-building.ts';

export interface MainOptions {
  readonly dir: string;
  readonly port: number;
  readonly host: string;
  readonly building: Building;
  /** What chance is made of; undefined to have it drawn. */
  readonly seed?: string;
  readonly mounts: MachineMounts;
}

export const USAGE = `Usage: firmware-sim/src/main.ts [options]
  --dir <folder>      where each bus shows up as a link to its serial port (default: a folder in ${tmpdir()})
  --port <number>     first port to try for the page and the control API (default 9080)
  --host <address>    address to listen on (default 127.0.0.1)
  --building <file>   JSON file that describes the building (default: the demo building)
  --seed <text>       what chance is made of, so that faults fall as before (default: drawn, and shown in the state)
Given by firmware-sim/bin/hardware.sh, for buildings with GPIO lines and keyboards:
  --gpio-mount <fd>:<path>, --input-mount <fd>:<path>`;

const Port = z.coerce.number().int().min(0).max(65_535);

/** Reads the command line. Throws an Error whose message says what is wrong with it. */
export const readOptions = (args: readonly string[]): MainOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: 'string', default: join(tmpdir(), 'gatehouse-sim') },
      port: { type: 'string', default: '9080' },
      host: { type: 'string', default: '127.0.0.1' },
      building: { type: 'string' },
      seed: { type: 'string' },
      'gpio-mount': { type: 'string' },
      'input-mount': { type: 'string' },
    },
  });
  const port = Port.safeParse(values.port);
  if (!port.success) throw new Error(`--port ${values.port} is no port number`);
  if (values.seed !== undefined && !/^.{1,64}$/.test(values.seed)) throw new Error('--seed takes 1 to 64 characters');
  return {
    ...(values.seed !== undefined && { seed: values.seed }),
    dir: resolve(values.dir),
    port: port.data,
    host: values.host,
    building: values.building === undefined ? demoBuilding : readBuilding(values.building),
    mounts: { gpio: readMount(values['gpio-mount']), input: readMount(values['input-mount']) },
  };
};

/** The buses and readers of the building that no agent can open, because nothing is mounted for them. */
export const withoutFiles = ({ building, mounts }: Pick<MainOptions, 'building' | 'mounts'>): readonly string[] => [
  ...(mounts.gpio === undefined ? building.buses.filter(({ kind }) => kind === 'gpio') : []).map(({ name }) => name),
  ...(mounts.input === undefined ? building.readers.filter(({ kind }) => kind === 'keyboard') : []).map(
    ({ name }) => name,
  ),
];

const readMount = (text: string | undefined): Mounted | undefined => {
  if (text === undefined) return undefined;
  const match = /^(\d{1,3}):(\/.+)$/.exec(text);
  if (match === null) throw new Error(`${text} is no mount: firmware-sim/bin/hardware.sh knows how to give one`);
  return { fd: Number(match[1]), path: match[2] ?? '' };
};

const readBuilding = (file: string): Building => {
  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`);
  }
  const result = Building.safeParse(raw);
  if (!result.success) throw new Error(`${file} describes no building:\n${z.prettifyError(result.error)}`);
  return result.data;
};
