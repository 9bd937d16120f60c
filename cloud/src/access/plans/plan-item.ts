import { z } from 'zod';
import { boundedText } from '../../kit/ingest/bounded-text.ts';

export const ZONES_MAX = 100;
/** More than one block an hour says nothing more. */
const BLOCKS_MAX = 24;

const count = (description: string) => z.int().min(0).nullish().describe(description);
const flag = (description: string) => z.boolean().nullish().describe(description);

const time = (pattern: RegExp, description: string) => z.string().regex(pattern, description);
const Block = z.tuple([
  time(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'must be a time of day, HH:MM from 00:00 to 23:59'),
  time(/^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, 'must be a time of day, HH:MM from 00:01 to 24:00'),
]);
export const Day = z.array(Block).max(BLOCKS_MAX).optional();

/** A day that is left out is closed, like one that is empty. A key that is no day would close one unnoticed. */
export const AccessHours = z
  .strictObject({ mon: Day, tue: Day, wed: Day, thu: Day, fri: Day, sat: Day, sun: Day })
  .describe(
    'Pairs of `[start, end]` in the facility’s local time, `HH:MM`, each within one day: split hours that go past midnight. A day that is left out or empty is closed.',
  )
  .meta({ id: 'PlanAccessHours' });
export type PlanAccessHours = z.infer<typeof AccessHours>;

export const AccessZone = z
  .object({
    name: boundedText(1, 120).describe('Names the zone within the plan; the facility maps it to doors.'),
    description: boundedText(0, 2_000).nullish(),
    access_hours: AccessHours.nullish().describe(
      'Days with pairs `[start, end)` in the facility’s local time, `HH:MM`; a day that is left out is closed. Without any `access_hours`: no limit to the hours.',
    ),
  })
  .meta({ id: 'PlanAccessZone' });
export type PlanAccessZone = z.infer<typeof AccessZone>;

/**
 * The shape of a membership plan as partners send it, linking fields apart. Properties that are not named here are
 * ignored. Of an optional field that is left out the stored value stays; `null` clears it.
 */
export const PlanItem = z.object({
  membership_plan_id: boundedText(1, 120).describe('Your identifier of the plan: stable between syncs.'),
  name: boundedText(1, 250),
  description: boundedText(0, 10_000).nullish(),
  billing_cycle: z.enum(['weekly', 'fortnightly', 'monthly', 'annually', 'one_time']).nullish(),
  price: count('In the smallest unit of the currency; not negative.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code: three capital letters')
    .nullish()
    .describe('ISO 4217, in capitals.'),
  class_limit: count('How many classes the plan includes; null means unlimited.'),
  duration_days: count('How long the plan is valid.'),
  is_recurring: flag('Whether it renews by itself.'),
  is_trial: flag('Whether it is a trial.'),
  visible_to_public: flag('Whether people may buy it themselves.'),
  active_members: count('How many members have it now.'),
  access_zones: z
    .array(AccessZone)
    .max(ZONES_MAX)
    .nullish()
    .describe('All zones of the plan: the list replaces the one before.'),
});
/** A plan of which whatever is wrong was left out: all but the identifier. */
export type PlanItem = Partial<z.infer<typeof PlanItem>> & Pick<z.infer<typeof PlanItem>, 'membership_plan_id'>;
