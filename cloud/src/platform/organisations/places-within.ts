import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ListPart } from '../../kit/http/paging.ts';
import type { Reach } from '../users/platform-surface.ts';
import type { Facility, Organisation } from './organisations.service.ts';
import { placesWithinRepo } from './places-within.repo.ts';

/** Which part of a list: those after this id, and how many are looked at. */
export interface PartAsked {
  /** What the name, or the brand, has in it, whatever its capitals. */
  readonly q?: string | undefined;
  readonly after: string;
  readonly size: number;
}

const isEmpty = (reach: Reach): boolean =>
  reach !== 'everywhere' && reach.organisations.length === 0 && reach.facilities.length === 0;

const partOf = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  size: number,
  fits: (row: Row) => boolean,
): ListPart<Row> => ({ items: rows.filter(fits), end: (rows.length === size && rows.at(-1)?.id) || null });

/** The organisations and facilities that somebody reaches, part by part: see `pageOfParts`. */
export const placesWithin = {
  organisationsWithin: async (tx: Tx, reach: Reach, { q, after, size }: PartAsked): Promise<ListPart<Organisation>> => {
    if (isEmpty(reach)) return { items: [], end: null };
    const text = q?.toLowerCase();
    const rows = await placesWithinRepo(tx).organisations(reach, { text, after, limit: size });
    return partOf(rows, size, ({ name }) => has(name, text));
  },

  facilitiesWithin: async (
    tx: Tx,
    reach: Reach,
    { q, after, size, organisationId }: PartAsked & { readonly organisationId?: OrgId | undefined },
  ): Promise<ListPart<Facility>> => {
    if (isEmpty(reach)) return { items: [], end: null };
    const text = q?.toLowerCase();
    const rows = await placesWithinRepo(tx).facilities(reach, { organisationId, text, after, limit: size });
    return partOf(rows, size, ({ name, brand }) => has(name, text) || has(brand ?? '', text));
  },

  /** How many facilities in reach each of these organisations has. */
  countFacilities: async (
    tx: Tx,
    reach: Reach,
    organisations: readonly OrgId[],
  ): Promise<ReadonlyMap<string, number>> => {
    if (isEmpty(reach) || organisations.length === 0) return new Map();
    const counted = await placesWithinRepo(tx).countFacilities(reach, organisations);
    return new Map(counted.map(({ org_id, facilities }) => [org_id, Number(facilities)]));
  },
};

const has = (name: string, text = ''): boolean => name.toLowerCase().includes(text);
