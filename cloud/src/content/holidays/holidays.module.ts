import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { putBlacklist, readHolidays } from './holidays.endpoints.ts';
import { holidaysFaults } from './holidays.faults.ts';
import { createHolidaysService } from './holidays.service.ts';

export const holidaysModule = defineModule('holidays', {
  owns: {
    holiday_blacklist: copy('org_id country rule set_by set_at'),
  },
  faults: holidaysFaults,
  create: ({ clock }) => ({ holidays: createHolidaysService({ clock }) }),
})({
  endpoints: [readHolidays, putBlacklist],
});
