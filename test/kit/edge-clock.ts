export interface EdgeClockOptions {
  /** Lets the test set the wall clock of the agent: see `stepEdgeClock`. */
  readonly steppableEdgeClock?: boolean;
  /** That clock is kept by a time server, so that the agent believes it after a step ahead. */
  readonly timeServer?: boolean;
}

const STEPPED_CLOCK = new URL('./stepped-clock.ts', import.meta.url).href;

/** What the agent's process is given for it: how far its clock is off is in a file. */
export const edgeClockEnvironment = (
  { steppableEdgeClock = false, timeServer = false }: EdgeClockOptions,
  stepFile: string,
): Readonly<Record<string, string>> => ({
  ...(steppableEdgeClock && { NODE_OPTIONS: `--import=${STEPPED_CLOCK}`, WALL_CLOCK_STEP_FILE: stepFile }),
  ...(timeServer && { WALL_CLOCK_KEPT: 'yes' }),
});
