import { defineModule } from '../../kit/modules/module.ts';
import { putBlacklist, readHolidays } from './holidays.endpoints.ts';
import { holidaysFaults } from './holidays.faults.ts';
import { createHolidaysService } from './holidays.service.ts';

export const holidaysModule = defineModule('holidays', {
  owns: ['holiday_blacklist'],
  faults: holidaysFaults,
  create: ({ clock }) => ({ holidays: createHolidaysService({ clock }) }),
})({
  endpoints: [readHolidays, putBlacklist],
});
