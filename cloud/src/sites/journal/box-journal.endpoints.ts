import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { AT_FACILITY, facilityParams, facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { boxesFault, boxesFaults } from '../boxes/boxes.faults.ts';
import type { BoxesService } from '../boxes/boxes.service.ts';
import type { JournalService } from './journal.service.ts';

export interface BoxJournalDeps {
  readonly boxes: Pick<BoxesService, 'find'>;
  readonly journal: Pick<JournalService, 'standing'>;
}

/** A box begins another journal where it lost its disk: more than these nobody looks at. */
const NEWEST_JOURNALS = 20;
const numbers = { from: z.int().describe('The first number.'), to: z.int().describe('The last number.') };

const BoxJournal = z
  .object({
    epoch: z.uuid(),
    begunAt: z.iso.datetime().describe('When the first of it came (UTC).'),
    storedThrough: z.int().describe('Up to this number everything is stored.'),
    highest: z.int().describe('The highest number that is stored.'),
    gapSince: z.iso.datetime().nullable().describe('Since when a number below a stored one is missing; null: none is.'),
    missing: z.array(z.object(numbers)).describe('What is missing and is asked for, lowest first, at most 100.'),
    lost: z
      .array(z.object({ ...numbers, notedAt: z.iso.datetime().describe('When that was found out (UTC).') }))
      .describe('What never will come: neither the cloud nor the box has it.'),
  })
  .meta({ id: 'BoxJournal' });

export const readBoxJournal = platformEndpoint<BoxJournalDeps>()({
  id: 'journal.box',
  method: 'GET',
  path: '/api/access-control/:facilityId/boxes/:boxId/journal',
  graph: { on: 'Box', as: 'journal', with: { facilityId: 'facilityId', boxId: 'uuid' } },
  summary: 'Read how far the journal of a box is stored',
  description: `The newest ${NEWEST_JOURNALS} journals of a box, the newest first: up to where everything is stored that the box wrote down, what is missing and still asked for, and what is lost for good. A box that lost its disk begins another journal.`,
  gate: facilityReads,
  params: z.object({ ...facilityParams, boxId: z.string().max(120).describe('The box.') }),
  examples: {
    params: { ...AT_FACILITY, boxId: '0c1d2e3f-0000-4000-8000-000000000001' },
    success: {
      data: [
        {
          epoch: '0c1d2e3f-0000-4000-8000-000000000002',
          begunAt: '2026-01-01T09:00:00.000Z',
          storedThrough: 4_711,
          highest: 4_715,
          gapSince: '2026-01-01T09:30:00.000Z',
          missing: [{ from: 4_712, to: 4_713 }],
          lost: [{ from: 120, to: 124, notedAt: '2026-01-01T09:10:00.000Z' }],
        },
      ],
    },
  },
  success: { status: 200, description: 'Its journals.', schema: listSchema(BoxJournal) },
  faults: { box_unknown: boxesFaults.box_unknown },
  handle: async ({ boxes, journal }, { params: { facilityId, boxId } }, { read }) => {
    const id = BoxId.safeParse(boxId).data;
    const box = id && (await read((tx) => boxes.find(tx, id)));
    if (box?.facility_id !== facilityId) throw boxesFault('box_unknown', 'There is no such box at this facility.');
    const journals = (await journal.standing(box.id)).slice(-NEWEST_JOURNALS).reverse();
    return {
      data: journals.map(({ epoch, firstAt, through, highest, gapSince, missing, gone }) => ({
        epoch,
        begunAt: isoOf(Number(firstAt)),
        storedThrough: Number(through),
        highest: Number(highest),
        gapSince: isoOrNull(gapSince === null ? null : Number(gapSince)),
        missing: missing.map(({ from, to }) => ({ from: Number(from), to: Number(to) })),
        lost: gone.map(({ from, to, notedAt }) => ({
          from: Number(from),
          to: Number(to),
          notedAt: isoOf(Number(notedAt)),
        })),
      })),
    };
  },
});
