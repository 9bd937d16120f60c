import { type FuseFile, type FuseFolder, type FuseNode, POLL } from '../fuse/node.ts';
import type { Errno } from '../fuse/wire.ts';
import type { GpioBus } from './bus.ts';
import { type ExportedLine, kernelNumber } from './chip.ts';

const READY = POLL.in | POLL.out | POLL.inNormal | POLL.outNormal;
const part = (text: string, offset: number, size: number): Uint8Array =>
  Buffer.from(text).subarray(offset, offset + size);

const record = ({ trace }: GpioBus, bytes: Uint8Array, text: string, result: Errno | undefined): void =>
  trace.record('request', bytes, result === undefined ? text : `${text}: refused, ${result}`);

interface Attribute {
  readonly read?: () => string;
  readonly write?: (text: string, bytes: Uint8Array) => Errno | undefined;
}

const always = (): boolean => true;

/** Of a line that is not exported any more nothing can be told: who has its files open is refused (kernfs, ENODEV). */
const attribute = (mode: number, { read, write }: Attribute, there = always): FuseFile => ({
  mode,
  open: () => ({
    ...(read && { read: (offset, size) => (there() ? part(read(), offset, size) : 'ENODEV') }),
    ...(write && {
      write: (bytes) => (there() ? write(Buffer.from(bytes).toString('latin1'), bytes) : 'ENODEV'),
    }),
    close: () => undefined,
  }),
});

/** `value`: poll(2) reports POLLPRI and POLLERR from an edge until the value is read. */
const valueFile = (line: ExportedLine, write: NonNullable<Attribute['write']>, there: () => boolean): FuseFile => ({
  mode: 0o644,
  open: (changed) => {
    let read = 0;
    const forget = line.onEdge.add(changed);
    return {
      read: (offset, size) => {
        read = line.edges;
        if (!there()) return 'ENODEV';
        return part(line.value(), offset, size);
      },
      write: (bytes) => (there() ? write(Buffer.from(bytes).toString('latin1'), bytes) : 'ENODEV'),
      poll: () => (there() && read === line.edges ? READY : READY | POLL.err | POLL.pri),
      close: forget,
    };
  },
});

/** /sys/class/gpio with all chips of a machine (drivers/gpio/gpiolib-sysfs.c). */
export const createGpioFolder = (buses: readonly GpioBus[]): FuseFolder => {
  const entries = new Map<string, FuseNode>();
  const busOf = (number: number) => buses.find(({ chip }) => number >= chip.base && number < chip.base + chip.lines);
  const folder = (files: Readonly<Record<string, FuseFile>>): FuseFolder => ({
    entries: new Map(Object.entries(files)),
  });
  const lineFolder = (bus: GpioBus, line: ExportedLine): FuseFolder => {
    const writing = (name: string, set: (text: string) => Errno | undefined) => (text: string, bytes: Uint8Array) => {
      const result = set(text);
      record(bus, bytes, `line ${line.offset}: ${name} ${text.trim()}`, result);
      return result;
    };
    const there = () => bus.chip.exported.get(line.offset) === line;
    const register = (name: string, read: () => string, set: (text: string) => Errno | undefined): FuseFile =>
      attribute(0o644, { read, write: writing(name, set) }, there);
    return folder({
      direction: register('direction', line.direction, line.setDirection),
      value: valueFile(line, writing('value', line.setValue), there),
      edge: register('edge', line.edge, line.setEdge),
      active_low: register('active_low', line.activeLow, line.setActiveLow),
    });
  };
  /** `export` and `unexport`: both take the number of a line. */
  const ordering = (name: 'export' | 'unexport') => (text: string, bytes: Uint8Array) => {
    const number = kernelNumber(text);
    const bus = number === undefined ? undefined : busOf(number);
    if (number === undefined || bus === undefined) return 'EINVAL';
    const offset = number - bus.chip.base;
    const result = bus.chip[name](offset);
    if (result === undefined) show(bus, offset);
    record(bus, bytes, `line ${offset}: ${name}`, result);
    return result;
  };
  const show = (bus: GpioBus, offset: number) => {
    const line = bus.chip.exported.get(offset);
    const name = `gpio${bus.chip.base + offset}`;
    if (line === undefined) entries.delete(name);
    else entries.set(name, lineFolder(bus, line));
  };

  entries.set('export', attribute(0o200, { write: ordering('export') }));
  entries.set('unexport', attribute(0o200, { write: ordering('unexport') }));
  for (const { base, label, lines } of buses.map(({ chip }) => chip))
    entries.set(
      `gpiochip${base}`,
      folder({
        base: attribute(0o444, { read: () => `${base}\n` }),
        label: attribute(0o444, { read: () => `${label}\n` }),
        ngpio: attribute(0o444, { read: () => `${lines}\n` }),
      }),
    );
  return { entries };
};
