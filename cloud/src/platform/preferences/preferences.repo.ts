import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';

/** How somebody likes the consoles: one row a user, made with their first change. */
interface UserPreferencesTable {
  user_id: string;
  /** JSON of `Preferences`. */
  preferences: string;
  changed_at: number;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    user_preferences: UserPreferencesTable;
  }
}

export const FILTERS_MAX = 50;
/** Of a body that sets all of it. */
export const PREFERENCES_BYTES_MAX = 20_000;

const SavedFilter = z.strictObject({
  name: z.string().trim().min(1).max(80).describe('What its owner calls it.'),
  page: z.string().min(1).max(120).describe('The page that it is for, by its path.'),
  query: z.string().max(2_000).describe('What stands behind the `?` of that page.'),
});

export const Preferences = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).describe('`system`: as the browser’s own.'),
  density: z.enum(['comfortable', 'compact']).describe('How much room rows of lists take.'),
  homeFacilityId: FacilityId.nullable().describe(
    'The facility that is shown first. Null: none. It gives no right, and may be one that its owner no longer sees.',
  ),
  savedFilters: z.array(SavedFilter).max(FILTERS_MAX).describe('Lists as their owner likes to see them.'),
});
type Preferences = z.output<typeof Preferences>;

const UNSET: Preferences = { theme: 'system', density: 'comfortable', homeFacilityId: null, savedFilters: [] };

export type PreferencesService = ReturnType<typeof createPreferences>;

export const createPreferences = ({ clock }: Pick<Environment, 'clock'>) => ({
  /** As they were set last; the usual ones for who has never set any. */
  read: async (tx: Tx, userId: string): Promise<Preferences & { readonly changedAt: string | null }> => {
    const row = await tx
      .selectFrom('user_preferences')
      .where('user_id', '=', userId)
      .select(['preferences', 'changed_at'])
      .executeTakeFirst();
    if (row === undefined) return { ...UNSET, changedAt: null };
    // What a later version has added is not there yet.
    return { ...UNSET, ...(JSON.parse(row.preferences) as Preferences), changedAt: isoOf(Number(row.changed_at)) };
  },

  /** Sets all of them, in place of those before. */
  put: async (tx: Tx, userId: string, preferences: Preferences): Promise<void> => {
    const row = { preferences: JSON.stringify(preferences), changed_at: clock.wallMs() };
    await tx
      .insertInto('user_preferences')
      .values({ user_id: userId, ...row })
      .onConflict((on) => on.column('user_id').doUpdateSet(row))
      .execute();
  },

  /** Of a user who is deleted. */
  forget: async (tx: Tx, userId: string): Promise<void> => {
    await tx.deleteFrom('user_preferences').where('user_id', '=', userId).execute();
  },
});
