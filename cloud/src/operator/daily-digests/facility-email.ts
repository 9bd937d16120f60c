import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { counted, type Email, localTime, named, shortened, span } from './email.ts';
import { COUNTED_MAX, type FacilityDailyDigest, WARNINGS_MAX } from './facility-daily-digest.ts';
import { aboutOf, wordsOf } from './warning-words.ts';

/** A partner that pushes every night has missed a push after this time. */
const OLD_AFTER = Hours(36);
const DOORS_SHOWN = 3;

const FAILED: Readonly<Record<string, string>> = {
  device_offline: 'could not be reached',
  integration_not_enabled: 'integration not enabled',
  relay_fault: 'the lock did not move',
  unlock_confirmation_timeout: 'no confirmation in time',
};
/** Staff have chosen it: nothing has failed. */
const CHOSEN: readonly string[] = ['maintenance_mode_active', 'door_under_lockdown', 'seen_changed'];

type Section = Email['sections'][number];
type Part = { readonly heading: string; readonly lines: readonly string[]; readonly short: string };

/** `or more` where no more were looked at. */
const atMost = (count: number, most: number): string =>
  count >= most ? `${most.toLocaleString('en')} or more` : count.toLocaleString('en');
const some = (count: number, most: number, one: string): string =>
  `${atMost(count, most)} ${one}${count === 1 ? '' : 's'}`;

const nameOr = ({ name }: { readonly name: string | null }, id: string): string => named(name ?? id);

/** People know doors, and seldom boxes. */
const someOf = (doors: readonly string[]): string => {
  const shown = doors.slice(0, DOORS_SHOWN).map(named).join(', ');
  return shown === '' ? '' : ` (${shown}${doors.length > DOORS_SHOWN ? ' and more' : ''})`;
};

const warningsPart = ({ warnings, to }: FacilityDailyDigest): Part => {
  const fresh = warnings.filter(({ isNew }) => isNew).length;
  const lines = warnings
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || a.openSince - b.openSince)
    .map((warning) => {
      const { isNew, openSince, kind, count, members, acknowledged } = warning;
      return [
        `${isNew ? 'New' : span(to - openSince)}: ${wordsOf(kind)}${aboutOf(warning)}`,
        ...(members === null ? [] : [counted(members, 'member')]),
        ...(count > 1 ? [counted(count, 'time')] : []),
        ...(acknowledged ? ['somebody looks after it'] : []),
      ].join(', ');
    });
  const open = some(warnings.length, WARNINGS_MAX, 'warning');
  return {
    heading: `Warnings: ${atMost(warnings.length, WARNINGS_MAX)} open, ${fresh} new`,
    lines,
    short: fresh > 0 ? `${open}, ${fresh} new` : open,
  };
};

const offlinePart = ({ silentBoxes, unreachableDoors, to }: FacilityDailyDigest): Part => ({
  heading: 'Offline now',
  lines: [
    ...silentBoxes.map((box) => {
      const since = box.lastHeardAt === null ? 'never heard of' : `silent for ${span(to - box.lastHeardAt)}`;
      return `Box ${nameOr(box, box.boxId)}: ${since}, ${counted(box.doors.length, 'door')}${someOf(box.doors)}`;
    }),
    ...unreachableDoors.map((door) => `Door ${nameOr(door, door.doorId)}: its board does not answer`),
  ],
  short: [
    ...(silentBoxes.length > 0 ? [`${counted(silentBoxes.length, 'box', 'boxes')} offline`] : []),
    ...(unreachableDoors.length > 0 ? [`${counted(unreachableDoors.length, 'door')} offline`] : []),
  ].join(', '),
});

const outagesPart = ({ outages }: FacilityDailyDigest): Part => ({
  heading: 'Were offline',
  lines: outages.map(
    (box) => `Box ${nameOr(box, box.boxId)}: ${counted(box.times, 'time')}, ${span(box.awaySeconds * 1_000)} in all`,
  ),
  short: `${counted(outages.length, 'box', 'boxes')} was away`.replace('boxes was', 'boxes were'),
});

const unlocksPart = ({ unlocks }: FacilityDailyDigest): Part => {
  const failed = unlocks.failed.filter(({ outcome }) => !CHOSEN.includes(outcome));
  const count = failed.reduce((sum, one) => sum + one.count, 0);
  const all = some(unlocks.begun, COUNTED_MAX, 'unlock');
  return {
    heading: `Failed: ${count.toLocaleString('en')} of ${all}`,
    lines: failed.map((one) => {
      const late = one.movedLate ? ', but it moved after all' : '';
      return `${nameOr(one, one.doorId)}: ${counted(one.count, 'time')}, ${FAILED[one.outcome] ?? one.outcome}${late}`;
    }),
    short: counted(count, 'failed unlock'),
  };
};

