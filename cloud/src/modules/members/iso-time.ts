import { z } from 'zod';

/**
 * ISO 8601 in its extended format: a date, or a date and a time of day, with `Z`, an offset or neither. Real dates of the
 * calendar only, so that every text that fits is an instant.
 */
const PATTERN = new RegExp(
  `${z.core.regexes.date.source.replace(/\$$/, '')}(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]{1,9})?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])?)?$`,
);

export const IsoTime = z.string().regex(PATTERN, 'must be an ISO 8601 date or time');

/** The instant in Unix milliseconds, of a text that fits `IsoTime`. Where it names no offset, UTC is taken. */
export const epochMsOf = (text: string): number =>
  Date.parse(/T/.test(text) && !/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);
