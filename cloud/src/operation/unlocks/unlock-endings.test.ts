import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { settledBy } from '../../testing/settled-by.ts';
import { aRequest, confirms } from '../../testing/world.ts';
import { unlocking, until } from './testing/unlocking.ts';

describe.each(ENGINES)('an unlock that nobody confirms in time on $name', ({ open }) => {
  const { on, unlock, feed, attempts, silence, createSurvivor } = unlocking(open);

  it('[R63] is a 504 when nothing comes back, and stays one', async () => {
    on.answer = silence;
    const pending = unlock({ idempotency_key: 'k' });
    await settledBy(pending, on.clock, Seconds(7));
    expect((await pending).body).toMatchObject({ status: 'failed', reason: 'unlock_confirmation_timeout' });
    on.answer = confirms;
    expect(await unlock({ idempotency_key: 'k' })).toMatchObject({ status: 504, replayed: true });
    expect(on.orders).toHaveLength(1);
  });

  it('a repeat on another replica, after the first one died, waits for the deadline and then tells of a timeout', async () => {
    on.answer = () => new Promise(() => undefined); // The process that sent this command never comes back.
    void unlock({ idempotency_key: 'k' });
    await settledBy(
      until(() => on.orders.length === 1),
      on.clock,
      Milliseconds(0),
    );
    const survivor = createSurvivor();
    const repeat = survivor(aRequest(on.world, { idempotency_key: 'k' }), on.world.callBy());
    await settledBy(repeat, on.clock, Seconds(8));
    expect(await repeat).toMatchObject({ status: 504, replayed: true });
    expect(on.orders).toHaveLength(1);
  });

  it('ends what a dead process left running, once', async () => {
    on.answer = () => new Promise(() => undefined);
    void unlock();
    await settledBy(
      until(() => on.orders.length === 1),
      on.clock,
      Milliseconds(0),
    );
    await on.clock.advance(Seconds(6));
    expect(await on.world.unlocks.sweep()).toBe(0);
    await on.clock.advance(Seconds(1));
    expect(await on.world.unlocks.sweep()).toBe(1);
    expect(await on.world.unlocks.sweep()).toBe(0);
    expect(await attempts()).toMatchObject([{ outcome: 'unlock_confirmation_timeout' }]);
  });

  it.each(['before', 'after'] as const)(
    'a confirmation that the journal brings %s the timeout is warned about, and changes no answer',
    async (when) => {
      on.answer = silence;
      const pending = unlock();
      await settledBy(
        until(() => on.orders.length === 1),
        on.clock,
        Milliseconds(0),
      );
      const confirm = (boxId = on.world.boxId) =>
        on.db.write((tx) =>
          on.world.unlocks.factStored(tx, boxId, on.world.facilityId, {
            seq: 1,
            bootId: '7b0e3f0e-6a52-4c7e-9f2b-0d9f6a1f7c11' as never,
            monoMs: 1,
            // Also by a box that trusts a clock which is far off: no moment that nobody can write down.
            wallMs: when === 'before' ? 1 : Number.MAX_SAFE_INTEGER,
            clockTrusted: true,
            prev: '',
            hash: '',
            body: {
              kind: 'unlock.confirmed',
              data: {
                commandId: on.orders[0]?.commandId as never,
                eventId: on.orders[0]?.eventId as never,
                doorId: on.world.doorId,
                confirmedBy: 'lock-sense',
                holdSeconds: 5,
                tookMs: 1,
              },
            },
          }),
        );
      const otherBox = '00000000-0000-4000-8000-000000000000' as typeof on.world.boxId;
      await confirm(otherBox); // Whose word counts for nothing here.
      expect(await attempts()).toMatchObject([{ journal_confirmed_at: null }]);
      if (when === 'before') await confirm();
      await settledBy(pending, on.clock, Seconds(7));
      if (when === 'after') await confirm();
      expect((await pending).status).toBe(504);
      expect(await attempts()).toMatchObject([
        { outcome: 'unlock_confirmation_timeout', journal_confirmed_at: expect.any(Number) },
      ]);
      expect(await on.world.warnings.list(on.world.facilityId)).toMatchObject([{ kind: 'unlock_confirmed_late' }]);
      expect((await feed()).map(({ kind, data }) => [kind, data.outcome])).toEqual([
        ['unlock', 'unlock_confirmation_timeout'],
        ['unlock.confirmed_late', undefined],
      ]);
    },
  );
});
