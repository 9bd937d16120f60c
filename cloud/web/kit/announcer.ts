import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { type ReadonlySignal, signal } from '@preact/signals';

/** One sentence in this time at most: more is noise to whoever listens. */
const PAUSE = Seconds(3);

/** What is read aloud to those who cannot see the page change. Of several sentences that come at once, the last counts. */
export const createAnnouncer = (clock: Pick<Clock, 'after'>) => {
  const said = signal('');
  let pausing = false;
  let waiting: string | undefined;
  const say = (sentence: string): void => {
    if (pausing) {
      waiting = sentence;
      return;
    }
    // The same again is a change too, and is read again.
    said.value = said.value === sentence ? `${sentence}\u00a0` : sentence;
    pausing = true;
    clock.after(PAUSE, () => {
      pausing = false;
      const next = waiting;
      waiting = undefined;
      if (next !== undefined) say(next);
    });
  };
  return { said: said as ReadonlySignal<string>, say };
};
