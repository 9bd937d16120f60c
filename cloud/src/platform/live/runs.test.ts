import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createLive } from '../../kit/live/engine.ts';
import { noNotifications } from '../../kit/live/notifications.ts';
import { serveTopic } from '../../kit/live/topic.ts';
import { createRuns, LINES_MAX, runTopic } from './runs.ts';

describe.each(ENGINES)('what services tell, on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    const somebody = { email: 'a@example.com', first_name: 'A', last_name: 'B', phone_number: null };
    await db.write((tx) =>
      tx
        .insertInto('platform_user')
        .values({ id: 'usr_a', ...somebody, created_at: 0, created_by: 'test', deleted_at: null })
        .execute(),
    );
  });

  /** One process: what it tells here is heard there by looking alone. */
  const aProcess = () => {
    const live = createLive({
      ...{ db, clock, notifications: noNotifications },
      log: { error: (fields) => expect.fail(JSON.stringify(fields)) },
      standing: async (_tx, watchers) => watchers.map(() => undefined),
    });
    const runs = createRuns({ db, clock, random: systemRandom, changed: live.changed });
    const topic = serveTopic(runTopic, { runs, db, clock });
    const follow = (run: string, after: number) => {
      const heard: number[] = [];
      const sink = {
        ready: () => true,
        snapshot: () => undefined,
        message: ({ seq }: { readonly seq: number }) => void heard.push(seq),
        ended: () => undefined,
      };
      const stop = live.watch({ topic, key: run, after, sink, caller: { actor: 'a', tenant: 'a' } });
      return { heard, stop };
    };
    return { live, runs, follow };
  };
  const begin = ({ runs }: ReturnType<typeof aProcess>) =>
    db.write((tx) => runs.begin(tx, { socketId: 'sck_a', userId: 'usr_a' }));

  it('reaches who follows it from any line on, on any process, each line once', async () => {
    const processes = [aProcess(), aProcess()] as const;
    const look = async () => {
      for (const { live } of [...processes, ...processes]) {
        await clock.advance(Seconds(1));
        await live.settled();
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1), fc.boolean(), fc.nat(1)), { minLength: 1, maxLength: 20 }),
        async (told) => {
          const run = await begin(processes[0]);
          const followers = processes.map(({ follow }) => follow(run, 0));
          const heard = followers.map(() => [] as number[]);
          const collect = () => {
            for (const [at, follower] of followers.entries()) heard[at]?.push(...follower.heard.splice(0));
          };
          for (const [by, comesBack, who] of told) {
            await processes[by]?.runs.progressOf(run)({ level: 'info', text: 'on' });
            if (!comesBack) continue;
            collect();
            followers[who]?.stop();
            const last = heard[who]?.at(-1) ?? 0;
            followers[who] = (processes[(by + who) % 2] as (typeof processes)[0]).follow(run, last);
          }
          await look();
          collect();
          for (const each of heard) expect(each).toEqual(told.map((_, at) => at + 1));
          for (const { stop } of followers) stop();
        },
      ),
      { numRuns: 8 },
    );
    for (const { live } of processes) await live.close();
  });

  it('keeps so many lines of a run, says that there are more, and forgets all after a day, part by part', async () => {
    const here = aProcess();
    const run = await begin(here);
    const tell = here.runs.progressOf(run);
    await tell({ level: 'info', text: 'first' });
    await db.write((tx) =>
      tx
        .updateTable('socket_run')
        .set({ last_seq: LINES_MAX - 1 })
        .where('id', '=', run)
        .execute(),
    );
    for (const text of ['last\0', 'beyond']) await tell({ level: 'info', text });
    const { messages } = await here.runs.linesAfter(run, 0, 10);
    expect(messages.map(({ seq }) => seq)).toEqual([1, LINES_MAX]);
    expect(messages[1]?.changes).toMatchObject([{ text: expect.stringContaining('left out') }]);
    await clock.advance(Hours(25));
    const before = clock.wallMs() - Hours(24);
    const forget = () => db.write((tx) => here.runs.forgetBefore(tx, before, 2));
    expect([await forget(), await forget(), await forget()]).toEqual([2, 1, 0]);
    await tell({ level: 'info', text: 'too late' });
    expect((await here.runs.linesAfter(run, 0, 10)).messages).toEqual([]);
    await here.live.close();
  });
});
