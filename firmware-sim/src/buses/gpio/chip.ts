import { createListeners, type Listeners } from '../../world/listeners.ts';
import type { Errno } from '../fuse/wire.ts';

/** One line as somebody has exported it: what the kernel's files of it say and take (Documentation/admin-guide/gpio/sysfs.rst). */
export interface ExportedLine {
  readonly offset: number;
  /** Counts up with every edge that was asked for: who saw another number is told to look. */
  readonly edges: number;
  readonly onEdge: Pick<Listeners<void>, 'add'>;
  readonly direction: () => string;
  readonly setDirection: (text: string) => Errno | undefined;
  readonly value: () => string;
  readonly setValue: (text: string) => Errno | undefined;
  readonly edge: () => string;
  readonly setEdge: (text: string) => Errno | undefined;
  readonly activeLow: () => string;
  readonly setActiveLow: (text: string) => Errno | undefined;
}

/** The GPIO lines of a machine, as the kernel keeps them. */
export interface GpioChip {
  readonly label: string;
  /** Number of the first line among all of the machine. */
  readonly base: number;
  readonly lines: number;
  /** By offset. */
  readonly exported: ReadonlyMap<number, ExportedLine>;
  export(offset: number): Errno | undefined;
  unexport(offset: number): Errno | undefined;
  /** The level that the machine puts on a line; undefined while it only listens. */
  driven(offset: number): boolean | undefined;
  /** What stands on the lines from outside may have changed. */
  look(): void;
}

export interface GpioChipDeps {
  readonly label: string;
  readonly base: number;
  readonly lines: number;
  /** What the world outside puts on a line that is not driven. */
  readonly level: (offset: number) => boolean;
  /** A line is driven otherwise than before, or no more. */
  readonly onDrive: (offset: number) => void;
  /** Whoever polls on a line was told of an edge. */
  readonly onEdge: (offset: number) => void;
}

const EDGES = ['none', 'falling', 'rising', 'both'] as const;
type Edge = (typeof EDGES)[number];

/** kstrtol with base 0, as the kernel reads numbers: decimal, 0x or octal, one line end at most. */
export const kernelNumber = (text: string): number | undefined => {
  const match = /^([+-]?)(0x[0-9a-f]{1,8}|0[0-7]{0,10}|[1-9]\d{0,9})\n?$/i.exec(text);
  if (match === null) return undefined;
  const [, sign, digits = ''] = match;
  const octal = /^0[0-7]+$/.test(digits);
  const number = Number.parseInt(digits, octal ? 8 : /^0x/i.test(digits) ? 16 : 10);
  return sign === '-' ? -number : number;
};

/** sysfs_streq: one line end does not matter. */
const word = (text: string): string => text.replace(/\n$/, '');
const line = (value: string | boolean): string => `${typeof value === 'boolean' ? Number(value) : value}\n`;

export const createGpioChip = ({ label, base, lines, level, onDrive, ...deps }: GpioChipDeps): GpioChip => {
  const exported = new Map<
    number,
    ExportedLine & { readonly driven: () => boolean | undefined; readonly look: () => void }
  >();

  const createLine = (offset: number) => {
    let driven: boolean | undefined;
    let activeLow = false;
    let edge: Edge = 'none';
    let edges = 1; // Who has not read yet is told to look: the kernel's first poll returns at once.
    let seen = level(offset);
    const onEdge = createListeners<void>();
    const raw = () => driven ?? level(offset);
    const drive = (to: boolean | undefined) => {
      if (driven === to) return;
      driven = to;
      seen = raw();
      onDrive(offset);
    };
    const directions: Readonly<Record<string, boolean | undefined>> = {
      in: undefined,
      out: false,
      low: false,
      high: true,
    };

    return {
      offset,
      get edges() {
        return edges;
      },
      onEdge,
      driven: () => driven,
      direction: () => line(driven === undefined ? 'in' : 'out'),
      setDirection: (text: string) => {
        const wanted = word(text);
        if (!Object.hasOwn(directions, wanted)) return 'EINVAL' as const;
        // gpiod_direction_output: a line that interrupts cannot be driven.
        if (wanted !== 'in' && edge !== 'none') return 'EIO' as const;
        drive(directions[wanted]);
        return undefined;
      },
      value: () => line(raw() !== activeLow),
      setValue: (text: string) => {
        if (driven === undefined) return 'EPERM' as const;
        const wanted = kernelNumber(text);
        if (wanted === undefined) return 'EINVAL' as const;
        drive((wanted !== 0) !== activeLow);
        return undefined;
      },
      edge: () => line(edge),
      setEdge: (text: string) => {
        const wanted = EDGES.find((one) => one === word(text));
        if (wanted === undefined) return 'EINVAL' as const;
        if (wanted === edge) return undefined;
        edge = 'none';
        // gpiochip_lock_as_irq: a line that is driven cannot interrupt.
        if (wanted !== 'none' && driven !== undefined) return 'EIO' as const;
        edge = wanted;
        seen = raw();
        return undefined;
      },
      activeLow: () => line(activeLow),
      setActiveLow: (text: string) => {
        const wanted = kernelNumber(text);
        if (wanted === undefined) return 'EINVAL' as const;
        activeLow = wanted !== 0;
        return undefined;
      },
      look: () => {
        const now = raw();
        if (now === seen) return;
        seen = now;
        if (edge !== 'both' && (edge === 'none' || (edge === 'rising') !== (now !== activeLow))) return;
        edges += 1;
        deps.onEdge(offset);
        onEdge.emit();
      },
    };
  };

  return {
    label,
    base,
    lines,
    exported,
    export: (offset) => {
      if (offset < 0 || offset >= lines) return 'EINVAL';
      if (exported.has(offset)) return 'EBUSY';
      exported.set(offset, createLine(offset));
      return undefined;
    },
    unexport: (offset) => {
      const gone = exported.get(offset);
      if (gone === undefined) return 'EINVAL';
      exported.delete(offset);
      if (gone.driven() !== undefined) onDrive(offset);
      return undefined;
    },
    driven: (offset) => exported.get(offset)?.driven(),
    look: () => {
      for (const one of exported.values()) one.look();
    },
  };
};
