import type { FdListener } from '../fd-events/fd-events.ts';
import type { Chip } from './chips.ts';
import { codeOf, type GpioKernel } from './kernel.ts';
import {
  EVENT_BYTES,
  IOCTL,
  type LineConfig,
  type LineRequest,
  lineConfig,
  lineInfo,
  lineInfoRequest,
  lineRequest,
  requestedFd,
  valuesIn,
  valuesRequest,
  valueToSet,
} from './uapi.ts';

/** Lines of one chip that were asked for together. Nobody else can have them until they are closed. */
export interface Lines {
  values(): readonly boolean[];
  /** Of a single line. */
  set(value: boolean): void;
  configure(config: LineConfig): void;
  watch(listener: FdListener): () => void;
  isQuiet(): boolean;
  close(): void;
}

const CONSUMER = 'gatehouse';
const EVENTS_A_CHUNK = 64;

const infoOf = (kernel: GpioKernel, chip: Chip, offset: number) => {
  const bytes = lineInfoRequest(offset);
  kernel.ioctl(chip.fd, IOCTL.lineInfo, bytes);
  return lineInfo(bytes);
};

/** Whether a line is driven. */
export const isOutput = (kernel: GpioKernel, chip: Chip, offset: number): boolean =>
  infoOf(kernel, chip, offset).output;

const describeError = (kernel: GpioKernel, chip: Chip, offsets: readonly number[], error: unknown): Error => {
  if (codeOf(error) !== 'EBUSY') return error instanceof Error ? error : new Error(String(error));
  try {
    const taken = offsets.map((offset) => ({ offset, ...infoOf(kernel, chip, offset) })).find(({ used }) => used);
    if (taken === undefined) return new Error(`a line of ${chip.label} was in use a moment ago`);
    const by = taken.consumer === '' ? 'something else' : `"${taken.consumer}"`;
    return new Error(`line ${taken.offset} of ${chip.label} is in use by ${by}`);
  } catch (of) {
    return of instanceof Error ? of : new Error(String(of));
  }
};

/** Throws in words, and keeps the refusal's `code` where it is not one of these. */
export const requestLines = (kernel: GpioKernel, chip: Chip, asked: Omit<LineRequest, 'consumer'>): Lines => {
  const { offsets } = asked;
  const absent = offsets.find((offset) => offset >= chip.lines);
  if (absent !== undefined)
    throw new Error(`${chip.label} has no line ${absent}: its lines are 0 to ${chip.lines - 1}`);
  const request = lineRequest({ ...asked, consumer: CONSUMER });
  try {
    kernel.ioctl(chip.fd, IOCTL.getLine, request);
  } catch (error) {
    throw describeError(kernel, chip, offsets, error);
  }
  const fd = requestedFd(request);
  return {
    values: () => {
      const bytes = valuesRequest(offsets.length);
      kernel.ioctl(fd, IOCTL.getValues, bytes);
      return valuesIn(bytes, offsets.length);
    },
    set: (value) => kernel.ioctl(fd, IOCTL.setValues, valueToSet(value)),
    configure: (config) => kernel.ioctl(fd, IOCTL.setConfig, lineConfig(config, offsets.length)),
    watch: (listener) => kernel.watch(fd, EVENT_BYTES * EVENTS_A_CHUNK, listener),
    isQuiet: () => kernel.isQuiet(fd),
    close: () => kernel.close(fd),
  };
};
