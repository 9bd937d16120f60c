import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { type DescribedFact, describeFact, type WhoIs } from './describe-fact.ts';

/** A fact as the page lists it, with what stands behind it. */
export interface FactView extends DescribedFact {
  readonly doorId: string | null;
  /** What is dull where there is much of it, under which the page folds it. */
  readonly fold: 'sign-ins' | null;
  /** Names and values for whoever wants to know more, in order. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

/** What a fact may say beside its text. What is not here is in the text already. */
const DETAILS: Readonly<Record<string, string>> = {
  revision: 'Access rules',
  cause: 'Cause',
  reason: 'Reason',
  via: 'By',
  by: 'Presented',
  person: 'Person',
  nextOpenS: 'Next opening, UTC',
  confirmedBy: 'Evidence',
  entryId: 'Entry',
  commandId: 'Command',
  eventId: 'Event',
  passId: 'Pass',
  hash: 'Starts with',
  why: 'Why',
};
/** Of facts about a person banned, `by` is somebody's name, and in the text. */
const shown = (name: string, body: Fact['body']): boolean => name !== 'by' || body.kind.startsWith('access.');
const textOf = (name: string, value: unknown): string =>
  name === 'nextOpenS' && typeof value === 'number' ? isoOf(value * 1_000) : String(value);

export const factView = (fact: Fact, doorName: (id: string) => string | undefined, who: WhoIs): FactView => {
  const { seq, hash, prev, bootId, monoMs, body, clockTrusted } = fact;
  const data: Readonly<Record<string, unknown>> = body.data;
  const own = Object.entries(data).flatMap(([name, value]) => {
    const title = DETAILS[name];
    return title === undefined || value === null || !shown(name, body) ? [] : [[title, textOf(name, value)] as const];
  });
  return {
    ...describeFact(fact, doorName, who),
    doorId: typeof data.doorId === 'string' ? data.doorId : null,
    fold: body.kind === 'panel.signed_in' ? 'sign-ins' : null,
    details: [
      ...own,
      ['Kind', body.kind],
      ['Number', String(seq)],
      ['Time, UTC', isoOf(fact.wallMs)],
      ['Clock', clockTrusted ? 'trusted' : 'not trusted then'],
      ['Since the start', `${(monoMs / 1_000).toFixed(1)} s, run ${bootId}`],
      ['Hash', hash],
      ['Hash before', prev],
    ],
  };
};
