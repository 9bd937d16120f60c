import { Minutes } from '@gatehouse/shared/time/duration.ts';

/** One alarm as people are told of it: what it is, and where; never who. */
export interface ToldAlarm {
  readonly title: string;
  /** The doors that it is about, by name; null where it is about none. */
  readonly about: string | null;
  /** How long it has stood, in ms. */
  readonly ageMs: number;
}

/** So many are named; of the others people are told how many those are. */
const NAMED_MAX = 5;
const MINUTE = Minutes(1);

const lineOf = ({ title, about }: ToldAlarm): string => (about === null ? title : `${title}: ${about}`);
const ageOf = (ageMs: number): string => {
  const minutes = Math.floor(ageMs / MINUTE);
  if (minutes < 1) return 'just now';
  return minutes === 1 ? 'for 1 minute' : `for ${minutes} minutes`;
};

export const listOf = (alarms: readonly ToldAlarm[]): readonly string[] => [
  ...alarms.slice(0, NAMED_MAX).map((alarm) => `${lineOf(alarm)} (${ageOf(alarm.ageMs)})`),
  ...(alarms.length > NAMED_MAX ? [`and ${alarms.length - NAMED_MAX} more`] : []),
];

/** What it is, or how many. */
export const whatOf = (alarms: readonly ToldAlarm[]): string => {
  const [first] = alarms;
  return first !== undefined && alarms.length === 1 ? lineOf(first) : `${alarms.length} alarms`;
};
const titleOf = (facility: string, alarms: readonly ToldAlarm[], handed: boolean): string =>
  `${handed ? 'Handed to you: ' : ''}${whatOf(alarms)} · ${facility}`;

/** How long a person has to say that it is theirs, as they are told. */
export const nextStepText = (minutes: number | null): string =>
  minutes === null ? 'Nobody else is told after you.' : `Unless somebody takes it, others are told in ${minutes} min.`;

export interface Telling {
  readonly facility: string;
  readonly alarms: readonly ToldAlarm[];
  /** What follows, in a sentence. */
  readonly next: string;
  readonly handed?: boolean;
}

/** A push: its title fits a lock screen, its body says which, and what follows. */
export const pushText = ({ facility, alarms, next, handed = false }: Telling) => ({
  title: [...titleOf(facility, alarms, handed)].slice(0, 120).join(''),
  body: [...(alarms.length === 1 ? [] : listOf(alarms)), next].join('\n'),
});

/** Whoever was told hears once that it is over. */
export const overText = (facility: string, alarms: readonly ToldAlarm[]) => {
  return {
    title: [...`Over: ${whatOf(alarms)} · ${facility}`].slice(0, 120).join(''),
    body: alarms.length === 1 ? 'Its cause is gone by itself.' : listOf(alarms).join('\n'),
  };
};
