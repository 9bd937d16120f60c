import type { SearchHit, Session } from '../../client/platform-api.gen.ts';
import { labels } from '../../words/labels-en.ts';
import { menuOf } from '../frame/navigation.ts';
import { addressOf } from '../routes.ts';

/** Something that one can go to. */
export interface Place {
  readonly address: string;
  /** What it is called, and where it is or what it is. */
  readonly name: string;
  readonly of: string;
}

/** The pages there are from here that need nothing to be chosen. */
export const pagesFrom = (roles: Session['roles'], path: string): readonly Place[] => [
  ...menuOf(roles, path).flatMap(({ title, pages }) =>
    pages.map(({ href, label }) => ({ address: href, name: label, of: title })),
  ),
  { address: addressOf('account', {}), name: labels.account.title, of: labels.find.page },
];

/** Those whose names have every word of a text in them, whatever its capitals. */
export const fitting = (places: readonly Place[], typed: string): readonly Place[] => {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
};

/** Where a hit is shown; undefined where it has no page. */
export const placeOf = (hit: SearchHit): Place | undefined => {
  const { kind, facilityId, facilityName = '', doorId, boxId, partnerId, memberId, userId } = hit;
  if (userId !== undefined)
    return {
      address: addressOf('user', { userId }),
      name: hit.name ?? labels.find.unnamed,
      of: labels.find.kinds[kind],
    };
  if (facilityId === undefined) return undefined;
  const of = `${labels.find.kinds[kind]} · ${facilityName}`;
  const name = hit.name ?? labels.find.unnamed;
  if (kind === 'facility') return { address: addressOf('doors', { facilityId }), name, of: labels.find.kinds[kind] };
  if (doorId !== undefined) return { address: addressOf('door', { facilityId, doorId }), name, of };
  if (boxId !== undefined) return { address: addressOf('box', { facilityId, boxId }), name, of };
  if (partnerId !== undefined && memberId !== undefined)
    return { address: addressOf('member', { facilityId, partnerId, memberId }), name, of };
  return undefined;
};
