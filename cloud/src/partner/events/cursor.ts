/** A place in a feed, as it is handed out: opaque, so that what it is made of may change. */
const FORM = /^1\.(\d{1,15})$/;

export const cursorOf = (seq: number): string => Buffer.from(`1.${seq}`).toString('base64url');

/** The place a cursor stands for; `undefined` for a text that is none. */
export const placeOf = (cursor: string): number | undefined => {
  const place = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (place === undefined) return undefined;
  const seq = Number(place);
  return cursorOf(seq) === cursor ? seq : undefined;
};
