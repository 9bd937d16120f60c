import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { type AlarmEntry, ENTRIES } from './alarm-log.ts';
import type { Alarm } from './alarms.service.ts';

const moment = (words: string) => z.iso.datetime().describe(words);

const momentOrNull = (words: string) => z.iso.datetime().nullable().describe(words);

export const AlarmView = z
  .object({
    alarmId: z.string().describe('The alarm: `alm_` and 16 characters.'),
    kind: z.string().describe('What it is, such as `door_forced_open`: a kind of warning that needs somebody now.'),
    subject: z.string().describe('What it is about, by ids; what they are, the kind says.'),
    doorId: z.string().nullable().describe('The door that it is about. Null: it is about no one door.'),
    about: z.string().nullable().describe('What its doors are called. Null: it is about none.'),
    warningId: z.string().describe('The warning that it is of, as it was raised last.'),
    times: z.int().describe('How often its cause came: one that comes again within ten minutes is the same alarm.'),
    openedAt: moment('When it began (UTC).'),
    step: z.int().describe('How many steps of the plan were told.'),
    steps: z.int().describe('How many the plan has.'),
    nextStepAt: momentOrNull(
      'When the next step is told (UTC). Null: somebody has it, its cause is gone, or none is left.',
    ),
    toldAt: momentOrNull('When people were told last (UTC). Null: they were not yet.'),
    clearedAt: momentOrNull('Since when its cause is gone by itself (UTC). Null: it is there.'),
    overAt: momentOrNull(
      'When it is over, unless its cause comes again before (UTC). Null: that is there, or it is over.',
    ),
    ownedBy: By.nullable().describe('Who has it. Null: nobody.'),
    ownedAt: momentOrNull('Since when (UTC). Null: nobody has it.'),
    endedAt: momentOrNull('When it was over (UTC). Null: it is not.'),
    endedBy: By.nullable().describe('Who said that it is over. Null: it is not, or went by itself.'),
  })
  .meta({ id: 'Alarm' });
export type AlarmView = z.input<typeof AlarmView>;

export const AN_ALARM: AlarmView = {
  alarmId: 'alm_0123456789abcdef',
  kind: 'door_forced_open',
  subject: 'door_0123456789abcdef',
  doorId: 'door_0123456789abcdef',
  about: 'Back door',
  warningId: 'wrn_0123456789abcdef',
  times: 1,
  openedAt: '2026-01-08T21:14:05.000Z',
  step: 1,
  steps: 2,
  nextStepAt: '2026-01-08T21:24:05.000Z',
  toldAt: '2026-01-08T21:14:05.000Z',
  clearedAt: null,
  overAt: null,
  ownedBy: null,
  ownedAt: null,
  endedAt: null,
  endedBy: null,
};

/** Somebody who works there, by name. */
export const AlarmUser = z.object({
  userId: z.string(),
  name: z.string().nullable().describe('What they are called now. Null: not known, or not any more.'),
});
export type AlarmUser = z.output<typeof AlarmUser>;
export const SAM: AlarmUser = { userId: BY_SAM.id, name: BY_SAM.name };

/** Users as answers have them: all are looked up together. */
export const usersOf = async (tx: Tx, ids: readonly string[]): Promise<(id: string) => AlarmUser> => {
  const named = await namedBy(
    tx,
    ids.map((by) => ({ by })),
    'by',
  );
  const names = new Map(named.map(({ by }) => [by.id, by.name]));
  return (id) => ({ userId: id, name: names.get(id) ?? null });
};

export const AlarmEntryView = z.object({
  at: moment('When (UTC).'),
  what: z.enum(ENTRIES).describe('What became of it.'),
  doneBy: By.nullable().describe('Who did it. Null: nobody, it went by itself.'),
  step: z.int().nullable().describe('Which step was told, from 1. Null: none was.'),
  pushed: z.array(AlarmUser).describe('Who was told in their browsers.'),
  mailed: z.array(AlarmUser).describe('Who was told by e-mail.'),
  user: AlarmUser.nullable().describe(
    'To whom it was handed, or who lost the right to it. Null: it is about nobody else.',
  ),
  note: z.string().nullable().describe('What somebody wrote. Null: nothing.'),
});

export const OneAlarm = AlarmView.extend({
  entries: z.array(AlarmEntryView).describe('What became of it, from the beginning.'),
}).meta({ id: 'AlarmWithEntries' });

/** Alarms as answers have them, with everybody by name. */
export const viewsOf = async (tx: Tx, alarms: readonly Alarm[]): Promise<AlarmView[]> =>
  (await namedBy(tx, alarms, 'ownedBy', 'endedBy')).map(({ id, ...alarm }) => ({
    alarmId: id,
    ...alarm,
    openedAt: isoOf(alarm.openedAt),
    nextStepAt: isoOrNull(alarm.nextStepAt),
    toldAt: isoOrNull(alarm.toldAt),
    clearedAt: isoOrNull(alarm.clearedAt),
    overAt: isoOrNull(alarm.overAt),
    ownedAt: isoOrNull(alarm.ownedAt),
    endedAt: isoOrNull(alarm.endedAt),
  }));

export const entryViewsOf = async (
  tx: Tx,
  entries: readonly AlarmEntry[],
): Promise<z.input<typeof AlarmEntryView>[]> => {
  const userOf = await usersOf(tx, [
    ...new Set(entries.flatMap(({ pushed = [], mailed = [], user = [] }) => [...pushed, ...mailed, user].flat())),
  ]);
  const rows = entries.map(({ by, ...entry }) => ({ ...entry, doneBy: by }));
  return (await namedBy(tx, rows, 'doneBy')).map(
    ({ at, what, doneBy, user, step, pushed = [], mailed = [], note }) => ({
      ...{ at: isoOf(at), what, doneBy, step: step ?? null, note: note ?? null },
      ...{ pushed: pushed.map(userOf), mailed: mailed.map(userOf), user: user === undefined ? null : userOf(user) },
    }),
  );
};

export const AN_ENTRY: z.input<typeof AlarmEntryView> = {
  at: '2026-01-08T21:14:05.000Z',
  what: 'told',
  doneBy: null,
  step: 1,
  pushed: [SAM],
  mailed: [],
  user: null,
  note: null,
};
