import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { BoardError, type Log, type Reading, type Written } from '../driver.ts';
import { openChip } from './chips.ts';
import type { GpioBoardConfig } from './config.ts';
import { createHinter } from './hinter.ts';
import { hold } from './hold.ts';
import { type InputLine, takeInputLine } from './input-line.ts';
import { codeOf, type GpioKernel } from './kernel.ts';
import type { Lines } from './lines.ts';
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

/** The relays and contacts on the lines of one chip. Every call is over when it returns, and throws a `BoardError`. */
export interface GpioBoard {
  set(channel: number, energised: boolean, mayWrite: () => boolean): Written;
  readCoils(count: number): Reading;
  readInputs(count: number): Reading;
  close(): void;
}

interface Taken {
  readonly relays: readonly RelayLine[];
  readonly inputs: readonly InputLine[];
  readonly leave: (() => void)[];
}

const GONE: readonly string[] = ['ENODEV', 'ENXIO', 'EBADF'];
const QUIET_FOR = Seconds(60);

export const createGpioBoard = ({ unit, config, kernel, clock, log, onRelays, hint }: GpioBoardDeps): GpioBoard => {
  const hinter = createHinter(clock, hint);
  let warnedMs = Number.NEGATIVE_INFINITY;

  /** A hint is a hint however many edges it stands for; but a contact that outruns the kernel's queue is not well. */
  const listenTo = (taken: Taken, line: number, { lines }: InputLine): (() => void) => {
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
        hinter.changed();
      },
      gone: (why) => board.lost(taken, `line ${line} of ${config.chip}: ${why}`),
    });
  };

  const letGo = ({ relays, inputs, leave }: Taken): void => {
    for (const stop of leave) stop();
    for (const { lines } of [...relays, ...inputs]) lines.close();
  };

  const say = ({ relays, inputs }: Taken): void => {
    for (const [channel, { foundEnergised }] of relays.entries())
      if (foundEnergised)
        log.warn(
          { unit, channel, line: config.relays[channel]?.line },
          'a relay was found energised: whoever drove its line before did not bring it back',
        );
    if (inputs.some(({ tells }) => !tells))
      log.info({ unit, chip: config.chip }, 'the chip tells of no changes: inputs are only looked at');
  };

  const take = (): Taken => {
    const chip = openChip(kernel, config.chip);
    const relays: RelayLine[] = [];
    const inputs: InputLine[] = [];
    const taken: Taken = { relays, inputs, leave: [] };
    try {
      // Relays last: what fails before leaves them untouched.
      for (const input of config.inputs) inputs.push(takeInputLine(kernel, chip, input));
      for (const relay of config.relays) relays.push(takeRelayLine(kernel, chip, relay));
      for (const [i, input] of inputs.entries())
        if (input.tells) taken.leave.push(listenTo(taken, config.inputs[i]?.line ?? i, input));
    } catch (error) {
      letGo(taken);
      throw error;
    } finally {
      kernel.close(chip.fd); // Lines stay ours without it.
    }
    if (relays.length > 0) onRelays(chip.label);
    say(taken);
    return taken;
  };

  const board = hold<Taken>({
    clock,
    log,
    what: `board ${unit} on ${config.chip}`,
    take,
    letGo,
    onTrouble: (why) => (why === null ? hinter.changed() : undefined),
  });

  const using = <T>(taken: Taken, use: () => T): T => {
    try {
      return use();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // A chip behind a slow line may fail once and go on; one that is gone takes its lines with it.
      if (!GONE.includes(codeOf(error))) throw new BoardError('no_reply', true, why);
      board.lost(taken, `${config.chip} is gone`);
      throw new BoardError('gone', true, `${config.chip} is gone`);
    }
  };

  const read = (lines: readonly { readonly lines: Lines }[], taken: Taken, count: number, of: string): Reading => {
    if (count > lines.length)
      throw new BoardError('refused', false, `board ${unit} has ${lines.length} ${of}, not ${count}`);
    const askedMs = clock.monoMs();
    return { values: using(taken, () => lines.slice(0, count).map((one) => one.lines.values()[0])), askedMs };
  };

  return {
    set: (channel, energised, mayWrite) => {
      const taken = board.held();
      const relay = taken.relays[channel];
      if (relay === undefined)
        throw new BoardError(
          'refused',
          false,
          `board ${unit} has ${taken.relays.length} relays, none of number ${channel}`,
        );
      if (!mayWrite()) throw new BoardError('expired', false, 'too late to write');
      const writtenMs = clock.monoMs();
      using(taken, () => relay.lines.set(energised));
      return { writtenMs };
    },
    readCoils: (count) => {
      const taken = board.held();
      return read(taken.relays, taken, count, 'relays');
    },
    readInputs: (count) => {
      const taken = board.held();
      return read(taken.inputs, taken, count, 'inputs');
    },
    close: () => {
      hinter.close();
      board.close();
    },
  };
};
