import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { BoardError, type Log, type Reading, type Written } from '../driver.ts';
import { createHinter } from './hinter.ts';
import { hold } from './hold.ts';
import { codeOf } from './kernel.ts';

/** Lines that are ours. Each may throw what the system says. */
export interface TakenLines {
  readonly relays: readonly { read(): boolean; set(energised: boolean): void }[];
  readonly inputs: readonly { read(): boolean }[];
  letGo(): void;
}

export interface LineBoardDeps {
  readonly unit: number;
  /** The chip that its lines are on, for people. */
  readonly chip: string;
  readonly clock: Clock;
  readonly log: Log;
  /** An input may have moved. */
  readonly hint: () => void;
  /**
   * Takes all lines or none, moving no relay; throws in words while it cannot. Says later, never before it has returned,
   * that an input may have changed, or that the lines are gone.
   */
  readonly take: (tell: { readonly changed: () => void; readonly gone: (why: string) => void }) => TakenLines;
}

/** The relays and contacts on lines of one chip. Every call is over when it returns, and throws a `BoardError`. */
export interface LineBoard {
  set(channel: number, energised: boolean, mayWrite: () => boolean): Written;
  readCoils(count: number): Reading;
  readInputs(count: number): Reading;
  close(): void;
}

const GONE: readonly string[] = ['ENODEV', 'ENXIO', 'EBADF', 'ENOENT', 'EPERM'];

export const createLineBoard = ({ unit, chip, clock, log, hint, take }: LineBoardDeps): LineBoard => {
  const hinter = createHinter(clock, hint);
  const board = hold<TakenLines>({
    clock,
    log,
    what: `board ${unit} on ${chip}`,
    take: () => {
      const taken: TakenLines = take({ changed: hinter.changed, gone: (why) => board.lost(taken, why) });
      return taken;
    },
    letGo: (taken) => taken.letGo(),
    onTrouble: (why) => (why === null ? hinter.changed() : undefined),
  });

  const using = <T>(taken: TakenLines, use: () => T): T => {
    try {
      return use();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // A chip behind a slow line may fail once and go on; one that is gone takes its lines with it.
      if (!GONE.includes(codeOf(error))) throw new BoardError('no_reply', true, why);
      board.lost(taken, `lines of ${chip} were lost: ${why}`);
      throw new BoardError('gone', true, `lines of ${chip} were lost: ${why}`);
    }
  };

  const read = (which: 'relays' | 'inputs', count: number): Reading => {
    const taken = board.held();
    const lines = taken[which];
    if (count > lines.length)
      throw new BoardError('refused', false, `board ${unit} has ${lines.length} ${which}, not ${count}`);
    const askedMs = clock.monoMs();
    return { values: using(taken, () => lines.slice(0, count).map((line) => line.read())), askedMs };
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
      using(taken, () => relay.set(energised));
      return { writtenMs };
    },
    readCoils: (count) => read('relays', count),
    readInputs: (count) => read('inputs', count),
    close: () => {
      hinter.close();
      board.close();
    },
  };
};
