import { defineModule } from '../../kit/modules/module.ts';
import { readServerTime } from './server-time.endpoints.ts';
import { createServerTimeService } from './server-time.service.ts';

export const serverTimeModule = defineModule('server-time', {
  create: ({ clock }) => ({ serverTime: createServerTimeService({ clock }) }),
})({
  endpoints: [readServerTime],
});
