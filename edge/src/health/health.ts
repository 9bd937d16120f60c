import type { JournalStanding } from '../journal/sqlite-journal.ts';
import type { BoxStore } from '../store/box-store.ts';

/** `degraded`: it does its work, and somebody should look. `failing`: it does not do its work. */
export type HealthStatus = 'ok' | 'degraded' | 'failing';

export interface HealthDeps {
  readonly journal: { standing(): Pick<JournalStanding, 'writable' | 'lost' | 'reserve'> };
  readonly doors: { report(): readonly { readonly reachable: boolean }[]; loopAgeMs(): number };
  readonly readers: () => readonly { readonly state: 'unknown' | 'online' | 'lost'; readonly tampered: boolean }[];
  readonly box: Pick<BoxStore, 'answers' | 'standing'>;
  /** Whether the machine's clock is believed. */
  readonly clockTrusted: () => boolean;
  /** How old the access rules are; `undefined` where the box keeps none. */
  readonly access: () =>
    | { readonly staleness: 'none' | 'fresh' | 'stale' | 'expired'; readonly ageMs: number }
    | undefined;
}

/** A board is asked at least every two seconds, and each answer has its own time limit well below this. */
export const LOOP_MAX_MS = 10_000;

export interface Health {
  status(): HealthStatus;
  /** What must answer for the agent to be alive, for the watchdog. */
  readonly answers: Readonly<Record<string, () => boolean>>;
}

export const createHealth = ({ journal, doors, readers, box, clockTrusted, access }: HealthDeps): Health => {
  const answers = {
    'the door loop': () => doors.loopAgeMs() <= LOOP_MAX_MS,
    'the database': box.answers,
  };
  return {
    answers,
    status: () => {
      if (!Object.values(answers).every((answer) => answer())) return 'failing';
      const { writable, lost } = journal.standing();
      const staleness = access()?.staleness ?? 'fresh';
      const hardware =
        doors.report().every(({ reachable }) => reachable) &&
        readers().every(({ state, tampered }) => state !== 'lost' && !tampered);
      const stores = writable && lost === null && box.standing().writable;
      const well = stores && staleness === 'fresh' && hardware && clockTrusted();
      return well ? 'ok' : 'degraded';
    },
  };
};
