import { z } from 'zod';
import { withheld } from '../../kit/http/shown-fields.ts';
import { boundedText } from '../../kit/ingest/bounded-text.ts';
import { IsoTime } from '../../kit/ingest/iso-time.ts';

const TAGS_MAX = 200;
export const PLANS_MAX = 200;

const text = (max: number, description: string) => boundedText(0, max).nullish().describe(description);
const identifier = (description: string) => boundedText(1, 120).describe(description);

/** Open sets of words: the platform maps statuses to a meaning, and never refuses one that is new. */
const openText = (examples: readonly string[], description: string) =>
  text(120, description).meta({ examples: [...examples] });

export const MemberPlan = z
  .object({
    membership_plan_id: identifier('Your identifier of the plan.'),
    name: text(250, 'The plan’s name.'),
    start_date: IsoTime.nullish().describe(
      'When it starts; null or absent: unknown. Without an offset local time of the facility, a date alone its beginning.',
    ),
    end_date: IsoTime.nullish().describe(
      'When it ends; null or absent: ongoing. Without an offset local time of the facility, a date alone its end.',
    ),
    status: openText(['current', 'expired', 'on hold'], 'The plan’s own status, in your words.'),
    is_current: z
      .boolean()
      .nullish()
      .describe('True for the plan that counts now: at most one. With none, no plan is current.'),
  })
  .meta({ id: 'MemberPlan' });

/**
 * The shape of a member as partners send it, linking fields and windows apart. Properties that are not named here are
 * ignored. Of an optional field that is left out the stored value stays; `null` clears it, and so does an empty e-mail
 * address, phone number or picture.
 */
export const MemberItem = z.object({
  member_id: withheld(identifier('Your identifier of the member: stable between syncs.')),
  first_name: withheld(identifier('Given name.')),
  last_name: withheld(boundedText(0, 120).describe('Family name; empty for who has none.')),
  email: withheld(text(320, 'E-mail address.')),
  mobile_phone: withheld(text(40, 'E.123 international notation.')).meta({ examples: ['+61 7 3000 0000'] }),
  address: z
    .unknown()
    .optional()
    .meta({
      description:
        'An object with any of `address_line_1`, `address_line_2`, `city`, `state`, `postal_code`, `country` (ISO 3166-1 alpha-2) and `country_name`, all texts. Anything else is not refused: every value in it is kept, joined, in `address_line_1`, up to 30000 characters.',
      examples: [{ address_line_1: '1 Quay Street', city: 'Brisbane', postal_code: '4000', country: 'AU' }],
    }),
  date_of_birth: withheld(z.iso.date()).nullish().describe('`YYYY-MM-DD`, a date of the calendar.'),
  gender: withheld(z.enum(['male', 'female', 'non_binary', 'prefer_not_to_say', 'unknown'])).nullish(),
  type: openText(['member', 'staff', 'prospect'], 'Kind of member, in your words.'),
  tags: withheld(z.array(boundedText(0, 120)).max(TAGS_MAX))
    .nullish()
    .describe('Free labels.'),
  profile_picture: withheld(z.string())
    .nullish()
    .describe('Base64 of a JPEG, PNG, GIF or WebP, 5 MiB at most decoded; a data-URL prefix may stand before it.'),
  membership_status: openText(['current', 'expired', 'on hold'], 'The latest status, in your words.'),
  membership_plans: z
    .array(MemberPlan)
    .max(PLANS_MAX)
    .nullish()
    .describe('All of the member’s plans: the list replaces the one before.'),
  created: IsoTime.nullish().describe('When your system made the record.'),
  updated: IsoTime.nullish().describe(
    'When your system changed it last: an older one never overwrites a newer one. Without an offset: UTC.',
  ),
});
/** A member of whom whatever is wrong was left out: all but the identifier. */
export type MemberItem = Partial<z.infer<typeof MemberItem>> & Pick<z.infer<typeof MemberItem>, 'member_id'>;
