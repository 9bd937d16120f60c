import { REASONS } from '@gatehouse/shared/access/reasons.ts';
import { WINDOW_PROBLEMS } from '@gatehouse/shared/access/window-problem.ts';
import { PASS_REASONS } from '@gatehouse/shared/pass/pass-reasons.ts';
import { SKIP_REASONS } from './skip-reasons.ts';

/** A closed list of words that answers use, with what each means. */
export interface WordList {
  readonly id: string;
  readonly title: string;
  readonly says: string;
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
}

/** The lists that a partner's engineer looks words up in, read off the code that says them. */
export const partnerLists = (): WordList[] => [
  {
    id: 'window-problems',
    title: 'What can be wrong with access time windows',
    says: 'The `code` of each entry in `errors` of a 422 `validation_failed`. `path` says where in the member, `index` which item. Nothing of the request was applied: send it again without the named items, or corrected.',
    words: Object.entries(WINDOW_PROBLEMS).map(([word, meaning]) => ({ word, meaning })),
  },
  {
    id: 'skip-reasons',
    title: 'Why an item of a batch is skipped, or a field of it ignored',
    says: 'The `reason` of each entry in `metadata.skipped_items` and in `metadata.ignored_fields`. An item is skipped only where nobody knows what it is about or where it belongs in the order; of any other item the good fields were applied, and a bad one keeps its stored value. Reasons are for people: they name the field and the rule that it broke. These are the ones that are always worded the same.',
    words: SKIP_REASONS,
  },
  {
    id: 'access-reasons',
    title: 'Why a person gets in, or does not',
    says: 'The `reason` of an access check and of `access.…` events, in the order in which they are looked at; the first that applies is given. Those of `pass_…` are of outage passes. `granted` says beside it, as `via`, what granted. Reasons that are not about your own data read `other` in the event feed.',
    words: [
      { word: 'granted', meaning: 'The person gets in.' },
      ...Object.entries({ ...REASONS, ...PASS_REASONS }).map(([word, { staff }]) => ({ word, meaning: staff })),
    ],
  },
];

/** A list as a page of `docs/errors/`. */
export const listPage = ({ title, says, words }: WordList): string =>
  `# ${title}

${says}

| | |
| --- | --- |
${words.map(({ word, meaning }) => `| \`${word}\` | ${meaning.replaceAll('|', '\\|')} |`).join('\n')}
`;
