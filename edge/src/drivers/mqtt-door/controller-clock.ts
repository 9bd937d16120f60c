/** The clock of one controller, as far as its messages tell. */
export interface ControllerClock {
  /** A message of the run `boot` named `monoMs`, and arrived at `nowMs` on the box's own monotonic clock. */
  heard(boot: string, monoMs: number, nowMs: number): void;
  /** The run, and a time on its clock that it has reached for certain at `nowMs`. Undefined before it was heard. */
  at(nowMs: number): { readonly boot: string; readonly monoMs: number } | undefined;
  /** Its connection ended: what it says next counts anew. */
  forget(): void;
}

/** So many messages back; further back two crystals have drifted apart. */
const HEARD_MAX = 16;

/**
 * A message takes time to arrive, so the controller is always a little further than this says, and a deadline
 * reckoned from it is a little early rather than late. Of the last messages the fastest counts.
 */
export const createControllerClock = (): ControllerClock => {
  let boot: string | undefined;
  let leads: number[] = [];
  return {
    heard: (said, monoMs, nowMs) => {
      if (said !== boot) leads = [];
      boot = said;
      leads = [...leads.slice(1 - HEARD_MAX), monoMs - nowMs];
    },
    at: (nowMs) =>
      boot === undefined || leads.length === 0 ? undefined : { boot, monoMs: nowMs + Math.max(...leads) },
    forget: () => {
      boot = undefined;
      leads = [];
    },
  };
};
