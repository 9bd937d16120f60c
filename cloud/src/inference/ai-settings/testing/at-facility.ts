import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestEngine } from '../../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../../testing/platform-api.ts';

interface Running {
  api: PlatformApi;
  /** The facility of now: a test may go on at another. */
  clubID: FacilityId;
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Caller = keyof PlatformApi['callers'];
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read by each test
  readonly json: any;
  readonly bytes?: Uint8Array;
}

/** The field that a request was refused for. */
export const fieldOf = ({ json }: Answer): string | undefined => json.errors?.[0]?.path;

/** The platform API, at a facility of its own for every test, whose AI credit is asked about. */
export const atFacility = (open: TestEngine['open'], clock: ManualClock) => {
  const on = {} as Running;
  let made = 0;
  const aFacility = (): Promise<FacilityId> => {
    const { organisations, orgId } = on.api.world;
    return organisations.createFacility({ orgId, name: `Gym ${made++}`, timezone: 'Europe/Berlin' });
  };
  beforeAll(async () => {
    on.api = await servePlatformApi(await open(), clock);
  });
  beforeEach(async () => {
    on.clubID = await aFacility();
  });
  afterAll(() => on.api.close());

  /** Each a moment later, so that no one is asked too often. */
  const ask = async (method: Method, path: string, body?: object, caller: Caller = 'orgAdmin'): Promise<Answer> => {
    const { headers } = on.api.callers[caller];
    await on.api.moveOn();
    return on.api.send({ method, path, headers, ...(body && { body }) });
  };
  const send = (method: Method, path: string, body?: object, caller?: Caller): Promise<Answer> =>
    ask(method, `/api/clubs/${on.clubID}/ai-credits${path}`, body, caller);
  return {
    on,
    aFacility,
    ask,
    send,
    get: (path: string): Promise<Answer> => send('GET', path),
    post: (path: string, body: object, caller?: Caller): Promise<Answer> => send('POST', path, body, caller),
    /** As operators look after it. */
    router: (method: Method, path: string, body?: object, caller: Caller = 'superAdmin'): Promise<Answer> =>
      ask(method, `/api/admin/saas-billing/model-router/facilities/${on.clubID}${path}`, body, caller),
  };
};
