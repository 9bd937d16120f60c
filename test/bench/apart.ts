import { accessSync, constants, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { CONTROLLER, type Field } from './field.ts';
import { type LineOrder, LineSample } from './line-program.ts';
import { type Program, startProgram } from './program.ts';

/** A line whose driver has a process of its own, and the least that can be on the same ground. */
export interface ApartLine {
  readonly name: string;
  /** The process with the driver in it, and its pulse supervisor as a child. */
  readonly pid: number;
  readonly ask: (order: LineOrder['do']) => Promise<readonly number[]>;
  readonly stop: () => Promise<void>;
}

const apart = (name: string, program: Program<unknown>, others: readonly Program<unknown>[]): ApartLine => ({
  name,
  pid: program.pid,
  ask: async (order) => LineSample.parse(await program.request({ do: order })).taken,
  stop: async () => {
    await program.stop();
    for (const other of others) await other.stop();
  },
});

const ECHO = 'echo';
const BrokerReady = z.object({
  url: z.string(),
  caPem: z.string(),
  passwords: z.object({ controller: z.string(), echo: z.string() }),
});

/** The controller of the field, and a client that echoes, at a broker of the box. */
export const startMqttLine = async (field: Field, folder: string): Promise<ApartLine> => {
  const box = await startProgram('mqtt-line', [CONTROLLER, ECHO], BrokerReady);
  const { url, caPem, passwords } = box.ready;
  const caFile = join(folder, 'gym-ca.pem');
  writeFileSync(caFile, caPem);
  const echo = await startProgram('mqtt-echo', [ECHO, url, caFile, passwords.echo], z.object({}));
  await field.simulator.controller(CONTROLLER, 'join', { url, caFile, password: passwords.controller });
  return apart('mqtt-controller', box, [echo]);
};

const HARDWARE = fileURLToPath(new URL('../../firmware-sim/bin/hardware.sh', import.meta.url));

/** Why this machine cannot have GPIO lines of files; undefined where it can. */
const whyNoGpio = (): string | undefined => {
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK);
  } catch (error) {
    return `/dev/fuse cannot be opened (${(error as NodeJS.ErrnoException).code})`;
  }
  try {
    createRequire(import.meta.resolve('@gatehouse/edge/config.ts'))('onoff');
  } catch {
    return 'onoff, or its native part epoll, is not there: .ci/run shows how it is built';
  }
  return undefined;
};

/** Lines under /sys/class/gpio, served by FUSE (see `firmware-sim/bin/hardware.sh`), or why there are none. */
export const startGpioLine = async (folder: string): Promise<ApartLine | string> => {
  const why = whyNoGpio();
  if (why !== undefined) return why;
  const nothing = z.object({});
  let world: Program<unknown> | undefined;
  try {
    world = await startProgram('gpio-world', [], nothing, [HARDWARE, 'start', join(folder, 'gpio')]);
    const line = await startProgram('gpio-line', [], nothing, [HARDWARE, 'enter', String(world.pid)]);
    return apart('gpio-sysfs', line, [world]);
  } catch (error) {
    await world?.stop();
    return `firmware-sim/bin/hardware.sh cannot be used, as it says above (${(error as Error).message})`;
  }
};
