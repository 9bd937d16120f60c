import { defineModule } from '../../kit/modules/module.ts';
import { jobsModule } from '../jobs/jobs.module.ts';
import { usersModule } from '../users/users.module.ts';
import type { PushTransport } from './push-transport.ts';
import { listSubscriptions, readPushKey, subscribe, tryPush, unsubscribe } from './pushes.endpoints.ts';
import { pushesFaults } from './pushes.faults.ts';
import { deliverPushJob } from './pushes.job.ts';
import { createPushesService } from './pushes.service.ts';
import type { PushKey } from './vapid.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** How browsers of users are reached. */
    readonly push: { readonly key: PushKey; readonly transport: PushTransport };
  }
}

export type { PushTransport } from './push-transport.ts';
export { httpsPushTransport } from './push-transport.ts';
export type { PushesService } from './pushes.service.ts';
export type { PushKey } from './vapid.ts';

export const pushesModule = defineModule('pushes', {
  needs: [jobsModule, usersModule],
  owns: {
    push_subscription: 'never',
  },
  faults: pushesFaults,
  create: ({ db, clock, random, jobs, users, push }) => ({
    pushes: createPushesService({ db, clock, random, jobs, users, ...push }),
  }),
})({
  endpoints: [readPushKey, subscribe, listSubscriptions, unsubscribe, tryPush],
  jobs: ({ pushes }) => [deliverPushJob(pushes)],
});
