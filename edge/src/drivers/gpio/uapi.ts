/**
 * The kernel's GPIO character device, second version of its interface (Linux 5.10 and later), as bytes. Numbers, sizes
 * and offsets are those of include/uapi/linux/gpio.h and docs.kernel.org/userspace-api/gpio/chardev.html; the structs are
 * the same on 32 and 64 bit machines.
 */
export const IOCTL = {
  /** docs.kernel.org/userspace-api/gpio/gpio-get-chipinfo-ioctl.html */
  chipInfo: 0x8044b401,
  /** docs.kernel.org/userspace-api/gpio/gpio-v2-get-lineinfo-ioctl.html */
  lineInfo: 0xc100b405,
  /** docs.kernel.org/userspace-api/gpio/gpio-v2-get-line-ioctl.html */
  getLine: 0xc250b407,
  /** docs.kernel.org/userspace-api/gpio/gpio-v2-line-set-config-ioctl.html */
  setConfig: 0xc110b40d,
  /** docs.kernel.org/userspace-api/gpio/gpio-v2-line-get-values-ioctl.html */
  getValues: 0xc010b40e,
  /** docs.kernel.org/userspace-api/gpio/gpio-v2-line-set-values-ioctl.html */
  setValues: 0xc010b40f,
} as const;

const FLAG = {
  used: 1n,
  activeLow: 2n,
  input: 4n,
  output: 8n,
  rising: 16n,
  falling: 32n,
  pullUp: 256n,
  pullDown: 512n,
  pullNone: 1_024n,
} as const;
const [ATTRIBUTE_VALUES, ATTRIBUTE_DEBOUNCE] = [2, 3];
const NAME_BYTES = 32;
const [CONFIG_BYTES, REQUEST_BYTES, INFO_BYTES, CHIP_BYTES] = [272, 592, 256, 68];
/** `struct gpio_v2_line_event`. */
export const EVENT_BYTES = 48;

const nameAt = (bytes: Buffer, offset: number): string => {
  const name = bytes.subarray(offset, offset + NAME_BYTES);
  const end = name.indexOf(0);
  return name.toString('utf8', 0, end < 0 ? NAME_BYTES : end);
};

export const chipInfoRequest = (): Buffer => Buffer.alloc(CHIP_BYTES);
export const chipInfo = (bytes: Buffer) => ({
  name: nameAt(bytes, 0),
  label: nameAt(bytes, NAME_BYTES),
  lines: bytes.readUInt32LE(64),
});

export const lineInfoRequest = (offset: number): Buffer => {
  const bytes = Buffer.alloc(INFO_BYTES);
  bytes.writeUInt32LE(offset, 64);
  return bytes;
};
export const lineInfo = (bytes: Buffer) => {
  const flags = bytes.readBigUInt64LE(72);
  return {
    consumer: nameAt(bytes, NAME_BYTES),
    used: (flags & FLAG.used) !== 0n,
    output: (flags & FLAG.output) !== 0n,
  };
};

export interface LineConfig {
  /** `as-is`: the line goes on as it is, driven or not. */
  readonly direction: 'as-is' | 'input' | 'output';
  readonly activeLow: boolean;
  readonly pull?: 'up' | 'down' | 'none' | undefined;
  /** Which changes of an input are told: of its logical value, after `activeLow`. */
  readonly edges?: 'both' | 'falling' | undefined;
  readonly debounceUs?: number | undefined;
  /** What outputs are driven to from the first moment on, one a line. */
  readonly values?: readonly boolean[] | undefined;
}

const PULLS = { up: FLAG.pullUp, down: FLAG.pullDown, none: FLAG.pullNone } as const;
const EDGES = { both: FLAG.rising | FLAG.falling, falling: FLAG.falling } as const;
const DIRECTIONS = { 'as-is': 0n, input: FLAG.input, output: FLAG.output } as const;

