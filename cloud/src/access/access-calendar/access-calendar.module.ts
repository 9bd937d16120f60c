import { defineModule } from '../../kit/modules/module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { accessModule } from '../access/access.module.ts';
import { readMemberCalendar, readPersonCalendar } from './access-calendar.endpoints.ts';

export const accessCalendarModule = defineModule('access-calendar', {
  needs: [doorsModule, accessModule],
})({
  endpoints: [readMemberCalendar, readPersonCalendar],
});