const alarmsPart = ({ doorAlarms }: FacilityDailyDigest): Part => {
  const count = doorAlarms.reduce((sum, one) => sum + one.count, 0);
  return {
    heading: 'Forced or held open',
    lines: doorAlarms.map(
      (door) =>
        `${nameOr(door, door.doorId)}: ${door.alarm === 'forced' ? 'forced' : 'held'} open ${counted(door.count, 'time')}`,
    ),
    short: counted(count, 'door alarm'),
  };
};

const behindPart = ({ boxesBehind }: FacilityDailyDigest): Part => ({
  heading: 'Old rules',
  lines: boxesBehind.map((box) => {
    const { newest, revision, ageSeconds } = box;
    const behind =
      newest !== null && newest > revision
        ? `behind by ${counted(newest - revision, 'revision')}`
        : 'other rules than it should have';
    return `Box ${nameOr(box, box.boxId)}: ${behind}, for ${span(ageSeconds * 1_000)}`;
  }),
  short: `${counted(boxesBehind.length, 'box', 'boxes')} with old rules`,
});

/** One that never sent anything may be there for its unlocks only. */
const isOld = ({ lastPushAt }: FacilityDailyDigest['sources'][number], to: number): boolean =>
  lastPushAt !== null && to - lastPushAt > OLD_AFTER;

const sourceLine = (source: FacilityDailyDigest['sources'][number], to: number): string => {
  const { lastPushAt, refusedSince, name } = source;
  const age = lastPushAt === null ? 'never sent anything' : `${span(to - lastPushAt)} old`;
  const refused = refusedSince === null ? '' : `, some refused for ${span(to - refusedSince)}`;
  return `${named(name)}: ${age}${isOld(source, to) ? ', that is long' : ''}${refused}`;
};

const sourcesPart = ({ sources, to }: FacilityDailyDigest): Part => ({
  heading: 'Data of partners',
  lines: sources.map((source) => sourceLine(source, to)),
  short: `old data of ${counted(sources.filter((source) => isOld(source, to)).length, 'partner')}`,
});

/** The sections that need attention; none where all is quiet. */
const troubles = (dailyDigest: FacilityDailyDigest): readonly Part[] =>
  [
    offlinePart(dailyDigest),
    warningsPart(dailyDigest),
    alarmsPart(dailyDigest),
    unlocksPart(dailyDigest),
    outagesPart(dailyDigest),
    behindPart(dailyDigest),
    ...(dailyDigest.sources.some((source) => isOld(source, dailyDigest.to)) ? [sourcesPart(dailyDigest)] : []),
  ].filter(({ lines }) => lines.length > 0);

export const isQuiet = (dailyDigest: FacilityDailyDigest): boolean => troubles(dailyDigest).length === 0;

export const facilityEmail = (dailyDigest: FacilityDailyDigest, zone: Zone, foot?: string): Email => {
  const name = named(dailyDigest.name);
  const denied = dailyDigest.denied.reduce((sum, { count }) => sum + count, 0);
  const isMore = dailyDigest.entries + denied >= COUNTED_MAX;
  const entered = [
    `${isMore ? 'at least ' : ''}${counted(dailyDigest.entries, 'entry', 'entries')}`,
    some(dailyDigest.unlocks.begun, COUNTED_MAX, 'remote unlock'),
    `${isMore ? 'at least ' : ''}${denied.toLocaleString('en')} denied`,
  ].join(', ');
  const since = localTime(zone, dailyDigest.from);
  const parts = troubles(dailyDigest);
  const own = { ...(foot !== undefined && { foot }) };
  if (parts.length === 0)
    return {
      subject: `All quiet at ${name}`,
      headline: `All quiet at ${name} since ${since}: ${entered}.`,
      sections: [],
      ...own,
    };
  const low: readonly Section[] = [
    {
      heading: 'Denied',
      lines: dailyDigest.denied.map(
        ({ reason, count }) => `${named(reason.replaceAll('_', ' '))}: ${count.toLocaleString('en')}`,
      ),
    },
    ...(parts.some(({ heading }) => heading === 'Data of partners') ? [] : [sourcesPart(dailyDigest)]),
  ].filter(({ lines }) => lines.length > 0);
  const short = parts.slice(0, 3).map((part) => part.short);
  return {
    subject: `${name}: ${short.join(', ')}${parts.length > 3 ? ' and more' : ''}`,
    headline: `${name} since ${since}: ${entered}.`,
    sections: [...parts, ...low].map(({ heading, lines }) => ({ heading, lines: shortened(lines) })),
    ...own,
  };
};
