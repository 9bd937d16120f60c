import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../../driver.ts';
import type { LineTrouble } from '../../pulse-supervisor/switch-bus.ts';
import { openChip } from '../chips.ts';
import type { WiegandConfig } from '../config.ts';
import { hold } from '../hold.ts';
import type { GpioKernel } from '../kernel.ts';
import { type Lines, requestLines } from '../lines.ts';
import { lineEvents } from '../uapi.ts';
import { type Captured, createCapture, FRAME_ENDS_MS } from './capture.ts';

export interface WiegandReaderDeps {
  readonly unit: number;
  readonly config: WiegandConfig;
  readonly kernel: GpioKernel;
  /** Whose monotonic clock is the machine's own: the kernel's timestamps are on it. */
  readonly clock: Clock;
  readonly log: Log;
  readonly bits: (bits: string, atMs: number) => void;
  /** What is the matter; null when all is well. */
  readonly trouble: (trouble: LineTrouble | null) => void;
}

/** Beyond the silence that ends a frame: what is on its way through this process is waited for besides. */
const MARGIN_MS = 5;
/** The longest cards have some 100 pulses; a slow process must not lose any. */
const EVENTS_MAX = 256;
const QUIET_FOR = Seconds(60);

/** The two lines of a Wiegand reader, taken together so that the kernel numbers their pulses in one row. */
export const createWiegandReader = (deps: WiegandReaderDeps): { close(): void } => {
  const { unit, config, kernel, clock, log, bits, trouble } = deps;
  const { data0, data1 } = config;
  let capture = createCapture();
  let timer: Timer | undefined;
  let dropped = 0;
  let warnedMs = Number.NEGATIVE_INFINITY;
  let said: string | null = null;

  const say = (now: LineTrouble | null): void => {
    if (said === (now?.why ?? null)) return;
    said = now?.why ?? null;
    trouble(now);
  };
  const drop = (why: string): void => {
    dropped++;
    say({ why: `a card was not read whole: ${why}`, lost: false });
    if (clock.monoMs() - warnedMs < QUIET_FOR) return;
    warnedMs = clock.monoMs();
    log.warn(
      { unit, why, sinceStart: dropped },
      'a Wiegand reader was not understood: look at its cable and its ground',
    );
  };
  const out = (captured: Captured): void => {
    if (captured.is === 'dropped') {
      drop(captured.why);
      return;
    }
    say(null);
    bits(captured.bits, captured.atMs);
  };

  /** The frame is over once the lines were silent for long enough and nothing of theirs is still on its way. */
  const waitForSilence = (lines: Lines): void => {
    timer?.cancel();
    const lastMs = capture.lastMs();
    if (lastMs === undefined) return;
    const dueInMs = Math.min(FRAME_ENDS_MS, Math.max(0, lastMs + FRAME_ENDS_MS - clock.monoMs())) + MARGIN_MS;
    timer = clock.after(Milliseconds(dueInMs), () => {
      if (!lines.isQuiet()) {
        waitForSilence(lines);
        return;
      }
      for (const captured of capture.silence()) out(captured);
    });
  };

  const pair = hold<{ readonly lines: Lines; leave: () => void }>({
    clock,
    log,
    what: `Wiegand reader ${unit} on ${config.chip}`,
    take: () => {
      const chip = openChip(kernel, config.chip);
      try {
        const lines = requestLines(kernel, chip, {
          offsets: [data0, data1],
          config: { direction: 'input', activeLow: config.inverted, pull: config.pull, edges: 'falling' },
          eventsMax: EVENTS_MAX,
        });
        capture = createCapture();
        const taken = { lines, leave: (): void => undefined };
        try {
          taken.leave = lines.watch({
            bytes: (bytes) => {
              const pulses = lineEvents(bytes).map(
                ({ atMs, offset, seqno }) => ({ atMs, seqno, bit: offset === data0 ? '0' : '1' }) as const,
              );
              for (const captured of capture.pulses(pulses)) out(captured);
              waitForSilence(lines);
            },
            gone: (why) => pair.lost(taken, `lines ${data0} and ${data1} of ${config.chip}: ${why}`),
          });
        } catch (error) {
          lines.close(); // Else the next try would find them in use, by ourselves.
          throw error;
        }
        return taken;
      } finally {
        kernel.close(chip.fd);
      }
    },
    letGo: ({ lines, leave }) => {
      timer?.cancel();
      leave();
      lines.close();
    },
    onTrouble: (why) => say(why === null ? null : { why, lost: true }),
  });
  return { close: pair.close };
};
