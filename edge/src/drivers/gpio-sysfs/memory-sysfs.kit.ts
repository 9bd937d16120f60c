import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Gpio } from 'onoff';
import { type GpioSysfs, ROOT } from './sysfs.ts';

/** A line as the kernel shows it under /sys/class/gpio. Levels are raw. */
interface SysfsLine {
  direction: 'in' | 'out';
  driven: boolean;
  outside: boolean;
  activeLow: boolean;
  edge: string;
  exported: boolean;
  /** Held through the character device. */
  busy: boolean;
  /** Whether nobody may change its direction and polarity any more. */
  stuck: boolean;
  readonly interrupts: boolean;
}
interface Poller {
  readonly callback: (error: null, fd: number, events: number) => void;
  readonly fds: Set<number>;
  pending: boolean;
}

const refuse = (code: string, syscall: string): never => {
  throw Object.assign(new Error(`${code}: refused by the pretended sysfs, ${syscall}`), { code, syscall });
};
const require = createRequire(import.meta.url);

/** One chip under /sys/class/gpio in memory, and the unmodified onoff on top of it. */
export const createMemorySysfs = ({ label = 'pinctrl-bcm2711', base = 512, count = 54, interrupts = true } = {}) => {
  const lines = Array.from(
    { length: count },
    (): SysfsLine => ({
      ...{ direction: 'in', driven: false, outside: false, activeLow: false, edge: 'none' },
      ...{ exported: false, busy: false, stuck: false, interrupts },
    }),
  );
  const files = new Map<number, { readonly line: SysfsLine; readonly path: string }>();
  const pollers = new Set<Poller>();
  const levels: string[] = [];
  let lastFd = 2;

  const levelOf = (line: SysfsLine): boolean => (line.direction === 'out' ? line.driven : line.outside);
  const notify = (line: SysfsLine): void => {
    if (line.direction !== 'in' || line.edge === 'none') return;
    for (const poller of pollers)
      for (const fd of poller.fds) {
        if (files.get(fd)?.line !== line || poller.pending) continue;
        poller.pending = true; // Further edges before somebody looks are one with this.
        queueMicrotask(() => {
          poller.pending = false;
          if (poller.fds.has(fd)) poller.callback(null, fd, 2);
        });
      }
  };
  const change = (line: SysfsLine, how: () => void): void => {
    const was = levelOf(line);
    how();
    if (levelOf(line) === was) return;
    levels.push(`${lines.indexOf(line)}=${levelOf(line) ? 1 : 0}`);
    notify(line);
  };

  const chipFiles = { label, base: String(base), ngpio: String(count) };
  const attribute = (path: string): { readonly line: SysfsLine; readonly name: string } | undefined => {
    const [, number, name = ''] = /^\/sys\/class\/gpio\/gpio(\d+)\/?(\w*)$/.exec(path) ?? [];
    const line = lines[Number(number) - base];
    if (number === undefined || line?.exported !== true || (name === 'edge' && !line.interrupts)) return undefined;
    return { line, name };
  };
  const exists = (path: string): boolean =>
    model.present && ([ROOT, `${ROOT}/export`].includes(path) || attribute(path) !== undefined);
  const logical = (line: SysfsLine): boolean => levelOf(line) !== line.activeLow;

  const readText = (path: string): string => {
    const [, file] = /^\/sys\/class\/gpio\/gpiochip\d+\/(\w+)$/.exec(path) ?? [];
    if (file !== undefined) return `${chipFiles[file as keyof typeof chipFiles]}\n`;
    const { line, name } = (model.present && attribute(path)) || refuse('ENOENT', 'open');
    const text: { readonly [name: string]: string } = {
      direction: line.direction,
      edge: line.edge,
      active_low: line.activeLow ? '1' : '0',
      value: logical(line) ? '1' : '0',
    };
    return `${text[name] ?? refuse('ENOENT', 'open')}\n`;
  };

  const exporting = (text: string, exported: boolean): void => {
    const line = lines[Number(text) - base] ?? refuse('EINVAL', 'write');
    if (exported && (line.busy || line.exported)) refuse('EBUSY', 'write');
    line.exported = exported;
    if (exported) return;
    line.activeLow = false;
    line.edge = 'none';
  };
  const setDirection = (line: SysfsLine, to: string): void => {
    if (!['in', 'out', 'high', 'low'].includes(to)) refuse('EINVAL', 'write');
    change(line, () => {
      line.direction = to === 'in' ? 'in' : 'out';
      if (to !== 'in') line.driven = to === 'high';
    });
  };
  const write = (path: string, text: string): void => {
    if (path === `${ROOT}/export` || path === `${ROOT}/unexport`) {
      exporting(text, path === `${ROOT}/export`);
      return;
    }
    const { line, name } = attribute(path) ?? refuse('ENOENT', 'open');
    if (line.stuck && name !== 'value') refuse('EPERM', 'write');
    if (name === 'direction') setDirection(line, text);
    else if (name === 'edge') line.edge = text;
    else if (name === 'active_low') line.activeLow = text === '1';
    else if (line.direction !== 'out') refuse('EPERM', 'write');
    else {
      model.writes++;
      change(line, () => {
        line.driven = (text === '1') !== line.activeLow;
      });
      if (model.mute) refuse('EIO', 'write');
    }
  };

  const fs = {
    constants: { O_WRONLY: 1 },
    existsSync: exists,
    openSync: (path: string) => {
      const { line } = (model.present && attribute(path)) || refuse('ENOENT', 'open');
      files.set(++lastFd, { line, path });
      return lastFd;
    },
    closeSync: (fd: number) => void (files.delete(fd) || refuse('EBADF', 'close')),
    readFileSync: (path: string) => Buffer.from(readText(path)),
    writeFileSync: (path: string, data: unknown) => write(path, String(data)),
    readSync: (fd: number, bytes: Buffer) => {
      const { path } = files.get(fd) ?? refuse('EBADF', 'read');
      if (!model.present) refuse('ENODEV', 'read');
      return bytes.write(readText(path).slice(0, 1));
    },
    writeSync: (fd: number, bytes: Buffer) => {
      const { path } = files.get(fd) ?? refuse('EBADF', 'write');
      if (!model.present) refuse('ENODEV', 'write');
      write(path, bytes.toString());
    },
  };
  class Epoll {
    static readonly EPOLLPRI = 2;
    readonly #poller: Poller;
    constructor(callback: Poller['callback']) {
      this.#poller = { callback, fds: new Set(), pending: false };
      pollers.add(this.#poller);
    }
    add(fd: number) {
      this.#poller.fds.add(fd);
      return this;
    }
    remove(fd: number) {
      this.#poller.fds.delete(fd);
      return this;
    }
  }
  const parts: { readonly [name: string]: unknown } = {
    fs,
    epoll: { Epoll },
    'lodash.debounce': (run: unknown) => run,
  };
  /** The package's own code, on these files instead of the system's. */
  const loadOnoff = (): typeof Gpio => {
    const made = { exports: {} as { Gpio: typeof Gpio } };
    const source = readFileSync(require.resolve('onoff'), 'utf8');
    new Function('require', 'module', source)((name: string) => parts[name], made);
    return made.exports.Gpio;
  };

  const sysfs: GpioSysfs = {
    Gpio: loadOnoff(),
    names: () => (model.present ? ['export', `gpiochip${base}`, 'unexport'] : []),
    readText,
    exists,
  };
  const at = (line: number): SysfsLine => lines[line] ?? refuse('EINVAL', 'test');
  const model = {
    sysfs,
    /** Every change of a line's level, as `line=level`. */
    levels,
    /** How often the value of an output was written. */
    writes: 0,
    mute: false,
    present: true,
    line: at,
    level: (line: number): boolean => levelOf(at(line)),
    drive: (line: number, raw: boolean): void =>
      change(at(line), () => {
        at(line).outside = raw;
      }),
    openFiles: (): number => files.size,
    /** As the end of the process by `kill -9`: lines stay exported, and driven. */
    kill: (): void => {
      files.clear();
      pollers.clear();
    },
  };
  return model;
};
