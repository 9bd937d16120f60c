import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { z } from 'zod';
import type { Database } from '../../db/unit-of-work.ts';
import { sampleSurface } from '../../http/testing/sample-surface.ts';
import { createLive } from '../engine.ts';
import type { Notifications } from '../notifications.ts';
import type { EntryChange } from '../picture.ts';
import type { LiveMessage } from '../source.ts';
import { serveTopic, topicsFor } from '../topic.ts';
import type { LiveEnd, LiveSnapshot, Sink, Standing } from '../watcher.ts';

/** Things that every process sees alike, as rows of a database would be. */
export type Things = Map<string, number>;

const thingsTopic = topicsFor(sampleSurface)<{ readonly things: Things }>()({
  topic: 'things',
  summary: 'Watch things',
  description: 'How much there is of each.',
  gate: { scope: 'look' },
  param: 'room',
  key: z.string(),
  schema: z.object({ id: z.string(), much: z.number() }),
  example: { id: 'a', much: 1 },
  entryId: 'id',
  graph: { field: 'things', own: 'things', filters: { ids: { of: 'id', description: 'Only these.' } } },
  now: async ({ things }, _tx, room) => ({
    entries: [...things].filter(([id]) => id.startsWith(room)).map(([id, much]) => ({ id, much })),
  }),
});

/** One process that has an engine, on a database that it may share. */
export const aReplica = (deps: {
  readonly db: Database;
  readonly clock: ManualClock;
  readonly notifications: Notifications;
  readonly things: Things;
  readonly standing?: Standing;
}) => {
  const { db, clock, notifications } = deps;
  const logged: unknown[] = [];
  const standing: Standing = deps.standing ?? (async (_tx, watchers) => watchers.map(() => undefined));
  const live = createLive({ db, clock, notifications, standing, log: { error: (fields) => void logged.push(fields) } });
  return { live, logged, topic: serveTopic(thingsTopic, deps) };
};

/** A client: what it was told, and what it believes to be so. */
export const aClient = () => {
  const seen = new Map<string, unknown>();
  const seqs: number[] = [];
  const snapshots: LiveSnapshot[] = [];
  const ends: LiveEnd[] = [];
  /** `room`: how many messages it takes before it does not read any more. */
  const state = { room: Number.POSITIVE_INFINITY, cursor: undefined as number | undefined };
  const sink: Sink = {
    ready: () => state.room > 0,
    snapshot: (of) => {
      snapshots.push(of);
      seen.clear();
      for (const entry of of.entries as { id: string }[]) seen.set(entry.id, entry);
      state.cursor = of.seq;
    },
    message: ({ seq, changes }: LiveMessage) => {
      for (const { id, entry } of changes as EntryChange[]) {
        if (entry === null) seen.delete(id);
        else seen.set(id, entry);
      }
      seqs.push(seq);
      state.cursor = seq;
      state.room--;
    },
    ended: (why) => void ends.push(why),
  };
  return { sink, state, seen, seqs, snapshots, ends };
};
export type Client = ReturnType<typeof aClient>;

/** Lets every process look, and read to the end. */
export const lookAgain = async (clock: ManualClock, ...replicas: readonly ReturnType<typeof aReplica>[]) => {
  for (let round = 0; round < 2; round++) {
    await clock.advance(Seconds(1));
    for (const { live } of replicas) await live.settled();
  }
};
