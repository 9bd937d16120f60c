import type { Place } from './inquiries.repo.ts';

/** A place in the events as callers carry it: nothing that they need to understand. */
export const textOf = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString('base64url');

export const placeOf = (cursor: string): Place | undefined => {
  const [, at, id] = /^(\d{1,15}) ([a-z]{3}_[0-9a-z]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
};
