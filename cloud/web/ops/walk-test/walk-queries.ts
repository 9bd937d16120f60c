import type { WalkTest } from '../../client/platform-api.gen.ts';
import type { Console } from '../console.ts';

type Asks = Pick<Console, 'ask'>;
/** While somebody stands at a door: what the box tells is there within seconds. */
const AT_DOOR_MS = 2_000;
const EARLIER = 10;

/** The walk tests of a box, the newest first. */
export const walkTestsQuery = ({ ask }: Asks, facilityId: string, boxId: string) => ({
  queryKey: ['walk-tests', facilityId, boxId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const query = { boxId, limit: EARLIER };
    return (await ask('GET /api/access-control/{facilityId}/walk-tests', { path: { facilityId }, query }, { signal }))
      .data;
  },
});

/** One that is under way, with what the box has told of the door at which somebody stands. */
export const atDoorQuery = ({ ask }: Asks, facilityId: string, walkTestId: string, doorId: string) => ({
  queryKey: ['walk-test', facilityId, walkTestId, doorId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    ask(
      'GET /api/access-control/{facilityId}/walk-tests/{walkTestId}',
      { path: { facilityId, walkTestId }, query: { doorId } },
      { signal },
    ),
  refetchInterval: AT_DOOR_MS,
  staleTime: 0,
});

type Door = WalkTest['doors'][number];

export const seenOf = ({ steps }: Door): number => steps.filter(({ outcome }) => outcome === 'seen').length;

/** Where somebody goes next: the first door of which something is to be tried yet, then one at which something failed. */
export const nextDoor = ({ doors }: Pick<WalkTest, 'doors'>): string | undefined => {
  const first = (wanted: Door['steps'][number]['outcome']) =>
    doors.find(({ steps }) => steps.some(({ outcome }) => outcome === wanted));
  return (first('open') ?? first('failed') ?? doors[0])?.doorId;
};
