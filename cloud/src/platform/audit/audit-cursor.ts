import { noPosition } from '../../kit/http/position.ts';
import type { Position } from './audit.repo.ts';

/** A place in the audit, as text that callers only hand back. */
export const cursorOf = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url');

const positionOf = (cursor: string): Position | undefined => {
  const [, at, id] =
    /^(\d{1,15}) (aud_[0-9a-z]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
};

/** What an `after` says; throws where that is no place in the audit. */
export const placeAfter = (after: string | undefined, part: 'query' | 'body'): Position | undefined => {
  const place = after === undefined ? undefined : positionOf(after);
  if (after !== undefined && place === undefined) throw noPosition(part);
  return place;
};
