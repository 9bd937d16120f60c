import { type Notifications, noNotifications } from '../../kit/live/notifications.ts';
import { changeFeed } from '../../kit/live/picture.repo.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { retentionPolicy } from '../retention/retention.ports.ts';
import { usersModule } from '../users/users.module.ts';
import { openLive } from './live.endpoints.ts';
import { liveFaults } from './live.faults.ts';
import { liveChanged } from './live.ports.ts';
import { createLiveService } from './live.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** How processes on one database hear of each other's changes. Nothing unless given: each looks by itself. */
    readonly notifications?: Notifications;
  }
  interface ModuleParts<Deps> {
    /** What can be watched live. */
    readonly topics?: (deps: Deps) => readonly ServedTopic[];
  }
}

export { CLOSES, FRAMES_IN, FRAMES_OUT, PROTOCOL, topicFrames } from './frames.ts';
export { socketParameter } from './live.endpoints.ts';
export type { LiveService } from './live.service.ts';
export type { Progress } from './runs.ts';

export const liveModule = defineModule('live', {
  needs: [usersModule],
  owns: {
    live_socket: 'never',
    socket_run: 'never',
    socket_line: 'never',
  },
  faults: liveFaults,
  create: ({ db, clock, random, log, notifications, users, collected }) => ({
    live: createLiveService({
      db,
      clock,
      random,
      log,
      notifications: notifications ?? noNotifications,
      users,
      topics: () => collected('topics').flat(),
    }),
  }),
})({
  endpoints: [openLive],
  answers: ({ live }) => [answer(liveChanged, live.changed)],
  retention: ({ live }) => [
    retentionPolicy(
      'live_change',
      'steps of what was watched live, for who comes back',
      [1, 1, 7],
      changeFeed.forgetBefore,
    ),
    retentionPolicy(
      'live_picture',
      'what was watched live, and has not changed since',
      [1, 1, 7],
      live.forgetPicturesBefore,
    ),
    retentionPolicy(
      'socket_line',
      'what services told at live sockets while they worked',
      [1, 1, 7],
      live.forgetRunsBefore,
    ),
  ],
  close: ({ live }) => live.close(),
});
