import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { invalidRequest } from '../../kit/http/validate.ts';
import { holidaysFault } from './holidays.faults.ts';
import { holidaysRepo } from './holidays.repo.ts';

export interface Holiday {
  /** `YYYY-MM-DD`, in the country's own calendar. */
  readonly date: string;
  /** In English where there is such a name. */
  readonly name: string;
  readonly type: 'public' | 'bank' | 'optional' | 'school' | 'observance';
  /** The same in every year. */
  readonly rule: string;
}
interface HolidaysOfYear {
  readonly country: string;
  readonly year: number;
  readonly data: readonly Holiday[];
}
export type HolidaysService = ReturnType<typeof createHolidaysService>;

/** The days of a country in a year, in their order. Throws `country_unknown`. Loads the tables at first need: they are large. */
const holidaysOf = async (country: string, year: number): Promise<Holiday[]> => {
  const { default: Holidays } = await import('date-holidays');
  const calendar = new Holidays(country);
  const days = calendar.getHolidays(year, 'en') ?? [];
  if (days.length === 0) throw holidaysFault('country_unknown', 'countryIso: no holidays are known for this country.');
  return days.map(({ date, name, type, rule }) => ({ date: date.slice(0, 10), name, type, rule }));
};

/** Holidays, and what organisations make of them. */
export const createHolidaysService = ({ clock }: { readonly clock: Pick<Clock, 'wallMs'> }) => {
  const thisYear = (): number => new Date(clock.wallMs()).getUTCFullYear();
  return {
    /** The holidays that are the same for everybody. */
    ofCountry: async (country: string, year = thisYear()): Promise<HolidaysOfYear> => ({
      country,
      year,
      data: await holidaysOf(country, year),
    }),

    /** The same days, each with whether this organisation has struck it off. */
    forOrganisation: async (tx: Tx, orgId: OrgId, { country, year, data }: HolidaysOfYear) => {
      const struck = await holidaysRepo(tx).blacklist({ orgId, country });
      return { country, year, data: data.map((day) => ({ ...day, blacklisted: struck.has(day.rule) })) };
    },

    /** Throws for a rule that is no holiday of the country in this year or the next. */
    requireRules: async (country: string, rules: readonly string[]): Promise<void> => {
      const years = [thisYear(), thisYear() + 1];
      const known = new Set(
        (await Promise.all(years.map((year) => holidaysOf(country, year)))).flat().map(({ rule }) => rule),
      );
      const unknown = rules.findIndex((rule) => !known.has(rule));
      if (unknown >= 0)
        throw invalidRequest([
          { path: `blacklisted.${unknown}`, rule: 'unknown', message: 'is the rule of no holiday of this country' },
        ]);
    },

    /** Strikes exactly these off, which `requireRules` has let pass. */
    setBlacklist: async (
      tx: Tx,
      { orgId, country }: { readonly orgId: OrgId; readonly country: string },
      { rules, by }: { readonly rules: readonly string[]; readonly by: string },
    ): Promise<void> => {
      const at = clock.wallMs();
      const rows = [...new Set(rules)].map((rule) => ({ org_id: orgId, country, rule, set_by: by, set_at: at }));
      await holidaysRepo(tx).replace({ orgId, country }, rows);
    },
  };
};
