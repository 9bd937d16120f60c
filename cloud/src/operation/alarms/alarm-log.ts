import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { alarmsRepo } from './alarms.repo.ts';

/** What can become of an alarm. */
export const ENTRIES = [
  'opened',
  'came_again',
  'told',
  'told_nobody',
  'acknowledged',
  'handed_over',
  'given_back',
  'right_lost',
  'note',
  'cleared',
  'over',
  'resolved',
] as const;
export type EntryKind = (typeof ENTRIES)[number];

/** What an entry says beside who and when, each where it has any. */
export interface EntryDetail {
  /** Which step was told, counted from 1. */
  readonly step?: number;
  /** Users who were told in their browsers, and by e-mail. */
  readonly pushed?: readonly string[];
  readonly mailed?: readonly string[];
  /** Whom it was handed to, or who has lost the right. */
  readonly user?: string;
  readonly note?: string;
}

export interface AlarmEntry extends EntryDetail {
  readonly id: string;
  readonly at: number;
  readonly what: EntryKind;
  readonly by: string | null;
}

/** Writes down what becomes of alarms, in the unit that does it. */
export const createAlarmLog =
  ({ clock, random }: { readonly clock: Pick<Clock, 'wallMs'>; readonly random: RandomBytes }) =>
  async (
    tx: Tx,
    alarmId: string,
    what: EntryKind,
    { by = null, ...detail }: EntryDetail & { readonly by?: string | null } = {},
  ): Promise<void> => {
    const at = clock.wallMs();
    const id = randomId('ale', random, at);
    await alarmsRepo(tx).note({ id, alarm_id: alarmId, at, what, by_actor: by, detail: JSON.stringify(detail) });
  };
export type AlarmLog = ReturnType<typeof createAlarmLog>;

/** What became of these alarms, from the beginning. */
export const entriesOf = async (tx: Tx, alarmIds: readonly string[]): Promise<ReadonlyMap<string, AlarmEntry[]>> => {
  const rows = alarmIds.length === 0 ? [] : await alarmsRepo(tx).entriesOf(alarmIds);
  const entries = rows.map(({ id, alarm_id, at, what, by_actor, detail }) => ({
    alarm_id,
    entry: { id, at, what: what as EntryKind, by: by_actor, ...(JSON.parse(detail) as EntryDetail) },
  }));
  return new Map(
    [...Map.groupBy(entries, ({ alarm_id }) => alarm_id)].map(([id, of]) => [id, of.map(({ entry }) => entry)]),
  );
};
