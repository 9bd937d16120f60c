// GPIO lines for tests that run on real files: /sys/class/gpio, and beside it, for each line, what the world does to it,
// as the kernel's own gpio-sim shows it: `sim_gpio<n>/pull` is what pulls the line, `sim_gpio<n>/value` how it stands.
// Started by `firmware-sim/bin/hardware.sh`, which mounts the two; another process than the tests, as FUSE demands.
import { parseArgs } from 'node:util';
import type { FuseFile, FuseFolder } from '@gatehouse/firmware-sim/buses/fuse/node.ts';
import { serveFuse } from '@gatehouse/firmware-sim/buses/fuse/serve.ts';
import { createGpioBus } from '@gatehouse/firmware-sim/buses/gpio/bus.ts';
import { createGpioFolder } from '@gatehouse/firmware-sim/buses/gpio/sysfs.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

const LINES = 32;
const { values } = parseArgs({
  options: { dir: { type: 'string' }, 'gpio-mount': { type: 'string' }, 'input-mount': { type: 'string' } },
});
const mount = (text = '') => ({ fd: Number(text.split(':')[0]), path: text.slice(text.indexOf(':') + 1) });

const bus = createGpioBus({
  clock: systemClock,
  plan: { name: 'bench', kind: 'gpio', label: 'gatehouse-bench', base: 512, lines: LINES },
});
const pulledUp = new Set<number>();
bus.attach({ level: (offset) => pulledUp.has(offset), driven: () => undefined });

const file = (mode: number, read: () => string, write?: (text: string) => void): FuseFile => ({
  mode,
  open: () => ({
    read: (offset, size) => Buffer.from(read()).subarray(offset, offset + size),
    ...(write && {
      write: (bytes: Uint8Array) => {
        write(Buffer.from(bytes).toString().trim());
        return undefined;
      },
    }),
    close: () => undefined,
  }),
});
const world = (offset: number): FuseFolder => ({
  entries: new Map([
    ['value', file(0o444, () => `${Number(bus.chip.driven(offset) ?? pulledUp.has(offset))}\n`)],
    [
      'pull',
      file(
        0o644,
        () => (pulledUp.has(offset) ? 'pull-up\n' : 'pull-down\n'),
        (text) => {
          if (text === 'pull-up') pulledUp.add(offset);
          else pulledUp.delete(offset);
          bus.look();
        },
      ),
    ],
  ]),
});

const gone = (why: string) => console.error(`the bench is gone: ${why}`);
const servers = [
  serveFuse(createGpioFolder([bus]), mount(values['gpio-mount']), gone),
  serveFuse(
    { entries: new Map(Array.from({ length: LINES }, (_, offset) => [`sim_gpio${offset}`, world(offset)])) },
    mount(values['input-mount']),
    gone,
  ),
];
process.on('SIGTERM', () => {
  for (const server of servers) server.close();
});
