import { wrongField } from './validate.ts';

/** The last of a page, in a list that goes from the newest to the oldest: what comes after it is older, or of the same time with a lower id. */
export interface Position {
  /** Wall-clock ms. */
  readonly at: number;
  readonly id: string;
}

/** As callers carry it from one page to the next. */
export const positionText = ({ at, id }: Position): string => `${at}.${id}`;

/** What an `after` means; the fault for one that no page gave. */
export const positionOf = (after: string | undefined): Position | undefined => {
  if (after === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})\.([a-z]{3,5}_[0-9a-z]{1,64})$/.exec(after) ?? [];
  if (at === undefined || id === undefined) throw noPosition();
  return { at: Number(at), id };
};

/** The fault for an `after` that no page gave, wherever the request has it. */
export const noPosition = (part: 'query' | 'body' = 'query') =>
  wrongField(`${part}.after`, 'no_position', 'must be the `next` of a page');
