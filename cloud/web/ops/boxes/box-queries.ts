import type { Console } from '../console.ts';

/** How often a page looks at boxes: one is missed after three beacons of five seconds. */
export const EVERY_MS = 5_000;
const JOURNAL_EVERY_MS = 15_000;

type Asks = Pick<Console, 'ask'>;

export const boxQuery = ({ ask }: Asks, boxId: string) => ({
  queryKey: ['box', boxId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    ask('GET /api/devices/door-controllers/config/{uuid}', { path: { uuid: boxId } }, { signal }),
  refetchInterval: EVERY_MS,
});

export const journalQuery = ({ ask }: Asks, facilityId: string, boxId: string) => ({
  queryKey: ['box-journal', facilityId, boxId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (
      await ask(
        'GET /api/access-control/{facilityId}/boxes/{boxId}/journal',
        { path: { facilityId, boxId } },
        { signal },
      )
    ).data,
  refetchInterval: JOURNAL_EVERY_MS,
});
