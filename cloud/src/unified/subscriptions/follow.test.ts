import { Fault } from '@gatehouse/shared/fault/fault.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../kit/http/call.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';
import type { Watch } from '../../kit/live/engine.ts';
import type { ServedTopic } from '../../kit/live/topic.ts';
import { follow } from './follow.ts';

const ROOM = 200;
const TOPIC = { declaration: { topic: 'things', entryId: 'id' } } as unknown as ServedTopic;
const caller = (actor: string): Caller => ({ actor, tenant: 'users' });
const forbidden = new Fault('forbidden', kitFaults.forbidden, 'No more.');

/** An engine that tells what it has whenever it is told to go on, as the real one does: never past what is taken. */
const setup = (after?: number) => {
  const watches: (Watch & { stopped: boolean })[] = [];
  const steps: number[] = [];
  /** Of the watch that is open: the place of the last that it was told. */
  let place = after ?? 0;
  const tell = (): void => {
    const open = watches.at(-1);
    for (const seq of steps.filter((seq) => seq > place)) {
      if (open === undefined || open.stopped || !open.sink.ready()) return;
      place = seq;
      open.sink.message({ seq, changes: [{ id: 'a', entry: { id: 'a', seq } }] });
    }
  };
  const wake = vi.fn(tell);
  const watch = (asked: Watch) => {
    const made = { ...asked, stopped: false };
    watches.push(made);
    place = asked.after ?? 0;
    return () => {
      made.stopped = true;
    };
  };
  const ended = vi.fn();
  const following = follow({ live: { watch, wake } }, { topic: TOPIC, key: 'r', caller: caller('a'), after, ended });
  const happens = (count = 1): void => {
    for (let n = 0; n < count; n++) steps.push(steps.length + 1);
    tell();
  };
  const last = () => {
    const open = watches.at(-1);
    if (open === undefined) throw new Error('nobody watches');
    return open;
  };
  const next = async (): Promise<number | 'end'> => {
    const { done, value } = await following.next();
    return done === true ? 'end' : value.cursor;
  };
  return { following, watches, steps, happens, last, next, wake, ended };
};

describe('what follows a topic', () => {
  it('is a beginning, then each step as it came, also where it was waited for', async () => {
    const { following, last, happens, next } = setup();
    const first = following.next();
    last().sink.snapshot({ seq: 0, reset: true, entries: [{ id: 'a' }] });
    expect(await first).toMatchObject({ done: false, value: { isWhole: true, reset: true, entries: [{ id: 'a' }] } });
    const second = next();
    happens();
    expect(await second).toBe(1);
    last().sink.message({ seq: 2, changes: [{ id: 'a', entry: null }] });
    expect((await following.next()).value).toMatchObject({ cursor: 2, isWhole: false, entries: [], removed: ['a'] });
  });

  it('holds the engine back at so many, and has it go on once: as the first of them is taken, not before and not after each', async () => {
    const { happens, next, wake, last } = setup();
    happens(ROOM);
    expect(wake).not.toHaveBeenCalled();
    expect(last().sink.ready()).toBe(false);
    happens(50);
    for (let taken = 1; taken < ROOM; taken++) expect(await next()).toBe(taken);
    expect(wake).not.toHaveBeenCalled();
    expect(await next()).toBe(ROOM);
    expect(wake.mock.calls).toEqual([['things:r']]);
    for (let taken = ROOM + 1; taken <= ROOM + 50; taken++) expect(await next()).toBe(taken);
    expect(wake).toHaveBeenCalledOnce();
  });

  it('asks the engine for nothing where nothing was held back', async () => {
    const { happens, next, wake } = setup();
    happens(ROOM - 1);
    for (let taken = 1; taken < ROOM; taken++) expect(await next()).toBe(taken);
    expect(wake).not.toHaveBeenCalled();
  });

  it('goes on behind the last that waits by another token, and hears no more by the one before', async () => {
    const { following, watches, happens, next } = setup(3);
    expect(watches[0]?.after).toBe(3);
    happens(8);
    following.as(caller('b'));
    expect(watches.map(({ caller: { actor }, after, stopped }) => [actor, after, stopped])).toEqual([
      ['a', 3, true],
      ['b', 8, false],
    ]);
    happens();
    for (let cursor = 4; cursor <= 9; cursor++) expect(await next()).toBe(cursor);
  });

  it('tells nothing after a right is gone, also not what waits, and says so once', async () => {
    const { following, happens, last, ended } = setup();
    happens(3);
    last().sink.ended({ fault: forbidden }, 3);
    await expect(following.next()).rejects.toBe(forbidden);
    expect(ended.mock.calls).toEqual([[{ fault: forbidden }]]);
    following.fail(new Fault('other', kitFaults.forbidden, 'Later.'));
    await expect(following.next()).rejects.toBe(forbidden);
  });

  it('fails whoever waits with what refuses the next token, and takes no other after that', async () => {
    const { following, watches } = setup();
    const waiting = following.next();
    following.fail(forbidden);
    await expect(waiting).rejects.toBe(forbidden);
    following.as(caller('b'));
    expect(watches.map(({ stopped }) => stopped)).toEqual([true]);
  });

  it('ends whoever was too slow without a fault, and at once whoever leaves while they wait', async () => {
    const slow = setup();
    slow.happens(2);
    slow.last().sink.ended('too_slow', 2);
    expect(await slow.next()).toBe('end');
    const left = setup();
    const waiting = left.next();
    expect(await left.following.return()).toEqual({ done: true, value: undefined });
    expect([await waiting, left.last().stopped]).toEqual(['end', true]);
    left.last().sink.message({ seq: 1, changes: [] });
    expect(await left.next()).toBe('end');
  });

  it('misses nothing and doubles nothing, however much happens at once and however it is taken', async () => {
    const act = fc.oneof(
      fc.record({ is: fc.constant('happens' as const), count: fc.integer({ min: 1, max: 2 * ROOM }) }),
      fc.record({ is: fc.constant('take' as const), count: fc.integer({ min: 1, max: 2 * ROOM }) }),
      fc.record({ is: fc.constant('renew' as const), count: fc.constant(1) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const { following, happens, next, steps } = setup();
        let taken = 0;
        for (const { is, count } of acts) {
          if (is === 'happens') happens(count);
          if (is === 'renew') {
            following.as(caller('again'));
            happens(0);
          }
          for (let n = 0; is === 'take' && n < count && taken < steps.length; n++) expect(await next()).toBe(++taken);
        }
        while (taken < steps.length) expect(await next()).toBe(++taken);
      }),
      { numRuns: 60 },
    );
  });
});
