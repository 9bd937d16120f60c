import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe } from 'vitest';
import { ENGINES } from '../../../kit/db/engines.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import type { Method } from '../../../kit/http/call.ts';
import { type ConsoleApi, DEVELOPER, serveConsoleApi } from './console-api.ts';

/** What each test of a suite finds: a cloud of its own, in which a developer of the account is signed in. */
export interface ConsoleBench {
  readonly clock: ManualClock;
  readonly db: Database;
  readonly api: ConsoleApi;
  /** Asks the console, below `/console/v1`, in the session; what is in the log by then is written. */
  ask(method: Method, path: string, body?: object): ReturnType<ConsoleApi['send']>;
  /** From now on it is this contact who asks, in a new session. */
  signIn(email?: string): Promise<void>;
}

/** Tests of what is asked at the partner console, on both engines. */
export const describeAtConsole = (what: string, tests: (bench: ConsoleBench) => void): void =>
  describe.each(ENGINES)(`${what} at the partner console, on $name`, ({ open }) => {
    const clock = new ManualClock('2026-03-02T09:00:00.000Z');
    let db: Database;
    let api: ConsoleApi;
    let headers: Record<string, string>;
    const signIn = async (email = DEVELOPER.email): Promise<void> => {
      headers = (await api.signedIn(email)).headers;
    };
    beforeEach(async () => {
      db = await open();
      api = await serveConsoleApi(db, clock);
      await signIn();
    });
    afterEach(() => api.close());
    tests({
      clock,
      get db() {
        return db;
      },
      get api() {
        return api;
      },
      ask: async (method, path, body) => {
        await api.requests.flush();
        return api.send({ method, path: `/console/v1${path}`, headers, body });
      },
      signIn,
    });
  });