const flagsOf = ({ direction, activeLow, pull, edges }: LineConfig): bigint =>
  DIRECTIONS[direction] |
  (activeLow ? FLAG.activeLow : 0n) |
  (pull === undefined ? 0n : PULLS[pull]) |
  (edges === undefined ? 0n : EDGES[edges]);

/** One bit a line, the first the lowest. */
const bitsOf = (values: readonly boolean[]): bigint =>
  values.reduce((bits, value, i) => (value ? bits | (1n << BigInt(i)) : bits), 0n);
const maskOf = (count: number): bigint => (1n << BigInt(count)) - 1n;

/** `struct gpio_v2_line_config`: flags, count of attributes, then 24 bytes an attribute. */
export const lineConfig = (config: LineConfig, lines: number): Buffer => {
  const bytes = Buffer.alloc(CONFIG_BYTES);
  bytes.writeBigUInt64LE(flagsOf(config));
  let attributes = 0;
  const attribute = (id: number, value: bigint): void => {
    const at = 32 + 24 * attributes++;
    bytes.writeUInt32LE(id, at);
    bytes.writeBigUInt64LE(value, at + 8);
    bytes.writeBigUInt64LE(maskOf(lines), at + 16);
  };
  if (config.values !== undefined) attribute(ATTRIBUTE_VALUES, bitsOf(config.values));
  if (config.debounceUs) attribute(ATTRIBUTE_DEBOUNCE, BigInt(config.debounceUs));
  bytes.writeUInt32LE(attributes, 8);
  return bytes;
};

export interface LineRequest {
  readonly offsets: readonly number[];
  readonly consumer: string;
  readonly config: LineConfig;
  /** How many events the kernel keeps that nobody has read. */
  readonly eventsMax?: number | undefined;
}

/** `struct gpio_v2_line_request`. */
export const lineRequest = ({ offsets, consumer, config, eventsMax = 0 }: LineRequest): Buffer => {
  const bytes = Buffer.alloc(REQUEST_BYTES);
  for (const [i, offset] of offsets.entries()) bytes.writeUInt32LE(offset, 4 * i);
  bytes.write(consumer.slice(0, NAME_BYTES - 1), 256);
  lineConfig(config, offsets.length).copy(bytes, 288);
  bytes.writeUInt32LE(offsets.length, 560);
  bytes.writeUInt32LE(eventsMax, 564);
  return bytes;
};
/** The descriptor of the lines that were given. */
export const requestedFd = (bytes: Buffer): number => bytes.readInt32LE(588);

/** `struct gpio_v2_line_values`: bits, then the mask of the lines that are meant. */
export const valuesRequest = (lines: number): Buffer => {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(maskOf(lines), 8);
  return bytes;
};
export const valuesIn = (bytes: Buffer, lines: number): boolean[] => {
  const bits = bytes.readBigUInt64LE();
  return Array.from({ length: lines }, (_, i) => ((bits >> BigInt(i)) & 1n) === 1n);
};
export const valueToSet = (value: boolean): Buffer => {
  const bytes = valuesRequest(1);
  bytes.writeBigUInt64LE(value ? 1n : 0n);
  return bytes;
};

export interface LineEvent {
  /** On the machine's monotonic clock. */
  readonly atMs: number;
  readonly offset: number;
  /** Counts the events of all lines that were asked for together; the first is 1. A gap: the kernel threw some away. */
  readonly seqno: number;
}

/** Whole events only: the kernel gives no parts of them. */
export const lineEvents = (chunk: Uint8Array): LineEvent[] => {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Array.from({ length: Math.floor(bytes.length / EVENT_BYTES) }, (_, i) => ({
    atMs: Number(bytes.readBigUInt64LE(i * EVENT_BYTES)) / 1e6,
    offset: bytes.readUInt32LE(i * EVENT_BYTES + 12),
    seqno: bytes.readUInt32LE(i * EVENT_BYTES + 16),
  }));
};
