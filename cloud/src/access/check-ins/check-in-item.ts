import { z } from 'zod';
import { withheld } from '../../kit/http/shown-fields.ts';
import { boundedText } from '../../kit/ingest/bounded-text.ts';
import { IsoTime } from '../../kit/ingest/iso-time.ts';

const word = (examples: string[], description: string) =>
  boundedText(0, 120).nullish().describe(description).meta({ examples });

/**
 * The shape of a check-in as partners send it, linking fields apart. Properties that are not named here are ignored. Of an
 * optional field that is left out the stored value stays; `null` clears it.
 */
export const CheckInItem = z.object({
  member_id: withheld(boundedText(1, 120)).describe('Your identifier of the member.'),
  timestamp: IsoTime.describe(
    'When it was: ISO 8601. Without `Z` or an offset local time of the facility, a date alone the beginning of that day.',
  ).meta({ examples: ['2026-01-05T06:30:00+10:00'] }),
  check_in_id: withheld(boundedText(1, 120))
    .nullish()
    .describe(
      'Your identifier of the check-in. Without it, member, timestamp and type identify it: sent again, it is the same one.',
    ),
  check_in_type: word(['member', 'class', 'staff', 'guest', 'trial'], 'Kind of check-in, in your words.'),
  source: word(['manual', 'tag', 'rfid', 'kiosk', 'app'], 'How the person checked in, in your words.'),
  class_id: withheld(boundedText(0, 120)).nullish().describe('The class booking or attendance that it belongs to.'),
});
export type CheckInItem = z.infer<typeof CheckInItem>;
