import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';

/** So many objects are written before others have their turn: some ms. */
const AT_ONCE = 100;

/** Counts the objects of an answer, and has whoever writes them wait in between. */
export const createPace = () => {
  let written = 0;
  let inTurn = 0;
  let turn: Promise<void> | undefined;
  let waiting = 0;
  let settling: Promise<void> | undefined;
  const nextTurn = (): Promise<void> => {
    const before = turn ?? Promise.resolve();
    return before.then(yieldToEventLoop);
  };
  const untilNobodyWaits = async (): Promise<void> => {
    do await yieldToEventLoop();
    while (turn !== undefined);
    settling = undefined;
  };
  return {
    /** Nothing while there is room in this turn. */
    pace: (): Promise<void> | undefined => {
      written++;
      if (turn === undefined && inTurn < AT_ONCE) {
        if (inTurn++ === 0) void yieldToEventLoop().then(() => (inTurn = 0));
        return undefined;
      }
      if (turn === undefined || waiting >= AT_ONCE) {
        waiting = 0;
        const own = nextTurn();
        turn = own;
        void own.then(() => {
          if (turn === own) turn = undefined;
        });
      }
      waiting++;
      return turn;
    },
    /** Once nobody waits: whatever the objects before want is known by then. The same moment for whoever waits for it meanwhile. */
    settled: (): Promise<void> => {
      settling ??= untilNobodyWaits();
      return settling;
    },
    written: (): number => written,
  };
};
