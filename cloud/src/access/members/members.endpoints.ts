import { z } from 'zod';
import { withheld } from '../../kit/http/shown-fields.ts';
import { batchAnswers, DryRun } from '../../kit/ingest/batch-answer.ts';
import { ingestFaults } from '../../kit/ingest/ingest.faults.ts';
import { facilityLinkFields } from '../../partner/partners/partner-link.ts';
import { partnerEndpoint } from '../../partner/partners/partner-surface.ts';
import { MemberItem } from './member-item.ts';
import { windowFields } from './members.batch.ts';
import { membersFault, membersFaults } from './members.faults.ts';
import type { MembersService } from './members.service.ts';

interface Deps {
  readonly members: Pick<MembersService, 'push'>;
}

const Member = z
  .object({
    ...facilityLinkFields,
    ...MemberItem.shape,
    access_time_windows: windowFields.access_time_windows.optional(),
    access_time_windows_revision: windowFields.access_time_windows_revision.optional(),
  })
  .meta({ id: 'Member' });

const { Metadata, answer } = batchAnswers('members', ['member_id']);
const Conflict = z.object({
  index: z.int().describe('Where the item stood in the batch, from 0.'),
  member_id: withheld(z.string()).nullable(),
  facility_id: z.string(),
  stored_revision: z.int().describe('The revision that stands for other windows.'),
});

const WindowProblem = z.object({
  index: z.int().describe('Where the item stood in the batch, from 0.'),
  member_id: withheld(z.string()).nullable(),
  path: z.string().describe('Where in the item, such as `access_time_windows[3].from`.'),
  code: z.string().describe('One of the documented list.'),
  message: z.string(),
});

const EXAMPLE_METADATA = { success: 1, skipped: 0, skipped_items: [] };
const EXAMPLE_ID = 'req_0123456789abcdef';

export const pushMembers = partnerEndpoint<Deps>()({
  id: 'members.push',
  method: 'POST',
  unit: 'own',
  path: '/partner/v1/members',
  summary: 'Create or update members, with their access time windows',
  description:
    'Takes members in batches: 1000 at a time work best. A member is created or updated by `member_id`, at the facility it names. An optional field that is left out keeps its value, `null` clears it; `membership_plans`, where sent, replaces the list. An item that cannot be taken is skipped with a reason and the others go on; one whose `updated` is older than the stored one is skipped, or, if it brings windows, these alone count, by their revision. `access_time_windows` is a complete snapshot with a revision: newer replaces, the same again changes nothing, older skips the item, `[]` with a newer revision revokes all of them, and leaving the field out leaves them as they are. Never send `[]` because you could not read your own source. Any fault in a window refuses the whole request with 422 before anything is written.',
  gate: { key: 'write' },
  rawBody: z.object({ members: z.array(Member) }).meta({ id: 'Members' }),
  examples: {
    body: {
      members: [
        {
          facility_id: 'fac_0123456789abcdef',
          member_id: 'M-1001',
          first_name: 'Ada',
          last_name: 'Byron',
          mobile_phone: '+61 7 3000 0000',
          membership_status: 'current',
          updated: '2026-03-01T09:30:00Z',
          access_time_windows: [
            {
              external_id: 'off-peak',
              kind: 'weekly',
              timezone: 'Australia/Brisbane',
              access_hours: {
                sun: [],
                mon: [['09:00', '16:00']],
                tue: [['09:00', '16:00']],
                wed: [['09:00', '16:00']],
                thu: [['09:00', '16:00']],
                fri: [
                  ['09:00', '16:00'],
                  ['22:00', '24:00'],
                ],
                sat: [['00:00', '02:00']],
              },
            },
            { external_id: 'trial-day', kind: 'absolute', from: 1_772_323_200, to: 1_772_409_600, scope_key: 'pool' },
          ],
          access_time_windows_revision: 1,
        },
      ],
    },
    success: { message: '1 of 1 members applied.', metadata: EXAMPLE_METADATA },
  },
  success: {
    status: 200,
    description: 'What was applied, and what was skipped and why.',
    schema: z.object({ message: z.string(), metadata: Metadata }),
  },
  faults: { ...ingestFaults, ...membersFaults },
  faultBodies: {
    validation_failed: {
      schema: z.object({
        error: z.literal('validation_failed'),
        message: z.string(),
        errors: z.array(WindowProblem).describe('At most 100 of them.'),
        error_count: z.int().describe('How many there are.'),
        request_id: z.string(),
        'dry-run': DryRun,
      }),
      example: {
        error: 'validation_failed',
        message: 'Nothing was applied: 1 problem in access time windows.',
        errors: [
          {
            index: 0,
            member_id: 'M-1001',
            path: 'access_time_windows[1].from',
            code: 'not_an_integer',
            message: 'access_time_windows[1].from must be a plain JSON integer, not a string.',
          },
        ],
        error_count: 1,
        request_id: EXAMPLE_ID,
      },
    },
    revision_conflict: {
      schema: z.object({
        error: z.literal('revision_conflict'),
        message: z.string(),
        metadata: Metadata,
        conflicts: z.array(Conflict).describe('The items that conflict: all of them, or the first 10,000.'),
        request_id: z.string(),
      }),
      example: {
        error: 'revision_conflict',
        message: '1 of 2 members applied. Other windows are stored under the revision of 1 of them.',
        metadata: {
          success: 1,
          skipped: 1,
          skipped_items: [
            {
              index: 1,
              member_id: 'M-1002',
              facility_id: 'fac_0123456789abcdef',
              reason: 'Conflicting access_time_windows: other content is stored under this revision',
            },
          ],
        },
        conflicts: [{ index: 1, member_id: 'M-1002', facility_id: 'fac_0123456789abcdef', stored_revision: 7 }],
        request_id: EXAMPLE_ID,
      },
    },
    picture_store_unavailable: {
      schema: z.object({
        error: z.literal('picture_store_unavailable'),
        message: z.string(),
        metadata: Metadata,
        request_id: z.string(),
      }),
      example: {
        error: 'picture_store_unavailable',
        message: '1 of 1 members applied. 1 picture could not be stored.',
        metadata: EXAMPLE_METADATA,
        request_id: EXAMPLE_ID,
      },
    },
  },
  audit: { event: 'members.push', target: () => undefined },
  handle: async ({ members }, { body }, call) => {
    const { result, lostPictures } = await members.push(body, call);
    const { message, metadata } = answer(result);
    const { conflicting, conflicts } = result;
    if (lostPictures > 0) {
      const text = `${message} ${lostPictures} picture${lostPictures === 1 ? '' : 's'} could not be stored.`;
      throw membersFault('picture_store_unavailable', text, {
        body: { error: 'picture_store_unavailable', message: text, metadata },
      });
    }
    if (conflicting > 0) {
      const text = `${message} Other windows are stored under the revision of ${conflicting} of them.`;
      throw membersFault('revision_conflict', text, {
        body: { error: 'revision_conflict', message: text, metadata, conflicts },
      });
    }
    return { message, metadata };
  },
});
