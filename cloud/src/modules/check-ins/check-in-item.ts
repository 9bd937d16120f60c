import { z } from 'zod';
import { boundedText } from '../../ingest/bounded-text.ts';

/** RFC 3339 in its usual form: a moment, so never without `Z` or an offset. Real dates of the calendar only. */
const MOMENT = new RegExp(
  `${z.core.regexes.date.source.replace(/\$$/, '')}T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]{1,9})?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`,
);

const word = (examples: string[], description: string) =>
  boundedText(0, 120).nullish().describe(description).meta({ examples });

/**
 * The shape of a check-in as partners send it, linking fields apart. Properties that are not named here are ignored. Of an
 * optional field that is left out the stored value stays; `null` clears it.
 */
export const CheckInItem = z.object({
  member_id: boundedText(1, 120).describe('Your identifier of the member.'),
  timestamp: z
    .string()
    .regex(MOMENT, 'must be an ISO 8601 date and time with Z or an offset, such as 2026-01-05T06:30:00Z')
    .describe('When it was: ISO 8601 with `Z` or an offset.')
    .meta({ examples: ['2026-01-05T06:30:00+10:00'] }),
  check_in_id: boundedText(1, 120)
    .nullish()
    .describe(
      'Your identifier of the check-in. Without it, member, timestamp and type identify it: sent again, it is the same one.',
    ),
  check_in_type: word(['member', 'class', 'staff', 'guest', 'trial'], 'Kind of check-in, in your words.'),
  source: word(['manual', 'tag', 'rfid', 'kiosk', 'app'], 'How the person checked in, in your words.'),
  class_id: boundedText(0, 120).nullish().describe('The class booking or attendance that it belongs to.'),
});
export type CheckInItem = z.infer<typeof CheckInItem>;
