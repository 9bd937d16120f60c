/** Stands where a text was cut. */
export const CUT = '…';

/**
 * At most `max` characters, and never half of one. What was cut ends with `…`: whoever takes secrets out of such a text knows
 * by it that the beginning of one may stand there.
 */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '') + CUT;
