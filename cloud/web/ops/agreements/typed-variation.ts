import type { AgreementVariation } from '../../client/platform-api.gen.ts';
import { variationLabels } from '../../words/variations-en.ts';

/** A part that is different, as somebody types it. */
export interface TypedClause {
  readonly heading: string;
  readonly text: string;
  /** It does not hold there; its text is kept in case it does after all. */
  readonly gone: boolean;
}

export const EMPTY_CLAUSE: TypedClause = { heading: '', text: '', gone: false };

/** What is different at a club, as somebody types it; of a new one, one part is there to be filled in. */
export const typedVariation = (variation: AgreementVariation | undefined) => ({
  facilityId: variation?.facilityId ?? '',
  clauses: (variation?.clauses.map(({ heading, text }) => ({ heading, text: text ?? '', gone: text === null })) ?? [
    EMPTY_CLAUSE,
  ]) as readonly TypedClause[],
  note: variation?.note ?? '',
  fromOn: variation?.fromOn ?? '',
  untilOn: variation?.untilOn ?? '',
});
export type TypedVariation = ReturnType<typeof typedVariation>;

/** What is wrong, in words; empty where nothing is. */
export const variationProblems = ({ facilityId, clauses, fromOn, untilOn }: TypedVariation) => {
  const headings = clauses.map(({ heading }) => heading.trim().toLowerCase());
  return {
    facilityId: facilityId === '' ? variationLabels.clubMissing : '',
    fromOn: fromOn === '' ? variationLabels.fromOnMissing : '',
    untilOn: untilOn !== '' && untilOn < fromOn ? variationLabels.untilBefore : '',
    clauses: headings.map((heading, at) => {
      if (heading === '') return variationLabels.headingMissing;
      return headings.indexOf(heading) === at ? '' : variationLabels.headingTwice;
    }),
  };
};

/** As the platform takes it, of one in which nothing is wrong. */
export const variationOf = ({ facilityId, clauses, note, fromOn, untilOn }: TypedVariation) => ({
  ...{ facilityId, note: note.trim(), fromOn, untilOn: untilOn === '' ? null : untilOn },
  clauses: clauses.map(({ heading, text, gone }) => ({ heading: heading.trim(), text: gone ? null : text })),
});
