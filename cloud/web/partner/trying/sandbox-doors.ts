import type { Tried } from './try-key.ts';

/** A facility that has enabled the integration, as the partner API gives it. */
export interface Facility {
  readonly facility_id: string;
  readonly name: string;
  readonly linking_identifier?: string;
}
export interface Door {
  readonly door_id: string;
  readonly name: string;
}

/** Somebody who is nobody: who the unlock of a page is for. */
export const WHO = { member_id: 'TRY-1', first_name: 'Try', last_name: 'It' };

/** By whichever of the two the account goes: the other is ignored. */
export const linkOf = ({ facility_id, linking_identifier }: Facility) => ({
  facility_id,
  ...(linking_identifier !== undefined && { linking_identifier }),
});

export const FACILITIES = '/partner/v1/facilities';
export const doorsOf = (facility: Facility): string =>
  `/partner/v1/access-control/doors?${new URLSearchParams(linkOf(facility))}`;
export const unlockOf = ({ door_id }: Door): string => `/partner/v1/access-control/doors/${door_id}/unlock`;
export const simulateOf = ({ door_id }: Door): string => `/partner/v1/sandbox/doors/${door_id}/simulate`;

/** What a list has in it; nothing where the answer is a refusal. */
export const listIn = <Listed>({ body }: Pick<Tried, 'body'>): readonly Listed[] =>
  (body as { readonly data?: readonly Listed[] } | undefined)?.data ?? [];

export const errorIn = (tried: Pick<Tried, 'body'> | undefined): unknown =>
  (tried?.body as { readonly error?: unknown } | undefined)?.error;
