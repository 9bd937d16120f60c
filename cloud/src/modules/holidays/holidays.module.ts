import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { type HolidayDeps, putBlacklist, readHolidays } from './holidays.endpoints.ts';
import { holidaysFaults } from './holidays.faults.ts';

export { createHolidaysService } from './holidays.service.ts';

export const holidaysModule = (deps: HolidayDeps): Module => ({
  name: 'holidays',
  owns: ['holiday_blacklist'],
  faults: holidaysFaults,
  endpoints: [mount(readHolidays, deps), mount(putBlacklist, deps)],
});
