import { systemRandom } from '@gatehouse/shared/ids/random.ts';

import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach } from 'vitest';
import { areas } from '../../../areas.ts';
import type { TestEngine } from '../../../kit/db/engines.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { createIngest } from '../../../kit/ingest/ingest.ts';
import { makeModules } from '../../../kit/modules/make-modules.ts';
import { memoryObjectStore } from '../../../kit/objects/testing/memory-object-store.ts';
import { createDeviceTokens } from '../../../link/device-tokens.ts';
import type { LinkAnswer, UnlockOrder } from '../../../link/link.ts';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { aRequest, confirms, createWorld, scriptedLink, type World } from '../../../testing/world.ts';

interface Running {
  db: Database;
  clock: ManualClock;
  world: World;
  /** What the box was sent. */
  orders: readonly UnlockOrder[];
  /** What the box says to the next order; it confirms unless told otherwise. */
  answer: (order: UnlockOrder) => Promise<LinkAnswer>;
}

/** A door whose box is scripted, new for every test: `on` is the one of now. */
export const unlocking = (open: TestEngine['open']) => {
  const on = {} as Running;
  beforeEach(async () => {
    on.clock = new ManualClock();
    on.db = await open();
    on.answer = confirms;
    const scripted = scriptedLink((order) => on.answer(order));
    on.orders = scripted.orders;
    on.world = await createWorld(on.db, on.clock, scripted.link);
  });
  return {
    on,
    unlock: (overrides: Record<string, unknown> = {}, by = on.world.caller, headers = {}) =>
      on.world.unlocks.unlock(aRequest(on.world, overrides), on.world.callBy(by, headers)),
    feed: async () => (await on.world.events.page(on.world.partnerId, { limit: 200 })).events,
    attempts: () => on.db.read((tx) => tx.selectFrom('unlock_attempt').selectAll().execute()),
    /** A box that takes the command and is never heard of again. */
    silence: (order: UnlockOrder) =>
      new Promise<LinkAnswer>((resolve) =>
        on.clock.after(Milliseconds(order.answerWithinMs), () => resolve({ kind: 'no_answer' })),
      ),
    /** The unlock of another replica on the same database. It must never be asked to send anything. */
    createSurvivor: () => {
      const { link } = scriptedLink(() => Promise.reject(new Error('a second command')));
      return makeModules(areas, {
        ...testEnvironment(on.clock),
        db: on.db,
        openLink: () => link,
        revocations: on.world.revocations,
        tokens: createDeviceTokens({ clock: on.clock, secrets: [{ kid: 'survivor', secret: systemRandom(32) }] }),
        objects: memoryObjectStore().store,
        ingest: createIngest({ clock: on.clock }),
      }).services.unlocks.unlock;
    },
  };
};

export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};
