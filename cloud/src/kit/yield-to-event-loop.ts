/** How many are worked on right now of those for whom somebody stands at a door. */
let first = 0;
/** They are done by then, or wait for their box or the database: nobody is kept for ever. */
const TURNS_MAX = 16;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Between the steps of long computations: whatever has arrived meanwhile has its turn first, and what somebody at a door waits
 * for as many as it needs, up to 16. Not a wait for time.
 */
export const yieldToEventLoop = async (): Promise<void> => {
  let turns = 0;
  do await nextTurn();
  while (first > 0 && ++turns < TURNS_MAX);
};

/** Before a step that nobody at a door waits for; nothing where nobody stands there. */
export const afterUrgent = (): Promise<void> | undefined => (first > 0 ? yieldToEventLoop() : undefined);

/** Runs what somebody at a door waits for. It must not yield itself: it would give way to itself. */
export const goFirst = async <T>(work: () => Promise<T>): Promise<T> => {
  first++;
  try {
    return await work();
  } finally {
    first--;
  }
};

/** Within `goFirst`: while it waits for somebody else, such as a box, others need not. */
export const letOthersGo = async <T>(work: () => Promise<T>): Promise<T> => {
  first--;
  try {
    return await work();
  } finally {
    first++;
  }
};
