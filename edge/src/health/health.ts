import type { JournalStanding } from '../journal/sqlite-journal.ts';

/** `degraded`: it does its work, and somebody should look. `failing`: it does not do its work. */
export type HealthStatus = 'ok' | 'degraded' | 'failing';

export interface HealthDeps {
  readonly journal: { standing(): Pick<JournalStanding, 'writable' | 'lost' | 'reserve'> };
  readonly doors: { report(): readonly { readonly reachable: boolean }[]; loopAgeMs(): number };
  readonly readers: () => readonly { readonly state: 'unknown' | 'online' | 'lost'; readonly tampered: boolean }[];
  /** Reads from the box's store; throws when that does not answer. */
  readonly readStore: () => void;
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

export const createHealth = ({ journal, doors, readers, readStore, access }: HealthDeps): Health => {
  const answers = {
    'the door loop': () => doors.loopAgeMs() <= LOOP_MAX_MS,
    'the database': () => {
      readStore();
      return true;
    },
  };
  const answered = (answer: () => boolean): boolean => {
    try {
      return answer();
    } catch {
      return false;
    }
  };
  return {
    answers,
    status: () => {
      if (!Object.values(answers).every(answered)) return 'failing';
      const { writable, lost } = journal.standing();
      const staleness = access()?.staleness ?? 'fresh';
      const hardware =
        doors.report().every(({ reachable }) => reachable) &&
        readers().every(({ state, tampered }) => state !== 'lost' && !tampered);
      const well = writable && lost === null && staleness === 'fresh' && hardware;
      return well ? 'ok' : 'degraded';
    },
  };
};
