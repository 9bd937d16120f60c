import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { By, namedBy } from '../../platform/users/actor-surface.ts';
import {
  AT_FACILITY,
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { restoresFaults } from './restores.faults.ts';
import type { RestoresService } from './restores.service.ts';

export interface RestoreEndpointDeps {
  readonly restores: Pick<RestoresService, 'list' | 'confirm'>;
}

const { place_unknown } = usersFaults;
const Difference = z
  .object({
    differenceId: z.string(),
    kind: z
      .string()
      .describe(
        '`box_doors`: a box keeps the doors that it has until those known here are confirmed. `lockdown`: one stands that may have been released since the backup. `revoked`: something was revoked again. `box_doubt`: a box has lost what stood over its doors, and lets nobody in until it is confirmed that the restored cloud knows it.',
      ),
    subject: z.string().describe('What it is about: the box, the lockdown, or what was revoked.'),
    message: z.string().describe('For staff, in words.'),
    foundAt: z.iso.datetime(),
    confirmedBy: By.nullable().describe('Who has looked at it; null while nobody has.'),
    confirmedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'RestoreDifference' });
const A_DIFFERENCE: z.input<typeof Difference> = {
  differenceId: 'dif_0123456789abcdef',
  kind: 'box_doors',
  subject: '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11',
  message: 'This box may have newer doors than the restored database knows. It keeps its own.',
  foundAt: '2026-01-08T21:14:05.000Z',
  confirmedBy: null,
  confirmedAt: null,
};

export const listDifferences = platformEndpoint<RestoreEndpointDeps>()({
  id: 'restores.list-differences',
  method: 'GET',
  path: '/api/access-control/:facilityId/restore-differences',
  graph: { on: 'Facility', as: 'restoreDifferences', with: { facilityId: 'facilityId' } },
  summary: 'List what a restore left open',
  description:
    'After the cloud’s database was restored from a backup: where it and the world outside do not agree, the stricter stands until somebody confirms it here. The newest first, at most 200.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    which: z.enum(['open', 'all']).default('open').describe('`all`: those too that somebody has confirmed.'),
  }),
  success: { status: 200, description: 'The differences.', schema: listSchema(Difference) },
  examples: { params: AT_FACILITY, query: { which: 'open' }, success: { data: [A_DIFFERENCE] } },
  faults: { place_unknown },
  handle: async ({ restores }, { params, query }, { read }) => ({
    data: (
      await read(async (tx) => namedBy(tx, await restores.list(tx, params.facilityId, query.which), 'confirmed_by'))
    ).map((row) => ({
      differenceId: row.id,
      kind: row.kind,
      subject: row.subject,
      message: row.message,
      foundAt: isoOf(Number(row.found_at)),
      confirmedBy: row.confirmed_by,
      confirmedAt: isoOrNull(row.confirmed_at),
    })),
  }),
});

export const confirmDifference = platformEndpoint<RestoreEndpointDeps>()({
  id: 'restores.confirm-difference',
  method: 'POST',
  path: '/api/access-control/:facilityId/restore-differences/:differenceId/confirm',
  summary: 'Confirm a difference after a restore',
  description:
    'Says that somebody has looked. Of `box_doors`: the box follows the doors that are known here from now on, so look at their wiring first. Of `box_doubt`: what the cloud knows of its doors ends the doubt of the box, so lock down first what should be. A lockdown goes on until its own release, and what was revoked stays revoked, until it is given anew.',
  gate: facilityWrites,
  act: 'grave:doors',
  params: z.object({ ...facilityParams, differenceId: PathId.describe('The difference.') }),
  success: { status: 200, description: 'It is confirmed.', schema: Done },
  examples: { params: { ...AT_FACILITY, differenceId: A_DIFFERENCE.differenceId }, success: DONE },
  faults: { place_unknown, difference_unknown: restoresFaults.difference_unknown },
  audit: { event: 'restore.confirm_difference', target: ({ params }) => params.differenceId },
  handle: async ({ restores }, { params }, { tx, caller }) => {
    await restores.confirm(tx, params.facilityId, params.differenceId, actorOf(caller));
    return DONE;
  },
});
