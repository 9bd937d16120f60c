import { scopeWords } from '../../words/scopes-en.ts';
import type { Targets } from '../warnings/use-targets.ts';

type Target =
  | { readonly to: 'facility' | 'none' }
  | { readonly to: 'doors'; readonly doorIds: readonly string[] }
  | { readonly to: 'scopes'; readonly scopes: readonly string[] }
  | null;

const namesOf = (ids: readonly string[], there: Targets['doors'], gone: string): string =>
  scopeWords.doors(ids.map((id) => there.find((one) => one.id === id)?.name ?? gone));

/** What something opens, by the names of the doors and access scopes that there are. */
export const targetInWords = (target: Target, { doors, scopes }: Targets): string => {
  if (target === null) return scopeWords.notSaid;
  switch (target.to) {
    case 'facility':
      return scopeWords.everyDoor;
    case 'none':
      return scopeWords.nothing;
    case 'doors':
      return namesOf(target.doorIds, doors, scopeWords.aDoor);
    case 'scopes':
      return namesOf(target.scopes, scopes, scopeWords.aScope);
  }
};
