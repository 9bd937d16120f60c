import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** A shown pass is the longest that anybody presents. */
const CHARACTERS_MAX = 2_048;
/** Readers send a line in one go. What came before such a pause is half a line, and no part of the next one. */
const PAUSE_MS = 500;

/** Puts characters together to lines. Keeps one line of bounded length, and waits for nothing. */
export interface Lines {
  add(character: string): void;
  /** Something of this line was lost, or is none of it: it does not count. */
  spoil(): void;
  /** Nothing counts before a pause: what comes may have begun, or waited, before anybody listened. */
  distrust(): void;
  /** The line is over. */
  end(): void;
}

/**
 * `line` is called with each line that came whole, without blanks around it; `spoilt` for one that did not. An empty line is
 * nothing: many readers send two line ends.
 */
export const createLines = (
  clock: Pick<Clock, 'monoMs'>,
  { line, spoilt }: { readonly line: (text: string) => void; readonly spoilt: () => void },
): Lines => {
  let text = '';
  let sound = true;
  let distrusted = false;
  let lastMs = 0;
  const begin = () => {
    text = '';
    sound = true;
  };
  /** The time that passed before what comes now. */
  const come = () => {
    const nowMs = clock.monoMs();
    if (nowMs - lastMs > PAUSE_MS) {
      begin();
      distrusted = false;
    }
    lastMs = nowMs;
  };
  return {
    add: (character) => {
      come();
      if (text.length + character.length > CHARACTERS_MAX) sound = false;
      else text += character;
    },
    spoil: () => {
      come();
      sound = false;
    },
    distrust: () => {
      come();
      distrusted = true;
    },
    end: () => {
      come();
      const [whole, said] = [sound, text.trim()];
      begin();
      if (distrusted) return;
      if (!whole) spoilt();
      else if (said !== '') line(said);
    },
  };
};
