import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../driver.ts';
import { openChip } from './chips.ts';
import type { GpioBoardConfig } from './config.ts';
import { type InputLine, takeInputLine } from './input-line.ts';
import type { GpioKernel } from './kernel.ts';
import { createLineBoard, type LineBoard, type LineBoardDeps, type TakenLines } from './line-board.ts';
import { type RelayLine, takeRelayLine } from './relay-line.ts';
import { lineEvents } from './uapi.ts';

export interface GpioBoardDeps {
  readonly unit: number;
  readonly config: GpioBoardConfig;
  readonly kernel: GpioKernel;
  readonly clock: Clock;
  readonly log: Log;
  /** Relays were taken on a chip of this label. */
  readonly onRelays: (label: string) => void;
  /** An input may have moved. */
  readonly hint: () => void;
}

const QUIET_FOR = Seconds(60);

/** Said alike by every family on lines: nobody else tells of what a dead process left behind. */
export const warnOfEnergised = (log: Log, unit: number, channel: number, line: number | undefined): void =>
  log.warn({ unit, channel, line }, 'a relay was found energised: whoever drove its line before did not bring it back');

/** A board on lines of the character device. */
export const createGpioBoard = (deps: GpioBoardDeps): LineBoard => {
  const { unit, config, kernel, clock, log, onRelays, hint } = deps;
  let warnedMs = Number.NEGATIVE_INFINITY;

  /** A hint is a hint however many edges it stands for; but a contact that outruns the kernel's queue is not well. */
  const listenTo = (line: number, { lines }: InputLine, tell: Parameters<LineBoardDeps['take']>[0]): (() => void) => {
    let next: number | undefined;
    return lines.watch({
      bytes: (bytes) => {
        for (const { seqno } of lineEvents(bytes)) {
          if (next !== undefined && seqno !== next && clock.monoMs() - warnedMs >= QUIET_FOR) {
            warnedMs = clock.monoMs();
            log.warn({ unit, line }, 'an input chatters: it changed more often than could be read');
          }
          next = (seqno + 1) >>> 0;
        }
        tell.changed();
      },
      gone: (why) => tell.gone(`line ${line} of ${config.chip}: ${why}`),
    });
  };

  const say = (relays: readonly RelayLine[], inputs: readonly InputLine[]): void => {
    for (const [channel, { foundEnergised }] of relays.entries())
      if (foundEnergised) warnOfEnergised(log, unit, channel, config.relays[channel]?.line);
    if (inputs.some(({ tells }) => !tells))
      log.info({ unit, chip: config.chip }, 'the chip tells of no changes: inputs are only looked at');
  };

  const take: LineBoardDeps['take'] = (tell): TakenLines => {
    const chip = openChip(kernel, config.chip);
    const relays: RelayLine[] = [];
    const inputs: InputLine[] = [];
    const leave: (() => void)[] = [];
    const letGo = (): void => {
      for (const stop of leave) stop();
      for (const { lines } of [...relays, ...inputs]) lines.close();
    };
    try {
      // Relays last: what fails before leaves them untouched.
      for (const input of config.inputs) inputs.push(takeInputLine(kernel, chip, input));
      for (const relay of config.relays) relays.push(takeRelayLine(kernel, chip, relay));
      for (const [i, input] of inputs.entries())
        if (input.tells) leave.push(listenTo(config.inputs[i]?.line ?? i, input, tell));
    } catch (error) {
      letGo();
      throw error;
    } finally {
      kernel.close(chip.fd); // Lines stay ours without it.
    }
    if (relays.length > 0) onRelays(chip.label);
    say(relays, inputs);
    const read = ({ lines }: RelayLine | InputLine) => lines.values()[0] === true;
    return {
      relays: relays.map((relay) => ({ read: () => read(relay), set: relay.lines.set })),
      inputs: inputs.map((input) => ({ read: () => read(input) })),
      letGo,
    };
  };

  return createLineBoard({ unit, chip: config.chip, clock, log, hint, take });
};
