/** Work that many ask for and that is done once: whoever asks while it runs has it done once more after that. */
export interface OneAtATime {
  /** Resolves when the work, and what was asked for meanwhile, is done. */
  ask(): Promise<void>;
  running(): boolean;
}

/** `work` must not reject. */
export const oneAtATime = (work: () => Promise<void>, onDone: () => void = () => undefined): OneAtATime => {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work();
    } while (again);
    running = undefined; // In the same turn as the last look at `again`, so that nobody's asking falls between.
    onDone();
  };
  return {
    ask: () => {
      again = true;
      running ??= run();
      return running;
    },
    running: () => running !== undefined,
  };
};
